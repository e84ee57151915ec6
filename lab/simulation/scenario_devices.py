"""Plays a script with simulated devices: bytes of a hub through a pseudo-terminal, frames for vision."""

from collections.abc import Sequence
from typing import Final, Literal

from engine import SEATS, Seat
from firmware_bridge import buttons
from lab.simulation.scenario import Setting
from lab.simulation.scenario_verbs import Hidden, Plug
from lab.simulation.scripted_evening import ANSWER_S, EveningTable
from lab.simulation.simulated_table import SimulatedTable, absent
from lab.simulation.table_faults import Faults
from tabletop import BUTTONS, Press, SiteId

HELLO_S: Final = 2.0  # the hub says hello, the camera finds the board
CHATTERS_S: Final = 1.5
HAND_S: Final = 0.2  # a hand comes or goes
LOOK_S: Final = 2.0  # the camera is sure of what nobody feels
TREMBLE_MM: Final = 6.0  # no hand is quite still
KEY_S: Final = 0.08  # a key is down so long
HOLD_S: Final = buttons.HOLD_S + 0.2  # longer than a hold takes


class DeviceTable(EveningTable):
    """A table with a hub process, a drawn camera and keys on mock lines."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._setting = setting
        self._table = self._devices()
        self._begin()

    def _devices(self, now: float = 0.0) -> SimulatedTable:
        setting = self._setting
        self._board = self._evening.board
        table = SimulatedTable(
            self._evening.layout,
            seed=setting.seed,
            hub=setting.hub,
            camera=setting.camera,
            faults=Faults("none", setting.seed),
            now=now,
        )
        for site in self._stuck:
            table.touch(site, present=True)
        return table

    def _begin(self) -> None:
        for device, there in (("hub", self._setting.hub), ("camera", self._setting.camera)):
            if not there:
                self._evening.handle(absent(device), self._table.now)
        for item in self._table.begin():
            self._evening.handle(item, self._table.now)
        self.wait(HELLO_S)
        self._evening.begin(self._table.now)

    @property
    def now(self) -> float:
        """The table's clock."""
        return self._table.now

    def set_down(self, seat: Seat, site: SiteId) -> None:
        """A hand brings a seat's token."""
        self._table.reach(site)
        self.wait(HAND_S)
        self._table.tokens.pop(site, None)  # the newest is the last
        self._table.place(site, seat)
        self._table.withdraw()

    def take_up(self, site: SiteId) -> None:
        """The token on a pin, or what closed its contact, is gone."""
        self._stuck.discard(site)
        if site in self._table.tokens:
            self._table.lift(site)
        else:
            self._table.touch(site, present=False)

    def feel(self, site: SiteId) -> None:
        """A contact closes under nothing that could be seen."""
        self._table.touch(site, present=True)

    def linger(self, seat: Seat, site: SiteId, seconds: float) -> None:
        """A hand brings a seat's token, and stays."""
        self._table.reach(site)
        self.wait(HAND_S)
        self._table.place(site, seat)
        until, side = self._table.now + seconds, TREMBLE_MM
        while self._table.now < until:
            side = -side
            self._table.reach(site, aside_mm=side)
            self.wait(HAND_S)
        self._table.withdraw()

    def see(self, seat: Seat, site: SiteId) -> None:
        """A hand lays a token down that closes no contact."""
        self._table.reach(site)
        self.wait(HAND_S)
        self._table.lay(site, seat)
        self._table.withdraw()
        self.wait(LOOK_S)

    def doubt(self, seat: Seat, site: SiteId, belief: float) -> None:
        """Not here: a drawn camera believes what it believes."""
        raise ValueError("what a camera believes is its own; play this without --devices")

    def flicker(self, site: SiteId) -> None:
        """A contact opens and closes for a while, as nobody's hand could."""
        self._table.chatter(site, CHATTERS_S)
        self.wait(CHATTERS_S)

    def cover(self, site: SiteId, seconds: float) -> None:
        """A hand stays over a site."""
        self._table.reach(site)
        self.wait(seconds)
        self._table.withdraw()

    def press(self, name: str, action: Literal["press", "hold"]) -> None:
        """A key of the panel by its line; a seat's button by what its line would mean."""
        self.wait(ANSWER_S)
        for button in BUTTONS:
            if button == name:
                self._table.key(button, down=True)
                self.wait(HOLD_S if action == "hold" else KEY_S)
                self._table.key(button, down=False)
                self.wait(KEY_S)
        for seat in SEATS:
            if seat == name:
                for what in ("down", "up"):
                    press = Press(seat=seat, action=what, at=self._table.now)
                    self._evening.handle(press, self._table.now)

    def lamp(self, *, on: bool) -> None:
        """The light of the room; what the camera makes of it takes a while."""
        self._table.light(1.0 if on else 0.006)
        self.wait(2.0)

    def plug(self, device: Plug, *, there: bool) -> None:
        """A device falls silent, or starts anew."""
        for item in self._table.plug(device, there=there):
            self._evening.handle(item, self._table.now)
        self.wait(4.0)

    def hide(self, cause: Hidden) -> None:
        """Not here: the drawn camera stays where it is, and nothing but a hand comes before it."""
        raise ValueError("the drawn camera stays where it is; play this without --devices")

    def power_cut(self) -> None:
        """Service, hub and camera start anew; the tokens stay where they are."""
        tokens = dict(self._table.tokens)
        self._table.close()
        self._evening.power_cut()
        self._table = self._devices()
        for site, seat in tokens.items():
            self._table.place(site, seat)
        self._begin()
        self.wait(2.0)

    def wait(self, seconds: float) -> None:
        """The clock steps, and the devices with it."""
        until = self._table.now + seconds
        while self._table.now < until - 1e-9:
            for item in self._table.step():
                self._evening.handle(item, self._table.now)
            self._evening.tick(self._table.now)
            if self._evening.board != self._board:
                self._lay_board()

    def _lay_board(self) -> None:
        """Another board lies there: a hub and a camera of its own, nothing on it."""
        now = self._table.now
        self._table.close()
        self._stuck.clear()
        self._table = self._devices(now)
        for item in self._table.begin():
            self._evening.handle(item, now)

    def settle(self) -> None:
        """The camera wants some frames without a hand."""
        self.wait(3.0)

    def standing(self) -> Sequence[SiteId]:
        """The pins with a token, in the order they were set."""
        return tuple(self._table.tokens)

    def close(self) -> None:
        """End the hub's process; the log goes."""
        self._table.close()
        super().close()
