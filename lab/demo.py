"""A whole game on a simulated table: the loop that lets time pass.

The clock is virtual: at speed 0 nothing waits, at speed 1 every instant takes as long as it would, and the
players listen to what is said before they go on. The transcript is the same either way.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from bots.bot import Bot
from engine import Seat
from fingerpost.devices.inbox import Inbox
from lab.simulation.far_players import players
from lab.simulation.simulated_players import Elsewhere, Listen, Pause, StuckError
from lab.simulation.simulated_table import SimulatedTable, absent
from lab.simulation.table_faults import Accident, Faults
from reconcile import expected_tokens
from table.session import Session
from tabletop import SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoOptions:
    """What the caller of a demo chose."""

    speed: float  # 0: as fast as the machine can; 1: as fast as a real table
    turns: int | None
    hub: bool
    camera: bool
    faults: Faults
    told: Callable[[str], None] | None = None  # hears what goes wrong, as it does


class Audible(Protocol):
    """What players listen to."""

    def wait_idle(self, timeout: float) -> bool:
        """Wait until nothing is being said; False when it took longer than `timeout` seconds."""


class Polled(Protocol):
    """What is looked after while time passes."""

    def poll(self, at: float) -> None:
        """Move on."""


LOOK_S = 0.05  # between two looks at what came from outside while the clock stands
SETTLE_S = 2.0  # at the start: the hub says hello, the camera finds the board
LISTEN_S = 30.0  # nobody listens longer than that
READ_WORDS_PER_S = 5.0  # where nothing is heard, public words are read at this pace


class Demo:
    """One simulated evening; its end closes the table."""

    def __init__(
        self,
        session: Session,
        table: SimulatedTable,
        bots: dict[Seat, Bot],
        options: DemoOptions,
        inbox: Inbox,
        ears: Audible | None,
        parts: Sequence[Polled] = (),
    ) -> None:
        self._session = session
        self._options = options
        self._inbox = inbox
        self._ears = ears
        self._parts = tuple(parts)
        self._table = table
        self._players = players(session, self._table, bots)
        self._last_turn = session.game.state.turn
        self.suffered: list[tuple[int, Accident]] = []  # what went wrong at this table, and in which turn
        self._heard = len(session.history)  # utterances of the session's history that have been listened to
        self._pace_from = 0.0  # wall clock at virtual 0

    def play(self) -> None:
        """Play until the game is over, or for as many turns as were asked for."""
        try:
            self._open()
            start_turn = self._session.game.state.turn
            while not self._session.over:
                played = self._session.game.state.turn - max(start_turn, 1)
                if self._options.turns is not None and played >= self._options.turns:
                    return
                self._maybe_accident()
                self._act()
            self._pass(0.2)
            self._listen()
        finally:
            self._table.close()

    def _act(self) -> None:
        """One act of whoever is asked; it comes to nothing where somebody in the house acted first."""
        acts = self._session.granting.acts
        try:
            for step in self._players.next_act():
                match step:
                    case Pause(seconds=seconds):
                        self._pass(seconds)
                    case Listen():
                        self._listen()
                    case Elsewhere():
                        self._hear(LOOK_S)
                        self._pass(LOOK_S)
                    case _:
                        assert_never(step)
        except StuckError:
            if self._session.granting.acts == acts:
                raise

    def _open(self) -> None:
        """Put the tokens of a resumed game on their pins, then open the devices."""
        for site, seat in expected_tokens(self._session.game.state).items():
            self._table.place(site, seat)
        state = self._session.game.state
        if state.tunnel is not None and state.to_move is not None:  # it stands there until it is paid
            self._table.place(SiteId(state.tunnel.route), state.to_move)
        self._restart_pace()
        for device, there in (("hub", self._options.hub), ("camera", self._options.camera)):
            if not there:
                self._session.handle(absent(device), 0.0)
        for item in self._table.begin():
            self._session.handle(item, 0.0)
        self._pass(SETTLE_S)
        self._session.begin(self._table.now)

    def _maybe_accident(self) -> None:
        turn = self._session.game.state.turn
        if turn != self._last_turn:
            self._last_turn = turn
            accident = self._options.faults.accident(turn)
            if accident is not None:
                self._table.suffer(accident, turn)
                self.suffered.append((turn, accident))
                if self._options.told is not None:
                    self._options.told(f"turn {turn}: {accident}")

    def _pass(self, seconds: float) -> None:
        until = self._table.now + seconds
        while self._table.now < until - 1e-9:
            while self._session.panel.paused:  # by somebody in the house: the table stands still
                self._hear(0.1)
            for item in (*self._table.step(), *self._inbox.take()):
                self._session.handle(item, self._table.now)
            self._session.tick(self._table.now)
            self._poll()
            self._keep_pace()

    def _poll(self) -> None:
        for part in self._parts:
            part.poll(self._table.now)

    def _keep_pace(self) -> None:
        if self._options.speed > 0:
            self._hear(self._pace_from + self._table.now / self._options.speed - time.monotonic())

    def _hear(self, seconds: float) -> None:
        """Let real time pass, and the virtual clock stand: what comes from outside is answered meanwhile."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for item in self._inbox.take(timeout=min(left, LOOK_S)):
                self._session.handle(item, self._table.now)
            self._poll()

    def _restart_pace(self) -> None:
        if self._options.speed > 0:
            self._pace_from = time.monotonic() - self._table.now / self._options.speed

    def _listen(self) -> None:
        """The virtual clock stands still while players listen, or read where nothing is heard."""
        said, self._heard = self._session.history[self._heard :], len(self._session.history)
        if self._options.speed > 0:
            started = time.monotonic()
            while self._ears is not None and time.monotonic() < started + LISTEN_S:
                if self._ears.wait_idle(0.0):
                    break
                self._hear(0.05)
            words = sum(len(one.normal.split()) for one in said if one.audience == "everyone")
            left = words / READ_WORDS_PER_S / self._options.speed - (time.monotonic() - started)
            self._hear(min(left, LISTEN_S))
            self._restart_pace()
        elif self._ears is not None:
            self._ears.wait_idle(LISTEN_S)
