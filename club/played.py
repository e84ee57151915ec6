"""PURE: one game at a table, as far as its public events are known without a hole: its state, its words.

What a table tells has no secrets, and the rules fold it all the same: routes, points and turns are exact,
hands are not known. An event that this version does not know changes nothing here; one that cannot follow
ends what is known of the game.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from engine import CardsDealt, Event, Game, MapError, ReplayError, SourceFound, State, Undone
from engine.codec import CodecError, event_from_json

_CANNOT_FOLLOW: Final = (
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    ValueError,
    MapError,
    ReplayError,
)
_PASSED_OVER: Final = SourceFound(source="unknown")
"""In place of an event that is not known: it counts, and changes nothing."""


Words = Callable[[State, State | None, tuple[Event, ...], int], list[str]]
"""Sentences of some events: the state now, the one before them, they, the seq of the first."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as it is stored."""

    seq: int
    type: str
    body: str
    nr: int
    seen: int


@dataclass(frozen=True, slots=True)
class Piece:
    """What was told at one time, of one act."""

    nr: int
    seq: int
    text: str


@dataclass(slots=True)
class _Part:
    """Events that are told together: an act, or what came of it at one time."""

    before: State | None
    first: int
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class Played:
    """A game that grows by `take`.

    Attributes:
        game: None before its first event.
        seq, nr: the last event that is folded in.
        top: the last event that was heard of.
        began: when the first was stored; 0: it is not there.
        broken: an event could not follow; what came after it is not known.
        pieces: everything that was told, in order.
    """

    game: Game | None = None
    seq: int = 0
    nr: int = 0
    top: int = 0
    began: int = 0
    broken: bool = False
    pieces: list[Piece] = field(default_factory=list)
    _waiting: dict[int, StoredEvent] = field(default_factory=dict)
    _told: list[str] = field(default_factory=list)  # of the acts that are over
    _act: _Part | None = None
    _of_act: Sequence[str] = ()

    @property
    def state(self) -> State | None:
        """Where the game is; tickets are known when they have been opened."""
        return None if self.game is None else _opened(self.game.state)

    @property
    def hole(self) -> bool:
        """Something of what was heard of is missing."""
        return self.top > self.seq

    @property
    def sentences(self) -> list[str]:
        """All that was told, the oldest first."""
        return [*self._told, *self._of_act]

    def take(self, heard: Sequence[StoredEvent], words: Words) -> None:
        """Fold in what came, in whatever order."""
        for one in heard:
            self.top = max(self.top, one.seq)
            if one.seq > self.seq:
                self._waiting[one.seq] = one
        piece: _Part | None = None
        while self.seq + 1 in self._waiting:
            one = self._waiting.pop(self.seq + 1)
            self.seq, self.nr = one.seq, max(self.nr, one.nr)
            self.began = one.seen if one.seq == 1 else self.began
            before, acts = (None, 0) if self.game is None else (self.game.state, len(self.game.acts))
            event = _read(one, before)
            after = None if self.broken else _after(self.game, event)
            if after is None:
                self.broken = True
                continue
            if self._act is None or len(after.acts) > acts or isinstance(event, Undone):
                self._close(piece, words)
                piece, self._act = None, _Part(before, one.seq)
            piece = piece or _Part(before, one.seq)
            self.game = after
            for part in (piece, self._act):
                part.events.append(event)
        if piece is not None:
            self._tell(piece, words)
            self._of_act = self._worded(self._act, words)

    def _close(self, piece: _Part | None, words: Words) -> None:
        """An act is over; what came of it now is told."""
        if piece is not None:
            self._tell(piece, words)
        self._told += self._worded(self._act, words)

    def _tell(self, piece: _Part, words: Words) -> None:
        text = " ".join(self._worded(piece, words))
        if text:
            self.pieces.append(Piece(self.nr, piece.first + len(piece.events) - 1, text))

    def _worded(self, part: _Part | None, words: Words) -> list[str]:
        state = self.state
        if part is None or state is None:
            return []
        return words(state, part.before, tuple(part.events), part.first)


def _after(game: Game | None, event: Event) -> Game | None:
    """The game after one more event; None: it cannot follow."""
    try:
        return Game.replay((event,)) if game is None else game.told((event,))
    except _CANNOT_FOLLOW:
        return None


def _read(one: StoredEvent, before: State | None) -> Event:
    """An event, and so many cards as were dealt."""
    try:
        event = event_from_json(json.dumps({**json.loads(one.body), "type": one.type}))
    except CodecError:
        return _PASSED_OVER
    if isinstance(event, CardsDealt) and before is not None:
        each = before.settings.start_hand + (
            before.settings.start_ship_cards if len(before.edition.decks) > 1 else 0
        )
        return replace(event, cards=before.edition.order[:1] * each)
    return event


def _opened(state: State) -> State:
    """What the end of a game opens of every seat's tickets."""
    return state if state.result is None else replace(state, tickets=state.result.held)
