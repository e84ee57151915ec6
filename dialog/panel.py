"""The panel: presses → prompts and commands (JOURNEYS §2), mode × button, no cell empty.

Every button does something in every mode; a press that can do nothing says why. Times are monotonic
seconds that are passed in.
"""

from dataclasses import replace
from typing import Final

from dialog.cells import Effects
from dialog.cells_exploring import touched
from dialog.choices import BotMoves, FocusOver, NameOffered
from dialog.effects import (
    About,
    AboutSite,
    Answer,
    ClaimFor,
    Effect,
    NextWords,
    OfTheEvening,
    Repeat,
    Say,
    StillWaiting,
    TuneVoice,
    UndoBack,
)
from dialog.following import follow_mode
from dialog.mending import AcceptAsked, BoardChange, RebuildAsked
from dialog.modes import (
    BoardRight,
    Exploring,
    ForWhom,
    LeftOver,
    Letters,
    Mending,
    Mode,
    More,
    News,
    PassEar,
    Paused,
    Payment,
    Phone,
    Questions,
    Reading,
    StopSure,
    Table,
    TakeBack,
    Tunnel,
    Undos,
    UndoSure,
    Whose,
)
from dialog.offers import ask_items, asks, site_of
from dialog.past import PastAct
from dialog.presses import respond
from dialog.prompts import (
    NothingToDo,
    NothingToTakeBack,
    Payable,
    PaymentBegins,
    QuestionOffered,
)
from dialog.runs import run_on
from dialog.saying import mode_prompt, where
from engine import Seat, State
from tabletop import Button, SiteId

TOO_SOON_S: Final = 0.5  # a Yes or No this soon after a question by itself is no answer (G7)
AGAIN_S: Final = 20.0  # an open question is said once more (G11)
WAIT_S: Final = 30.0  # and then only a soft sound
FOCUS_S: Final = 30.0  # a seat keeps the panel so long after its last press (G9)

_BY_ITSELF: Final = (Payment, Whose, TakeBack, Tunnel, News, UndoSure, LeftOver, PassEar, Phone)
"""Questions that suspend a list."""

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


class Panel:
    """What is open at the panel and whose it is."""

    def __init__(self) -> None:
        self.mode: Mode = Table()
        self.focus: Seat | None = None
        self.alone: frozenset[Seat] = frozenset()  # seats at which nobody sits: they press and ask nothing
        self._under: list[Mode] = []  # what comes back when the open list or question is closed
        self._told_where = False  # the last press was Ask, and it told where one is
        self._asked_at: float | None = None  # when a question came by itself
        self._next_word_at: float | None = None
        self._said_again = False
        self._focus_until = float("-inf")

    # What the table asks

    def pay(self, options: tuple[Payable, ...], state: State, at: float, *, listed: bool = False) -> Effects:
        """Ask a seat how it pays; `options` are never empty, cheapest first. `listed`: no token stands."""
        self._question(Payment(options, listed=listed), at)
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

    def ask_undo(self, acts: tuple[PastAct, ...], state: State, at: float) -> Effects:
        """Ask whether all these acts, newest first, are undone."""
        self._question(UndoSure(acts), at)
        return self._prompt(state)

    @property
    def asked(self) -> bool:
        """Whether a question that came by itself is open: another one would take its place."""
        return isinstance(self.mode, _BY_ITSELF)

    def ask_phone(self, seat: Seat, state: State, at: float) -> Effects:
        """A phone has joined as this seat: No puts it out."""
        self._question(Phone(seat), at)
        return self._prompt(state)

    def list_undo(self, acts: tuple[PastAct, ...], state: State) -> Effects:
        """Open the list of what can be undone, newest first."""
        if not acts:
            return (Say(NothingToTakeBack()),)
        self.mode = Undos(acts)
        return self._prompt(state)

    def news(self, left: int, state: State, at: float) -> Effects:
        """Paper is to be read out before the game goes on."""
        self._question(News(left), at)
        return self._prompt(state)

    def read_on(self, told: About | OfTheEvening, count: int) -> bool:
        """An answer has more steps than the one that is said: Forward goes on. False: a question is open."""
        if isinstance(self.mode, More):
            return True
        if not (isinstance(self.mode, Table) or asks(self.mode)):
            return False
        if self.mode != Table():
            self._under.append(self.mode)
        self.mode = More(told, count, told.step)
        return True

    def ask_pass(
        self, seat: Seat, holder: Seat | None, state: State, at: float, *, screen: bool = False
    ) -> Effects:
        """Ask for the shared earphone, or the screen, to be left to a seat; an open question comes back."""
        if isinstance(self.mode, _BY_ITSELF):
            self._under.append(self.mode)
        self._question(PassEar(seat, holder, screen), at)
        return self._prompt(state)

    @property
    def wanted_ears(self) -> tuple[Seat, ...]:
        """Whose ear is spoken to by what is open, the topmost first."""
        open_now = [self.mode, *reversed(self._under)]
        seats = [getattr(mode, "seat", None) for mode in open_now if not isinstance(mode, PassEar)]
        return tuple(seat for seat in seats if seat is not None)

    @property
    def exploring(self) -> Exploring | None:
        """Who explores the board, and where, a list open above or not; None: nobody does."""
        return next((mode for mode in (self.mode, *self._under) if isinstance(mode, Exploring)), None)

    def touch(self, site: SiteId, state: State) -> Effects:
        """The explorer has touched a site. A list open above is closed: the board is of interest again."""
        while self.exploring is not None and not isinstance(self.mode, Exploring):
            self.mode = self._under.pop()
        if not isinstance(self.mode, Exploring):
            return ()
        self.mode = touched(self.mode, site, state.game_map)
        return self._addressed((AboutSite(site, self.mode.seat),), state)

    def stop_exploring(self, at: float) -> None:
        """Something else has ended it."""
        while self.exploring is not None:
            self._close(at)

    def ask_left_over(self, seat: Seat, site: SiteId, state: State, at: float) -> Effects:
        """Ask whether a token that exploring has left on a free site claims it."""
        self._question(LeftOver(seat, site), at)
        return self._prompt(state)

    def mend(self) -> None:
        """The board is put right pin by pin from now on."""
        self._under.clear()
        self.mode = Mending("step")

    def ask_accept(self, count: int, at: float) -> Effects:
        """Ask whether to play on without the tokens that were all skipped."""
        self.mode = Mending("accept")
        self._asked_at, self._next_word_at, self._said_again = at, None, True
        return (Say(AcceptAsked(count=count)),)

    def ask_board_right(self, changes: tuple[BoardChange, ...], state: State, at: float) -> Effects:
        """Ask whether the game is changed to the board; what is open comes back afterwards."""
        while isinstance(self.mode, Questions):  # the lists that it was chosen from
            self._close(at)
        if self.mode != Table():
            self._under.append(self.mode)
        self.mode = BoardRight(changes)
        self._asked_at, self._next_word_at, self._said_again = None, at + AGAIN_S, False
        return self._prompt(state)

    def leave_board_right(self, at: float) -> None:
        """That question is answered; `come_back` says what was open below."""
        if isinstance(self.mode, BoardRight):
            self._close(at)

    def come_back(self, state: State, at: float) -> Effects:
        """What was open before a question is said again, if it still is."""
        return self._reopened(state, at)

    def mended(self, state: State, at: float) -> Effects:
        """The board is right: back to what the phase asks for."""
        self._open(Table())
        return self.follow(state, at)

    def withdraw(self, site: SiteId, state: State, at: float) -> Effects:
        """The board has answered a question about this site: close it; a list comes back at its place."""
        if isinstance(self.mode, PassEar):
            self._under = [mode for mode in self._under if not _is_about(mode, site)]
        if not _is_about(self.mode, site):
            return ()
        self._close(at)
        return self._prompt(state)

    def _question(self, mode: Mode, at: float) -> None:
        if not isinstance(self.mode, _BY_ITSELF):
            self._under.append(self.mode)
        self.mode = mode
        self._asked_at, self._next_word_at, self._said_again = at, at + AGAIN_S, False

    def _close(self, at: float) -> None:
        self.mode = self._under.pop() if self._under else Table()
        self._asked_at = None
        open_question = isinstance(self.mode, _BY_ITSELF)
        self._next_word_at, self._said_again = at + AGAIN_S if open_question else None, False

    # What the game has come to

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
        if _stays(self.mode) or (isinstance(self.mode, Reading) and state.phase == "over"):
            return ()
        kept = self._under[-1] if self._under and _stays(self._under[-1]) else None
        self._open(kept or Table())
        return self._prompt(state)

    def _open(self, mode: Mode) -> None:
        self.mode = mode
        self._under.clear()
        self._asked_at = self._next_word_at = None

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

    def press(self, button: Button, state: State, at: float) -> Effects:
        """A button was pressed and let go."""
        self._focus_until = at + FOCUS_S
        again, self._told_where = self._told_where, False
        if button in ("yes", "no") and self._asked_at is not None and at - self._asked_at < TOO_SOON_S:
            self._asked_at = at
            return self._prompt(state)
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

    def _addressed(self, effects: Effects, state: State) -> Effects:
        """Lists of questions go to whoever asks; who has taken the panel hears every answer itself (G9)."""
        return tuple(self._to_the_asker(effect, state) for effect in effects)

    def _to_the_asker(self, effect: Effect, state: State) -> Effect:
        match effect:
            case Say(prompt=QuestionOffered() as offered):
                return Say(replace(offered, seat=self.asker(state)))
            case Say(prompt=NameOffered() as named) if asks(self.mode):
                return Say(replace(named, seat=self.asker(state)))
            case Answer() | About() | AboutSite() | OfTheEvening() | TuneVoice() if self.focus is not None:
                return replace(effect, ear=True)
            case _:
                return effect

    def hold(self, button: Button, state: State, at: float) -> Effects | None:
        """A button is held (G10); None: here a hold is a press like any other."""
        self._focus_until = at + FOCUS_S
        match button, self.mode:
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
        if self._next_word_at is None or at < self._next_word_at:
            return over
        self._next_word_at = at + WAIT_S
        if self._said_again:
            return (*over, StillWaiting())
        self._said_again = True
        return (*over, *self._prompt(state))

    def _end_focus(self, state: State, at: float) -> Effects:
        """Nobody pressed for a while: the panel is the mover's again, and the ear hears it (G9)."""
        if (
            self.focus is None
            or at <= self._focus_until
            or not (isinstance(self.mode, _ENDS_WITH_FOCUS) or asks(self.mode))
        ):
            return ()
        seat, self.focus = self.focus, None
        if isinstance(self.mode, Table):
            return (Say(FocusOver(seat=seat)),)
        self._close(at)
        return (Say(FocusOver(seat=seat)), *self._reopened(state, at))

    def asker(self, state: State) -> Seat:
        """Whose ear private answers go to now: never a seat's at which nobody sits, if there is another."""
        people = [seat for seat in (self.focus, state.to_move, *state.seats) if seat is not None]
        return next((seat for seat in people if seat not in self.alone), people[0])

    def _prompt(self, state: State) -> Effects:
        prompt = mode_prompt(self.mode, state)
        return () if prompt is None else self._addressed((Say(prompt),), state)


def _is_about(mode: Mode, site: SiteId) -> bool:
    """Whether a question is about the token on a site, so that the board itself may answer it."""
    match mode:
        case Payment(options=(wish, *_), listed=False):
            return site_of(wish) == site
        case Whose(site=asked) | TakeBack(site=asked) | LeftOver(site=asked):
            return asked == site
        case _:
            return False


def _stays(mode: Mode) -> bool:
    return isinstance(mode, _STAYS) or asks(mode)
