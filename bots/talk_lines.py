"""bot/1, the lines: what a program is told, and what its answers mean. docs/writing-a-bot.md describes them.

A program hears nothing that its seat may not know: every line to it is made of `told_to_seat`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, cast, get_args

import msgspec

from engine import Command, Game, Reason, Refusal, Seat, State, position_of, score_position, told_to_seat
from engine.codec import CodecError, command_from
from engine.map_written import map_dict
from engine.not_json import NOT_JSON

VERSION: Final = 1
LONGEST_LINE: Final = 65536  # bytes of an answer
LONGEST_NAME: Final = 80  # characters
Fault = Literal["late", "unreadable", "too-large", "refused", "gone"]
Explain = Callable[[State, Refusal], str]
_KINDS: Final[Mapping[str, type]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Command) if issubclass(kind, msgspec.Struct)
}


def number_of(text: str) -> int:
    """53 bits of a text, for seeds that a program may know although they come from one that it may not."""
    return int.from_bytes(sha256(text.encode()).digest()[:7], "big") >> 3


def bot_seed(game_seed: int, seat: Seat, game: int = 0) -> int:
    """The seed of whoever plays this seat; `game`: its number in an arena."""
    return number_of(f"bot/{game_seed}/{seat}/{game}")


def hello(state: State, seat: Seat, *, ms: int, seed: int) -> bytes:
    """The first line: what is played, and where."""
    return _line(
        {
            "bot": VERSION,
            "seat": seat,
            "seats": list(state.seats),
            "edition": state.edition.name,
            "map": {"format": "map/1", **map_dict(state.game_map)},
            "settings": state.edition.told_settings(state.settings),
            "ms": ms,
            "seed": seed,
        }
    )


def ask(game: Game, seat: Seat, number: int, ms: int, since: int, legal: Sequence[Command]) -> bytes:
    """What does the seat do now? `since`: the last event that it was told before."""
    told = told_to_seat(game, seat, since=since, legal=legal)
    return _line({"ask": number, "ms": ms, **told})


def refused(number: int, error: Mapping[str, object], left: int) -> bytes:
    """That was no answer; another may be given while there is time."""
    return _line({"refused": number, "error": dict(error), "left": left})


def over(game: Game, seat: Seat, since: int) -> bytes:
    """The last line: how the game went, as it stands."""
    told = told_to_seat(game, seat, since=since, legal=())
    del told["legal"]
    score = score_position(position_of(game.state), lambda _: game.state.game_map)
    return _line({"over": True, **told, "score": score})


class GreetingError(ValueError):
    """A first line that is no greeting; one line says what is wrong with it, and what to give."""


def name_in(line: bytes) -> str:
    """The name that a program greets with.

    Raises:
        GreetingError: that is no greeting.
    """
    try:
        raw: object = msgspec.json.decode(line)
    except NOT_JSON:
        raw = None
    if not isinstance(raw, dict):
        raise GreetingError(f'its first line is no greeting; give {{"bot": {VERSION}, "name": …}}')
    if raw.get("bot") != VERSION:
        found = f'"bot" is {ascii(raw["bot"])[:40]}' if "bot" in raw else 'there is no "bot"'
        raise GreetingError(
            f'its greeting is of no version that is spoken here: {found}; give "bot": {VERSION}'
        )
    name = raw.get("name")
    if not isinstance(name, str) or not name:
        raise GreetingError('its greeting has no name; give "name", a text')
    if len(name) > LONGEST_NAME:
        raise GreetingError(
            f"the name in its greeting has {len(name)} characters; give at most {LONGEST_NAME}"
        )
    if not name.isprintable():
        odd = next(sign for sign in name if not sign.isprintable())
        raise GreetingError(
            f"the name in its greeting holds U+{ord(odd):04X}, which nobody can print; leave it out"
        )
    return name


@dataclass(frozen=True, slots=True)
class Wrong:
    """An answer that cannot be played: what is wrong with it, and the words for that."""

    fault: Fault
    error: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """What a seat was asked, and in which game: answers are read by it."""

    game: Game
    seat: Seat
    number: int
    legal: Sequence[Command]
    explain: Explain

    def read(self, line: bytes) -> Command | Wrong | None:
        """What an answer means; None: it answers an older question, and is nobody's."""
        try:
            raw: object = msgspec.json.decode(line)
        except NOT_JSON:
            return _unreadable("That is no JSON; give one object a line.")
        if not isinstance(raw, dict):
            return _unreadable("That is no JSON object.")
        number = raw.get("ask")
        if type(number) is not int or not 0 < number <= self.number:
            return _unreadable(f"ask is no number that was asked; the newest is {self.number}.")
        if number < self.number:
            return None
        if ("pick" in raw) == ("do" in raw):
            return _unreadable("Give exactly one of pick and do.")
        if "pick" in raw:
            return self._pick(raw["pick"])
        return self._do(cast(dict[str, object], raw))

    def _pick(self, at: object) -> Command | Wrong:
        if type(at) is not int or not 0 <= at < len(self.legal):
            return _no("bad-data", f"pick is no place in legal; give 0 to {len(self.legal) - 1}.")
        return self.legal[at]

    def _do(self, raw: dict[str, object]) -> Command | Wrong:
        word, seat = raw["do"], raw.get("seat", self.seat)
        may = {str(type(command).__struct_config__.tag) for command in self.legal}
        if seat != self.seat:
            return _no("unauthorized", f"You play {self.seat}.")
        if not isinstance(word, str) or word not in may:
            return _no("unauthorized", f"That cannot be done now; {', '.join(sorted(may))} can.")
        known = {"do", *_KINDS[word].__struct_encode_fields__}  # type: ignore[attr-defined]
        try:
            command = command_from({**{key: raw[key] for key in known & raw.keys()}, "seat": self.seat})
        except CodecError as error:
            return _no("bad-data", f"{error}.")
        answer = self.game.do(command)
        if not isinstance(answer, Refusal):
            return command
        code = "not-your-turn" if answer.reason is Reason.NOT_YOUR_TURN else "illegal-move"
        words = self.explain(self.game.state, answer)
        return Wrong("refused", _error(code, words, answer.reason.value, answer.rule or None))


def too_large() -> Wrong:
    """A line that is longer than anybody reads."""
    return Wrong("too-large", _error("too-large", f"A line has at most {LONGEST_LINE} bytes."))


def _unreadable(message: str) -> Wrong:
    return Wrong("unreadable", _error("bad-envelope", message))


def _no(code: str, message: str) -> Wrong:
    return Wrong("refused", _error(code, message))


def _error(
    code: str, message: str, reason: str | None = None, rule: str | None = None
) -> Mapping[str, object]:
    return {"code": code, "reason": reason, "rule": rule, "message": message}


def _line(told: Mapping[str, object]) -> bytes:
    return msgspec.json.encode(told) + b"\n"
