"""A game whose hub comes back a hundred times under another name: nothing lost, said once each way."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from announce import Announcement, Wording
from engine import Game, RouteClaimed, Seat, edition, game_map
from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from firmware_bridge.hub_places import HubPlace
from firmware_bridge.serial_hub import PortError
from storage.store import GameLog
from table.session import Session
from tabletop import DeviceHealth, HubId, SiteId, board_layout
from tests.firmware_bridge.lone_hub import LoneHub
from tests.table.test_session import Paper

USA = board_layout("usa")
SEATS: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
STEP_MS = 20
CLAIMS = [
    SiteId("denver-omaha"),
    SiteId("atlanta-nashville"),
    SiteId("calgary-seattle"),
    SiteId("dallas-little-rock"),
    SiteId("denver-santa-fe"),
    SiteId("chicago-omaha"),
    SiteId("el-paso-phoenix"),
    SiteId("helena-winnipeg"),
    SiteId("montreal-toronto"),
    SiteId("pittsburgh-raleigh"),
]
"""Short routes, none of them double, so that ten of them are free and end no game."""


class Socket:
    """Hubs of one board, each behind whatever name it was plugged in under last; one clock for all."""

    def __init__(self, hubs: int) -> None:
        self.hubs = [LoneHub(144, ident=f"c0ffee{number}", seed=number + 1) for number in range(hubs)]
        self.names: list[str | None] = [None] * hubs
        self.ports: dict[str, Port] = {}
        self.ms = 0
        self.number = 0

    def plug(self, hub: int) -> None:
        self.number += 1
        self.names[hub] = f"/dev/ttyACM{self.number}"
        self.hubs[hub].boot("por")

    def unplug(self, hub: int) -> None:
        name, self.names[hub] = self.names[hub], None
        if name in self.ports:
            self.ports.pop(name).failed(PortError("unplugged", f"hub {name} is gone; check its cable"))

    def seek(self, place: HubPlace) -> list[str]:
        return [name for name in self.names if name is not None]

    def port(self, path: str) -> "Port":
        return Port(self, path)

    def step(self) -> None:
        self.ms += STEP_MS
        for name, hub in zip(self.names, self.hubs, strict=True):
            port = self.ports.get(name or "")
            data = hub.step(b"" if port is None else port.take(), self.ms)
            if port is not None and data:
                port.heard(data)


class Port:
    """What a listener has of a serial port."""

    moved = False

    def __init__(self, socket: Socket, path: str) -> None:
        self.path = path
        self._socket = socket
        self._out = b""

    def open(self, patience_s: float = 0.0) -> None:
        if self.path not in self._socket.names or self.path in self._socket.ports:
            raise PortError("unplugged", f"hub {self.path} is not there; plug it in, or name another port")
        self._socket.ports[self.path] = self

    def start(self, heard: Callable[[bytes], None], failed: Callable[[PortError], None]) -> None:
        self.heard, self.failed = heard, failed

    def write(self, data: bytes) -> None:
        self._out += data

    def take(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def close(self) -> None:
        self._socket.ports.pop(self.path, None)


class Evening:
    """A game by tokens alone, on hubs that come and go."""

    def __init__(self, hubs: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.socket = Socket(hubs)
        monkeypatch.setattr("firmware_bridge.hub_line.SerialPort", self.socket.port)
        clock = SimpleNamespace(monotonic=lambda: self.socket.ms / 1000, sleep=lambda seconds: None)
        monkeypatch.setattr("firmware_bridge.hub_line.time", clock)
        self.layout = replace(
            USA,
            sites={
                name: replace(site, hub=HubId(n % hubs)) for n, (name, site) in enumerate(USA.sites.items())
            },
        )
        self.inbox = Inbox()
        ids = ",".join(hub.ident for hub in self.socket.hubs)
        self.part = HubPart(ids, self.layout, self.inbox, seek=self.socket.seek)
        game = Game.new(edition("us-accessible"), game_map("usa"), SEATS, cards="untracked", seed=1)
        self.paper, self.store = Paper(), GameLog(folder / "game.fingerpost")
        wording = Wording(game.state.game_map, self.layout)
        self.session = Session(
            game, layout=self.layout, wording=wording, store=self.store, sinks=[self.paper]
        )
        camera = DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent")
        self.session.handle(camera, 0.0)
        for hub in range(hubs):
            self.socket.plug(hub)
        self.run(3000)
        self.session.begin(self.socket.ms / 1000)

    def run(self, ms: int) -> list[str]:
        """What is said in the next milliseconds."""
        start = len(self.paper.said)
        for _ in range(ms // STEP_MS):
            self.socket.step()
            at = self.socket.ms / 1000
            self.part.poll(at)
            for item in self.inbox.take():
                self.session.handle(item, at)
            self.session.tick(at)
        return [said.normal for said in self.words(start)]

    def words(self, start: int) -> list[Announcement]:
        return [said for said in self.paper.said[start:] if said.normal]

    def put(self, site: SiteId) -> None:
        place = self.layout.sites[site]
        assert place.channel is not None
        self.socket.hubs[place.hub].put(int(place.channel), 1)

    def claimed(self) -> list[str]:
        return [event.route for event in self.store.log().events if isinstance(event, RouteClaimed)]


GONE = "The board is unplugged: check its cable. Claim from the list."


def back_with(tokens: int) -> str:
    """What is said when the pins are back and that many tokens stand."""
    agree = {0: "", 1: "; 1 token agrees"}.get(tokens, f"; {tokens} tokens agree")
    return f"The pins are back{agree}."


def test_given_a_game_when_its_hub_is_replugged_100_times_elsewhere_then_nothing_is_lost_and_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(1, tmp_path, monkeypatch)
    gone = back = 0
    for number in range(100):
        evening.socket.unplug(0)
        said = evening.run(900)
        assert said == [GONE], said
        gone += 1
        evening.socket.plug(0)
        said = evening.run(700)
        assert said == [back_with((number + 4) // 10)], said
        back += 1
        if number % 10 == 5:
            evening.put(CLAIMS[number // 10])
            said = evening.run(1500)
            assert len(said) == 1 and "claims" in said[0], said
    assert (gone, back) == (100, 100)
    assert evening.socket.number == 101
    assert evening.claimed() == CLAIMS
    evening.store.close()


def test_given_two_hubs_under_one_board_when_one_goes_in_a_game_then_one_device_and_claims_on_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(2, tmp_path, monkeypatch)
    assert {evening.layout.sites[site].hub for site in CLAIMS} == {HubId(0), HubId(1)}
    for site in CLAIMS[:4]:
        evening.put(site)
        (said,) = evening.run(1500)
        assert "claims" in said
    evening.socket.unplug(1)
    assert len(evening.run(1000)) == 1
    evening.socket.unplug(0)
    assert evening.run(1000) == []
    evening.socket.plug(0)
    assert evening.run(1500) == []  # the board is back only when all of it is
    evening.socket.plug(1)
    assert evening.run(1500) == [back_with(4)]
    evening.put(CLAIMS[4])
    evening.run(1500)
    assert evening.claimed() == CLAIMS[:5]
    evening.store.close()
