"""The forms of what Fingerpost writes and reads for other programs, as types: their schemas are made of them.

Where a form has types already they are used: `Holdings` for position/1, `Report` for arena/1, commands and
events. A form may grow, so whoever reads one passes over keys that he does not know.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from engine import CardMode, GameEnded, Phase, Seat
from engine.holdings import Holdings
from engine.settings import SettingValue

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Place: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Anything: TypeAlias = Annotated[object, msgspec.Meta(extra_json_schema={"description": "any JSON"})]
Settings: TypeAlias = Mapping[str, SettingValue]


class PositionSeat(Holdings, frozen=True, kw_only=True):
    """One seat of a final position; what its edition does not count may be left out."""

    seat: Seat


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """position/1: a final position, seats in turn order."""

    edition: str
    map: str | Mapping[str, Anything] | None = None
    settings: Mapping[str, Anything] | None = None
    claims: Mapping[str, Seat] | None = None
    seats: Annotated[tuple[PositionSeat, ...], msgspec.Meta(min_length=1)]


class TicketResult(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket and what it brought."""

    id: str
    completed: bool
    points: int
    tour: Literal["exact", "loose", "failed"] | None


class HarborResult(msgspec.Struct, frozen=True, kw_only=True):
    """A harbor and what it brought."""

    city: str
    tickets: Count
    points: int


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's score, by where the points come from."""

    seat: Seat
    routes: int
    tickets: int
    tickets_completed: Count
    ticket_list: tuple[TicketResult, ...]
    borrowed: Mapping[str, str | None]
    stations: int
    stations_placed: Count
    longest: Count
    longest_trail: tuple[str, ...]
    longest_bonus: int
    harbors: int
    harbor_list: tuple[HarborResult, ...]
    harbors_missing: int
    exchange: int
    coins: int
    trains_bonus: int
    total: int
    place: Place


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """score/1: the result, seats in turn order."""

    edition: str
    settings: Settings
    seats: tuple[SeatResult, ...]
    longest_max: Count
    longest_holders: tuple[Seat, ...]
    places: tuple[tuple[Seat, ...], ...]
    winners: tuple[Seat, ...]
    caboose: Seat | None
    violations: tuple[str, ...]


class SeenSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a seat; editions add to it."""

    seat: Seat
    trains: int
    points: int
    routes: tuple[str, ...]
    hand: Count
    tickets: Count
    choosing: Count
    declared: bool
    tickets_open: tuple[str, ...] | None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What only the seat itself may know; editions add to it."""

    seat: Seat
    hand: Mapping[str, Place]
    tickets: tuple[str, ...]
    offered: tuple[str, ...]
    keep_at_least: Count


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it; editions add to it."""

    edition: str
    map: str
    cards: CardMode
    settings: Settings
    seq: Place
    phase: Phase
    to_move: Seat | None
    turn: Count
    turns_left: Count | None
    claims: Mapping[str, Seat]
    seats: tuple[SeenSeat, ...]
    row: tuple[str, ...]
    deck: Count
    discards: Count
    ticket_deck: Count
    own: Own
    result: GameEnded | None


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """The host's first line. `map` is map/1."""

    bot: Literal[1]
    seat: Seat
    seats: tuple[Seat, ...]
    edition: str
    map: Mapping[str, Anything]
    settings: Settings
    ms: Place
    seed: Count


class Greeting(msgspec.Struct, frozen=True, kw_only=True):
    """The program's first line, within ten seconds."""

    bot: Literal[1]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """An answer by its place in `legal`."""

    ask: Place
    pick: Count


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done; `rule` is a number of the casebook."""

    code: str
    reason: str | None
    rule: str | None
    message: str


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """That was no answer; another may be given. `left`: mishaps until the planner plays on."""

    refused: Place
    error: Fault
    left: Place
