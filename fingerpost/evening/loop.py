"""The loop of the real table: devices in threads of their own, one inbox, one turn after the other."""

import gc
import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from fingerpost.devices.inbox import Inbox
from fingerpost.devices.notify import Notifier
from fingerpost.evening.all_loaded import load_all
from table.awaited import AWAITED_S, awaited
from table.device_health import TableHealth
from table.ports import Part
from table.session import Input
from tabletop import DeviceHealth, sense_devices
from upkeep.machine_state import MachineState, Status

TICK_S: Final = 0.02
FIRST_WORD_S: Final = 1.0  # a device that says nothing for so long is not waited for


class Playable(Protocol):
    """What the loop plays: a game, or the table that is set up for one."""

    @property
    def stopping(self) -> bool:
        """Whether somebody has ended it."""

    @property
    def health(self) -> TableHealth:
        """How the devices are."""

    @property
    def wanted(self) -> int:
        """How often somebody has wanted something of it, also past the inbox, as a page does."""

    def begin(self, at: float) -> None:
        """The devices have had their first word."""

    def handle(self, item: Input, at: float) -> None:
        """Take in one thing that a device said."""

    def tick(self, at: float) -> None:
        """Time has passed."""


def run(
    session: Playable,
    parts: list[Part],
    inbox: Inbox,
    *,
    stop: threading.Event,
    status: Callable[[], Status] = lambda: Status(phase="set-up"),
    speaking: Callable[[float], bool] | None = None,
) -> None:
    """Play until `stop` is set, the panel stops, or the process is told to end.

    `status`, `speaking`: what the machine is told; without a voice (None) nothing is ever being said.

    The watchdog is fed from here only, after a whole turn: a device, a rule or a sink that hangs starves it.
    """
    start = time.monotonic()
    began = False
    fed = float("-inf")
    notifier = Notifier.from_environment()
    every_s = notifier.every_s
    machine = MachineState.from_environment()
    if notifier.address is not None:
        load_all()
        gc.freeze()  # what stays is not looked through again: that took 40 ms, in which no press was heard
    notifier.ready()
    try:
        while not (stop.is_set() or session.stopping):
            at, wanted = time.monotonic(), session.wanted
            for part in parts:
                part.poll(at)
            used = session.wanted != wanted
            for item in inbox.take(timeout=TICK_S):
                session.handle(item, time.monotonic())
                used = used or not isinstance(item, DeviceHealth)
            machine.turn(status(), at, used=used or (speaking is not None and speaking(at)))
            if not began and _senses_spoke(session, at - start):
                session.begin(at)
                began = True
            session.tick(time.monotonic())
            if every_s is not None and at - fed >= every_s / 2:
                fed = at
                notifier.alive(session.health.status())
    finally:
        if notifier.address is not None:
            gc.unfreeze()  # this game may go when another begins
        notifier.stopping()
        for part in parts:
            part.close()


def _senses_spoke(session: Playable, waited_s: float) -> bool:
    """Whether all senses have had their first word, or their time; those elsewhere have more of it."""
    newest = session.health.all()
    if awaited(newest):
        return waited_s >= AWAITED_S
    return waited_s >= FIRST_WORD_S or {*sense_devices()} <= {health.device for health in newest}
