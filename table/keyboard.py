"""PURE: the keys of a terminal → what they ask for: the panel's buttons, and lines that are typed.

A terminal gives keys one by one; a pipe gives lines. Nothing moves a cursor: every answer is a plain line, so
that a screen reader can follow.
"""

from collections.abc import Mapping
from typing import Final

from dialog import ITEMS
from engine import SEATS
from table.typed_lines import QUESTIONS, Adjusted, Pressed, Told, Typed, TypedLines

_LONE_ESCAPE_S: Final = 0.05  # what an arrow key sends comes at once; Escape alone has nothing after it

_KEYS: Final[Mapping[str, Typed]] = {
    "\r": Pressed("yes"),
    "\n": Pressed("yes"),
    "\x1b": Pressed("no"),
    ".": Pressed("no"),
    "r": Pressed("repeat"),
    "5": Pressed("repeat"),
    "\x1b[D": Pressed("back"),
    "\x1bOD": Pressed("back"),
    "4": Pressed("back"),
    "\x1b[C": Pressed("forward"),
    "\x1bOC": Pressed("forward"),
    "6": Pressed("forward"),
    "?": Pressed("ask"),
    "/": Pressed("ask"),
    **{f"\x1b[{11 + number}~": Pressed(seat=seat) for number, seat in enumerate(SEATS)},
    **{f"\x1bO{'PQRST'[number]}": Pressed(seat=seat) for number, seat in enumerate(SEATS)},
    **{f"\x1b[[{'ABCDE'[number]}": Pressed(seat=seat) for number, seat in enumerate(SEATS)},
    "\x1b[15~": Pressed(seat="black"),
    **{key: Pressed(seat=seat) for key, seat in zip("12379", SEATS, strict=True)},
    **{one.key: QUESTIONS[one.id] for one in ITEMS if one.key},
    "+": Adjusted("volume", +1),
    "-": Adjusted("volume", -1),
    "]": Adjusted("rate", +1),
    "[": Adjusted("rate", -1),
}
"""Keys by themselves; the digits are those of the number pad."""


class Keyboard(TypedLines):
    """Takes what a terminal sends and gives what it asks for."""

    _keys = ""  # of a key that has only begun
    _since = 0.0
    _line: str | None = None  # a line that is being typed
    _echo = ""  # what a terminal shows of it and has not shown yet

    @property
    def typing(self) -> str | None:
        """The line that is being typed; None: none is."""
        return self._line

    def take_echo(self) -> str:
        """What was typed of a line since the last look, with the line feed that ends it."""
        echo, self._echo = self._echo, ""
        return echo

    def keys(self, text: str, at: float) -> list[Typed]:
        """Characters came from a terminal; `""`: time has passed."""
        found: list[Typed] = []
        if self._keys == "\x1b" and at - self._since >= _LONE_ESCAPE_S:
            found += self._key("\x1b")
            self._keys = ""
        for letter in text:
            self._keys += letter
            self._since = at
            if self._begun(self._keys):
                continue
            found += self._key(self._keys)
            self._keys = ""
        return found

    def _begun(self, keys: str) -> bool:
        """Whether more of this key is to come: an escape sequence ends with a letter or a tilde."""
        if not keys.startswith("\x1b"):
            return False
        if len(keys) < 2 or keys in ("\x1b[", "\x1bO", "\x1b[["):
            return keys != "\x1b\x1b"
        return keys[1] == "[" and not (keys[-1].isalpha() or keys[-1] == "~")

    def _key(self, key: str) -> list[Typed]:
        if self._line is not None:
            return self._letter(key)
        if key == ":":
            self._line = ""
            self._echo += ":"
            return []
        known = _KEYS.get(key if key.startswith("\x1b") else key.lower())
        return [known] if known is not None else [Told(self._words.no_key())]

    def _letter(self, key: str) -> list[Typed]:
        """A key while a line is being typed: Enter takes it, Escape leaves it, Tab completes a name."""
        line = self._line or ""
        match key:
            case "\r" | "\n":
                self._line = None
                self._echo += "\n"
                return [self.line(line)] if line.strip() else []
            case "\x1b":
                self._line = None
                self._echo += "\n"
                return [Told(self._words.left())]
            case "\x7f" | "\b":
                self._line = line[:-1]
                return [Told(f":{self._line}")]
            case "\t":
                self._line = self._completed(line)
                return [Told(f":{self._line}")]
            case _ if key.isprintable():
                self._line = line + key
                self._echo += key
        return []

    def _completed(self, line: str) -> str:
        """The line with its place written out, if only one begins so."""
        verb, _, place = line.partition(" ")
        if verb.lower() == "ticket":
            return line
        found = self.find(place, self._subjects.get(verb.lower()))
        return f"{verb} {found[0]}" if len(found) == 1 else line
