"""How one value of a hub/1 field is written and read: numbers, text, tokens, lists."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import quote

_NUMBER: Final = re.compile(r"[0-9a-f]{1,8}")
_HEX_BYTES: Final = re.compile(r"(?:[0-9a-f]{2})+")
_PLAIN: Final = re.compile(r"[A-Za-z0-9._/,:+-]*")
_ESCAPED: Final = re.compile(r"(?:[A-Za-z0-9._/,:+-]|%[0-9A-Fa-f]{2})*")
_VERSION: Final = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})")

V = TypeVar("V")


class UnfitError(Exception):
    """A field's value that its kind cannot hold."""


class Kind(Protocol[V]):
    """A way to write one sort of value, and to read it again."""

    def write(self, value: V) -> str:
        """The value as it stands behind `key=`."""
        ...

    def read(self, text: str) -> V:
        """The value; raises UnfitError."""
        ...


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in lower-case hex: sent with `width` digits, read with 1 to 8."""

    width: int
    low: int = 0
    high: int = 0xFFFFFFFF

    def write(self, value: int) -> str:
        return f"{value:0{self.width}x}"

    def read(self, text: str) -> int:
        if not _NUMBER.fullmatch(text) or not self.low <= int(text, 16) <= self.high:
            raise UnfitError(text)
        return int(text, 16)


@dataclass(frozen=True, slots=True)
class TextField:
    """Text; bytes outside `A-Z a-z 0-9 . _ / , : + -` travel as %hh of UTF-8."""

    def write(self, value: str) -> str:
        # quote() never escapes "~", which hub/1 does not count among the plain bytes.
        escaped = quote(value.encode("utf-8"), safe="._/,:+-").replace("~", "%7e")
        return re.sub("%[0-9A-F]{2}", lambda match: match[0].lower(), escaped)

    def read(self, text: str) -> str:
        if not _ESCAPED.fullmatch(text):
            raise UnfitError(text)
        raw = re.sub("%([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), text)
        return raw.encode("latin-1").decode("utf-8", errors="replace")


@dataclass(frozen=True, slots=True)
class Enumerated:
    """One word of a closed list."""

    words: frozenset[str]

    def write(self, value: str) -> str:
        return value

    def read(self, text: str) -> str:
        if text not in self.words:
            raise UnfitError(text)
        return text


@dataclass(frozen=True, slots=True)
class Bytes:
    """Two hex digits a byte, at least `low` and at most `high` bytes."""

    high: int = 250
    low: int = 1

    def write(self, value: bytes) -> str:
        return value.hex()

    def read(self, text: str) -> bytes:
        if text == "" and self.low == 0:
            return b""
        if not _HEX_BYTES.fullmatch(text) or not self.low <= len(text) // 2 <= self.high:
            raise UnfitError(text)
        return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class WordList:
    """A comma list of plain words."""

    def write(self, value: tuple[str, ...]) -> str:
        return ",".join(value)

    def read(self, text: str) -> tuple[str, ...]:
        if not _PLAIN.fullmatch(text):
            raise UnfitError(text)
        return tuple(letter for letter in text.split(",") if letter)


@dataclass(frozen=True, slots=True)
class Codes:
    """A comma list of numbers of four digits."""

    def write(self, value: tuple[int, ...]) -> str:
        return ",".join(f"{code:04x}" for code in value)

    def read(self, text: str) -> tuple[int, ...]:
        number = Number(4, high=0xFFFF)
        return tuple(number.read(code) for code in text.split(","))


@dataclass(frozen=True, slots=True)
class Changes:
    """A comma list of `site:token`: at most 32, each site once."""

    def write(self, value: tuple[tuple[int, int], ...]) -> str:
        return ",".join(f"{site:02x}:{token:02x}" for site, token in value)

    def read(self, text: str) -> tuple[tuple[int, int], ...]:
        number = Number(2, high=0xFF)
        pairs: list[tuple[int, int]] = []
        for item in text.split(","):
            site, colon, token = item.partition(":")
            if not colon:
                raise UnfitError(text)
            pairs.append((number.read(site), number.read(token)))
        if len(pairs) > 32 or len({site for site, _ in pairs}) < len(pairs):
            raise UnfitError(text)
        return tuple(pairs)


@dataclass(frozen=True, slots=True)
class Version:
    """`major.minor`, decimal."""

    def write(self, value: tuple[int, int]) -> str:
        return f"{value[0]}.{value[1]}"

    def read(self, text: str) -> tuple[int, int]:
        match = _VERSION.fullmatch(text)
        if match is None:
            raise UnfitError(text)
        return int(match[1]), int(match[2])


def wire(key: str, kind: Kind[Any]) -> Any:
    """A dataclass field that stands on the wire as ` key=value`, in the order of the class."""
    return field(metadata={"key": key, "kind": kind})


def maybe(key: str, kind: Kind[Any]) -> Any:
    """The same, but left out when it is None."""
    return field(default=None, metadata={"key": key, "kind": kind})


def spec(metadata: Mapping[Any, Any]) -> tuple[str, Kind[Any]]:
    """Key and kind of a field made by `wire` or `maybe`."""
    return metadata["key"], metadata["kind"]
