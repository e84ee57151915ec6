"""Actions by number: a key for every command that an edition knows, told alike in every game of it.

A key leaves out what hardly matters: sets of cards that differ in harbor symbols or double ships share one.
An action does the first of the referee's legal commands that has its key. Which are possible is a number with
a bit for each: in a turn no command is made before one is chosen.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from engine import (
    AnswerTunnel,
    Command,
    Deck,
    DrawCard,
    DrawTickets,
    Edition,
    ExchangePieces,
    GameMap,
    KeepTickets,
    Pass,
    Piece,
    Seat,
    Settings,
    State,
    can_act,
    drawing,
)
from engine.commands import ChoosePieces
from engine.legal import legal
from engine.mechanics.harbors import Harbors
from engine.mechanics.piece_mix import PieceMix, exchangeable, mixes
from engine.mechanics.stations import Stations
from engine.settings import draw_needs_more_than
from learner_env.buildings import BuildingActions, building_keys
from learner_env.claims import ClaimActions, GameLeft, HandNumbers, claim_keys, colours_of

_TUNNEL_CARDS = 3
_PIECES: tuple[Piece, ...] = ("train", "ship")


class Possible(NamedTuple):
    """What a seat can do now: a bit for each action, and the commands of those that are seldom possible."""

    bits: int
    listed: Mapping[int, Command]


class Actions:
    """All actions of an edition on a map.

    Attributes:
        keys: the key of every action, in order.
    """

    def __init__(self, rules: Edition, board: GameMap, settings: Settings, offered: int) -> None:
        """`offered`: the most tickets that are ever offered at once."""
        self._rules = rules
        self.keys = tuple(self._all(rules, board, settings, offered))
        number = self._number = {key: at for at, key in enumerate(self.keys)}
        self._hands = HandNumbers(rules)
        self.claims = ClaimActions(rules, board, settings, number)
        self._draws = {number[_draw_key(*draw)]: draw for draw in _all_draws(rules, settings)}
        self._number_of_draw = {draw: at for at, draw in self._draws.items()}
        self._usual_draws: dict[tuple[bool, int | tuple[bool, ...]], int] = {}
        self._plenty = max(draw_needs_more_than(settings.draw_needs) or 0, 2)
        self._tickets = number["draw-tickets"]
        mechanics = rules.asked["legal"]
        self._buildings = BuildingActions(rules, board, number)
        self._listing = [one for one in mechanics if not isinstance(one, PieceMix | Stations | Harbors)]
        self._exchanges = {
            number[f"exchange:{give}:{count}"]: (give, count)
            for give in _PIECES
            for count in range(1, _most_exchanged(rules, settings) + 1)
        }
        self._first_exchanges = number.get("exchange:train:1", 0), number.get("exchange:ship:1", 0)
        self._count, self._bytes = len(self.keys), (len(self.keys) + 7) // 8

    def mask(self, possible: int) -> npt.NDArray[np.int8]:
        """(actions,) int8: 1 for each bit."""
        packed = np.frombuffer(possible.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, None, self._count, "little").view(np.int8)

    def possible(self, state: State, mover: Seat, left: GameLeft) -> Possible:
        """What the seat that is asked can do; `left`: of its game."""
        if state.phase == "second-card":
            return Possible(self._cards(state, mover), {})
        if state.phase != "turn":
            found = self._numbered(legal(state, claims=False), state, mover)
            return Possible(_bits(found), found)
        hand = state.hands[mover]
        held = self._hands.of(hand)
        bits = self._cards(state, mover) | self.claims.possible(hand, held, left.to(state, mover))
        if state.ticket_deck:
            bits |= 1 << self._tickets
        bits |= self._buildings.possible(state, mover, held)
        if self._exchanges:
            bits |= self._exchanging(state, mover, left)
        listed: Mapping[int, Command] = {}
        for mechanic in self._listing:
            listed = {**self._numbered(mechanic.legal(state), state, mover), **listed}
        if listed:
            return Possible(bits | _bits(listed), listed)
        if not bits and not can_act(state, mover):
            found = {self._number["pass"]: Pass(seat=mover)}
            return Possible(_bits(found), found)
        return Possible(bits, listed)

    def command(self, number: int, possible: Possible, state: State, mover: Seat) -> Command | None:
        """What an action does now; None: it is not possible."""
        if number < 0 or not possible.bits >> number & 1:
            return None
        if number in possible.listed:
            return possible.listed[number]
        draw = self._draws.get(number)
        if draw is not None:
            source, index, replace = draw
            return DrawCard(seat=mover, source=source, index=index, replace=replace)
        if number == self._tickets:
            return DrawTickets(seat=mover)
        exchange = self._exchanges.get(number)
        if exchange is not None:
            give, count = exchange
            return ExchangePieces(seat=mover, give=give, count=count)
        building = self._buildings.command(number, state, mover)
        return self.claims.command(number, state, mover) if building is None else building

    def _cards(self, state: State, mover: Seat) -> int:
        """The draws. Where decks and discards have enough only the row counts, and of it what is wild."""
        cards = len(state.deck) + len(state.discards) + len(state.ship_deck) + len(state.ship_discards)
        if self._rules.pile_cards or cards <= self._plenty:
            return self._drawn(state, mover)
        second, row = state.phase == "second-card", state.row
        wild = self._rules.wild
        key = second, tuple([card == wild for card in row]) if second and wild in row else len(row)
        known = self._usual_draws.get(key)
        if known is None:
            known = self._usual_draws[key] = self._drawn(state, mover)
        return known

    def _drawn(self, state: State, mover: Seat) -> int:
        numbers, bits = self._number_of_draw, 0
        for draw in drawing(state, mover):
            bits |= 1 << numbers[draw.source, draw.index, draw.replace]
        return bits

    def _exchanging(self, state: State, mover: Seat, left: GameLeft) -> int:
        """The exchanges: of each piece from one to so many."""
        trains, ships = exchangeable(state, mover, left.box(state, mover))
        of_trains, of_ships = self._first_exchanges
        return ((1 << trains) - 1) << of_trains | ((1 << ships) - 1) << of_ships

    def _numbered(self, commands: Iterator[Command], state: State, mover: Seat) -> dict[int, Command]:
        """The first of the seat's commands that has the key of an action, for each."""
        found: dict[int, Command] = {}
        for command in commands:
            if command.seat == mover:
                number = self._number.get(self._key(command, state))
                if number is not None:
                    found.setdefault(number, command)
        return found

    def _key(self, command: Command, state: State) -> str:
        """The key of a command; empty where it has none."""
        match command:
            case KeepTickets(seat=seat, tickets=kept):
                places = [str(at) for at, one in enumerate(state.offered[seat]) if one in kept]
                return f"keep:{','.join(places)}"
            case ChoosePieces(train=train):
                return f"pieces:{train}"
            case AnswerTunnel(decline=True):
                return "tunnel:decline"
            case AnswerTunnel(cards=cards):
                return f"tunnel:{(cards or ()).count(self._rules.wild)}"
        return ""

    def _all(self, rules: Edition, board: GameMap, settings: Settings, offered: int) -> Iterator[str]:
        colours = colours_of(rules)
        commands = {kind for mechanic in rules.mechanics for kind in mechanic.commands}
        for number in range(1, 2**offered):
            yield "keep:" + ",".join(str(at) for at in range(offered) if number >> at & 1)
        if ChoosePieces in commands:
            yield from (f"pieces:{train}" for train in mixes(settings))
        yield from (_draw_key(*draw) for draw in _all_draws(rules, settings))
        yield "draw-tickets"
        for route in board.routes.values():
            yield from claim_keys(route, colours)
        if AnswerTunnel in commands:
            yield from (f"tunnel:{wilds}" for wilds in range(_TUNNEL_CARDS + 1))
            yield "tunnel:decline"
        for keys in building_keys(rules, board).values():
            yield from keys
        for give in _PIECES:
            counts = range(1, _most_exchanged(rules, settings) + 1)
            yield from (f"exchange:{give}:{count}" for count in counts)
        yield "pass"


_Draw = tuple[Deck | Literal["row"], int | None, Deck | None]
"""Source, index and replace of a `DrawCard`."""


def _all_draws(rules: Edition, settings: Settings) -> Iterator[_Draw]:
    yield from ((deck, None, None) for deck in rules.decks)
    refills: tuple[Deck | None, ...] = rules.decks if len(rules.decks) > 1 else (None,)
    yield from (("row", at, refill) for at in range(settings.row_size) for refill in refills)


def _draw_key(*draw: str | int | None) -> str:
    return ":".join(["draw", *(str(one) for one in draw if one is not None)])


def _most_exchanged(rules: Edition, settings: Settings) -> int:
    """The most pieces that can ever be exchanged at once."""
    can = rules.of_command(ExchangePieces) is not None
    return settings.trains + settings.ships - settings.pieces if can else 0


def _bits(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
