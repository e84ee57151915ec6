"""Typed access to the JSON of a board/1 file; every complaint names the file and the key."""

Rgb = tuple[int, int, int]


class LayoutError(Exception):
    """A board/1 text that cannot be used; the message says what, which and what to do."""


class JsonReader:
    """Typed access to parsed JSON; every complaint names the file and the key."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, where: str, complaint: str) -> LayoutError:
        return LayoutError(f"{self.source}: {where} {complaint}")

    def known(self, table: dict[str, object], keys: frozenset[str], where: str) -> None:
        for key in table:
            if key not in keys and not key.startswith("x_"):
                raise self.wrong(where, f"has the unknown key {key!r}; remove it, or begin its name with x_")

    def table(self, raw: object, where: str) -> dict[str, object]:
        if not isinstance(raw, dict):
            raise self.wrong(where, "is missing or no object; give { … } as docs/boards.md tells")
        return raw

    def text(self, raw: object, where: str) -> str:
        if not isinstance(raw, str) or not raw:
            raise self.wrong(where, "is missing or no text")
        return raw

    def one_of(self, raw: object, where: str, known: tuple[str, ...]) -> str:
        text = self.text(raw, where)
        if text not in known:
            raise self.wrong(where, f"is {text!r}; give one of {', '.join(known)}")
        return text

    def number(self, raw: object, where: str, low: float = -1e5, high: float = 1e5) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not low <= raw <= high:
            raise self.wrong(where, f"is {raw!r}; give a number from {low:g} to {high:g}")
        return float(raw)

    def numbers(self, raw: object, count: int, where: str) -> list[float]:
        if not isinstance(raw, list) or len(raw) != count:
            raise self.wrong(where, f"is {str(raw)[:60]}; give {count} numbers")
        return [self.number(item, where) for item in raw]

    def rgb(self, raw: object, where: str) -> Rgb:
        if not isinstance(raw, list) or len(raw) != 3:
            raise self.wrong(where, f"is {str(raw)[:60]}; give [red, green, blue]")
        red, green, blue = (int(self.number(item, where, 0, 255)) for item in raw)
        return red, green, blue
