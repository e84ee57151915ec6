"""The panel: presses → prompts and commands (docs/panel.md), mode × button, no cell empty.

Every button does something in every mode; a press that can do nothing says why. Times are monotonic
seconds that are passed in.
"""

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from dialog.asking import Asking, choosing
from dialog.declare import EarlyTickets, NoneMarked, ends_with_none, marked_before, marking
from dialog.ear import FocusOver, PassEar
from dialog.effects import Answer, ClaimFor, NextWords, Repeat, Say
from dialog.explore import Exploring
from dialog.following import WantedMode, follow_mode
from dialog.kit import Effects, Step
from dialog.lists import Questions, QuestionsOpened, Table
from dialog.mode import Mode, Where
from dialog.pause import OffSure, Paused
from dialog.presses import ROWS
from dialog.questions import ITEM, ask_items
from dialog.reading import News, Reading
from dialog.stand_in import BotMoves
from dialog.table import AnotherChooses, NothingToDo
from dialog.waiting import AGAIN_S
from dialog.whose import Whose
from engine import Seat, State, TicketId
from tabletop import Button, SiteId

FOCUS_S: Final = 30.0  # a seat keeps the panel so long after its last press (criterion 23)


class Panel(Asking):
    """The panel: what is open, and what presses and events do to it."""

    def come_back(self, state: State, at: float) -> Effects:
        """What was open before a question is said again, if it still is."""
        return self._reopened(state, at)

    def mended(self, state: State, at: float) -> Effects:
        """The board is right: back to what the phase asks for."""
        news = next((mode for mode in self._under if isinstance(mode, News)), None)
        self._open(Table())
        return self.follow(state, at) if news is None else self.ask(news, at)

    # What the game has come to

    def enter_tickets(self, seat: Seat, held: Iterable[TicketId], state: State) -> Effects:
        """Open the list in which a seat marks its tickets before it is asked; `held`: marked before."""
        self.mode = marked = marking(seat, held, state, early=True)
        begins = Say(EarlyTickets(seat=seat, stage="begins", count=len(marked.held)))
        return (begins, *marked_before(marked), *self._prompt())

    def settled(self, site: SiteId, at: float) -> Effects:
        """A claim stands here now: a question about it is over, and with it the list it was chosen beside."""
        closed = self.withdraw(site, at)
        return closed if self.mode.traits.stays else ()

    def news(self, left: int, at: float) -> Effects:
        """Paper is to be read out; what an act has closed does not come back after it."""
        self._under = [mode for mode in self._under if mode.traits.stays]
        if not self.mode.traits.stays:
            self.mode = Table()
        return self.ask(News(left), at)

    def follow(self, state: State, at: float) -> Effects:
        """After events: open what this phase asks for, close what no longer fits."""
        there = state.phase in self.elsewhere
        wanted = None if there else self._wanted(self.mode, state)
        if wanted is not None:
            if wanted.mode == self.mode:
                return ()
            self._open(Table())
            if wanted.question:
                self.ask(wanted.mode, at)
            self.mode = wanted.mode
            return (*wanted.before, *self._prompt())
        self._under = [mode for mode in self._under if not mode.is_over(state, self.focus)]
        if self.mode.is_over(state, self.focus):
            self._close(at)
        if isinstance(self.mode, Whose):  # what has been said since is not what it asks
            self._asked_at, self._next_word_at, self._said_again = at, at + AGAIN_S, False
            return self._prompt()
        if self.mode.traits.stays or (isinstance(self.mode, Reading) and state.phase == "over"):
            return ()
        kept = self._under[-1] if self._under and self._under[-1].traits.stays else None
        self._open(kept or Table())
        return self._prompt()

    def _wanted(self, mode: Mode, state: State) -> WantedMode | None:
        return follow_mode(mode, state, self.focus, self.marks, later=self.on_phones)

    def leave_to_phones(self, seats: frozenset[Seat], state: State, at: float) -> Effects:
        """These read on phones what is theirs: a list of one of them gives way to one of another seat."""
        self.on_phones = seats
        wanted = None if state.phase in self.elsewhere else self._wanted(Table(), state)
        if wanted is None or state.to_move is not None:
            return ()
        opens = choosing(wanted.mode)
        leaves = seats - {opens, None}
        self._under = [wanted.mode if choosing(mode) in leaves else mode for mode in self._under]
        if choosing(self.mode) in leaves:
            self.mode = wanted.mode
            return (*wanted.before, *self._prompt())
        return () if choosing(self.mode) is None else self._prompt()

    def read_scores(self, state: State, at: float) -> Effects:
        """The game is over, and not all may have heard how: as by Yes."""
        return self._responded("yes", state, at)

    # Pause, by somebody's wish from outside

    @property
    def paused(self) -> bool:
        """Whether the table pauses, a list open above or not."""
        return isinstance(self.mode, Paused) or any(isinstance(mode, Paused) for mode in self._under)

    def pause(self) -> Effects:
        """The table pauses; what is open comes back afterwards."""
        if self.paused:
            return ()
        self._suspend()
        self.mode, self._asked_at, self._next_word_at = Paused(), None, None
        return self._prompt()

    def resume(self, state: State, at: float) -> Effects:
        """The game goes on, as by Yes; what was open above the pause is closed."""
        if not self.paused:
            return ()
        while not isinstance(self.mode, Paused):
            self._close(at)
        return self._responded("yes", state, at)

    def ask_off(self) -> Effects:
        """The game is left: is the machine switched off, too?"""
        self.mode = OffSure()
        return self._prompt()

    # Presses

    def look(self, at: float) -> None:
        """Notice what has been closed since the last look, by no press at the panel."""
        self._closed.look(self.mode, at)

    def look_after_press(self) -> None:
        """What a press at the panel has closed nobody there answers any more."""
        self._closed.pressed(self.mode)

    def press(
        self,
        button: Button,
        state: State,
        at: float,
        *,
        went_at: float | None = None,
        down_at: float | None = None,
        named: bool = False,
        cut: bool = False,
        by: Seat | None = None,
    ) -> Effects:
        """A button was pressed and let go.

        Args:
            went_at: when it was let go, where that took some time to be heard; `down_at`: when it went down.
            named: it names the question that it answers, so it is never meant for one before.
            cut: it has stopped speech, so that No may have been meant for no more.
            by: the seat on whose page it was pressed; None: at the panel.
        """
        chooses = self._another_chooses(state, by)
        if chooses is not None and button not in ("ask", "repeat"):
            return (Say(AnotherChooses(seat=chooses)),)
        if button == "yes" and self._read_elsewhere(state, by):
            return (Answer("turn", self.asker(state)),)
        if button == "yes" and self._anothers_turn(state, by):
            return (Answer("turn", self.asker(state), ear=True),)
        cut, self._answered = cut or self._answered, False
        self._focus_until = at + FOCUS_S
        again, self._told_where = self._told_where, False
        if button in ("yes", "no"):
            let_go_at = at if went_at is None else went_at
            if not named and self._in_a_burst(let_go_at if down_at is None else down_at, at):
                return self._prompt() or (Answer("turn", self.asker(state)),)
            missed = self._missed(button, at, let_go_at, named=named)
            if missed is not None:
                return missed
        if button in ("yes", "no", "ask") and not named:
            self._taken_at = at
        match button, self.mode:
            case "repeat", _:
                return (Repeat(),)
            case "ask", mode if mode.traits.at_rest:
                return self._ask(state, 0)
            case "ask", mode if again and not isinstance(mode, Questions):
                return self._ask(state, 1)  # whose turn it is has just been told
            case "ask", Questions(level=level) if again and level != "board":
                self.mode = Questions(ask_items(state, "board"), 0, "board")
                return self._prompt()
            case "ask", mode:
                self._told_where = True
                return (Say(Where(mode)),)
            case "no", mode if cut and not named and ends_with_none(mode):
                self.mode = NoneMarked(mode)
                return self._prompt()
            case _:
                return self._responded(button, state, at)

    def answered(self) -> None:
        """A question was answered that was asked beside what is open: No may be meant to leave the answer."""
        self._answered = True

    def _missed(self, button: Button, at: float, went_at: float, *, named: bool) -> Effects | None:
        """What a Yes or No gets that was meant for something else; None: it is an answer.

        Too soon after a question came by itself, or too late: what it answers was closed without a press.
        """
        if self._asked_at is not None:
            return self._prompt() if self._hasty(went_at, at) else None
        if named or not self._closed.just(went_at):
            return None
        return (Say(NothingToDo(button=button, why="closed")), *self._prompt())

    def _ask(self, state: State, index: int) -> Effects:
        """Open the questions; what was open comes back after them."""
        self._suspend()
        self._next_word_at = None
        self.mode = Questions(ask_items(state, "ask"), index)
        return (Say(QuestionsOpened(questions=self.mode)),)

    def _here(self, step: Step) -> Step:
        """A list of questions without those about opponents where nobody plays by itself."""
        mode = step.mode
        if self.alone or not isinstance(mode, Questions) or not any(ITEM[one].rivals for one in mode.items):
            return step
        items = tuple([one for one in mode.items if not ITEM[one].rivals])
        at = mode.items[mode.index]
        mine = replace(mode, items=items, index=items.index(at) if at in items else 0)
        effects = tuple([Say(mine) if effect == Say(mode) else effect for effect in step.effects])
        return replace(step, mode=mine, effects=effects)

    def _responded(self, button: Button, state: State, at: float) -> Effects:
        step = self._here(ROWS[type(self.mode)].cell(button)(self.mode, state, self.asker(state)))
        self.focus = step.focus or self.focus
        effects = self._addressed(step.effects)
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
            return self._addressed((Answer("turn", self.asker(state)),))
        return (*effects, *opened)

    def _reopened(self, state: State, at: float) -> Effects:
        """What came back is said; where nothing was open the phase may ask for something."""
        return self.follow(state, at) if isinstance(self.mode, Table) else self._prompt()

    def hold(self, button: Button, state: State, at: float) -> Effects | None:
        """A button is held; None: here a hold is a press like any other."""
        if self._another_chooses(state, None) is not None and button != "ask":
            return None
        self._focus_until = at + FOCUS_S
        match button:
            case "yes" if self._asked_at is None and self._closed.just(at):
                return self._missed(button, at, at, named=False)
            case "yes":
                return self._held(state)
            case "ask" if isinstance(self.mode, Table | Questions):
                self._suspend()
                self.mode = Exploring(self.asker(state))
                return self._prompt()
            case "back" | "forward":
                target = run_on(self.mode, state, +1 if button == "forward" else -1)
                if target is None:
                    return None
                self.mode = target
                return self._prompt()
            case _:
                return None

    def _held(self, state: State) -> Effects | None:
        held = ROWS[type(self.mode)].held
        if held is None:
            return None
        step = held(self.mode, state, self.asker(state))
        self.mode = step.mode or self.mode
        return step.effects

    def press_seat(self, seat: Seat, state: State, at: float, *, on_page: bool = False) -> Effects:
        """A seat button, or its own page: it answers "whose?", else takes the panel for that seat.

        Yes takes what was just named, so nothing is left open of which this seat has heard nothing.
        """
        if seat not in state.seats:
            return (Say(NothingToDo(button="yes", why="no-seat")),)
        if seat in self.alone:
            return (Say(BotMoves(seat=seat)),)
        match self.mode:
            case Whose(site=site):
                self._close(at)
                return (ClaimFor(seat, site),)
            case PassEar(seat=due):
                return self._responded("yes" if due == seat else "forward", state, at)
            case _:
                self.focus, self._focus_until, self._on_page = seat, at + FOCUS_S, on_page
                if state.to_move is None and seat in state.waiting_for():
                    return self.follow(state, at) or self._prompt()
                self._leave_lists(seat, state, at)
                anothers = self.owner(state) not in (None, seat)
                self._barred = self.mode if anothers else None
                return (Answer("turn", seat, ear=True), *(() if anothers else self._prompt()))

    def _leave_lists(self, seat: Seat, state: State, at: float) -> None:
        """Close what somebody has opened by pressing; what the table or the phase asks for stays."""
        while not isinstance(self.mode, Table):
            traits = self.mode.traits
            waits = traits.by_itself or traits.decides or traits.stays or state.phase != "turn"
            own = traits.in_an_ear and self.chooser == seat
            if own or (waits and not (traits.asks or traits.ends_with_focus)):
                return
            self._close(at)

    def _another_chooses(self, state: State, by: Seat | None) -> Seat | None:
        """Whose choice stays untouched: another has taken the panel from it, and this press is that seat's.

        What was asked since is asked of whoever is at the panel, as ever.
        """
        owner = self.owner(state)
        if owner in self.on_phones and owner not in (by, self.focus):
            return owner
        return owner if self.mode == self._barred and self._pressed_by_other(owner, by) else None

    def _read_elsewhere(self, state: State, by: Seat | None) -> bool:
        """Whether somebody at the panel would open by Yes what the mover is to read on a phone."""
        dealt, mover = isinstance(self.mode, Table) and state.cards == "dealt", state.to_move
        return dealt and mover in self.on_phones and mover not in (by, self.focus)

    def _anothers_turn(self, state: State, by: Seat | None) -> bool:
        """Whether Yes would open what the mover can do, for a seat that is not the mover."""
        dealt = isinstance(self.mode, Table) and state.cards == "dealt"
        return dealt and self._pressed_by_other(state.to_move, by)

    def _pressed_by_other(self, owner: Seat | None, by: Seat | None) -> bool:
        if owner is None or self.focus in (None, owner):
            return False
        return not (self._on_page and by != self.focus)

    def tick(self, state: State, at: float) -> Effects:
        """Time has passed: an open question is said once more, then only a soft sound; focus ends."""
        over = self._end_focus(state, at)
        self.look(at)
        return (*over, *self._once_more(at))

    def _end_focus(self, state: State, at: float) -> Effects:
        """Nobody pressed for a while: the panel is the mover's again, and the ear hears it (criterion 23)."""
        if self.focus is None or at <= self._focus_until:
            return ()
        ends, anothers = self.mode.traits.ends_with_focus, self.owner(state) not in (None, self.focus)
        if not (ends or anothers):
            return ()
        seat, self.focus = self.focus, None
        if isinstance(self.mode, Table) or not ends:
            return (Say(FocusOver(seat=seat)), *(self._prompt() if self.mode == self._barred else ()))
        self._close(at)
        return (Say(FocusOver(seat=seat)), *self._reopened(state, at))


def run_on(mode: Any, state: State, step: int) -> Mode | None:
    """The list at the next item with another first letter; None: it has no names, or no other letter."""
    count, index = mode.size(state), getattr(mode, "index", 0)
    here = mode.letter(index, state) if count > 1 else None
    if here is None:
        return None
    targets = ((index + step * number) % count for number in range(1, count))
    return next((replace(mode, index=one) for one in targets if mode.letter(one, state) != here), None)
