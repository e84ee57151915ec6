"""Simulated players: what a seat wants becomes tokens set on pins and buttons pressed.

A player knows its own seat's cards and tickets, hears what the panel offers, and acts only through the
table: hands over the board, contacts under pins, keys going down and up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from bots.bot import Bot
from dialog import (
    Acts,
    Cards,
    ChooseMix,
    Confirm,
    Declare,
    Exchange,
    Loans,
    News,
    NoneMarked,
    Panel,
    Payable,
    Payment,
    Phone,
    Questions,
    Refill,
    Second,
    Table,
    Tickets,
    Tunnel,
    Whose,
    letters_of_tickets,
    site_of,
)
from engine import (
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    Card,
    ChooseLoans,
    ChoosePieces,
    CityId,
    ClaimRoute,
    Deck,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    ExchangePieces,
    KeepTickets,
    Pass,
    RouteId,
    Seat,
    State,
    TicketId,
)
from lab.simulation.simulated_table import SimulatedTable
from table.linked import Linked
from table.session import Session
from tabletop import Button

KEY_S: Final = 0.08  # a key is down so long
THINK_S: Final = 0.56  # before an answer: longer than a question takes to be taken as heard (criterion 14)
HEAR_S: Final = 0.32  # what a press opened is heard for so long before it is answered (criterion 82)
HAND_S: Final = 0.2  # a hand comes or goes
ANEW_S: Final = 5.0  # where another home plays along, what has come to nothing for so long is begun anew
IN_VAIN: Final = 10  # times in a row
PATIENCE_S: Final = 30.0  # a player who hears nothing for so long has found a fault of ours


@dataclass(frozen=True, slots=True)
class Pause:
    """Let so many seconds pass."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Listen:
    """Wait until what is being said has been said."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Let real time pass, however fast the table is: another table does something."""


Step = Pause | Listen | Elsewhere


class StuckError(Exception):
    """The table did not answer a player: what was wanted, and what it said last."""


class Players:
    """All seats of a simulated table; the one who is asked acts."""

    def __init__(self, session: Session, table: SimulatedTable, bots: dict[Seat, Bot]) -> None:
        self._session = session
        self._table = table
        self._bots = bots
        self._anew = False  # something came between: what was begun is begun anew
        self._vain = 0  # how often in a row

    @property
    def _state(self) -> State:
        return self._session.game.state

    @property
    def _panel(self) -> Panel:
        return self._session.panel

    def next_act(self) -> Iterator[Step]:
        """One act of whoever is asked now, step by step."""
        state, self._anew = self._state, False
        linked = self._session.linked
        if isinstance(self._panel.mode, Phone):
            yield Pause(THINK_S)
            yield from self._press("yes")
            return
        if linked is not None:
            yield from self._errands(linked)
            if self._is_elsewhere(state, linked):
                yield Elsewhere()
                return
        seat = self._asked(state)
        command = self._bots[seat].choose(state, seat)
        yield Listen()
        yield Pause(THINK_S)
        match command:
            case KeepTickets(tickets=tickets):
                yield from self._keep(frozenset(tickets))
            case DeclareTickets(tickets=tickets):
                yield from self._declare(frozenset(tickets))
            case ClaimRoute() | BuildStation() | BuildHarbor():
                yield from self._claim(seat, command)
            case AnswerTunnel(decline=True):
                yield from self._press("no")
            case AnswerTunnel(cards=cards):
                yield from self._answer_tunnel(sorted(cards or ()))
            case DrawCard(source="row", index=index, replace=deck) if index is not None:
                yield from self._draw_from_row(index, deck)
            case DrawCard(source=source):
                yield from self._draw_from_deck(source)
            case ChoosePieces(train=train):
                yield from self._mix(train)
            case ExchangePieces():
                yield from self._exchange(command)
            case ChooseLoans(loans=loans):
                yield from self._lend(dict(loans))
            case DrawTickets():
                yield from self._take_act("tickets")
            case Pass():
                yield from self._take_act("pass")
            case EndTurn():
                yield from self._press("yes")
            case _:
                raise StuckError(f"{seat} wants {type(command).__name__}, which no player does")
        yield from self._until(lambda: self._session.game.since > state.seq, f"{seat}: {command}")
        self._vain = self._vain if self._anew else 0
        yield from self._read_news()
        yield from self._clear(seat)

    def _is_elsewhere(self, state: State, linked: Linked) -> bool:
        """Whether the next act is another home's; what is secret is the host's."""
        if state.phase != self._state.phase or self._session.over:
            return True
        if not linked.decides and state.phase in ("declaring", "over"):
            return True
        if state.phase == "declaring":  # what is secret in hands the host's table enters for all
            return False
        return state.to_move in linked.far or (state.to_move is None and self._asked(state) in linked.far)

    def _errands(self, linked: Linked) -> Iterator[Step]:
        """Set the tokens of the other home, and lift what is not to stand there."""
        for site in self._session.tracker.unset:
            seat = self._session.standing.get(site)
            if seat in linked.far and seat is not None and self._table.tokens.get(site) != seat:
                yield Listen()
                yield Pause(HAND_S)
                self._table.reach(site)
                yield Pause(HAND_S)
                self._table.place(site, seat)
                yield Pause(HAND_S)
                self._table.withdraw()
                yield Pause(HAND_S)

    def _asked(self, state: State) -> Seat:
        match self._panel.mode:
            case Tickets(seat=seat) | Confirm(seat=seat) | Declare(seat=seat) | NoneMarked(seat=seat):
                return seat
            case ChooseMix(seat=seat) | Loans(seat=seat):
                return seat
            case _ if state.to_move is not None:
                return state.to_move
            case mode:
                raise StuckError(f"nobody is asked anything: {mode}")

    # Buttons

    def _press(self, button: Button) -> Iterator[Step]:
        if isinstance(self._panel.mode, Phone):  # No would put it out
            button, self._anew = "yes", True
        self._table.key(button, down=True)
        yield Pause(KEY_S)
        self._table.key(button, down=False)
        yield Pause(KEY_S)
        if button in ("yes", "no", "ask"):
            while self._panel.unheard:
                yield Pause(KEY_S)
            yield Pause(HEAR_S)

    def _take_act(self, item: str) -> Iterator[Step]:
        if isinstance(self._panel.mode, Table):
            yield from self._press("yes")
        while isinstance(mode := self._panel.mode, Acts) and mode.items[mode.index] != item:
            yield from self._press("forward")
        yield from self._press("yes")

    def _draw_from_deck(self, source: str) -> Iterator[Step]:
        if not isinstance(self._panel.mode, Second):
            yield from self._take_act(source)
        elif source == "ship-deck":
            yield from self._press("back")  # the last item behind the row
            yield from self._press("yes")
        else:
            yield from self._press("yes")

    def _draw_from_row(self, index: int, deck: Deck | None) -> Iterator[Step]:
        if isinstance(self._panel.mode, Second):
            yield from self._press("forward")
        else:
            yield from self._take_act("row")
        while isinstance(mode := self._panel.mode, Cards) and mode.index != index:
            yield from self._press("forward")
        yield from self._press("yes")
        while isinstance(which := self._panel.mode, Refill):
            yield from self._press("yes" if which.decks[which.index] == deck else "forward")

    def _mix(self, trains: int) -> Iterator[Step]:
        while isinstance(mode := self._panel.mode, ChooseMix) and mode.least + mode.index != trains:
            yield from self._press("forward" if mode.least + mode.index < trains else "back")
        yield from self._press("yes")

    def _exchange(self, wanted: ExchangePieces) -> Iterator[Step]:
        if self._state.cards == "untracked":
            yield from self._open_questions("acts")
        yield from self._take_act("exchange")
        while isinstance(mode := self._panel.mode, Exchange) and mode.options[mode.index] != wanted:
            yield from self._press("forward")
        yield from self._press("yes")

    def _open_questions(self, item: str) -> Iterator[Step]:
        """Ask, and take this item of the list that opens."""
        yield from self._press("ask")
        while isinstance(mode := self._panel.mode, Questions) and mode.items[mode.index] != item:
            yield from self._press("forward")
        yield from self._press("yes")

    def _lend(self, loans: dict[CityId, RouteId | None]) -> Iterator[Step]:
        while isinstance(mode := self._panel.mode, Loans):
            city, routes = mode.offers[len(mode.chosen)]
            yield from self._press("yes" if routes[mode.index] == loans.get(city) else "forward")

    def _read_news(self) -> Iterator[Step]:
        """Turn up the event card, read it out, press Yes."""
        while isinstance(self._panel.mode, News):
            yield Listen()
            yield Pause(THINK_S)
            yield from self._press("yes")

    def _keep(self, wanted: frozenset[str]) -> Iterator[Step]:
        while isinstance(mode := self._panel.mode, Tickets):
            yield from self._press("yes" if mode.offered[mode.index] in wanted else "no")
        yield from self._press("yes")

    def _declare(self, held: frozenset[TicketId]) -> Iterator[Step]:
        while isinstance(mode := self._panel.mode, Declare) and (mode.under or mode.held != held):
            game_map, wrong = self._state.game_map, mode.held ^ held
            items = mode.items(game_map)
            wanted = set(letters_of_tickets(game_map, wrong) if mode.under is None else wrong)
            if wanted.isdisjoint(items):
                yield from self._press("no")  # back to the letters
            else:
                yield from self._press("yes" if items[mode.index] in wanted else "forward")
        yield from self._press("no")
        if isinstance(self._panel.mode, NoneMarked):  # it has stopped speech
            yield from self._press("yes")

    # Tokens

    def _answer_tunnel(self, wanted: list[Card]) -> Iterator[Step]:
        while isinstance(mode := self._panel.mode, Tunnel):
            if sorted(mode.options[mode.index].cards or ()) == wanted:
                break
            yield from self._press("forward")
        yield from self._press("yes")

    def _claim(self, seat: Seat, command: Payable) -> Iterator[Step]:
        site = site_of(command)
        before = self._state.seq
        self._table.reach(site)
        yield Pause(HAND_S)
        self._table.place(site, seat)
        yield Pause(HAND_S + self._table.faults.lingering_s(before))
        self._table.withdraw()
        yield from self._until(
            lambda: isinstance(self._panel.mode, Payment | Whose) or self._session.game.since > before,
            f"{seat}: {command}",
        )
        if isinstance(self._panel.mode, Whose):
            yield from self._say_whose(seat)
        if command.cards is None or self._session.game.since > before:
            return
        yield Listen()
        yield Pause(THINK_S)
        wanted = sorted(command.cards)
        while isinstance(mode := self._panel.mode, Payment):
            if sorted(mode.options[mode.index].cards or ()) == wanted:
                break
            yield from self._press("forward")
        yield from self._press("yes")

    def _clear(self, seat: Seat) -> Iterator[Step]:
        """Lift one's own token where it may not stand: a tunnel was given up."""
        for site in self._session.tracker.standing_refused():
            if self._table.tokens.get(site) == seat:
                yield Pause(HAND_S)
                self._table.reach(site)
                yield Pause(HAND_S)
                self._table.lift(site)
                yield Pause(HAND_S)
                self._table.withdraw()
                yield from self._until(
                    lambda lifted=site: lifted not in self._session.tracker.standing_refused(),
                    f"{seat} lifts the token at {site}",
                )

    def _say_whose(self, seat: Seat) -> Iterator[Step]:
        """The camera is in doubt and the table was asked."""
        yield Listen()
        yield Pause(THINK_S)
        while isinstance(mode := self._panel.mode, Whose) and mode.seats[mode.index] != seat:
            yield from self._press("forward")
        yield from self._press("yes")

    def _until(self, done: "Condition", wanted: str) -> Iterator[Step]:
        waited = 0.0
        while not done() and not self._anew:
            if self._disturbed and waited > ANEW_S:
                self._vain, self._anew = self._vain + 1, True
                return
            if waited > PATIENCE_S:
                said = self._session.history[-1].normal if self._session.history else "nothing"
                raise StuckError(f"{wanted}: no answer in {PATIENCE_S:g} s; last said: {said}")
            yield Pause(0.1)
            waited += 0.1
            if self._session.linked is not None:
                yield Elsewhere()

    @property
    def _disturbed(self) -> bool:
        """Whether a press may have come to nothing because another home has just pressed."""
        linked = self._session.linked
        return linked is not None and linked.decides and self._vain < IN_VAIN


class Condition(Protocol):
    """Something that becomes true."""

    def __call__(self) -> bool: ...
