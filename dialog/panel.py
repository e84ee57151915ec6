"""The panel: presses → prompts and commands (JOURNEYS §2), one table of mode × button.

Every button does something in every mode; a press that can do nothing says why. Times are monotonic
seconds that are passed in.
"""

from collections.abc import Callable
from typing import Final, assert_never

from dialog.effects import (
    Answer,
    ClaimFor,
    Do,
    Edge,
    Effect,
    History,
    Left,
    Repeat,
    Say,
    StillWaiting,
    TakeBackTurn,
)
from dialog.modes import (
    Acts,
    Cards,
    Confirm,
    Declare,
    Mode,
    Payment,
    Questions,
    Second,
    Table,
    TakeBack,
    Tickets,
    Whose,
)
from dialog.offers import act_items, mode_prompt, question_items, undeclared, where
from dialog.prompts import (
    DeclareBegins,
    NothingToDo,
    PaymentBegins,
    PaymentLeft,
    TooFewKept,
    WaitingForTickets,
)
from engine import (
    Card,
    ClaimRoute,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
    RouteId,
    Seat,
    State,
    Undo,
)
from tabletop import Button

TOO_SOON_S: Final = 0.5  # a Yes or No this soon after a question by itself is no answer (G7)
AGAIN_S: Final = 20.0  # an open question is said once more (G11)
WAIT_S: Final = 30.0  # and then only a soft sound
FOCUS_S: Final = 30.0  # a seat keeps the panel so long after its last press (G9)

Effects = tuple[Effect, ...]


class Panel:
    """What is open at the panel and whose it is."""

    def __init__(self) -> None:
        self.mode: Mode = Table()
        self.focus: Seat | None = None
        self._suspended: Mode | None = None
        self._asked_at: float | None = None  # when a question came by itself
        self._next_word_at: float | None = None
        self._said_again = False
        self._focus_until = float("-inf")

    # What the table asks

    def pay(self, seat: Seat, route: RouteId, options: tuple[tuple[Card, ...], ...], at: float) -> Effects:
        """Ask a seat how it pays for a route; `options` are never empty, cheapest first."""
        self._question(Payment(seat, route, options), at)
        return (Say(PaymentBegins(seat=seat, route=route)), *self._prompt())

    def ask_whose(self, route: RouteId, guess: Seat | None, state: State, at: float) -> Effects:
        """Ask whose token stands on a route. The caller has said the question with its guess."""
        seats = state.seats
        first = guess or state.to_move or seats[0]
        start = seats.index(first)
        self._question(Whose(route, seats[start:] + seats[:start], guess is not None), at)
        return ()

    def ask_take_back(self, seat: Seat, route: RouteId, at: float, *, everybody: bool) -> Effects:
        """Ask whether the claim whose token was lifted is taken back."""
        self._question(TakeBack(seat, route, everybody), at)
        return self._prompt()

    def withdraw(self, route: RouteId) -> None:
        """The board has answered a question about this route: close it."""
        match self.mode:
            case Payment(route=open_route) | Whose(route=open_route) | TakeBack(route=open_route):
                if open_route == route:
                    self._close()
            case _:
                pass

    def _question(self, mode: Mode, at: float) -> None:
        if not isinstance(self.mode, Payment | Whose | TakeBack):
            self._suspended = self.mode
        self.mode = mode
        self._asked_at, self._next_word_at, self._said_again = at, at + AGAIN_S, False

    def _close(self) -> None:
        self.mode, self._suspended = self._suspended or Table(), None
        self._asked_at = self._next_word_at = None

    # What the game has come to

    def follow(self, state: State, at: float) -> Effects:
        """After events: open what this phase asks for, close what no longer fits."""
        match state.phase:
            case "tickets" | "ticket-choice":
                return self._follow_tickets(state)
            case "second-card":
                self._open(Second())
                return self._prompt_in(state)
            case "declaring":
                return self._follow_declaring(state)
            case "turn" | "over":
                if not isinstance(self.mode, Questions | Whose | TakeBack):
                    self._open(Table())
                return ()
            case _:
                assert_never(state.phase)

    def _open(self, mode: Mode) -> None:
        self.mode, self._suspended = mode, None
        self._asked_at = self._next_word_at = None

    def _follow_tickets(self, state: State) -> Effects:
        choosing = [seat for seat in state.seats if seat in state.offered]
        seat = self.focus if self.focus in choosing else choosing[0]
        match self.mode:
            case Tickets(seat=open_seat) | Confirm(tickets=Tickets(seat=open_seat)) if open_seat == seat:
                return ()
            case _:
                self._open(Tickets(seat, state.offered[seat]))
                return self._prompt_in(state)

    def _follow_declaring(self, state: State) -> Effects:
        waiting = undeclared(state)
        match self.mode:
            case Declare(seat=seat) if seat in waiting:
                return ()
            case _:
                tickets = tuple(sorted(state.ticket_deck)) or tuple(sorted(state.game_map.tickets))
                self._open(Declare(waiting[0], tickets))
                return (Say(DeclareBegins(seat=waiting[0])), *self._prompt_in(state))

    # Presses

    def press(self, button: Button, state: State, at: float) -> Effects:
        """A button was pressed and let go."""
        self._focus_until = at + FOCUS_S
        if button in ("yes", "no") and self._asked_at is not None and at - self._asked_at < TOO_SOON_S:
            self._asked_at = at
            return self._prompt_in(state)
        if button == "repeat":
            return (Repeat(),)
        if button == "ask":
            return self._ask(state)
        return self._HANDLERS[type(self.mode)](self, button, state)

    def press_seat(self, seat: Seat, state: State, at: float) -> Effects:
        """A seat button: it answers "whose?", else takes the panel for that seat."""
        if seat not in state.seats:
            return ()
        match self.mode:
            case Whose(route=route):
                self._close()
                return (ClaimFor(seat, route),)
            case _:
                self.focus, self._focus_until = seat, at + FOCUS_S
                if state.phase == "tickets" and seat in state.offered:
                    return self._follow_tickets(state)
                return (Answer("turn", seat),)

    def tick(self, state: State, at: float) -> Effects:
        """Time has passed: an open question is said once more, then only a soft sound; focus ends."""
        if self.focus is not None and at > self._focus_until and isinstance(self.mode, Table):
            self.focus = None
        if self._next_word_at is None or at < self._next_word_at:
            return ()
        self._next_word_at = at + WAIT_S
        if self._said_again:
            return (StillWaiting(),)
        self._said_again = True
        return self._prompt_in(state)

    def asker(self, state: State) -> Seat:
        """Whose ear private answers go to now."""
        return self.focus or state.to_move or state.seats[0]

    # Prompts

    def _prompt(self) -> Effects:
        prompt = mode_prompt(self.mode, None)
        return (Say(prompt),) if prompt is not None else ()

    def _prompt_in(self, state: State) -> Effects:
        prompt = mode_prompt(self.mode, state)
        return (Say(prompt),) if prompt is not None else ()

    def _ask(self, state: State) -> Effects:
        match self.mode:
            case Table():
                self._open(Questions(question_items(state)))
                return self._prompt_in(state)
            case _:
                return (Say(where(self.mode, state)),)

    # One handler a mode; `back` and `forward` walk, `yes` takes, `no` leaves

    def _table(self, button: Button, state: State) -> Effects:
        match button:
            case "back":
                return (History(-1),)
            case "forward":
                return (History(+1),)
            case "no":
                return (TakeBackTurn(),)
            case _:
                return self._begin(state)

    def _begin(self, state: State) -> Effects:
        """Yes at the table: end an untracked turn, or open what the phase offers."""
        if state.phase == "over" or state.to_move is None:
            if state.offered:
                return (Say(WaitingForTickets(seats=tuple(s for s in state.seats if s in state.offered))),)
            return (Say(NothingToDo(button="yes", why="over")),)
        if state.cards == "untracked":
            return (Do(EndTurn(seat=state.to_move)),)
        self._open(Acts(act_items(state)))
        return self._prompt_in(state)

    def _acts(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Acts)
        match button:
            case "back" | "forward":
                index, edge = _walk(mode.index, len(mode.items), button)
                self.mode = Acts(mode.items, index)
                return (*edge, *self._prompt_in(state))
            case "no":
                self._open(Table())
                return (Answer("turn", self.asker(state)),)
            case _:
                return self._take_act(mode, state)

    def _take_act(self, mode: Acts, state: State) -> Effects:
        mover = state.to_move
        assert mover is not None
        match mode.items[mode.index]:
            case "deck":
                return (Do(DrawCard(seat=mover, source="deck")),)
            case "row":
                self.mode = Cards()
                return self._prompt_in(state)
            case "tickets":
                return (Do(DrawTickets(seat=mover)),)
            case "pass":
                return (Do(Pass(seat=mover)),)

    def _questions(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Questions)
        match button:
            case "back" | "forward":
                index, edge = _walk(mode.index, len(mode.items), button)
                self.mode = Questions(mode.items, index)
                return (*edge, *self._prompt_in(state))
            case "no":
                self._open(Table())
                return (Answer("turn", self.asker(state)), *self.follow(state, 0.0))
            case _:
                return (Answer(mode.items[mode.index], self.asker(state)),)

    def _cards(self, button: Button, state: State) -> Effects:
        mode = self.mode
        mover = state.to_move
        assert isinstance(mode, Cards) and mover is not None
        count = len(state.row) + 1
        match button:
            case "back" | "forward":
                index, edge = _walk(mode.index, count, button)
                self.mode = Cards(index)
                return (*edge, *self._prompt_in(state))
            case "no":
                self._open(Second() if state.phase == "second-card" else Acts(act_items(state)))
                return self._prompt_in(state)
            case _ if mode.index < len(state.row):
                return (Do(DrawCard(seat=mover, source="row", index=mode.index)),)
            case _:
                return (Do(DrawCard(seat=mover, source="deck")),)

    def _second(self, button: Button, state: State) -> Effects:
        mover = state.to_move
        assert mover is not None
        match button:
            case "forward":
                self.mode = Cards()
                return self._prompt_in(state)
            case "back":
                self.mode = Cards(len(state.row))
                return self._prompt_in(state)
            case "no":
                return (Say(where(self.mode, state)),)
            case _:
                return (Do(DrawCard(seat=mover, source="deck")),)

    def _tickets(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Tickets)
        count = len(mode.offered)
        match button:
            case "back" | "forward":
                index, edge = _walk(mode.index, count, button)
                self.mode = Tickets(mode.seat, mode.offered, mode.kept, index)
                return (*edge, *self._prompt_in(state))
            case _:
                ticket = mode.offered[mode.index]
                kept = mode.kept | {ticket} if button == "yes" else mode.kept - {ticket}
                return self._next_ticket(Tickets(mode.seat, mode.offered, kept, mode.index + 1), state)

    def _next_ticket(self, mode: Tickets, state: State) -> Effects:
        if mode.index < len(mode.offered):
            self.mode = mode
            return self._prompt_in(state)
        if len(mode.kept) < state.keep_at_least:
            self.mode = Tickets(mode.seat, mode.offered)
            few = TooFewKept(seat=mode.seat, keep_at_least=state.keep_at_least)
            return (Say(few), *self._prompt_in(state))
        self.mode = Confirm(mode)
        return self._prompt_in(state)

    def _confirm(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Confirm)
        tickets = mode.tickets
        match button:
            case "yes":
                kept = tuple(ticket for ticket in tickets.offered if ticket in tickets.kept)
                return (Do(KeepTickets(seat=tickets.seat, tickets=kept)),)
            case "no":
                self.mode = Tickets(tickets.seat, tickets.offered)
                return self._prompt_in(state)
            case _:
                index = len(tickets.offered) - 1 if button == "back" else 0
                self.mode = Tickets(tickets.seat, tickets.offered, tickets.kept, index)
                return self._prompt_in(state)

    def _payment(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Payment)
        match button:
            case "yes":
                cards = mode.options[mode.index]
                return (Do(ClaimRoute(seat=mode.seat, route=mode.route, cards=cards)),)
            case "no":
                self._close()
                return (Left(mode.route), Say(PaymentLeft(seat=mode.seat, route=mode.route)))
            case _:
                index, edge = _walk(mode.index, len(mode.options), button)
                self.mode = Payment(mode.seat, mode.route, mode.options, index)
                return (*edge, *self._prompt_in(state))

    def _whose(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Whose)
        if button == "yes":
            self._close()
            return (ClaimFor(mode.seats[mode.index], mode.route),)
        index, edge = _walk(mode.index, len(mode.seats), "back" if button == "back" else "forward")
        self.mode = Whose(mode.route, mode.seats, mode.guessed, index)
        return (*edge, *self._prompt_in(state))

    def _take_back(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, TakeBack)
        match button:
            case "yes":
                self._close()
                return (Do(Undo(seat=mode.seat, agreed=True)),)
            case "no":
                self._close()
                return (Answer("turn", self.asker(state)),)
            case "back":
                return (History(-1),)
            case _:
                return (History(+1),)

    def _declare(self, button: Button, state: State) -> Effects:
        mode = self.mode
        assert isinstance(mode, Declare)
        match button:
            case "no":
                held = tuple(ticket for ticket in mode.tickets if ticket in mode.held)
                return (Do(DeclareTickets(seat=mode.seat, tickets=held)),)
            case "yes":
                ticket = mode.tickets[mode.index]
                self.mode = Declare(mode.seat, mode.tickets, mode.held ^ {ticket}, mode.index)
                return self._prompt_in(state)
            case _:
                index, edge = _walk(mode.index, len(mode.tickets), button)
                self.mode = Declare(mode.seat, mode.tickets, mode.held, index)
                return (*edge, *self._prompt_in(state))

    _HANDLERS: Final[dict[type, Callable[["Panel", Button, State], Effects]]] = {
        Table: _table,
        Acts: _acts,
        Questions: _questions,
        Cards: _cards,
        Second: _second,
        Tickets: _tickets,
        Confirm: _confirm,
        Payment: _payment,
        Whose: _whose,
        TakeBack: _take_back,
        Declare: _declare,
    }


def _walk(index: int, count: int, button: Button) -> tuple[int, tuple[Edge, ...]]:
    """One step through a list that wraps, with the edge sound at the join."""
    step = -1 if button == "back" else 1
    target = index + step
    return target % count, () if 0 <= target < count else (Edge(),)
