"""The panel: presses → prompts and commands (docs/panel.md), mode × button, no cell empty.

Every button does something in every mode; a press that can do nothing says why. Times are monotonic
seconds that are passed in.
"""

from collections.abc import Iterable
from typing import Final

from dialog.asking import Asking
from dialog.cells import Effects
from dialog.choices import BotMoves, FocusOver
from dialog.effects import (
    Answer,
    ClaimFor,
    NextWords,
    Repeat,
    Say,
    StillWaiting,
    UndoBack,
)
from dialog.following import follow_mode, marking
from dialog.modes import (
    BoardRight,
    Declare,
    Exploring,
    ForWhom,
    LeftOver,
    Letters,
    Mending,
    Mode,
    News,
    PassEar,
    Paused,
    Questions,
    Reading,
    StopSure,
    Table,
    TakeBack,
    Undos,
    Whose,
)
from dialog.offers import ask_items, asks, takes_early_tickets
from dialog.presses import respond
from dialog.prompts import (
    EarlyTickets,
    NothingToDo,
    QuestionOffered,
)
from dialog.runs import run_on
from dialog.saying import where
from engine import Seat, State, TicketId
from tabletop import Button, SiteId

TOO_SOON_S: Final = 0.5  # a Yes or No this soon after a question by itself is no answer (criterion 14)
WAIT_S: Final = 30.0  # and then only a soft sound
FOCUS_S: Final = 30.0  # a seat keeps the panel so long after its last press (criterion 23)

_STAYS: Final = (
    Exploring,
    LeftOver,
    PassEar,
    Whose,
    TakeBack,
    Mending,
    BoardRight,
    Paused,
    News,
    StopSure,
    ForWhom,
)
"""What an act of the game leaves open, beside lists of questions."""

_ENDS_WITH_FOCUS: Final = (Table, ForWhom, Undos)
"""What a seat which took the panel may have left open, beside lists of questions."""


class Panel(Asking):
    """The panel: what is open, and what presses and events do to it."""

    def come_back(self, state: State, at: float) -> Effects:
        """What was open before a question is said again, if it still is."""
        return self._reopened(state, at)

    def mended(self, state: State, at: float) -> Effects:
        """The board is right: back to what the phase asks for."""
        self._open(Table())
        return self.follow(state, at)

    # What the game has come to

    def enter_tickets(self, seat: Seat, held: Iterable[TicketId], state: State) -> Effects:
        """Open the list in which a seat marks its tickets before it is asked; `held`: marked before."""
        self.mode = marking(seat, held, state, early=True)
        begins = EarlyTickets(seat=seat, stage="begins", count=len(self.mode.held))
        return (Say(begins), *self._prompt(state))

    def settled(self, site: SiteId, state: State, at: float) -> Effects:
        """A claim stands here now: a question about it is over, and with it the list it was chosen beside."""
        closed = self.withdraw(site, state, at)
        return closed if _stays(self.mode) else ()

    def news(self, left: int, state: State, at: float) -> Effects:
        """Paper is to be read out; what an act has closed does not come back after it."""
        self._under = [mode for mode in self._under if _stays(mode)]
        if not _stays(self.mode):
            self.mode = Table()
        return super().news(left, state, at)

    def follow(self, state: State, at: float) -> Effects:
        """After events: open what this phase asks for, close what no longer fits."""
        wanted = follow_mode(self.mode, state, self.focus)
        if wanted is not None:
            if wanted.mode == self.mode:
                return ()
            self._open(Table())
            if wanted.question:
                self._question(wanted.mode, at)
            self.mode = wanted.mode
            return (*wanted.before, *self._prompt(state))
        self._under = [mode for mode in self._under if not _turn_over(mode, state, self.focus)]
        if _turn_over(self.mode, state, self.focus):
            self._close(at)
        if _stays(self.mode) or (isinstance(self.mode, Reading) and state.phase == "over"):
            return ()
        kept = self._under[-1] if self._under and _stays(self._under[-1]) else None
        self._open(kept or Table())
        return self._prompt(state)

    # Pause, by somebody's wish from outside

    @property
    def paused(self) -> bool:
        """Whether the table pauses, a list open above or not."""
        return any(isinstance(mode, Paused) for mode in (self.mode, *self._under))

    def pause(self, state: State) -> Effects:
        """The table pauses; what is open comes back afterwards."""
        if self.paused:
            return ()
        if self.mode != Table():
            self._under.append(self.mode)
        self.mode, self._asked_at, self._next_word_at = Paused(), None, None
        return self._prompt(state)

    def resume(self, state: State, at: float) -> Effects:
        """The game goes on, as by Yes; what was open above the pause is closed."""
        if not self.paused:
            return ()
        while not isinstance(self.mode, Paused):
            self._close(at)
        return self._responded("yes", state, at)

    # Presses

    def look(self, at: float) -> None:
        """Notice what has been closed since the last look, by no press at the panel."""
        self._closed.look(self.mode, at)

    def look_after_press(self) -> None:
        """What a press at the panel has closed nobody there answers any more."""
        self._closed.pressed(self.mode)

    def press(
        self, button: Button, state: State, at: float, *, went_at: float | None = None, named: bool = False
    ) -> Effects:
        """A button was pressed and let go.

        Args:
            went_at: when it was let go, where that took some time to be heard.
            named: it names the question that it answers, so it is never meant for one before.
        """
        self._focus_until = at + FOCUS_S
        again, self._told_where = self._told_where, False
        if button in ("yes", "no"):
            missed = self._missed(button, state, at, at if went_at is None else went_at, named=named)
            if missed is not None:
                return missed
        match button, self.mode:
            case "repeat", _:
                return (Repeat(),)
            case "ask", Table() | Paused():
                return self._ask(state, 0)
            case "ask", mode if again and not isinstance(mode, Questions):
                return self._ask(state, 1)  # whose turn it is has just been told
            case "ask", Questions(level=level) if again and level != "board":
                self.mode = Questions(ask_items(state, "board"), 0, "board")
                return self._prompt(state)
            case "ask", mode:
                self._told_where = True
                return (Say(where(mode, state)),)
            case "yes", ForWhom(seats=seats, index=index):
                self.focus = seats[index]
            case _:
                pass
        return self._responded(button, state, at)

    def _missed(
        self, button: Button, state: State, at: float, went_at: float, *, named: bool
    ) -> Effects | None:
        """What a Yes or No gets that was meant for something else; None: it is an answer.

        Too soon after a question came by itself, or too late: what it answers was closed without a press.
        """
        if self._asked_at is not None:
            if went_at - self._asked_at >= TOO_SOON_S:
                return None
            self._asked_at = at
            return self._prompt(state)
        if named or not self._closed.just(went_at):
            return None
        return (Say(NothingToDo(button=button, why="closed")), *self._prompt(state))

    def _ask(self, state: State, index: int) -> Effects:
        """Open the questions; what was open comes back after them."""
        if self.mode != Table():
            self._under.append(self.mode)
        self._next_word_at = None
        items = ask_items(state, "ask")
        self.mode = Questions(items, index)
        seat = self.asker(state)
        return (
            Say(QuestionOffered(seat=seat, item=items[index], index=index, count=len(items), opened=True)),
        )

    def _responded(self, button: Button, state: State, at: float) -> Effects:
        asker = self.asker(state)
        step = respond(self.mode, button, state, asker)
        effects = self._addressed(step.effects, state)
        if step.mode is not None:
            self.mode = step.mode
            return effects
        if isinstance(self.mode, Questions) and self.focus is not None:
            self.focus = None  # its dialog is closed
        self._close(at)
        if any(isinstance(effect, NextWords) for effect in effects):
            return effects  # what the phase asks for comes after these words
        # A list that hid what the phase asks for (the second card, tickets) gives way to it again.
        opened = self._reopened(state, at)
        if not (effects or opened):
            return self._addressed((Answer("turn", asker),), state)
        return (*effects, *opened)

    def _reopened(self, state: State, at: float) -> Effects:
        """What came back is said; where nothing was open the phase may ask for something."""
        return self.follow(state, at) if isinstance(self.mode, Table) else self._prompt(state)

    def hold(self, button: Button, state: State, at: float) -> Effects | None:
        """A button is held; None: here a hold is a press like any other."""
        self._focus_until = at + FOCUS_S
        match button, self.mode:
            case "yes", _ if self._asked_at is None and self._closed.just(at):
                return self._missed(button, state, at, at, named=False)
            case "yes", Undos(index=index):
                self.mode = Table()
                return (UndoBack(self.asker(state), index + 1),)
            case "ask", Table() | Questions():
                if self.mode != Table():
                    self._under.append(self.mode)
                self.mode = Exploring(self.asker(state))
                return self._prompt(state)
            case "back" | "forward", mode if not isinstance(mode, Letters):
                target = run_on(mode, state, +1 if button == "forward" else -1)
                if target is None:
                    return None
                self.mode = target
                return self._prompt(state)
            case _:
                return None

    def press_seat(self, seat: Seat, state: State, at: float) -> Effects:
        """A seat button: it answers "whose?", else takes the panel for that seat."""
        if seat not in state.seats:
            return (Say(NothingToDo(button="yes", why="no-seat")),)
        if seat in self.alone:
            return (Say(BotMoves(seat=seat)),)
        match self.mode:
            case Whose(site=site):
                self._close(at)
                return (ClaimFor(seat, site),)
            case PassEar(seat=due) if due == seat:
                return self._responded("yes", state, at)
            case _:
                self.focus, self._focus_until = seat, at + FOCUS_S
                if state.to_move is None and seat in state.waiting_for():
                    return self.follow(state, at)
                return (Answer("turn", seat, ear=True),)

    def tick(self, state: State, at: float) -> Effects:
        """Time has passed: an open question is said once more, then only a soft sound; focus ends."""
        over = self._end_focus(state, at)
        self.look(at)
        if self._next_word_at is None or at < self._next_word_at:
            return over
        self._next_word_at = at + WAIT_S
        if self._said_again:
            return (*over, StillWaiting())
        self._said_again = True
        return (*over, *self._prompt(state))

    def _end_focus(self, state: State, at: float) -> Effects:
        """Nobody pressed for a while: the panel is the mover's again, and the ear hears it (criterion 23)."""
        if (
            self.focus is None
            or at <= self._focus_until
            or not (isinstance(self.mode, _ENDS_WITH_FOCUS) or asks(self.mode) or _early(self.mode))
        ):
            return ()
        seat, self.focus = self.focus, None
        if isinstance(self.mode, Table):
            return (Say(FocusOver(seat=seat)),)
        self._close(at)
        return (Say(FocusOver(seat=seat)), *self._reopened(state, at))


def _turn_over(mode: Mode, state: State, focus: Seat | None) -> bool:
    """Whether a question was for a turn that is over, or a seat's tickets are entered that is gone."""
    if isinstance(mode, Declare) and mode.early:
        return not takes_early_tickets(state) or mode.seat not in (focus, state.to_move)
    return isinstance(mode, LeftOver) and mode.seat != state.to_move


def _stays(mode: Mode) -> bool:
    return isinstance(mode, _STAYS) or asks(mode) or _early(mode)


def _early(mode: Mode) -> bool:
    """Whether a seat enters its tickets by its own wish."""
    return isinstance(mode, Declare) and mode.early
