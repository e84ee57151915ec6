"""One table of three machines: its pins and its camera come over the broker, and each of them is killed."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import RouteClaimed, Seat
from lab.hub.process import HubProcess
from mqtt import Access, TableOptions, Topics, parse_address
from mqtt.node_client import NodeWire
from tabletop import DeviceHealth, Observation, Seen, SiteId, board_layout
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import QUICK, HouseTable, Outside, Place, code
from tests.mqtt.test_mqtt_node import Program

LAYOUT = board_layout("usa")


class Camera:
    """A camera's node, in this process: what it sees is put by hand."""

    def __init__(self, url: str) -> None:
        self._wire = NodeWire(
            lambda: Access(address=parse_address(url)),
            Topics("kitchen"),
            "porch",
            sense="camera",
            now=time.monotonic,
            backoff_s=QUICK,
        )
        self._wire.put(DeviceHealth(device="camera", condition="live", at=time.monotonic()))
        for route in LAYOUT.sites:
            self.see(route, "empty")
        self._wire.start()

    def see(self, site: str, what: Seen) -> None:
        self._wire.put(Observation(site=SiteId(site), sense="camera", seen=what, at=time.monotonic()))

    def close(self) -> None:
        self._wire.close()


class TwoPis:
    """The table, its hub's node as a program, its camera's node, and who listens."""

    def __init__(self, broker: LocalBroker, folder: Path) -> None:
        self.broker, self._folder = broker, folder
        self.hub = HubProcess(144, link=folder / "hub")
        place = Place(broker.port, broker)
        self.table = HouseTable(place, options=TableOptions(nodes={"desk": "pin", "porch": "camera"}))
        self.camera, self.desk = Camera(broker.url), self.new_desk()
        self.wall = Outside(place, "viewer", "wall")

    def new_desk(self) -> Program:
        desk = Program(
            *("node", "hub", "--port", str(self._folder / "hub"), "--board", "usa"),
            *("--table", "kitchen", "--name", "desk", "--url", self.broker.url),
        )
        desk.hears("connected")
        return desk

    def until(self, **wanted: str) -> None:
        """Until the house is told that these senses are so."""

        def so() -> bool:
            newest = self.wall.told("health")[-1:]
            sources = newest[0]["data"]["sources"] if newest else {}  # type: ignore[index]
            return all(sources.get(one, {}).get("state") == state for one, state in wanted.items())

        self.wall.wait(so)

    def listen(self) -> None:
        """Listen anew: a broker that was killed has forgotten who listened."""
        self.wall.close()
        self.wall = Outside(Place(self.broker.port, self.broker), "viewer", "wall")
        self.wall.until_live()

    def stand(self, route: str, seat: Seat) -> None:
        """A token is set: felt by one machine, seen by another."""
        channel = LAYOUT.sites[SiteId(route)].channel
        assert channel is not None
        self.hub.contact(channel, 1, bounce_ms=4)
        self.camera.see(route, seat)

    def told(self, route: str, seat: Seat) -> bool:
        """Whether a subscriber has heard that the seat claims it."""
        claims = [one["data"] for one in self.wall.told("event") if one["type"] == "route-claimed"]
        return any((one["route"], one["seat"]) == (route, seat) for one in claims)  # type: ignore[index]

    def claimed(self, route: str, seat: Seat) -> None:
        """Until it is so."""
        self.wall.wait(lambda: self.told(route, seat))

    def say_yes(self, route: str, seat: Seat) -> None:
        """Press Yes until it is so: within half a second of its question the panel takes it for a mistake."""
        for _ in range(8):
            answer = self.wall.ask("press", {"button": "yes"}, expect_seq=self.wall.seq())
            assert answer["ok"] is True or code(answer) == "stale"  # a sense was found in that moment
            if self.wall.within(1.0, lambda: self.told(route, seat)):
                return
        raise AssertionError(self.table.session.history[-5:])

    def close(self) -> None:
        self.wall.close()
        self.table.close()
        self.camera.close()
        self.desk.process.kill()
        self.desk.process.communicate()
        self.hub.close()


@pytest.fixture
def pis(tmp_path: Path) -> Iterator[TwoPis]:
    with LocalBroker() as broker:
        pis = TwoPis(broker, tmp_path)
        yield pis
        pis.close()


def test_given_senses_on_other_machines_when_broker_and_node_are_killed_then_each_claim_is_told_once(
    pis: TwoPis,
) -> None:
    """A token that was set while nobody could tell is asked about when its machines are heard again."""
    pis.until(hub="live", camera="live")
    pis.stand("denver-omaha", "blue")
    pis.claimed("denver-omaha", "blue")

    pis.broker.stop(signal.SIGKILL)
    pis.stand("duluth-helena", "red")
    pis.broker.start()
    pis.listen()
    pis.wall.wait(lambda: any("Duluth to Helena" in str(one) for one in pis.wall.told("announce")))
    pis.say_yes("duluth-helena", "red")

    pis.desk.process.kill()
    pis.desk.process.communicate()
    pis.until(hub="lost", camera="live")
    pis.desk = pis.new_desk()
    pis.until(hub="live", camera="live")
    pis.stand("calgary-seattle", "blue")
    pis.claimed("calgary-seattle", "blue")

    claims = [event for event in pis.table.session.game.events if isinstance(event, RouteClaimed)]
    assert [(str(one.route), one.seat) for one in claims] == [
        ("denver-omaha", "blue"),
        ("duluth-helena", "red"),
        ("calgary-seattle", "blue"),
    ]
