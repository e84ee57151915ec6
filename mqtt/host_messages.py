"""What the messages of a followed table hold, as far as a home that follows it reads them. Pure.

What does not fit is no message: `mqtt.payloads.decoded` answers None.
"""

from typing import Annotated

import msgspec

from engine import Seat

_Many = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""Of cards, tickets, acts: more than any box or game has. So many a hostile host can have made up here."""


class _StateData(msgspec.Struct, frozen=True):
    undo_asked: _Many = 0
    undo_no: tuple[str, ...] = ()
    homes: dict[str, tuple[Seat, ...]] = {}


class _Holds(msgspec.Struct, frozen=True):
    seat: Seat
    hand: _Many
    tickets: _Many
    choosing: _Many


class _Counts(msgspec.Struct, frozen=True):
    """What of the game as everybody sees it tells how much hands and decks hold."""

    seats: list[_Holds]
    deck: _Many
    discards: _Many
    ticket_deck: _Many
    ship_deck: _Many = 0
    ship_discards: _Many = 0
    event_deck: _Many = 0


class CountsMessage(msgspec.Struct, frozen=True):
    """The same message, read for what its hands and decks hold; a table may tell nothing of that."""

    data: _Counts


class StateMessage(msgspec.Struct, frozen=True):
    """The table's state: its game, how far that is, which seats play in which home."""

    game: str | None
    seq: int
    data: _StateData


class EventMessage(msgspec.Struct, frozen=True):
    """One event, of a topic or of a page of a replay."""

    game: str | None
    seq: int
    type: str
    data: dict[str, object]


class _Why(msgspec.Struct, frozen=True):
    rule: str | None = None
    reason: str | None = None


class _Error(msgspec.Struct, frozen=True):
    code: str
    data: _Why = _Why()


class ResultData(msgspec.Struct, frozen=True):
    """Of a result: whether it was done, how far the game is since, or why not."""

    ok: bool
    seq: int = 0
    asked: str = ""
    error: _Error | None = None
    events: tuple[EventMessage, ...] = ()
    page: int = 0
    pages: int = 0


class ResultMessage(msgspec.Struct, frozen=True):
    """The answer to what was sent with the id `corr`: to an act, or a page of a replay."""

    type: str
    corr: str | None
    data: ResultData
