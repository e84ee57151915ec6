"""What is open at the panel: questions that come by themselves, and the lists that they suspend."""

from msgspec.structs import replace

from dialog.board_right import BoardChange, BoardRight
from dialog.closed import Closed
from dialog.declare import Declare, Marks, NoneMarked
from dialog.ear import PassEar
from dialog.effects import About, AboutSite, Answer, Effect, OfTheEvening, Say, TuneVoice
from dialog.explore import Exploring, touched
from dialog.far import FarDigits
from dialog.kit import Effects
from dialog.lists import Questions, Table
from dialog.mend import AcceptAsked, Mending
from dialog.mode import Mode, Prompt
from dialog.names import Cities, Letters, Named, Routes
from dialog.offers import site_of
from dialog.past import PastAct
from dialog.pay import Payment
from dialog.reading import More, News
from dialog.stand_in import TokenWanted
from dialog.undo import NothingToTakeBack, Undos
from dialog.waiting import AGAIN_S, Waiting
from engine import Phase, Seat, State
from tabletop import SiteId


class Asking(Waiting):
    """What is open at the panel and whose it is; `Panel` adds what presses and events do to it."""

    def __init__(self) -> None:
        super().__init__()
        self.mode: Mode = Table()
        self.focus: Seat | None = None
        self.alone: frozenset[Seat] = frozenset()  # seats at which nobody sits: they press and ask nothing
        self.far: frozenset[Seat] = frozenset()  # seats at another table, where their answers are
        self.on_phones: frozenset[Seat] = frozenset()  # who reads there what stands in lists of its own
        self.elsewhere: frozenset[Phase] = frozenset()  # what these ask for is chosen at another table
        self.marks: Marks = {}  # in lists of tickets that are not ended yet
        self._under: list[Mode] = []  # what comes back when the open list or question is closed
        self._answered = False  # since the last press a question was answered, beside what is open
        self._told_where = False  # the last press was Ask, and it told where one is
        self._focus_until = float("-inf")
        self._barred: Mode | None = None  # another's choice that was open when the seat took the panel
        self._on_page = False  # the seat that has the panel has taken it by its page: others are at the panel
        self._closed = Closed()

    # What the table asks

    def ask(
        self,
        question: Mode,
        at: float,
        *,
        first: Prompt | None = None,
        said: bool = False,
        above: bool = False,
    ) -> Effects:
        """A question comes by itself: it suspends a list, and takes the place of another question.

        Args:
            first: what everybody is told before it.
            said: its words have been said already.
            above: another question is suspended as well, and comes back.
        """
        first = first or question.begins()
        if above or not self.asked:
            self._under.append(self.mode)
        self.mode = question
        self._asked_at, self._next_word_at, self._said_again = at, at + AGAIN_S, False
        news: Effects = () if first is None else (Say(first),)
        return news if said else (*news, *self._prompt())

    @property
    def asked(self) -> bool:
        """Whether a question that came by itself is open: another one would take its place."""
        return self.mode.traits.by_itself and not self.mode.traits.yields

    def list_undo(self, acts: tuple[PastAct, ...]) -> Effects:
        """Open the list of what can be undone, newest first."""
        if not acts:
            return (Say(NothingToTakeBack()),)
        self.mode = Undos(acts)
        return self._prompt()

    def read_on(self, told: About | OfTheEvening, count: int, turn: int) -> bool:
        """An answer of this turn has more steps than the one that is said. False: a question is open.

        What was read on before is left: Forward goes on with what was said last.
        """
        if not isinstance(self.mode, More):
            if not self.at_leisure:
                return False
            self._suspend()
        self.mode = More(replace(told, step=0), count, told.step, turn)
        return True

    @property
    def at_leisure(self) -> bool:
        """Whether nothing waits for an answer: nothing is open, or a list from which something is asked."""
        return isinstance(self.mode, Table) or self.mode.traits.asks

    @property
    def wanted_ears(self) -> tuple[Seat, ...]:
        """Whose ear is spoken to by what is open, the topmost first."""
        seats = [getattr(mode, "seat", None) for mode in self.open_now if not isinstance(mode, PassEar)]
        return tuple(seat for seat in seats if seat is not None)

    @property
    def open_now(self) -> tuple[Mode, ...]:
        """What is open, the topmost first."""
        return (self.mode, *reversed(self._under))

    def leave_ear(self, seat: Seat, at: float) -> Effects:
        """Nothing waits any more for this seat's ear: the shared earphone is not called for."""
        self._under = [mode for mode in self._under if not (isinstance(mode, PassEar) and mode.seat == seat)]
        if not (isinstance(self.mode, PassEar) and self.mode.seat == seat):
            return ()
        self._close(at)
        return self._prompt()

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
        return self._addressed((AboutSite(site, self.mode.seat),))

    def stop_exploring(self, at: float) -> None:
        """Something else has ended it."""
        while self.exploring is not None:
            self._close(at)

    def mend(self) -> None:
        """The board is put right pin by pin from now on; what is to be read out from paper is so after it."""
        self._under = [mode for mode in (*self._under, self.mode) if isinstance(mode, News)]
        self.mode = Mending("step")

    def ask_accept(self, count: int, at: float) -> Effects:
        """Ask whether to play on without the tokens that were all skipped."""
        self.mode = Mending("accept")
        self._asked_at, self._next_word_at, self._said_again = at, None, True
        return (Say(AcceptAsked(count=count)),)

    def ask_board_right(self, changes: tuple[BoardChange, ...], at: float) -> Effects:
        """Ask whether the game is changed to the board; what is open comes back afterwards."""
        while isinstance(self.mode, Questions):  # the lists that it was chosen from
            self._close(at)
        self._suspend()
        self.mode = BoardRight(changes)
        self._asked_at, self._next_word_at, self._said_again = None, at + AGAIN_S, False
        return self._prompt()

    def leave_board_right(self, at: float) -> None:
        """That question is answered; `come_back` says what was open below."""
        if isinstance(self.mode, BoardRight):
            self._close(at)

    @property
    def token_wanted(self) -> TokenWanted | None:
        """What waits for its token to be set, a list open above or not; None: nothing."""
        open_now = (self.mode, *self._under)
        return next((mode for mode in open_now if isinstance(mode, TokenWanted)), None)

    def leave_token(self, at: float) -> None:
        """No token is waited for any more; `come_back` says what was open below."""
        self._under = [mode for mode in self._under if not isinstance(mode, TokenWanted)]
        if isinstance(self.mode, TokenWanted):
            self._close(at)

    @property
    def paid_anew(self) -> SiteId | None:
        """Where a token stands whose claim its seat pays anew, a list open above or not; None: none does."""
        for mode in (self.mode, *self._under):
            if isinstance(mode, Payment) and mode.instead is not None:
                return site_of(mode.options[0])
        return None

    @property
    def digits_of(self) -> Seat | None:
        """Whose digits are entered, a question open above or not; None: nobody's."""
        open_now = (self.mode, *self._under)
        return next((mode.seat for mode in open_now if isinstance(mode, FarDigits)), None)

    @property
    def ticket_list(self) -> Declare | None:
        """The list in which a seat marks its tickets, a question open above or not; None: none is open."""
        for mode in (self.mode, *reversed(self._under)):
            if isinstance(mode, Declare | NoneMarked):
                return mode if isinstance(mode, Declare) else mode.tickets
        return None

    def leave_digits(self, seat: Seat, at: float) -> Effects:
        """The seat has joined: its digits are wanted no more."""
        if self.digits_of != seat:
            return ()
        self._under = [mode for mode in self._under if not isinstance(mode, FarDigits)]
        if not isinstance(self.mode, FarDigits):
            return ()
        self._close(at)
        return self._prompt()

    def withdraw(self, site: SiteId, at: float) -> Effects:
        """The board has answered a question about this site: close it; a list comes back at its place."""
        self._under = [mode for mode in self._under if not mode.is_about(site)]
        if not self.mode.is_about(site):
            return ()
        self._close(at)
        return self._prompt()

    def _suspend(self) -> None:
        """What is open comes back after what is opened now."""
        if self.mode != Table():
            self._under.append(self.mode)

    def _close(self, at: float) -> None:
        self.mode = self._under.pop() if self._under else Table()
        self._asked_at = None
        self._next_word_at = at + AGAIN_S if self.mode.traits.by_itself else None
        self._said_again = False

    def _open(self, mode: Mode) -> None:
        self.mode = mode
        self._under.clear()
        self._asked_at = self._next_word_at = None

    def _addressed(self, effects: Effects) -> Effects:
        """Who has taken the panel hears every answer itself."""
        return effects if self.focus is None else tuple(map(_for_its_ear, effects))

    @property
    def chooser(self) -> Seat | None:
        """Who chooses from the open list, whoever has the panel; None: no seat in particular."""
        return choosing(self.mode)

    def owner(self, state: State) -> Seat | None:
        """Whose choice the open list is, whoever has the panel: the mover's, where no seat stands in it."""
        traits = self.mode.traits
        return (self.chooser or state.to_move) if traits.in_an_ear and not traits.asks else None

    def asker(self, state: State) -> Seat:
        """Whose ear private answers go to now: never a seat's at which nobody sits here, if another is."""
        below = [choosing(mode) for mode in reversed(self._under)]  # where a list of questions is above
        first: tuple[Seat | None, ...] = (self.chooser, self.focus, *below, state.to_move)
        people = [seat for seat in (*first, *state.seats) if seat is not None]
        away = self.on_phones - {self.chooser, self.focus}
        for absent in (self.alone | self.far | away, self.alone | self.far):
            for seat in people:  # asked in every turn of the loop
                if seat not in absent:
                    return seat
        return people[0]

    def shown_to(self, state: State) -> Seat:
        """Whose matter the open list is where it is not said but shown: that of names is the mover's."""
        names = isinstance(self.mode, Letters | Cities | Routes | Named)
        return (state.to_move or state.seats[0]) if names else self.asker(state)


def choosing(mode: Mode) -> Seat | None:
    """For whose ear alone it is what stands in this mode."""
    seat: Seat | None = getattr(mode, "seat", None)
    return seat if mode.traits.in_an_ear else None


def _for_its_ear(effect: Effect) -> Effect:
    match effect:
        case Answer() | About() | AboutSite() | OfTheEvening() | TuneVoice():
            return replace(effect, ear=True)
        case _:
            return effect
