"""What the table asks at the panel: questions that come by themselves, and lists that they suspend."""

from dataclasses import replace
from typing import Final

from dialog.cells import Effects
from dialog.cells_exploring import touched
from dialog.choices import NameOffered
from dialog.closed import Closed
from dialog.effects import (
    About,
    AboutSite,
    Answer,
    Effect,
    OfTheEvening,
    Say,
    TuneVoice,
)
from dialog.mending import AcceptAsked, BoardChange, RebuildAsked
from dialog.modes import (
    BoardRight,
    Exploring,
    LeftOver,
    Mending,
    Mode,
    More,
    News,
    PassEar,
    Payment,
    Phone,
    Questions,
    Table,
    TakeBack,
    Tunnel,
    Undos,
    UndoSure,
    Whose,
)
from dialog.offers import asks, site_of
from dialog.past import PastAct
from dialog.prompts import (
    NothingToTakeBack,
    Payable,
    PaymentBegins,
    QuestionOffered,
)
from dialog.saying import mode_prompt
from engine import Seat, State
from tabletop import SiteId

AGAIN_S: Final = 20.0  # an open question is said once more (criterion 19)

BY_ITSELF: Final = (Payment, Whose, TakeBack, Tunnel, News, UndoSure, LeftOver, PassEar, Phone)
"""Questions that suspend a list."""


class Asking:
    """What is open at the panel and whose it is; `Panel` adds what presses and events do to it."""

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
        self._closed = Closed()

    # What the table asks

    def pay(
        self,
        options: tuple[Payable, ...],
        state: State,
        at: float,
        *,
        listed: bool = False,
        instead: SiteId | None = None,
    ) -> Effects:
        """Ask a seat how it pays; `options` are never empty, cheapest first.

        Args:
            listed: no token stands.
            instead: it takes the place of the seat's last claim, at this site.
        """
        self._question(Payment(options, listed=listed, instead=instead), at)
        return (Say(PaymentBegins(wish=options[0])), *self._prompt(state))

    def ask_whose(
        self, site: SiteId, guess: Seat | None, state: State, at: float, *, missing: SiteId | None = None
    ) -> Effects:
        """Ask whose token stands on a pin, or whether it is a claim. The caller has said the question."""
        seats = state.seats
        start = seats.index(guess or state.to_move or seats[0])
        whose = Whose(site, seats[start:] + seats[:start], guess is not None, missing=missing)
        self._question(whose, at)
        return ()

    def ask_take_back(
        self,
        seat: Seat,
        site: SiteId,
        state: State,
        at: float,
        *,
        everybody: bool,
        instead: SiteId | None = None,
    ) -> Effects:
        """Ask whether the claim whose token was lifted is taken back, or goes where the token stands now."""
        self._question(TakeBack(seat, site, everybody, instead), at)
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
        return isinstance(self.mode, BY_ITSELF)

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
        if isinstance(self.mode, BY_ITSELF):
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
        """Ask whether a token claims the free site where exploring has left it, or where it came early."""
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

    @property
    def paid_anew(self) -> SiteId | None:
        """Where a token stands whose claim its seat pays anew, a list open above or not; None: none does."""
        for mode in (self.mode, *self._under):
            if isinstance(mode, Payment) and mode.instead is not None:
                return site_of(mode.options[0])
        return None

    def withdraw(self, site: SiteId, state: State, at: float) -> Effects:
        """The board has answered a question about this site: close it; a list comes back at its place."""
        self._under = [mode for mode in self._under if not _is_about(mode, site)]
        if not _is_about(self.mode, site):
            return ()
        self._close(at)
        return self._prompt(state)

    def _question(self, mode: Mode, at: float) -> None:
        if not isinstance(self.mode, BY_ITSELF):
            self._under.append(self.mode)
        self.mode = mode
        self._asked_at, self._next_word_at, self._said_again = at, at + AGAIN_S, False

    def _close(self, at: float) -> None:
        self.mode = self._under.pop() if self._under else Table()
        self._asked_at = None
        open_question = isinstance(self.mode, BY_ITSELF)
        self._next_word_at, self._said_again = at + AGAIN_S if open_question else None, False

    def _open(self, mode: Mode) -> None:
        self.mode = mode
        self._under.clear()
        self._asked_at = self._next_word_at = None

    def _addressed(self, effects: Effects, state: State) -> Effects:
        """Lists of questions go to whoever asks; who has taken the panel hears every answer itself."""
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

    def asker(self, state: State) -> Seat:
        """Whose ear private answers go to now: never a seat's at which nobody sits, if there is another."""
        payer = self.mode.seat if isinstance(self.mode, Payment) else None
        people = [seat for seat in (self.focus, payer, state.to_move, *state.seats) if seat is not None]
        return next((seat for seat in people if seat not in self.alone), people[0])

    def _prompt(self, state: State) -> Effects:
        prompt = mode_prompt(self.mode, state)
        return () if prompt is None else self._addressed((Say(prompt),), state)


def _is_about(mode: Mode, site: SiteId) -> bool:
    """Whether a question is about the token on a site, so that the board itself may answer it."""
    match mode:
        case Payment(options=(wish, *_), listed=False, instead=instead):
            return site in (site_of(wish), instead)
        case TakeBack(site=asked, instead=instead):
            return site in (asked, instead)
        case Whose(site=asked) | LeftOver(site=asked):
            return asked == site
        case _:
            return False
