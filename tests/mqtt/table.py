"""A whole table on a broker: a real session in a loop of its own, and clients outside."""

import contextlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from announce import Wording
from engine import CardMode, Game
from fingerpost.broker.files import BrokerFiles
from fingerpost.cli import main
from fingerpost.devices.inbox import Inbox
from integrations.house_wire import connect, follow, open_wire
from mqtt import TableOptions
from mqtt.local_broker import HeldPort
from table.earlier import EarlierSittings
from table.session import Session
from tabletop import DeviceHealth, board_layout
from tests.mqtt.envelopes import envelope
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import PATIENCE_S

QUICK = (0.05, 0.2)
MODERN = os.environ.get("FINGERPOST_BROKER_MQTT", "5") == "5"
"""Whether clients outside speak MQTT 5; FINGERPOST_BROKER_MQTT=3.1.1: that."""
PROTOCOL = MQTTProtocolVersion.MQTTv5 if MODERN else MQTTProtocolVersion.MQTTv311
ENGINE = "kitchen-engine"
USERS = {"viewer": "wall", "controller": "lamp", "seat": "anna", "node": "porch"}  # of the table `kitchen`


@dataclass(frozen=True, slots=True)
class Place:
    """A broker, and how each role comes in."""

    port: int
    broker: LocalBroker | None = None
    files: BrokerFiles | None = None
    host: str = "127.0.0.1"
    users: dict[str, str] = field(default_factory=dict)  # role → user; empty: no names are asked for

    def password_file(self, role: str) -> Path | None:
        return None if self.files is None else self.files.password(self.users[role])

    def url(self, role: str) -> str:
        user = f"{self.users[role]}@" if role in self.users else ""
        return f"mqtt://{user}{self.host}:{self.port}"


@contextlib.contextmanager
def guarded() -> Iterator[Place]:
    """A broker as `fingerpost broker setup` makes it, with a user of each role."""
    with HeldPort() as port, tempfile.TemporaryDirectory(prefix="fingerpost-guarded-") as folder:
        Path(folder).chmod(0o755)  # Mosquitto is a user of its own
        common = ["--dir", f"{folder}/b", "--port", str(port), "--table", "kitchen"]
        assert main(["broker", "setup", *common]) == 0
        for role, name in USERS.items():
            assert main(["broker", "add-user", name, "--role", role, *common]) == 0
        files = BrokerFiles(Path(folder) / "b")
        with LocalBroker(files.conf.read_text(encoding="utf-8"), port=port) as broker:
            yield Place(port, broker, files, users={"engine": ENGINE, **USERS})


@contextlib.contextmanager
def open_to_all() -> Iterator[Place]:
    with LocalBroker() as broker:
        yield Place(broker.port, broker)


class HouseTable:
    """A session on the wire; its loop is a thread."""

    def __init__(
        self,
        place: Place,
        *,
        cards: CardMode = "untracked",
        seed: int = 3,
        log: Path | None = None,
        options: TableOptions | None = None,
        game: Game | None = None,
        resumed: bool = True,
        pace: float = 1.0,
    ) -> None:
        """`pace`: how much faster the table's time passes than ours; `resumed`: a `game` is not a new one."""
        self.inbox = Inbox()
        self.game = game or Game.new("us-accessible", "usa", ("blue", "red"), cards, seed)
        layout = board_layout(self.game.state.game_map.id)
        self._pace = pace
        wording = Wording(self.game.state.game_map, layout)
        chosen = options or TableOptions()
        self.sinks = open_wire(
            place.url("engine"),
            "kitchen",
            self.game,
            "game-1",
            self.inbox.put,
            vocabulary=wording.vocabulary,
            log=log,
            options=TableOptions(
                password_file=place.password_file("engine"),
                rights=chosen.rights,
                nodes=chosen.nodes,
                home_assistant=chosen.home_assistant,
                backoff_s=QUICK,
            ),
        )
        stored = 0 if game is None or not resumed else len(game.events)
        self.session = Session(
            self.game,
            layout=layout,
            wording=wording,
            store=None,
            sinks=self.sinks,
            earlier=EarlierSittings(stored=stored),
        )
        follow(self.sinks, self.session, None)
        connect(self.sinks)
        self._hold, self._held = threading.Event(), threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="table", daemon=True)
        self._thread.start()

    def _now(self) -> float:
        return time.monotonic() * self._pace

    def _loop(self) -> None:
        at = self._now()
        for device in ("hub", "camera"):
            absent = DeviceHealth(device=device, condition="lost", at=at, cause="absent")
            self.session.handle(absent, at)
        self.session.begin(at)
        while not self._stop.is_set():
            if self._hold.is_set():
                self._held.set()
                self._stop.wait(0.01)
                continue
            for item in self.inbox.take(timeout=0.01):
                self.session.handle(item, self._now())
            self.session.tick(self._now())

    @contextlib.contextmanager
    def standing_still(self) -> Iterator[None]:
        """The loop takes nothing in until the end of the block."""
        self._held.clear()
        self._hold.set()
        assert self._held.wait(PATIENCE_S)
        yield
        self._hold.clear()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5)
        for sink in self.sinks:
            sink.close()


class Outside:
    """A client that knows nothing but the wire."""

    def __init__(
        self,
        place: Place,
        role: str,
        name: str,
        *,
        topic: str = "fingerpost/1/kitchen/#",
        options: SubscribeOptions | None = None,
    ) -> None:
        self.name, self.root = name, "fingerpost/1/kitchen"
        self.heard: list[tuple[str, bytes, bool, bytes | None]] = []
        self.granted: list[bool] = []
        self._changed = threading.Condition()
        self._ids = 0
        self.client = Client(CallbackAPIVersion.VERSION2, client_id=f"outside-{name}", protocol=PROTOCOL)
        secret = place.password_file(role)
        if secret is not None:
            self.client.username_pw_set(place.users[role], secret.read_text(encoding="utf-8").strip())
        self.client.on_message = lambda _c, _u, message: self._take(message)
        self.client.on_subscribe = lambda _c, _u, _m, codes, _p: self._answered(codes)
        self.client.connect(place.host, place.port, keepalive=600)
        self.client.loop_start()
        if MODERN:
            self.client.subscribe(topic, options=options or SubscribeOptions(qos=1))
        else:
            self.client.subscribe(topic, qos=1)
        self.wait(lambda: bool(self.granted))

    def _take(self, message: MQTTMessage) -> None:
        correlation = getattr(message.properties, "CorrelationData", None)
        with self._changed:
            topic = message.topic.removeprefix(f"{self.root}/")
            self.heard.append((topic, bytes(message.payload), message.retain, correlation))
            self._changed.notify_all()

    def _answered(self, codes: object) -> None:
        assert isinstance(codes, list)
        with self._changed:
            self.granted.append(not any(code.is_failure for code in codes))
            self._changed.notify_all()

    def wait(self, done: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(done, PATIENCE_S), [heard[:2] for heard in self.heard[-5:]]

    def within(self, seconds: float, done: Callable[[], bool]) -> bool:
        """Whether it is so before the time has passed; what is heard wakes it."""
        with self._changed:
            return self._changed.wait_for(done, seconds)

    def until(self, seq: int) -> None:
        """Wait until the state that it hears is of this event or a later one."""
        self.wait(lambda: self.seq() >= seq)

    def until_live(self) -> None:
        """Until the engine that runs now has told its game; what is retained may be of one before it."""

        def live() -> bool:
            there = [payload for topic, payload, *_ in self.heard if topic == "availability"]
            states = [one for one in self.told("state") if one["game"]]
            if not states or there[-1:] != [b"online"] or not self.told("info"):
                return False  # what is retained may come in any order
            return states[-1]["boot"] == self.told("info")[-1]["boot"]

        self.wait(live)

    def told(self, topic: str) -> list[dict[str, object]]:
        return [json.loads(payload) for payload in self.payloads(topic)]

    def payloads(self, topic: str) -> list[bytes]:
        return [payload for name, payload, *_ in self.heard if name == topic and payload]

    def seqs(self) -> list[int]:
        return [int(str(event["seq"])) for event in self.told("event")]

    def raw(self, topic: str, payload: bytes | str, *, retain: bool = False) -> None:
        sent = self.client.publish(f"{self.root}/{topic}", payload, qos=1, retain=retain)
        sent.wait_for_publish(PATIENCE_S)

    def envelope(self, name: str, data: dict[str, object], **more: object) -> dict[str, object]:
        self._ids += 1
        return envelope(name, self.name, f"{self.name}-{self._ids}", data, **more)

    def ask(
        self,
        name: str,
        data: dict[str, object],
        *,
        own: bool = False,
        response: bool = False,
        retain: bool = False,
        **more: object,
    ) -> dict[str, object]:
        """Send a command and wait for its result's `data`."""
        fields = self.envelope(name, data, **more)
        reply = f"reply/{self.name}"
        before = len(self.payloads(reply))
        properties = Properties(PacketTypes.PUBLISH) if MODERN else None  # type: ignore[no-untyped-call]
        if response and properties is not None:
            properties.ResponseTopic = f"{self.root}/reply/{self.name}"
            properties.CorrelationData = b"mark"
        topic = f"{self.root}/cmd/{name}" + (f"/{self.name}" if own else "")
        self.client.publish(topic, json.dumps(fields), qos=1, retain=retain, properties=properties)
        self.wait(lambda: len(self.payloads(reply)) > before)
        result = json.loads(self.payloads(reply)[before])
        assert result["kind"] == "result" and result["corr"] == fields["id"]
        answer = result["data"]
        assert isinstance(answer, dict)
        return answer

    def seq(self) -> int:
        return int(str(self.told("state")[-1]["seq"]))

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def code(answer: dict[str, object]) -> object:
    """The error code of a result, or None."""
    error = answer.get("error")
    return error["code"] if isinstance(error, dict) else None
