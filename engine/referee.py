"""The referee's lines: one JSON object in, event lines and one closing line out (docs/referee.md)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast, get_args

import msgspec

from engine.arrange import ArrangeError, arranged
from engine.codec import CodecError, command_from, command_to_json, event_line
from engine.commands import Command, Refusal, Undo
from engine.edition_library import edition
from engine.events import Event
from engine.game import Game
from engine.game_map import GameMap
from engine.legal import legal
from engine.not_json import NOT_JSON
from engine.position import position_of
from engine.reasons import Reason
from engine.ruleset import Edition
from engine.state import State
from engine.told_to_seat import told_to_seat
from engine.values import CardMode, Seat
from engine.view import view

LONGEST_LINE: Final = 65536
_WORDS: Final = frozenset(
    str(kind.__struct_config__.tag) for kind in get_args(Command) if issubclass(kind, msgspec.Struct)
)


class Referee:
    """One game and its umpire, who sees everything. `line` takes a line and gives the lines of the answer.

    Args:
        explain: words a refusal in one sentence (`announce.explain`).
    """

    def __init__(
        self,
        game_map: GameMap | str,
        rules: Edition | str,
        seats: Sequence[Seat],
        *,
        seed: int = 0,
        cards: CardMode = "dealt",
        arrange: bool = False,
        settings: Mapping[str, object] | None = None,
        explain: Callable[[State, Refusal], str],
    ) -> None:
        """Raises what `start` raises: a ValueError of one line."""
        self._edition = edition(rules) if isinstance(rules, str) else rules
        self._game = Game.new(self._edition, game_map, seats, cards, seed, settings)
        self._arrange, self._explain = arrange, explain

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._game

    def greeting(self) -> str:
        """The first line. The first events are not told after it; `{"ask": "state"}` shows what they left."""
        state = self._game.state
        return _json(
            {
                "game": {
                    "edition": state.edition.name,
                    "map": state.game_map.id,
                    "seats": list(state.seats),
                    "cards": state.cards,
                    "settings": state.edition.told_settings(state.settings),
                    "seed": state.seed,
                    "seq": state.seq,
                }
            }
        )

    def line(self, text: str) -> list[str]:
        """The answer to one line: event lines, then exactly one closing line. Never raises."""
        if len(text) > LONGEST_LINE:
            return [_error("too-large", f"The line has {len(text)} characters; {LONGEST_LINE} are read.")]
        if not text:
            return [_error("bad-envelope", "The line is empty; give a JSON object with do, ask or set.")]
        try:
            raw: object = msgspec.json.decode(text)
        except NOT_JSON as error:
            return [_error("bad-envelope", f"Not JSON: {_short(error)}.")]
        if not isinstance(raw, dict):
            return [_error("bad-envelope", "A line is one JSON object with do, ask or set.")]
        asked = [key for key in ("do", "ask", "set") if key in raw]
        if len(asked) != 1:
            return [_error("bad-envelope", "A line has exactly one of do, ask and set.")]
        match asked[0]:
            case "do":
                return self._do(cast(dict[str, object], raw))
            case "ask":
                return self._ask(cast(dict[str, object], raw))
            case _:
                return self._set(cast(dict[str, object], raw))

    def _do(self, raw: dict[str, object]) -> list[str]:
        if not isinstance(raw["do"], str) or raw["do"] not in _WORDS:
            known = ", ".join(sorted(_WORDS))
            return [_error("unknown-command", f"No command {ascii(raw['do'])[:60]}; commands are {known}.")]
        try:
            command = command_from(raw)
        except CodecError as error:
            return [_error("bad-data", f"{error}.")]
        answer = self._game.do(command)
        if isinstance(answer, Refusal):
            return [self._refused(answer)]
        self._game, events = answer
        return self._told(events)

    def _refused(self, refusal: Refusal) -> str:
        code = "not-your-turn" if refusal.reason is Reason.NOT_YOUR_TURN else "illegal-move"
        message = self._explain(self._game.state, refusal)
        return _error(code, message, reason=refusal.reason.value, rule=refusal.rule or None)

    def _told(self, events: tuple[Event, ...]) -> list[str]:
        first = self._game.state.seq - len(events) + 1
        return [*map(event_line, events, range(first, first + len(events))), self._closing()]

    def _closing(self, **more: object) -> str:
        return _json({"ok": True, "seq": self._game.state.seq, **more})

    def _ask(self, raw: dict[str, object]) -> list[str]:
        state, seat = self._game.state, raw.get("seat")
        if seat is not None and seat not in state.seats:
            seats = ", ".join(state.seats)
            return [_error("bad-data", f"{ascii(seat)[:60]} is no seat of this game; seats are {seats}.")]
        match raw["ask"]:
            case "state":
                return [self._closing(state=view(state, seat))]
            case "legal":
                commands = [*legal(state), *self._undo()]
                mine = [command for command in commands if seat in (None, command.seat)]
                return [self._closing(legal=[msgspec.Raw(command_to_json(one).encode()) for one in mine])]
            case "position":
                return [self._closing(position=position_of(state))]
            case "bot" if seat is None:
                return [_error("bad-data", "A bot plays one seat; give seat.")]
            case "bot":
                return [self._closing(bot=told_to_seat(self._game, cast(Seat, seat)))]
        what = ascii(raw["ask"])[:60]
        known = "state, legal, position or bot"
        return [_error("unknown-command", f"Nothing to ask named {what}; ask {known}.")]

    def _undo(self) -> list[Command]:
        commands = [Undo(seat=seat) for seat in self._game.state.seats]
        return [command for command in commands if not isinstance(self._game.do(command), Refusal)]

    def _set(self, raw: dict[str, object]) -> list[str]:
        if not self._arrange:
            return [
                _error("unauthorized", "Cards are arranged only when the referee was started with --arrange.")
            ]
        try:
            event = arranged(self._game.state, raw["set"])
        except ArrangeError as error:
            return [_error("bad-data", f"{error}.")]
        self._game = self._game.told((event,))
        return self._told((event,))


def _error(code: str, message: str, *, reason: str | None = None, rule: str | None = None) -> str:
    return _json({"ok": False, "error": {"code": code, "reason": reason, "rule": rule, "message": message}})


def _json(raw: dict[str, object]) -> str:
    return msgspec.json.encode(raw).decode()


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:160].rstrip(".") or type(error).__name__
