"""A controller has a camera and a hub elsewhere calibrated, over a real broker, and hears what came of it."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fingerpost.commands.node import Obeys, serve
from fingerpost.devices.camera_part import CameraPart, CameraSetup
from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from fingerpost.nodes.camera_orders import CameraOrders
from fingerpost.nodes.hub_orders import HubOrders
from fingerpost.nodes.node_memory import CAMERA, EMPTY, TOKENS, NodeMemory
from lab.camera.drawn_camera import SimulatedCamera
from lab.hub.process import HubProcess
from mqtt import Access, TableOptions, Topics, parse_address
from mqtt.node_client import NodeWire
from mqtt.orders import LearnLens, NodeAnswer
from tabletop import Sense, SiteId, TokenColour, board_layout
from tests.mqtt.table import QUICK, HouseTable, Outside, Place, code
from vision import NewestFrame, load_frame, parse_camera, parse_looks
from vision.frame import Image

if TYPE_CHECKING:
    from table.ports import Part

LAYOUT = board_layout("usa")
PORCH, SITE = "porch", SiteId("denver-omaha")


class Scene:
    """What a camera at the front edge of the table sees, again and again."""

    def __init__(self) -> None:
        self.film = SimulatedCamera(LAYOUT, view="oblique", seed=6)
        self._drawn, self._pace = 0, threading.Event()
        self.set({})

    def set(self, stands: dict[SiteId, TokenColour]) -> None:
        self._pictures = [self.film.render(stands, at=0, number=number).image for number in range(3)]

    def grab(self) -> Image | None:
        self._pace.wait(0.1)  # frames are stamped with the clock of the machine
        self._drawn += 1
        return self._pictures[self._drawn % 3]

    def close(self) -> None:
        """Nothing is held."""


class Node:
    """`fingerpost node` without its command line; `folder` is what it keeps things in."""

    def __init__(self, place: Place, folder: Path, *, scene: Scene | None = None, port: str = "") -> None:
        self.memory, self._inbox, self._stop = NodeMemory(folder), Inbox(), threading.Event()
        secret = place.password_file("node")
        password = None if secret is None else secret.read_text(encoding="utf-8").strip()
        access = Access(address=parse_address(place.url("node")), password=password)
        sense: Sense = "pin" if scene is None else "camera"
        self.wire = NodeWire(
            lambda: access, Topics("kitchen"), PORCH, sense=sense, now=time.monotonic, backoff_s=QUICK
        )
        self._scene, self._port = scene, port
        self._thread = threading.Thread(
            target=serve, args=(self._open, self.wire, self.memory, self._inbox, self._stop), daemon=True
        )
        self._thread.start()

    def _open(self) -> "tuple[Part, Obeys]":
        scene = self._scene
        if scene is None:
            hub = HubPart(self._port, LAYOUT, self._inbox)
            return hub, HubOrders(hub.sensors, self.memory, self.wire.answer)
        setup = CameraSetup(device="0")
        camera = CameraPart(setup, LAYOUT, self._inbox, opened=lambda device: NewestFrame(scene, device))
        return camera, CameraOrders(camera, LAYOUT, setup, self.memory, self.wire.answer)

    def close(self) -> None:
        self._stop.set()
        self._thread.join(10)


@pytest.fixture
def sense() -> Sense:
    return "camera"


@pytest.fixture
def table(guarded_place: Place, sense: Sense) -> Iterator[HouseTable]:
    found = HouseTable(guarded_place, options=TableOptions(nodes={PORCH: sense}))
    yield found
    found.close()


@pytest.fixture
def lamp(guarded_place: Place, table: HouseTable) -> Iterator[Outside]:
    client = Outside(guarded_place, "controller", "lamp")
    client.until_live()
    yield client
    client.close()


def wants(lamp: Outside, name: str, fields: dict[str, object]) -> dict[str, object]:
    """Ask until the client knows where the game is: that a sense is lost or found moves it on."""
    while code(answer := lamp.ask(name, {"node": PORCH, **fields}, expect_seq=lamp.seq())) == "stale":
        error = answer["error"]
        assert isinstance(error, dict)
        at = error["data"]["seq"]
        lamp.until(at)
    return answer


def why(answer: dict[str, object]) -> object:
    error = answer["error"]
    assert isinstance(error, dict)
    return error["data"]["why"]


def device_is(lamp: Outside, device: str, state: str) -> bool:
    heard = lamp.told("health")
    sources = heard[-1]["data"]["sources"] if heard else {}  # type: ignore[index]
    return device in sources and sources[device]["state"] == state


def test_given_a_camera_elsewhere_when_a_controller_has_it_learn_then_it_does_keeps_it_and_says_so(
    guarded_place: Place, table: HouseTable, lamp: Outside, tmp_path: Path
) -> None:
    assert code(wants(lamp, "calibrate-node", {})) == "source-offline"  # it is not there yet
    scene = Scene()
    node = Node(guarded_place, tmp_path, scene=scene)
    try:
        lamp.wait(lambda: device_is(lamp, "camera", "live"))
        lens = wants(lamp, "calibrate-node", {"what": "lens"})
        assert (lens["ok"], lens["node"], lens["kept"]) == (True, PORCH, True)
        learned = parse_camera((tmp_path / CAMERA).read_text(encoding="utf-8"))
        assert abs(learned.focal[0] / scene.film.model.focal[0] - 1) < 0.05
        assert why(wants(lamp, "calibrate-node", {"what": "tokens", "seat": "blue"})) == "no-empty-picture"
        assert wants(lamp, "calibrate-node", {"what": "empty"})["kept"] is True
        assert load_frame(tmp_path / EMPTY).size == scene.film.model.size
        scene.set({SITE: "blue", SiteId("helena-omaha"): "blue"})
        assert wants(lamp, "calibrate-node", {"what": "tokens", "seat": "blue"})["kept"] is True
        assert set(parse_looks((tmp_path / TOKENS).read_text(encoding="utf-8")).seats) == {"blue"}
        assert wants(lamp, "set-node-threshold", {"chance": 0.9})["kept"] is True
        assert NodeMemory(tmp_path).settings.chance == 0.9
        assert code(wants(lamp, "set-node-threshold", {"debounce_ms": 20})) == "bad-data"
        assert code(wants(lamp, "calibrate-node", {"node": "attic"})) == "bad-data"
        lamp.raw("node/porch/cmd/calibrate", json.dumps({"data": {}}))  # which it may not write
        lamp.ask("press", {"button": "repeat"})
        assert node.wire.refused == {}
    finally:
        node.close()
    lamp.wait(lambda: device_is(lamp, f"node/{PORCH}", "lost"))
    assert code(wants(lamp, "calibrate-node", {})) == "source-offline"
    table.close()


@pytest.mark.parametrize("sense", ["pin"])
def test_given_a_hub_elsewhere_when_a_controller_sets_it_then_its_own_firmware_says_yes_or_no(
    guarded_place: Place, table: HouseTable, lamp: Outside, tmp_path: Path
) -> None:
    hub = HubProcess(144, link=tmp_path / "hub")
    node = Node(guarded_place, tmp_path / "kept", port=str(tmp_path / "hub"))
    try:
        lamp.wait(lambda: device_is(lamp, "hub", "live"))
        assert wants(lamp, "calibrate-node", {})["ok"] is True
        assert wants(lamp, "set-node-threshold", {"debounce_ms": 40})["kept"] is True
        assert NodeMemory(tmp_path / "kept").settings.debounce_ms == 40
        assert wants(lamp, "calibrate-node", {"what": "forget"})["ok"] is True
        window: dict[str, object] = {"token": 0x12, "low": 574, "high": 794, "site": SITE}
        assert wants(lamp, "set-node-threshold", window)["kept"] is False
        other = {**window, "token": 0x22, "low": 700, "high": 900}
        assert why(wants(lamp, "set-node-threshold", other)) == "hub-refused"  # one code, two tokens
        assert why(wants(lamp, "set-node-threshold", {**window, "site": "nowhere"})) == "no-such-site"
        assert wants(lamp, "calibrate-node", {"what": "keep"})["kept"] is True
    finally:
        node.close()
        hub.close()


def test_given_orders_that_nobody_should_give_when_they_come_then_none_is_obeyed_and_all_are_counted(
    open_place: Place,
) -> None:
    url = parse_address(open_place.url("engine"))
    maker = Outside(open_place, "engine", "maker")
    maker.raw("node/porch/cmd/calibrate", "{}", retain=True)  # before the node is there
    wire = NodeWire(lambda: Access(address=url), Topics("kitchen"), PORCH, sense="camera", now=time.monotonic)
    wire.start()
    maker.wait(lambda: bool(maker.payloads("node/porch/observation")))
    boot = json.loads(maker.payloads("node/porch/info")[-1])["boot"]
    order = {"v": 1, "kind": "command", "table": "kitchen", "src": "engine", "type": "calibrate", "id": "a"}
    good = {**order, "data": {"node_boot": boot, "node_seq": 1}}
    late = {**order, "id": "b", "data": {"node_boot": boot, "node_seq": 0}}
    for one in (good, good, late, {**order, "id": "c"}, 7):
        maker.raw("node/porch/cmd/calibrate", json.dumps(one))
    maker.raw("node/porch/cmd/dance", json.dumps({**good, "type": "dance"}))
    maker.raw("node/porch/cmd/report", b"")  # what came before it has been dealt with when it is answered
    maker.wait(lambda: len(maker.payloads("node/porch/observation")) == 2)
    assert [one.order for one in wire.orders()] == [LearnLens()]
    wire.answer(NodeAnswer(to="a", type="calibrate", ok=True))
    maker.wait(lambda: len(maker.payloads("node/porch/info")) == 2)
    said = json.loads(maker.payloads("node/porch/info")[-1])["data"]
    assert said["refused"] == {"retained": 1, "repeated": 1, "late": 2, "malformed": 1, "unknown": 1}
    assert said["answer"] == {"to": "a", "type": "calibrate", "ok": True}
    of_a_hub = {**order, "id": "d", "data": {"node_boot": boot, "node_seq": 2, "what": "keep"}}
    maker.raw("node/porch/cmd/calibrate", json.dumps(of_a_hub))
    maker.wait(lambda: len(maker.payloads("node/porch/info")) == 3)
    said = json.loads(maker.payloads("node/porch/info")[-1])["data"]["answer"]
    assert (said["to"], said["code"], said["why"]) == ("d", "bad-data", "not-for-a-camera")
    for topic in ("node/porch/cmd/calibrate", "node/porch/info", "node/porch/availability"):
        maker.raw(topic, b"", retain=True)
    wire.close()
    maker.raw("node/porch/availability", b"", retain=True)
    maker.close()
