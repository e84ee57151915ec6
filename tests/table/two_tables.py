"""Two tables and a line without faults, for tests: what people do at either, and what is said there."""

from dialog import UndoBack
from engine import Seat, State
from lab.two_homes.evening import STEP_S, LinkedEvening, TwoHomes
from lab.two_homes.home import GuestHome, Home, HostHome
from lab.two_homes.line import LineFaults
from table.homes import Wait
from table.session import Session
from tabletop import Button, Observation, Press, SiteId

QUIET = LineFaults(delay_s=0.15, jitter_s=0.0, lost=0.0, twice=0.0)


class TwoTables:
    """Blue and green at the host, red in Kiel; nobody acts by himself."""

    def __init__(
        self,
        *,
        wait: Wait = "nobody",
        seats: tuple[Seat, ...] = ("blue", "red", "green"),
        guest_comes: bool = True,
    ) -> None:
        self._evening = LinkedEvening(TwoHomes(seed=7, line=QUIET, wait=wait, seats=seats))
        self.host.start(0.0)
        if guest_comes:
            self.guest.start(0.0)
        self.wait(4.0)

    @property
    def host(self) -> HostHome:
        return self._evening.host

    @property
    def guest(self) -> GuestHome:
        return self._evening.guest

    @property
    def at(self) -> float:
        """The time at both."""
        return self._evening.at

    @property
    def wire(self) -> list[bytes]:
        return self._evening.line.wire

    def wait(self, seconds: float) -> None:
        """Time passes, and nobody acts."""
        for _ in range(round(seconds / STEP_S)):
            self._evening.pass_time()

    def cut(self, seconds: float) -> None:
        """The line is cut for so long."""
        self._evening.line.cut(self._evening.at, seconds)

    def kill(self, home: HostHome | GuestHome) -> None:
        home.kill(self._evening.at)

    def start(self, home: HostHome | GuestHome) -> None:
        home.start(self._evening.at)

    def token(self, home: Home, seat: Seat | None, site: str, *, then_s: float = 5.0) -> list[str]:
        """Set or lift one; what is said there meanwhile."""
        before = len(home.words.said)
        home.feel(SiteId(site), seat, self._evening.at)
        self.wait(then_s)
        return said(home, before)

    def nameless(self, home: Home, site: str, *, then_s: float = 5.0) -> list[str]:
        """Set a token on a pin that cannot tell whose it is."""
        before, at = len(home.words.said), self._evening.at
        seen = Observation(site=SiteId(site), sense="pin", seen="something", at=at)
        session_of(home).handle(seen, at)
        self.wait(then_s)
        return said(home, before)

    def yes(self, home: Home, *, then_s: float = 3.0) -> list[str]:
        """Press Yes."""
        return self.press(home, "yes", then_s=then_s)

    def press(self, home: Home, button: Button, *, then_s: float = 3.0) -> list[str]:
        """Press a button and let it go."""
        before = len(home.words.said)
        for action in ("down", "up"):
            session_of(home).handle(
                Press(button=button, action=action, at=self._evening.at), self._evening.at
            )
        self.wait(then_s)
        return said(home, before)

    def undo(self, home: Home, seat: Seat) -> list[str]:
        """Somebody wants the last act undone, and has said Yes to that."""
        before = len(home.words.said)
        session_of(home).perform(UndoBack(seat, 1), self._evening.at)
        self.wait(3.0)
        return said(home, before)


def session_of(home: Home) -> Session:
    assert home.session is not None
    return home.session


def state_of(home: Home) -> State:
    return session_of(home).game.state


def said(home: Home, since: int = 0) -> list[str]:
    return [one.normal for one in home.words.said[since:] if one.normal]


__all__ = ["TwoTables", "said", "session_of", "state_of"]
