"""The boards that ship, as their files."""

from importlib.resources import files


def text_of(name: str) -> str:
    return files("tabletop").joinpath("layouts", f"{name}.json").read_text(encoding="utf-8")


BOARDS = ("usa", "europe", "world", "great-lakes", "legends-east")
