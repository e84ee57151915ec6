"""How a node is set: kept, told to a hub that has restarted, and what it cannot do said by its word."""

import inspect
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import cast

import numpy as np
import pytest
from msgspec.structs import replace as replace_struct

from fingerpost.devices import camera_lessons
from fingerpost.devices.camera_lessons import Lesson
from fingerpost.devices.camera_part import CameraSetup
from fingerpost.nodes import camera_orders, hub_orders
from fingerpost.nodes.camera_orders import PATIENCE_S as LESSON_S
from fingerpost.nodes.camera_orders import CameraOrders
from fingerpost.nodes.hub_orders import PATIENCE_S, HubOrders
from fingerpost.nodes.node_memory import SETTINGS, NodeMemory, NodeSettings, keep
from firmware_bridge import Ack, Calibrate, Command, CommandAnswered, HubHello, HubSettings, PinSensor
from mqtt.codes import CODES
from mqtt.order_words import ADVICE, told
from mqtt.ordered import Ordered
from mqtt.orders import (
    CodeWindow,
    Debounce,
    KeepWindows,
    LearnLens,
    LeastChance,
    MustBeEmpty,
    NodeAnswer,
    Order,
)
from tabletop import SiteId, board_layout
from vision import Pace
from vision.settling import Settler

DOCS = Path(__file__).resolve().parents[2] / "docs" / "mqtt-topics.md"
HELLO = HubHello(
    version=(1, 0), firmware="f/1", id="ab", epoch=1, sites=2, capabilities=("s", "a", "z"), line_limit=120,
    beat_ms=1000, debounce_ms=16, scans=250, reset="por",
)  # fmt: skip


@dataclass
class Hub:
    """A hub's sensor, as far as orders look at it."""

    hello: HubHello | None = HELLO
    live: bool = True
    asked: list[Command] = field(default_factory=list)
    told: list[CommandAnswered] = field(default_factory=list)

    def ask(self, command: Command) -> None:
        self.asked.append(command)

    def take_told(self) -> list[CommandAnswered]:
        told, self.told = self.told, []
        return told

    def channel_of(self, site: SiteId) -> int | None:
        return 5 if site == "here" else None

    def answers(self, ack: Ack | None) -> None:
        self.told.append(CommandAnswered(self.asked[-1], ack, 1.0))


class Bench:
    """Orders of a hub node, and what became of them."""

    def __init__(self, *hubs: Hub, folder: Path | None = None) -> None:
        self.answers: list[NodeAnswer] = []
        self.memory = NodeMemory(folder)
        self.orders = HubOrders(cast(tuple[PinSensor, ...], hubs), self.memory, self.answers.append)

    def obey(self, order: Order, at: float = 0.0) -> None:
        self.orders.obey(Ordered("o", "calibrate", order), at)

    def last(self) -> tuple[bool, str | None, str | None]:
        return self.answers[-1].ok, self.answers[-1].code, self.answers[-1].why


@pytest.mark.parametrize(
    ("hubs", "order", "wanted"),
    [
        ((), MustBeEmpty(), ("unknown-command", "no-hub")),
        ((Hub(live=False),), MustBeEmpty(), ("source-offline", "hub-lost")),
        ((Hub(replace(HELLO, capabilities=("s",))),), MustBeEmpty(), ("unknown-command", "no-calibration")),
        ((Hub(replace(HELLO, capabilities=("z",))),), KeepWindows(), ("unknown-command", "no-analogue")),
        ((Hub(),), CodeWindow(17, 300, 400, "there"), ("bad-data", "no-such-site")),
        ((Hub(),), LearnLens(), ("bad-data", "not-for-a-hub")),
    ],
)
def test_given_a_hub_that_cannot_when_ordered_then_it_says_so_and_asks_nothing(
    hubs: tuple[Hub, ...], order: Order, wanted: tuple[str, str]
) -> None:
    bench = Bench(*hubs)
    bench.obey(order)
    assert bench.last() == (False, *wanted)
    assert not any(hub.asked for hub in hubs)


def test_given_two_hubs_when_ordered_then_the_answer_waits_for_both() -> None:
    one, two = Hub(), Hub()
    bench = Bench(one, two)
    bench.obey(MustBeEmpty())
    one.answers(Ack(reply=1, ok=1))
    bench.orders.tick(1.0)
    assert bench.answers == []
    bench.obey(MustBeEmpty())
    assert bench.last() == (False, "busy", "another-order")
    two.answers(Ack(reply=1, ok=1))
    bench.orders.tick(2.0)
    assert bench.last() == (True, None, None)


@pytest.mark.parametrize(
    ("ack", "wanted"),
    [
        (Ack(reply=1, error="arg"), ("bad-data", "hub-refused")),
        (Ack(reply=1, error="verb"), ("unknown-command", "hub-refused")),
        (Ack(reply=1, error="perm"), ("internal", "hub-refused")),
        (None, ("source-offline", "no-answer")),
    ],
)
def test_given_a_hub_that_says_no_or_nothing_when_ordered_then_the_code_says_which(
    ack: Ack | None, wanted: tuple[str, str]
) -> None:
    hub = Hub()
    bench = Bench(hub)
    bench.obey(CodeWindow(17, 300, 400, "here"))
    assert hub.asked == [Calibrate(site=5, what="11", low=300, high=400)]
    hub.answers(ack)
    bench.orders.tick(1.0)
    assert bench.last() == (False, *wanted)
    bench.obey(MustBeEmpty(), at=2.0)
    bench.orders.tick(2.0 + PATIENCE_S)
    assert bench.last() == (False, "source-offline", "no-answer")


def test_given_a_hub_that_restarts_when_it_is_live_again_then_it_hears_how_contacts_bounce_here(
    tmp_path: Path,
) -> None:
    hub = Hub()
    bench = Bench(hub, folder=tmp_path)
    bench.obey(Debounce(40))
    hub.answers(Ack(reply=1, ok=1))
    bench.orders.tick(1.0)
    assert bench.answers[-1].kept is True
    again = Bench(hub, folder=tmp_path)  # the node, too, has started anew
    hub.asked.clear()
    again.orders.tick(2.0)
    again.orders.tick(3.0)
    hub.hello = replace(HELLO, epoch=2)
    hub.live = False
    again.orders.tick(4.0)
    hub.live = True
    again.orders.tick(5.0)
    assert hub.asked == [HubSettings(debounce_ms=40)] * 2 and again.answers == []


@pytest.mark.parametrize(
    "text", ["", "[1]", '{"format": "node/1"}', '{"format": "node/1", "chance": 7, "debounce_ms": null}']
)
def test_given_a_file_of_settings_that_is_of_no_use_when_read_then_as_at_first_and_logged(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / SETTINGS).write_text(text)
    assert NodeMemory(tmp_path).settings == NodeSettings()
    (record,) = caplog.records
    assert SETTINGS in record.getMessage() and "\n" not in record.getMessage()


def test_given_no_place_to_keep_when_set_then_it_is_used_and_said_not_to_be_kept(tmp_path: Path) -> None:
    memory = NodeMemory(None)
    assert memory.change(chance=0.8) is False and memory.told() == {"chance": 0.8}
    (tmp_path / "file").touch()
    assert keep(tmp_path / "file" / "in-it", b"x") is False


def test_given_a_file_that_may_be_better_when_another_is_kept_then_it_stands_beside(tmp_path: Path) -> None:
    assert keep(tmp_path / "camera.json", b"old", aside=True)
    assert keep(tmp_path / "camera.json", b"new", aside=True)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {
        "camera.json": b"new",
        "camera.json.before": b"old",
    }


class Camera:
    """Is taught, and sees nothing."""

    def __init__(self) -> None:
        self.lesson: Lesson | None = None
        self.chance = 0.0

    def study(self, lesson: Lesson | None) -> None:
        self.lesson = lesson

    def tell_from(self, chance: float) -> None:
        self.chance = chance


def test_given_a_camera_without_a_picture_when_ordered_to_learn_then_it_says_so_in_time() -> None:
    camera, answers = Camera(), list[NodeAnswer]()
    orders = CameraOrders(
        camera, board_layout("usa"), CameraSetup(device="0"), NodeMemory(None), answers.append
    )
    orders.obey(Ordered("o", "calibrate", LearnLens()), 0.0)
    assert camera.lesson is not None
    orders.obey(Ordered("p", "set-threshold", LeastChance(0.9)), 1.0)
    assert (answers[-1].to, answers[-1].code) == ("p", "busy")
    orders.tick(LESSON_S - 0.1)
    orders.tick(LESSON_S)
    assert (answers[-1].to, answers[-1].code, answers[-1].why) == ("o", "source-offline", "no-picture")
    assert camera.lesson is None
    orders.obey(Ordered("q", "set-threshold", LeastChance(0.9)), 30.0)
    assert camera.chance == 0.9 and answers[-1].ok and answers[-1].kept is False


def test_given_a_least_chance_when_a_site_settles_below_it_then_it_is_told_as_unknown_and_above_as_seen() -> (
    None
):
    settler = Settler((SiteId("a"),), ("empty", "blue"), Pace(least=0.8))
    places, blue, no = np.array([0]), np.array([1]), np.array([False])
    told = [
        (one.seen, one.confidence)
        for at in range(12)
        for one in settler.vote(places, blue, np.array([0.4 if at < 4 else 1.0]), no, float(at))
    ]
    assert told[0] == ("unknown", 0.0)
    assert told[1][0] == "blue" and told[1][1] >= 0.8


def test_given_any_answer_when_told_to_the_maker_then_one_line_with_what_to_do() -> None:
    done = NodeAnswer(to="o", type="calibrate", ok=True, kept=True)
    assert told(done) == "calibrate, as the table asked, is done"
    assert told(replace_struct(done, kept=False)).endswith("it is kept nowhere")
    docs = DOCS.read_text(encoding="utf-8")
    for why, advice in ADVICE.items():
        assert f"`{why}`" in docs
        assert told(replace_struct(done, ok=False, code="bad-data", why=why)).endswith(advice)
    assert told(replace_struct(done, ok=False, code="bad-data")).endswith("was not done: bad-data")


@pytest.mark.parametrize("module", [camera_orders, hub_orders, camera_lessons])
def test_given_every_reason_in_the_code_when_looked_for_then_the_maker_is_told_what_to_do(
    module: ModuleType,
) -> None:
    found = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', inspect.getsource(module)))
    assert found - set(CODES) <= set(ADVICE)
