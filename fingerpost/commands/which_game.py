"""Which stored game a call names, where games are, and by which map an old log is read."""

import argparse
from pathlib import Path

from fingerpost.table_file import config_to_play
from storage.folder import ENDING, find
from storage.places import demo_path


def add_folder(parser: argparse.ArgumentParser) -> None:
    """--folder and --config: where the games are."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--folder", type=Path, help="where the games are (default: where play keeps them)")
    where.add_argument("--config", type=Path, help="the table.toml that says where they are")


def add_map(parser: argparse.ArgumentParser) -> None:
    """--map: of a log that has not its own map with it."""
    parser.add_argument(
        "--map", help="a map/1 file, for an old log on a map of its own; a newer log has its map with it"
    )


def the_folder(args: argparse.Namespace) -> Path:
    """The folder that was named, or the one of the table.toml, or where games are kept otherwise."""
    if args.folder is not None:
        return Path(args.folder)
    return config_to_play(args.config).store.path


def the_log(args: argparse.Namespace, name: str) -> Path:
    """A game by its number, name or path; a demo's too where no folder is named."""
    demo = demo_path().parent / f"{name}{ENDING}"
    unnamed = args.folder is None and args.config is None
    if unnamed and name.startswith("demo") and "/" not in name and demo.is_file():
        return demo
    return find(the_folder(args), name)


def add_log(parser: argparse.ArgumentParser) -> None:
    """The game that a command is about, and where its number is looked up."""
    parser.add_argument("log", help="the log of a game, or its number")
    add_folder(parser)


def called_log(args: argparse.Namespace) -> Path:
    """The log that the call names by its path, its number or its name."""
    name: str = args.log
    path = Path(name)
    is_path = "/" in name or name.endswith(ENDING) or path.is_file()
    return path if is_path else the_log(args, name)
