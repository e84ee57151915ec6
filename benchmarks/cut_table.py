"""The process that `power_cuts` kills: a table that plays, writes down what it tells, and dies where told.

Its people take claims back and knock tokens over besides, so that a cut can fall into an undo and a rebuild.
"""

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from announce import Announcement, Wording
from bots.bot import Bot, GreedyBot
from dialog import Mending, Table, TakeBack
from engine import CARD_MODES, Event, Game, Seat, State, event_to_json, game_map
from fingerpost.devices.inbox import Inbox
from lab.demo import Demo, DemoOptions
from lab.simulation.simulated_players import KEY_S, THINK_S
from lab.simulation.simulated_table import SimulatedTable
from lab.simulation.table_faults import Faults
from storage.resume import Sitting, begin, resume
from storage.second_copy import SecondCopy
from storage.store import read_file
from table.session import Input, Session
from tabletop import BoardLayout, Button, DeviceHealth, SiteId, board_layout

GAMES: Final = (
    ("us-accessible", "usa", "dealt"),
    ("europe", "europe", "dealt"),
    ("us-accessible", "usa", "untracked"),
    ("rails-and-sails-world", "world", "dealt"),
)
PAPER: Final = ("TakeBack", "Mending")
DEALT: Final = (*PAPER, "Tickets", "Confirm", "Payment", "Second")
PLACES: Final = (DEALT, (*DEALT, "Tunnel", "Tunnel"), PAPER, (*DEALT, "Pieces"))
"""Modes of the panel that a cut may be aimed at in each game; set-up: tickets and pieces are chosen."""
TAKES_BACK: Final = 0.25  # of claims
KNOCKS: Final = 0.1  # of acts
KNOCKED: Final = 3  # tokens
LOOKED_ROUND_S: Final = 4.0  # by then a table that goes on has compared its board
ANSWERED_S: Final = 20.0
HEARD_S: Final = 1.6  # that a question was closed by the board: a press before that was meant for it


class Witness:
    """A sink that writes each event down as it is told; a page in the kernel outlives the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, kind: str, number: float, text: str = "") -> None:
        """One line, in one call of the system."""
        os.write(self._file, f"{kind} {number} {text}\n".encode())

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Each event."""
        for seq, event in events:
            self.write("told", seq, event_to_json(event))

    def say(self, announcement: Announcement, at: float) -> None:
        """Words that tell an event; the first of a sitting end its start."""
        if announcement.normal:
            self.write("said", announcement.seq or 0, announcement.normal)

    def again(self, announcement: Announcement, at: float) -> None:
        """Nobody asks."""

    def hush(self, at: float) -> bool:
        """It does not speak."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Not an event."""

    def close(self) -> None:
        """The system closes it."""


@dataclass
class Aim:
    """Where the power goes: after so many steps of the clock in this mode of the panel."""

    mode: str
    steps: int

    def reached(self, session: Session) -> bool:
        """Whether now is the moment."""
        if type(session.panel.mode).__name__ != self.mode or not session.begun:
            return False
        self.steps -= 1
        return self.steps <= 0


class CutTable(SimulatedTable):
    """A table of pins whose power goes where it is aimed at."""

    def __init__(self, layout: BoardLayout, *, seed: int, aim: Aim | None, witness: Witness) -> None:
        super().__init__(layout, seed=seed, hub=True, camera=False, faults=Faults("none", seed))
        self.session: Session | None = None
        self._aim, self._witness = aim, witness

    def step(self) -> list[Input]:
        """The next instant, if there is one."""
        if self._aim is not None and self.session is not None and self._aim.reached(self.session):
            self._witness.write("cut", 0, self._aim.mode)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().step()


class Unruly(Demo):
    """People who take claims back and knock tokens over."""

    _taken_back: SiteId | None = None  # the last one; a pin that is used again and again seems to flicker

    def _act(self) -> None:
        super()._act()
        state = self._session.game.state
        dice = Random(f"{state.seed} {len(self._session.game.events)}")
        if not isinstance(self._session.panel.mode, Table) or state.phase != "turn":
            return
        if self._table.now < LOOKED_ROUND_S:
            return
        grace = self._session.tracker.grace
        if grace not in (None, self._taken_back) and dice.random() < TAKES_BACK:
            self._take_back()
        elif len(self._table.tokens) > KNOCKED and dice.random() < KNOCKS:
            self._knock(dice)

    def _take_back(self) -> None:
        site = self._session.tracker.grace
        assert site is not None
        self._taken_back = site
        self._table.lift(site)
        self._until(TakeBack, there=True)
        self._answer("yes")

    def _knock(self, dice: Random) -> None:
        # A pin where a claim was just taken back and made again counts as one that flickers.
        steady = sorted(self._table.tokens.keys() - {self._session.tracker.grace})
        fallen = dice.sample(steady, KNOCKED)
        seats = [self._table.tokens[site] for site in fallen]
        for site in fallen:
            self._table.lift(site)
            self._pass(0.1)
        self._until(Mending, there=True)
        for _ in ("start", "ready"):
            self._answer("yes")
        for site, seat in zip(fallen, seats, strict=True):
            self._table.place(site, seat)
            self._pass(1.0)
        self._until(Mending, there=False)
        self._pass(HEARD_S)

    def _until(self, mode: type[object], *, there: bool) -> None:
        until = self._table.now + ANSWERED_S
        while isinstance(self._session.panel.mode, mode) != there:
            if self._table.now > until:
                last = self._session.history[-1].normal
                raise SystemExit(f"no {mode.__name__} {'came' if there else 'ended'}; last said: {last}")
            self._pass(0.1)

    def _answer(self, button: Button) -> None:
        self._pass(THINK_S)
        self._table.key(button, down=True)
        self._pass(KEY_S)
        self._table.key(button, down=False)
        self._pass(KEY_S)


def play(log: Path, copies: Path, witness: Witness, *, seed: int, aim: Aim | None) -> None:
    """Begin the game in the log, or go on with it, to its end."""
    witness.write("up", time.monotonic())
    sitting = _sitting(log, copies, seed)
    state = sitting.game.state
    layout = board_layout(state.game_map.id)
    wording = Wording(game_map(state.game_map.id), layout)
    events = sitting.game.events
    copy = SecondCopy(
        copies,
        log,
        sitting.store.game_id,
        past=[(first, events[first - 1 : last]) for first, last in sitting.acts],
        agreed=sitting.agreed,
        changed=lambda health: witness.write("copy", 0, f"{health.condition} {health.detail}"),
        apart=lambda _folder, _log: True,
    )
    session = Session(
        sitting.game,
        layout=layout,
        wording=wording,
        store=sitting.store,
        sinks=[witness, copy],
        earlier=sitting.earlier(sitting.past(wording)),
    )
    witness.write("ready", time.monotonic())
    table = CutTable(layout, seed=seed, aim=aim, witness=witness)
    table.session = session
    options = DemoOptions(speed=0, turns=None, hub=True, camera=False, faults=table.faults)
    bots: dict[Seat, Bot] = {seat: GreedyBot(seed) for seat in state.seats}
    Unruly(session, table, bots, options, Inbox(), None).play()
    copy.close()
    sitting.store.closed()
    sitting.store.close()


def _sitting(log: Path, copies: Path, seed: int) -> Sitting:
    if log.is_file() and read_file(log).events:
        return resume(log, second=copies)
    edition, board, cards = GAMES[seed % len(GAMES)]
    mode = next(mode for mode in CARD_MODES if mode == cards)
    return begin(log, Game.new(edition, board, ("blue", "red", "green"), mode, seed))
