"""What an optional rule can answer. The rules ask every mechanic; none has to answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from engine.commands import ClaimRoute, Command, Refusal
    from engine.events import Event, GameStarted, RouteClaimed
    from engine.game_map import GameMap, Route
    from engine.holdings import Standing
    from engine.paying import WayToPay
    from engine.piles import Piles
    from engine.reasons import Reason
    from engine.scoring import SeatScore
    from engine.settings import Settings
    from engine.state import State
    from engine.values import Phase, RouteId, Seat


Answers: TypeAlias = Mapping[type, tuple["Phase", "Reason"]]


class Mechanic:
    """One optional rule of an edition: ferries, tunnels, a second deck … Mechanics hold no state.

    Every hook has a default that changes nothing; docs/decisions/0005 tells when each is asked.
    """

    settings: ClassVar[tuple[str, ...]] = ()
    """Names of the settings that this rule brings into an edition."""
    commands: ClassVar[tuple[type, ...]] = ()
    """Commands that `decide` hands to this rule."""
    acts: ClassVar[tuple[type, ...]] = ()
    """Those of `commands` that a turn can be, or begin with."""
    answers: ClassVar[Answers] = {}
    """Those of `commands` that answer what was asked: in which phase, and what is heard in any other."""
    events: ClassVar[tuple[type, ...]] = ()
    """Events that `evolve` hands to this rule."""
    payments: ClassVar[Mapping[str, WayToPay]] = {}
    """How routes of a kind are paid, where it is not the usual way."""
    ticket_decks: ClassVar[tuple[str, ...]] = ()
    """Tickets that can be held beside those of the setting `ticket_decks`."""
    position_keys: ClassVar[tuple[str, ...]] = ()
    """Keys of a seat in position/1 (names of `Holdings`) that count with this rule."""

    # The beginning

    def begun(self, event: GameStarted, board: GameMap, settings: Settings) -> GameStarted:
        """The beginning with this rule's decks, coins … in it; not asked with cards untracked."""
        return event

    def equipped(self, event: GameStarted, settings: Settings) -> GameStarted:
        """The beginning with the trains, coins … of the seats in it; asked in both card modes."""
        return event

    def opening(self, begun: GameStarted, settings: Settings) -> Sequence[Event] | None:
        """Hands and row, where they are not dealt in the usual way; the first answer counts."""
        return None

    def offers(self, begun: GameStarted, settings: Settings) -> Sequence[Event] | None:
        """Tickets to choose from, where they are not dealt in the usual way; the first answer counts."""
        return None

    def before_first_turn(self, state: State) -> Sequence[Event]:
        """What comes between the choice of tickets and the first turn; the first that is not empty counts.

        Asked again after every command of this rule, until it answers nothing.
        """
        return ()

    # A turn

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from one of this rule's `commands`."""
        raise NotImplementedError(type(command).__name__)

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """The state after one of this rule's `events`; `seq` is to be its seq."""
        raise NotImplementedError(type(event).__name__)

    def legal(self, state: State) -> Iterator[Command]:
        """All of this rule's commands that are acceptable now; asked in every phase but `over`."""
        return iter(())

    def piles(self, state: State) -> Piles | None:
        """The piles of this state, where they work otherwise; the first answer counts."""
        return None

    def closed(self, state: State, seat: Seat, route: RouteId) -> Reason | None:
        """Why the board keeps a route from a seat; asked when nothing else does."""
        return None

    def bid(self, state: State, command: ClaimRoute, route: Route) -> tuple[Event, ...] | None:
        """What follows from a claim that would be accepted, where it is not simply claimed."""
        return None

    def conditions(self, state: State, seat: Seat, route: Route) -> Sequence[str]:
        """What a claim of this route can be made to bring, for a locomotive more each."""
        return ()

    def claimed(self, state: State, claim: RouteClaimed) -> Sequence[Event]:
        """What a claim brings at once. `state`: after it, and after what earlier rules brought."""
        return ()

    # What is shown

    def table_view(self, state: State) -> dict[str, object]:
        """What everybody may know of the table as a whole."""
        return {}

    def seat_view(self, state: State, seat: Seat) -> dict[str, object]:
        """What everybody may know of a seat."""
        return {}

    def own_view(self, state: State, seat: Seat) -> dict[str, object]:
        """What a seat may know of itself."""
        return {}

    # The end

    def before_score(self, state: State, why: Literal["final-round", "stuck"]) -> Sequence[Event]:
        """What comes between the last turn and the score; the first that is not empty counts.

        Asked again after every command of this rule, until it answers nothing.
        """
        return ()

    def scored(self, standing: Standing, score: SeatScore) -> SeatScore:
        """A seat's score with what this rule makes of it; rules are asked in the edition's order."""
        return score

    def caboose(self, standing: Standing, places: tuple[tuple[Seat, ...], ...]) -> Seat | None:
        """The seat that takes the caboose."""
        return None

    def violations(self, standing: Standing) -> Iterator[str]:
        """What a final position breaks of this rule: a sentence each, with the casebook number."""
        return iter(())
