"""A camera or hub on another machine: what it senses arrives, what it may not say does not, it is missed."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtt import Access, MqttSink, TableOptions, Topics, parse_address
from mqtt.inbound import InboundMessage
from mqtt.node_client import NodeWire
from mqtt.nodes import OFFLINE, OTHER_BOARD, Nodes
from mqtt.payloads import Stamp
from mqtt.sense_payloads import ObservationError, Sensed, read, written
from mqtt.unsent import Unsent
from tabletop import UNHEARD, DeviceHealth, Motion, Observation, Press, SiteId, board_layout
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import PATIENCE_S

TOPICS = Topics("kitchen")
STAMP = Stamp(1_790_000_000_123, bytes(range(10)))
VALUES: tuple[Sensed, ...] = (
    Observation(site=SiteId("denver-omaha"), sense="camera", seen="blue", at=9.5, confidence=0.97),
    Observation(site=SiteId("denver-omaha"), sense="pin", seen="something", at=10.0),
    Motion(sites=frozenset({SiteId("a"), SiteId("b")}), at=10.0),
    DeviceHealth(device="camera", condition="live", at=8.0),
    DeviceHealth(device="pin", condition="fault", at=9.0, cause="chat", site=SiteId("denver-omaha")),
    Press(button="yes", action="down", at=10.0),
)


def message(
    items: tuple[Sensed, ...],
    seq: int = 1,
    boot: str = "b",
    node: str = "porch",
    board: str | None = None,
) -> bytes:
    return written(items, 10.0, table="kitchen", node=node, boot=boot, seq=seq, stamp=STAMP, board=board)


def test_given_all_that_senses_say_when_written_then_read_with_the_age_on_the_readers_clock() -> None:
    back = read(message(VALUES), 110.0, table="kitchen", node="porch").values
    assert [value.at for value in back] == [value.at + 100.0 for value in VALUES]
    assert [type(value) for value in back] == [type(value) for value in VALUES]
    assert back[0] == Observation(
        site=SiteId("denver-omaha"), sense="camera", seen="blue", at=109.5, confidence=0.97
    )


class Heard:
    """The engine's end, with what it hands on."""

    def __init__(self) -> None:
        self.sensed: list[Sensed] = []
        self.asked: list[tuple[str, str]] = []
        self.sources: list[tuple[str, str]] = []
        self.nodes = Nodes(
            {"porch": "camera", "desk": "pin"},
            on_sensed=self.sensed.append,
            on_source=lambda node, health: self.sources.append((node, health.condition)),
            ask=self._ask,
        )

    def _ask(self, node: str, name: str, data: Mapping[str, object]) -> str:
        self.asked.append((node, name))
        return f"order-{len(self.asked)}"

    def take(self, payload: bytes, node: str = "porch", part: str = "observation", at: float = 10.0) -> bool:
        topic = f"fingerpost/1/kitchen/node/{node}/{part}"
        return self.nodes.take(TOPICS, InboundMessage(topic=topic, payload=payload), at)


def test_given_a_camera_when_it_says_what_pins_feel_then_only_what_it_sees_counts() -> None:
    heard = Heard()
    heard.take(message(VALUES))
    assert heard.sensed == [VALUES[0], VALUES[2], VALUES[3]]
    assert heard.nodes.counts["foreign-observation"] == 3


def test_given_a_node_that_nobody_named_when_it_speaks_then_it_is_not_heard() -> None:
    heard = Heard()
    assert not heard.take(message(VALUES, node="stranger"), node="stranger")
    heard.take(message(VALUES, node="stranger"))  # in another's topic
    assert heard.sensed == [] and heard.nodes.counts["bad-observation"] == 1


def test_given_one_message_twice_or_one_missing_when_heard_then_once_and_all_is_asked_for() -> None:
    heard = Heard()
    one = (VALUES[0],)
    for seq in (1, 1, 2, 5, 3):
        heard.take(message(one, seq))
    assert len(heard.sensed) == 3
    assert heard.asked == [("porch", "report")]
    heard.take(message(one, 1, boot="again"))
    assert len(heard.sensed) == 4


def test_given_a_node_that_goes_when_its_will_speaks_then_its_sense_is_lost_until_it_reports() -> None:
    heard = Heard()
    heard.take(b"online", part="availability")
    heard.take(b"offline", part="availability", at=20.0)
    heard.take(b"offline", part="availability", at=20.5)
    heard.nodes.tick(20.9)
    assert heard.sensed == []  # the broker may be about to go, too
    heard.nodes.tick(21.0)
    heard.nodes.tick(25.0)
    assert heard.sensed == [
        DeviceHealth(device="camera", condition="lost", at=21.0, cause=OFFLINE, detail="porch")
    ]
    assert heard.sources == [("porch", "live"), ("porch", "lost")]
    assert heard.asked == [("porch", "report")]


def test_given_a_broker_that_goes_when_nodes_were_there_then_their_senses_are_lost_with_it() -> None:
    heard = Heard()
    heard.take(b"online", part="availability")
    heard.nodes.away(30.0)
    heard.nodes.away(31.0)
    lost = [one for one in heard.sensed if isinstance(one, DeviceHealth)]
    assert {(one.device, one.at, one.cause) for one in lost} == {
        ("camera", 30.0, "no-broker"),
        ("hub", 30.0, "no-broker"),  # nobody has heard of its node yet
    }
    assert len(lost) == 2
    heard.take(b"online", part="availability", at=40.0)
    assert heard.asked == [("porch", "report"), ("porch", "report")]


def test_given_a_hub_of_another_board_when_it_speaks_then_only_its_keys_count_until_that_board_is_laid() -> (
    None
):
    heard = Heard()
    heard.nodes.lay("usa")
    felt, press = VALUES[1], VALUES[5]
    live = DeviceHealth(device="hub", condition="live", at=10.0)
    heard.take(b"online", "desk", "availability")
    for seq, items in enumerate([(felt, live), (felt, press), ()], 1):
        heard.take(message(items, seq, node="desk", board="europe"), "desk")
    lost = DeviceHealth(device="hub", condition="lost", at=10.0, cause=OTHER_BOARD, detail="desk")
    assert heard.sensed == [lost, press, lost]  # the last was asked for
    assert heard.sources == [("desk", "live"), ("desk", "lost")]
    assert heard.nodes.counts["other-board"] == 3
    heard.nodes.lay("europe")
    heard.take(message((felt, live), 4, node="desk", board="europe"), "desk")
    heard.take(message((felt,), 5, node="desk"), "desk")  # one that names none is believed
    assert heard.sensed[3:] == [felt, live, felt]
    assert heard.sources[2:] == [("desk", "live")]


def test_given_a_node_that_nobody_named_when_it_comes_and_goes_then_it_is_shown_and_nothing_is_sensed() -> (
    None
):
    heard = Heard()
    for name in [f"n{number}" for number in range(40)]:
        heard.take(b"offline", node=name, part="availability")  # a will that somebody left there
        heard.take(b"online", node=name, part="availability")
    heard.take(b"offline", node="n1", part="availability")
    assert heard.sources[-1] == ("n1", "lost") and len(heard.sources) == 15
    assert heard.sensed == [] and heard.asked == []


def test_rule_8_given_a_newer_node_when_it_says_more_then_what_is_known_counts_and_no_message_is_missed() -> (
    None
):
    heard = Heard()
    fields = json.loads(message((VALUES[0],)))
    fields["data"]["items"] = [{"is": "smell", "of": "tea"}, 7, *fields["data"]["items"]]
    heard.take(json.dumps({**fields, "mood": "good"}).encode())
    assert heard.sensed == [VALUES[0]] and heard.nodes.counts["unread-observation"] == 2
    heard.take(json.dumps({**fields, "type": "heartbeat", "seq": 2, "data": {}}).encode())
    heard.take(message((VALUES[0],), 3))
    assert len(heard.sensed) == 2 and heard.nodes.counts["unread-observation"] == 3
    assert heard.asked == []  # nothing was missing


@given(st.binary(max_size=200))
def test_given_any_bytes_when_read_then_an_error_in_one_line(payload: bytes) -> None:
    with pytest.raises(ObservationError) as error:
        read(payload, 1.0, table="kitchen", node="porch")
    assert "\n" not in str(error.value)


@given(st.integers(-(2**63), 2**63), st.floats(allow_nan=False), st.text(max_size=9))
def test_given_odd_values_in_an_item_when_heard_then_counted_or_handed_on(
    age: int, confidence: float, seen: str
) -> None:
    heard = Heard()
    fields = json.loads(message((VALUES[0],)))
    fields["data"]["items"][0] |= {"age_ms": age, "confidence": confidence, "seen": seen}
    fields["data"]["sent_ms"] = age * age
    heard.take(json.dumps(fields).encode())
    counts = heard.nodes.counts
    assert len(heard.sensed) + counts["unread-observation"] + counts["bad-observation"] == 1


def test_given_a_node_and_a_table_on_a_broker_when_either_comes_back_then_the_whole_picture_is_there(
    broker: LocalBroker,
) -> None:
    came: queue.SimpleQueue[Sensed] = queue.SimpleQueue()
    live = threading.Event()
    sink = MqttSink(
        "kitchen",
        broker.url,
        game="g",
        boot="b",
        on_health=lambda health: live.set() if health.condition == "live" else None,
        on_command=lambda asked: None,
        on_sensed=came.put,
        options=TableOptions(nodes={"porch": "camera"}, backoff_s=(0.05, 0.2)),
    )
    node = NodeWire(
        lambda: Access(address=parse_address(broker.url)),
        TOPICS,
        "porch",
        sense="camera",
        now=time.monotonic,
        backoff_s=(0.05, 0.2),
    )
    seen = Observation(site=SiteId("denver-omaha"), sense="camera", seen="blue", at=time.monotonic())
    node.put(DeviceHealth(device="camera", condition="live", at=time.monotonic()))
    node.put(seen)  # before there is any connection
    node.start()
    sink.start()
    assert live.wait(PATIENCE_S)

    def until(wanted: type[Sensed], condition: str = "") -> Sensed:
        while True:
            item = came.get(timeout=PATIENCE_S)
            if isinstance(item, wanted) and condition in (getattr(item, "condition", ""), ""):
                return item

    first = until(Observation)
    assert isinstance(first, Observation)
    assert (first.site, first.seen) == (seen.site, seen.seen) and abs(first.at - seen.at) < 0.5
    broker.stop()
    away = until(DeviceHealth, "lost")
    assert isinstance(away, DeviceHealth) and away.cause == UNHEARD  # its will may have come before
    broker.start()
    assert until(DeviceHealth, "live") and isinstance(until(Observation), Observation)  # all is said again
    node.close()
    lost = until(DeviceHealth, "lost")
    assert isinstance(lost, DeviceHealth) and lost.cause == OFFLINE
    sink.close()


def test_given_a_press_that_is_on_its_way_when_all_is_told_again_then_it_is_told_after_it_and_once() -> None:
    unsent = Unsent()
    felt, press = VALUES[1], VALUES[5]
    unsent.put(press)  # nobody heard it: it is not for later
    unsent.put(felt)
    unsent.report()
    unsent.put(press)
    unsent.report()
    assert unsent.next() == (felt, press)
    assert unsent.next() is None


def test_given_nothing_sensed_when_all_is_asked_for_then_one_empty_message_answers() -> None:
    unsent = Unsent()
    unsent.report()
    assert unsent.next() == ()
    assert unsent.next() is None


class Program:
    """`fingerpost …` as a process, with its lines."""

    def __init__(self, *arguments: str) -> None:
        self.lines: list[str] = []
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fingerpost", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.strip())
                self.changed.notify_all()

    def hears(self, words: str) -> None:
        with self.changed:
            said = self.changed.wait_for(lambda: any(words in line for line in self.lines), PATIENCE_S)
            assert said, self.lines

    def close(self) -> int:
        self.process.terminate()
        code = self.process.wait(PATIENCE_S)
        self.process.communicate()
        return code


def test_given_a_hub_on_another_machine_when_a_token_is_set_there_then_the_table_claims_and_misses_it_gone(
    broker: LocalBroker, tmp_path: Path
) -> None:
    from lab.hub.process import HubProcess

    hub = HubProcess(144, link=tmp_path / "hub")
    (tmp_path / "table.toml").write_text(
        '[game]\nmap = "usa"\nseats = ["blue", "red"]\ncards = "untracked"\nseed = 1\n'
        f'[hub]\nport = "node:desk"\n[speech]\nmute = true\n[store]\npath = "{tmp_path}/games"\n'
        f'[mqtt]\nurl = "{broker.url}"\ntable = "kitchen"\n',
        encoding="utf-8",
    )
    table = Program("play", "--config", str(tmp_path / "table.toml"))
    where = ("--table", "kitchen", "--name", "desk", "--url", broker.url)
    table.hears("Blue disc to move.")
    table.hears("does not answer")  # so that it is news when it does
    table.lines.clear()
    node = Program("node", "hub", "--port", str(tmp_path / "hub"), "--board", "usa", *where)
    try:
        node.hears("connected")
        table.hears("pins are back")
        channel = board_layout("usa").sites[SiteId("denver-omaha")].channel
        assert channel is not None
        hub.contact(channel, 1, bounce_ms=4)
        table.hears("Blue disc claims Denver to Omaha")
        assert node.close() == 0
        table.hears("does not answer")
    finally:
        assert table.close() == 0
        node.process.kill()
        hub.close()
