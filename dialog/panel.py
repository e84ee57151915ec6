"""The panel: presses → prompts and commands (JOURNEYS §2), mode × button, no cell empty.

Every button does something in every mode; a press that can do nothing says why. Times are monotonic
seconds that are passed in.
"""

from typing import Final, assert_never

from dialog.effects import Answer, ClaimFor, Repeat, Say, StillWaiting
from dialog.mending import RebuildAsked
from dialog.modes import (
    Confirm,
    Declare,
    Mending,
    Mode,
    Payment,
    Questions,
    Second,
    Table,
    TakeBack,
    Tickets,
    Tunnel,
    Whose,
)
from dialog.offers import mode_prompt, question_items, site_of, tunnel_answers, undeclared, where
from dialog.presses import Effects, respond
from dialog.prompts import DeclareBegins, Payable, PaymentBegins
from engine import Seat, State
from tabletop import Button, SiteId

TOO_SOON_S: Final = 0.5  # a Yes or No this soon after a question by itself is no answer (G7)
AGAIN_S: Final = 20.0  # an open question is said once more (G11)
WAIT_S: Final = 30.0  # and then only a soft sound
FOCUS_S: Final = 30.0  # a seat keeps the panel so long after its last press (G9)


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

    def pay(self, options: tuple[Payable, ...], state: State, at: float) -> Effects:
        """Ask a seat how it pays; `options` are never empty, cheapest first."""
        self._question(Payment(options), at)
        return (Say(PaymentBegins(wish=options[0])), *self._prompt(state))

    def ask_whose(self, site: SiteId, guess: Seat | None, state: State, at: float) -> Effects:
        """Ask whose token stands on a pin. The caller has said the question with its guess."""
        seats = state.seats
        start = seats.index(guess or state.to_move or seats[0])
        self._question(Whose(site, seats[start:] + seats[:start], guess is not None), at)
        return ()

    def ask_take_back(self, seat: Seat, site: SiteId, state: State, at: float, *, everybody: bool) -> Effects:
        """Ask whether the claim whose token was lifted is taken back."""
        self._question(TakeBack(seat, site, everybody), at)
        return self._prompt(state)

    def ask_mending(self, count: int, at: float) -> Effects:
        """Ask whether to rebuild the board by voice."""
        self._question(Mending("asked"), at)
        return (Say(RebuildAsked(count=count)),)

    def mend(self) -> None:
        """The board is put right pin by pin from now on."""
        self._suspended = None
        self.mode = Mending("step")

    def mended(self, state: State, at: float) -> Effects:
        """The board is right: back to what the phase asks for."""
        self._open(Table())
        return self.follow(state, at)

    def withdraw(self, site: SiteId) -> None:
        """The board has answered a question about this site: close it."""
        match self.mode:
            case Payment(options=(wish, *_)) if site_of(wish) == site:
                self._close()
            case Whose(site=asked) | TakeBack(site=asked) if asked == site:
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
                return self._prompt(state)
            case "declaring":
                return self._follow_declaring(state)
            case "tunnel":
                return self._follow_tunnel(state, at)
            case "turn" | "over" | "pieces" | "loans":
                if not isinstance(self.mode, Questions | Whose | TakeBack | Mending):
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
                return self._prompt(state)

    def _follow_tunnel(self, state: State, at: float) -> Effects:
        tunnel, seat = state.tunnel, state.to_move
        if tunnel is None or seat is None or isinstance(self.mode, Tunnel):
            return ()
        self._open(Table())
        self._question(Tunnel(seat, tunnel.route, tunnel.owed, tunnel_answers(state)), at)
        return self._prompt(state)

    def _follow_declaring(self, state: State) -> Effects:
        waiting = undeclared(state)
        match self.mode:
            case Declare(seat=seat) if seat in waiting:
                return ()
            case _:
                tickets = tuple(sorted(state.ticket_deck)) or tuple(sorted(state.game_map.tickets))
                self._open(Declare(waiting[0], tickets))
                return (Say(DeclareBegins(seat=waiting[0])), *self._prompt(state))

    # Presses

    def press(self, button: Button, state: State, at: float) -> Effects:
        """A button was pressed and let go."""
        self._focus_until = at + FOCUS_S
        if button in ("yes", "no") and self._asked_at is not None and at - self._asked_at < TOO_SOON_S:
            self._asked_at = at
            return self._prompt(state)
        match button, self.mode:
            case "repeat", _:
                return (Repeat(),)
            case "ask", Table():
                self._open(Questions(question_items(state)))
                return self._prompt(state)
            case "ask", mode:
                return (Say(where(mode, state)),)
            case _, mode:
                step = respond(mode, button, state, self.asker(state))
        if step.mode is not None:
            self.mode = step.mode
            return step.effects
        self._close()
        # A list that hid what the phase asks for (the second card, tickets) gives way to it again.
        reopened = self.follow(state, at) if isinstance(self.mode, Table) else ()
        return (*step.effects, *reopened)

    def press_seat(self, seat: Seat, state: State, at: float) -> Effects:
        """A seat button: it answers "whose?", else takes the panel for that seat."""
        if seat not in state.seats:
            return ()
        match self.mode:
            case Whose(site=site):
                self._close()
                return (ClaimFor(seat, site),)
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
        return self._prompt(state)

    def asker(self, state: State) -> Seat:
        """Whose ear private answers go to now."""
        return self.focus or state.to_move or state.seats[0]

    def _prompt(self, state: State) -> Effects:
        prompt = mode_prompt(self.mode, state)
        return (Say(prompt),) if prompt is not None else ()
