"""The people of the far home where the host deals: they know their hands by its page, and enter digits."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, cast

from bots.bot import Bot
from dialog import FarDigits
from engine import Seat
from lab.simulation.far_players import FarPlayers
from lab.simulation.simulated_players import Pause, Step
from lab.simulation.simulated_table import SimulatedTable
from lab.two_homes.home import GuestHome
from table.followed import Followed
from table.session import Session
from tabletop import Button, Press, SiteId

HEAR_S: Final = 2.0  # a question is heard for so long before it is answered
ANSWER_S: Final = 30.0  # what has come to nothing for so long is tried again
LOOK_S: Final = 1.0  # between two looks whether there is anything to do
WALK_S: Final = 0.2  # a button is down so long, and up


class FarPeople:
    """Drives `FarPlayers` in virtual time; a process that is killed ends what they did with it."""

    def __init__(self, home: GuestHome, bots: Mapping[Seat, Bot], code: Callable[[], str]) -> None:
        """`code`: the digits that the host's table said last, as they are told by telephone; empty: none."""
        self._home, self._bots, self._code = home, dict(bots), code
        self._at = self._until = 0.0
        self._session: Session | None = None
        self._players: FarPlayers | None = None
        self._steps: Iterator[Step] = iter(())
        self.acting = False  # in the middle of something

    def act(self, at: float) -> None:
        """Go on with what they are at."""
        self._at = at
        session = self._home.session
        if session is not self._session or session is None:
            self._sit_down(session)
        if session is None or at < self._until:
            return
        if not self.acting:
            self._steps, self.acting = self._begin(session), True
        step = next(self._steps, None)
        if isinstance(step, Pause):
            self._until = at + step.seconds
        elif step is None:
            self.acting, self._until = False, at + LOOK_S

    def _sit_down(self, session: Session | None) -> None:
        self._session, self.acting = session, False
        if session is not None:
            assert isinstance(session.linked, Followed)
            self._players = FarPlayers(
                session,
                cast("SimulatedTable", _Hands(self)),
                self._bots,
                session.linked,
                hear_s=HEAR_S,
                answer_s=ANSWER_S,
                now=lambda: self._at,
            )

    def _begin(self, session: Session) -> Iterator[Step]:
        assert self._players is not None and isinstance(session.linked, Followed)
        pages, seats = session.linked.pages, self._home.seats
        if isinstance(session.panel.mode, FarDigits):
            return self._enter(session)
        if session.panel.mode.traits.at_rest and any(seat not in pages.asked for seat in seats):
            return self._press("yes")  # digits are wanted, or they are on their way
        return self._players.next_act()

    def _press(self, button: Button) -> Iterator[Step]:
        for down in (True, False):
            self.key(button, down=down)
            yield Pause(WALK_S)
        yield Pause(2 * HEAR_S)

    def _enter(self, session: Session) -> Iterator[Step]:
        """Digit by digit; without any to be heard later."""
        code = self._code()
        if not code:
            yield Pause(HEAR_S)
            return
        for place, digit in enumerate(code):
            while isinstance(mode := session.panel.mode, FarDigits) and len(mode.entered) == place:
                for down in (True, False):
                    self.key("yes" if mode.index == int(digit) else "forward", down=down)
                    yield Pause(WALK_S)

    def key(self, button: Button, *, down: bool) -> None:
        if self._session is not None:
            self._session.handle(Press(button=button, action="down" if down else "up", at=self._at), self._at)

    @property
    def at(self) -> float:
        return self._at

    @property
    def home(self) -> GuestHome:
        return self._home


class _Hands:
    """What hands do at the table in Kiel."""

    def __init__(self, people: FarPeople) -> None:
        self._people = people

    @property
    def tokens(self) -> Mapping[SiteId, Seat]:
        return self._people.home.tokens

    def reach(self, site: SiteId) -> None:
        """No camera sees it."""

    def withdraw(self) -> None:
        """No camera sees it."""

    def place(self, site: SiteId, seat: Seat) -> None:
        self._people.home.feel(site, seat, self._people.at)

    def lift(self, site: SiteId) -> None:
        self._people.home.feel(site, None, self._people.at)

    def key(self, button: Button, *, down: bool) -> None:
        self._people.key(button, down=down)
