"""A game: its events and the state they lead to. Going back is a matter of events, so it is decided here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.acts import DECLARED, Acts, acts_after
from engine.commands import AcceptBoard, Command, Refusal, Undo
from engine.correcting import acceptable, correct
from engine.decide import decide
from engine.event import tag_of
from engine.events import Event, TableEvent, Undone
from engine.evolve import ReplayError, evolve
from engine.game_map import GameMap
from engine.map_library import game_map
from engine.prices import paid_for
from engine.reasons import Reason
from engine.refusing import refuse
from engine.ruleset import Edition
from engine.start import start
from engine.state import State
from engine.values import CardMode, Seat

NONSENSE: Final = (LookupError, TypeError, AttributeError, AssertionError)
"""What `evolve` runs into where an event cannot have followed: it looks for what is not there."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game at one moment. Every method gives a new one; nothing is changed.

    `seq` of an event is its place in `events`, from 1.
    """

    state: State
    events: tuple[Event, ...]
    acts: Acts = ()

    @property
    def since(self) -> int:
        """Since which event the game is as it is: a sense or home lost or found since has changed nothing."""
        seq = len(self.events)
        while seq and isinstance(self.events[seq - 1], TableEvent):
            seq -= 1
        return seq

    @classmethod
    def new(
        cls,
        edition: Edition | str,
        game_map: GameMap | str,
        seats: Sequence[Seat],
        cards: CardMode,
        seed: int,
        settings: Mapping[str, object] | None = None,
    ) -> "Game":
        """A game that begins. Raises what `start` raises: a ValueError of one line."""
        board = _map(game_map)
        return cls.replay(start(edition, board, tuple(seats), cards, seed, settings), game_map=board)

    @classmethod
    def replay(cls, events: Iterable[Event], game_map: GameMap | None = None) -> "Game":
        """The game that these events tell.

        Args:
            game_map: where it is not one that ships.
        Raises:
            ReplayError: no events, a wrong beginning, an undo of what was not, or an event that cannot have
                followed from those before it.
            EditionError, MapError, SettingsError: it began with the unknown.
        """
        told = tuple(events)
        wanted = {event.to for event in told if isinstance(event, Undone)}
        marks: dict[int, tuple[State, Acts]] = {}
        state: State | None = None
        acts: Acts = ()
        for seq, event in enumerate(told, start=1):
            if isinstance(event, Undone) and state is not None:
                if event.to not in marks:
                    raise ReplayError(
                        f"event {seq} goes back to {event.to}, which is no earlier event of this game"
                    )
                old, acts = marks[event.to]
                state = _gone_back(old, state, event, seq)
            else:
                before = told[seq - 2] if seq > 1 else None
                asked = state is not None and state.phase == "declaring"
                try:
                    state = evolve(state, event, on=game_map)
                    acts = acts_after(acts, event, seq, before, asked=asked)
                except NONSENSE as error:
                    kind = tag_of(event)
                    raise ReplayError(f"event {seq}, {kind}, cannot follow from those before it") from error
            if seq in wanted:
                marks[seq] = state, acts
        if state is None:
            raise ReplayError("there are no events; a game begins with game-started")
        return cls(state=state, events=told, acts=acts)

    def do(self, command: Command) -> "tuple[Game, tuple[Event, ...]] | Refusal":
        """What follows from a command: the game after it and the new events, or why not."""
        match command:
            case Undo():
                answer = self._undo(command)
            case AcceptBoard():
                answer = correct(self.state, command, paid_for(self.events))
            case _:
                answer = decide(self.state, command)
        if isinstance(answer, Refusal):
            return answer
        return self.told(answer), answer

    def told(self, events: tuple[Event, ...]) -> "Game":
        """The game after some more events."""
        if any(isinstance(event, Undone) for event in events):
            # All that is derived is computed afresh (docs/editions.md, "Taking back").
            return Game.replay(self.events + events, self.state.game_map)
        state, acts = self.state, self.acts
        before: Event | None = self.events[-1] if self.events else None
        for event in events:
            asked = state.phase == "declaring"
            state = evolve(state, event)
            acts = acts_after(acts, event, state.seq, before, asked=asked)
            before = event
        return Game(state=state, events=self.events + events, acts=acts)

    def heard(self, events: tuple[Event, ...]) -> "Game":
        """The same for events that another table tells.

        Raises:
            ReplayError: one of them cannot have followed.
        """
        try:
            return self.told(events)
        except NONSENSE as error:
            raise ReplayError(f"after event {self.state.seq} comes what cannot have followed") from error

    def board_accepted(
        self, seat: Seat, gone: Iterable[str], stand: Mapping[str, Seat]
    ) -> tuple[AcceptBoard, tuple[tuple[str, Refusal], ...]]:
        """As much of a board as the game can follow, and why not the rest; see `acceptable`."""
        return acceptable(self.state, seat, gone, stand, paid_for(self.events))

    def _undo(self, command: Undo) -> tuple[Event, ...] | Refusal:
        act = self.acts[-1] if self.acts else None
        reason: Reason | None = None
        if command.seat not in self.state.seats:
            reason = Reason.NO_SUCH_SEAT
        elif act is None:
            reason = Reason.NOTHING_TO_UNDO
        elif act.shown and not command.agreed:
            reason = Reason.SHOWN_SINCE
        if reason is not None or act is None:
            return refuse(self.state, command, reason or Reason.NOTHING_TO_UNDO)
        return (Undone(seat=command.seat, to=act.to, act=act.kind, route=act.route),)


def _map(board: GameMap | str) -> GameMap:
    return game_map(board) if isinstance(board, str) else board


def _gone_back(old: State, now: State, event: Undone, seq: int) -> State:
    """The old state again. What untracked seats have declared stays told: no act of the board took it in.

    Where that is what is taken back, its seat is asked again; what it has said stays known, to be put right.
    """
    if old.cards == "dealt":
        return replace(old, seq=seq)
    if event.act != DECLARED:
        return replace(old, seq=seq, tickets=now.tickets).with_seldom(declared=now.declared)
    tickets = {seat: (old if seat in old.declared else now).tickets[seat] for seat in old.seats}
    return replace(old, seq=seq, tickets=tickets)
