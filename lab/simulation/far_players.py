"""Simulated people of a home that follows, where the host deals: they know what their seats' pages tell.

What they want goes there by this home's own keys and tokens. They cannot hear which item of a list is open
there, and count their presses, as the list is the same wherever it is read.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final

from bots.bot import Bot
from dialog import Whose, act_items, site_of
from engine import (
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Seat,
    State,
    TokenCommand,
)
from engine.seen_state import seen_state
from lab.simulation.simulated_players import (
    HAND_S,
    THINK_S,
    Condition,
    Elsewhere,
    Listen,
    Pause,
    Players,
    Step,
)
from lab.simulation.simulated_table import SimulatedTable
from table.followed import Followed
from table.session import Session
from tabletop import Button

ANSWER_S: Final = 3.0  # a press that changes nothing there for so long is pressed again
TRIES: Final = 3


class FarPlayers(Players):
    """The seats of this home; the one whose page asks it acts."""

    def __init__(
        self,
        session: Session,
        table: SimulatedTable,
        bots: dict[Seat, Bot],
        linked: Followed,
        *,
        hear_s: float = THINK_S,
        answer_s: float = ANSWER_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`hear_s`: so long, by `now`, a question is heard before its answer counts there.

        `answer_s`: so long they wait for the other table, before what came to nothing is tried again.
        """
        super().__init__(session, table, bots)
        self._linked, self._pages = linked, linked.pages
        self._hear_s, self._answer_s, self._now = hear_s, answer_s, now
        self._tried: tuple[Seat, int] | None = None

    def next_act(self) -> Iterator[Step]:
        """One act of a seat of this home; where none is asked anything the other table is waited for."""
        yield from self._errands(self._linked)
        found = self._who_acts()
        if found is None:
            yield Elsewhere()
            return
        seat, state = found
        yield Listen()
        yield Pause(THINK_S)
        if self._tried == (seat, state.seq):  # it came to nothing: whatever is open there is agreed to
            yield from self._far_press(seat, "yes")
        else:
            self._tried = seat, state.seq
            yield from self._act(seat, state, self._bots[seat].choose(state, seat))
        yield from self._wait(lambda: self._seq > state.seq)
        yield from self._clear(seat)

    @property
    def _seq(self) -> int:
        return self._session.game.state.seq

    def _who_acts(self) -> tuple[Seat, State] | None:
        told = self._session.game.state
        if self._session.over:
            return None
        for seat, view in self._pages.sees.items():
            if view["seq"] == told.seq:
                state = seen_state(told, view, seat)
                if seat in state.waiting_for():
                    return seat, state
        return None

    def _act(self, seat: Seat, state: State, command: Command) -> Iterator[Step]:
        match command:
            case KeepTickets(tickets=tickets):
                for ticket in state.offered[seat]:
                    yield from self._far_press(seat, "yes" if ticket in tickets else "no")
                yield from self._far_press(seat, "yes")
            case ClaimRoute() | BuildStation() | BuildHarbor():
                yield from self._set(seat, command)
            case DrawCard(source="row", index=index) if index is not None:
                if state.phase == "second-card":
                    yield from self._far_press(seat, "forward")
                else:
                    yield from self._take(seat, state, "row")
                yield from self._walk(seat, index)
            case DrawCard() if state.phase == "second-card":
                yield from self._far_press(seat, "yes")
            case DrawCard(source=deck):
                yield from self._take(seat, state, deck)
            case DrawTickets():
                yield from self._take(seat, state, "tickets")
            case Pass():
                yield from self._take(seat, state, "pass")
            case AnswerTunnel(decline=True):
                yield from self._far_press(seat, "no")
            case _:
                yield from self._far_press(seat, "yes")

    def _take(self, seat: Seat, state: State, item: str) -> Iterator[Step]:
        """Open the list of acts, walk to one, and take it."""
        yield from self._far_press(seat, "yes")
        yield from self._walk(seat, [str(one) for one in act_items(state)].index(item))

    def _walk(self, seat: Seat, places: int) -> Iterator[Step]:
        for _ in range(places):
            yield from self._far_press(seat, "forward")
        yield from self._far_press(seat, "yes")

    def _set(self, seat: Seat, command: TokenCommand) -> Iterator[Step]:
        """The token on this home's board; then the first way to pay that is offered."""
        site, before, asked = site_of(command), self._seq, self._asked_number(seat)
        self._table.reach(site)
        yield Pause(HAND_S)
        self._table.place(site, seat)
        yield Pause(HAND_S)
        self._table.withdraw()
        yield from self._wait(
            lambda: (
                self._seq > before or self._asked_number(seat) != asked or isinstance(self._panel.mode, Whose)
            )
        )
        if isinstance(self._panel.mode, Whose):
            yield from self._say_whose(seat)
            yield from self._wait(lambda: self._seq > before or self._asked_number(seat) != asked)
        if self._seq == before:
            yield from self._far_press(seat, "yes")

    def _asked_number(self, seat: Seat) -> int:
        asked = self._pages.asked.get(seat)
        return 0 if asked is None else asked.number

    def _far_press(self, seat: Seat, button: Button) -> Iterator[Step]:
        """Press until something has come of it there."""
        before = self._asked_number(seat), self._seq
        for _ in range(TRIES):
            yield from self._press(button)
            yield from self._wait(lambda: (self._asked_number(seat), self._seq) != before)
            if (self._asked_number(seat), self._seq) != before:
                break
        yield from self._wait(lambda: False, self._hear_s)

    def _wait(self, done: Condition, seconds: float | None = None) -> Iterator[Step]:
        """For the other table, so long at most."""
        until = self._now() + (self._answer_s if seconds is None else seconds)
        while not done() and self._now() < until:
            yield Elsewhere()


def players(session: Session, table: SimulatedTable, bots: dict[Seat, Bot]) -> Players:
    """Those who fit the table."""
    linked = session.linked
    if isinstance(linked, Followed) and session.game.state.cards == "dealt":
        return FarPlayers(session, table, bots, linked)
    return Players(session, table, bots)
