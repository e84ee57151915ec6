"""Thousands of messages that nobody should send, through a real broker: is one of them done, or unanswered?

Malformed, deep, huge, of wrong types, retained, with ids used before, with somebody else's reply topic, for
foreign seats. The same messages go to a desk that has no broker: as often as that one gives a code, a
subscriber must have heard it. Then a viewer of a guarded broker sends them all, to every topic there is.
"""

import argparse
import json
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from mqtt import Rights, TableOptions
from mqtt.inbound import EventLog, InboundHandler, InboundMessage
from mqtt.payloads import Encoder, Stamp
from mqtt.table_sink import WireSink
from mqtt.topics import Topics
from tests.mqtt.table import HouseTable, Outside, Place, guarded, open_to_all

ROOT = "fingerpost/1/kitchen"
CLIENTS = 32  # so many take turns, below what would be too often for one of them
AT_ONCE = 100  # then all are waited for: no broker keeps more than 1,000 for one subscriber
WITHIN_S = 20.0
HEARD = (f"{ROOT}/cmd/", f"{ROOT}/node/")  # what the engine subscribes; the rest it never sees

GOOD = {
    "v": 1,
    "kind": "command",
    "type": "claim-route",
    "table": "kitchen",
    "src": "client/m0",
    "expect_seq": 2,
    "data": {"seat": "blue", "route": "denver-omaha"},
}


def hostile(rng: random.Random, number: int) -> InboundMessage:
    """One of many kinds of mischief; some carry a usable client, so that they are to be answered."""
    fields: dict[str, object] = {**GOOD, "id": f"h{number}", "src": f"client/m{number % CLIENTS}"}
    topic, retained, response = f"{ROOT}/cmd/claim-route", False, None
    payload: bytes | None = None
    match rng.randrange(16):
        case 0:
            payload = rng.randbytes(rng.randrange(200))
        case 1:
            payload = b"[" * rng.randrange(1, 6_000)
        case 2:
            payload = json.dumps({**fields, "data": {"seat": "x" * 6_000}}).encode()
        case 3:
            fields[rng.choice(list(GOOD))] = rng.choice([None, 7, [], {}, "", True, 1.5, -1])
        case 4:
            retained = True
        case 5:
            fields["reply_to"] = rng.choice([f"{ROOT}/reply/wall", f"{ROOT}/state", "#", "a\u0000b", ""])
        case 6:
            response = f"{ROOT}/event"
        case 7:
            fields["src"] = rng.choice(["engine", "seat/blue", "node/cam", "client/../x", "client/"])
        case 8:
            fields["data"] = {"seat": rng.choice(["red", "purple", 3, ["blue"]]), "route": "denver-omaha"}
            fields["expect_seq"] = rng.choice([0, 1, 99, 2**70])
        case 9:
            fields["v"] = rng.choice([0, 2, 99])
        case 10:
            fields["id"] = rng.choice(["", "a" * 99, "a b", 5, f"h{number % CLIENTS}"])
        case 11:
            fields["type"] = name = rng.choice(["", "A", "a/b/c", "x" * 99, "keep-tickets", "dance"])
            topic = f"{ROOT}/cmd/{name}"
        case 12:
            topic = f"{ROOT}/{rng.choice(['state', 'event', 'private/x', 'node/cam/observation', 'info'])}"
        case 13:
            fields["ttl_ms"] = rng.choice([0, -1, -(2**40)])
        case 14:
            fields |= {"type": "say", "data": {"text": "\u202e" * 300 + "\x00"}}
            topic = f"{ROOT}/cmd/say"
        case _:
            deep: object = "x"
            for _ in range(rng.randrange(8, 40)):
                deep = [deep]
            fields["data"] = {"route": deep}
    made = payload if payload is not None else json.dumps(fields).encode()
    return InboundMessage(topic=topic, payload=made, retained=retained, response_topic=response)


class Twin:
    """The desk of the same table without a broker: which codes it gives, and how often."""

    def __init__(self, rights: Rights) -> None:
        ids = iter(range(10**9))
        self.codes = Counter[str]()
        self.desk = InboundHandler(
            Topics("kitchen"),
            Encoder("kitchen", "game-1", "boot-1"),
            EventLog(),
            on_command=lambda asked: None,
            stamp=lambda: Stamp(1_790_000_000_000, next(ids).to_bytes(10, "big")),
            rights=rights,
        )

    def take(self, message: InboundMessage, number: int) -> None:
        """As the table does; a second later than the one before."""
        for answer in self.desk.take(message, float(number)):
            if not answer.retain:
                self.codes[code_of(answer.payload)] += 1


def code_of(payload: bytes) -> str:
    """The code of a result, marked when it is told again; `done` if anything was."""
    data = json.loads(payload)["data"]
    code = "done" if data["ok"] else str(data["error"]["code"])
    return f"{code} again" if data.get("duplicate") else code


class Crowd:
    """Sends mischief under any name and counts what is answered to whomever."""

    def __init__(self, place: Place, role: str) -> None:
        self.codes, self.marks = Counter[str](), 0
        self._changed = threading.Condition()
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id="crowd", protocol=MQTTProtocolVersion.MQTTv5
        )
        secret = place.password_file(role)
        if secret is not None:
            self._client.username_pw_set(place.users[role], secret.read_text(encoding="utf-8").strip())
        self._client.on_message = lambda _c, _u, message: self._take(message)
        self._client.connect(place.host, place.port)
        self._client.loop_start()
        self._client.subscribe(
            f"{ROOT}/reply/#" if secret is None else f"{ROOT}/reply/{place.users[role]}", 1
        )

    def _take(self, message: MQTTMessage) -> None:
        with self._changed:
            if message.topic.endswith("/marker"):
                self.marks += 1
                self._changed.notify_all()
            else:
                self.codes[code_of(bytes(message.payload))] += 1

    def send(self, message: InboundMessage) -> None:
        """Hand it to the broker and wait until it has it."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        if message.response_topic is not None:
            properties.ResponseTopic = message.response_topic
        info = self._client.publish(
            message.topic, message.payload, qos=1, retain=message.retained, properties=properties
        )
        info.wait_for_publish(WITHIN_S)

    def mark(self) -> bool:
        """Whether the table, asked for something it does not know, answers after all that came before."""
        wanted = self.marks + 1
        fields = {**GOOD, "type": "dance", "id": f"mark-{wanted}", "src": "client/marker"}
        self.send(InboundMessage(topic=f"{ROOT}/cmd/dance", payload=json.dumps(fields).encode()))
        with self._changed:
            return self._changed.wait_for(lambda: self.marks >= wanted, WITHIN_S)

    def close(self) -> None:
        """Let go."""
        self._client.disconnect()
        self._client.loop_stop()


@dataclass(slots=True)
class Found:
    """What came of it; `heard` and `expected` are answers by code."""

    sent: int = 0
    counted: int = 0
    heard: Counter[str] = field(default_factory=Counter)
    expected: Counter[str] = field(default_factory=Counter)
    changed: bool = False
    left: list[str] = field(default_factory=list)  # retained commands that nobody cleared
    grown_kb: int = 0  # of the process, in the second half


def pour(number: int, seed: int = 8) -> Found:
    """Send so many to a table on a broker that lets everybody in."""
    rights = Rights(others="panel")  # so that not even a good act among them may do anything
    found, twin, rng = Found(), Twin(rights), random.Random(seed)
    with open_to_all() as place:
        table = HouseTable(place, options=TableOptions(rights=rights, nodes={"cam": "camera"}))
        retained_commands(place)  # which waits until the table is there
        crowd, before, half = Crowd(place, ""), table.session.game.since, 0
        already = counted(table)
        for sent in range(number):
            message = hostile(rng, sent)
            while not message.topic.startswith(HEARD):
                message = hostile(rng, sent)
            found.sent += 1
            twin.take(message, sent)
            crowd.send(message)
            if sent % AT_ONCE == AT_ONCE - 1 or sent == number - 1:
                assert crowd.mark(), f"no answer after {sent + 1} messages"
            if sent == number // 2:
                half = resident_kb()
        found.grown_kb = resident_kb() - half
        found.changed = table.session.game.since != before  # its camera, which never comes, is rightly missed
        found.heard, found.expected = crowd.codes, twin.codes
        found.counted = counted(table) - already - crowd.marks
        found.left = retained_commands(place)
        crowd.close()
        table.close()
    return found


def shut_out(place: Place, number: int, seed: int = 9) -> Found:
    """Send so many as a viewer of a guarded broker, to every topic: nothing may arrive anywhere."""
    found, rng = Found(), random.Random(seed)
    table = HouseTable(place)
    wall = Outside(place, "viewer", "wall")
    wall.until_live()
    lamp = Outside(place, "controller", "lamp")
    lamp.ask("press", {"button": "repeat"})  # what the broker kept from before has been dealt with
    heard, before, already = len(wall.heard), table.session.game, counted(table)
    crowd = Crowd(place, "viewer")
    for sent in range(number):
        message = hostile(rng, sent)
        for topic in {
            message.topic,
            f"{ROOT}/{rng.choice(EVERYWHERE)}",
            f"fingerpost/1/{rng.choice(ELSEWHERE)}",
        }:
            found.sent += 1
            crowd.send(InboundMessage(topic=topic, payload=message.payload, retained=rng.random() < 0.5))
    lamp.ask("press", {"button": "repeat"})  # all that came before has been dealt with
    found.counted = counted(table) - already
    found.heard = crowd.codes
    told = [one for one in wall.heard[heard:] if one[0] not in ("announce", "health")]
    found.changed = table.session.game != before or bool(told)
    found.left = retained_commands(place, "viewer")
    for one in (wall, lamp, crowd):
        one.close()
    table.close()
    return found


EVERYWHERE = (
    "availability",
    "info",
    "state",
    "health",
    "event",
    "announce",
    "reply/lamp",
    "cmd/replay/anna",
    "node/porch/availability",
    "node/porch/observation",
    "node/porch/cmd/report",
    "node/porch/cmd/calibrate",
    "private/blue",
)
ELSEWHERE = ("other/state", "other/cmd/press", "kitchen2/event")


def counted(table: HouseTable) -> int:
    """How many messages the table has refused or left alone."""
    (sink,) = table.sinks
    assert isinstance(sink, WireSink)
    return sum(times for code, times in sink.counts().items() if not code.startswith("dropped-"))


def retained_commands(place: Place, role: str = "") -> list[str]:
    """Commands that the broker still keeps, and would give to the next engine."""
    late = Outside(place, role, "wall" if role else "late", topic=f"{ROOT}/#")
    late.until_live()
    left = [topic for topic, payload, retained, _ in late.heard if retained and payload]
    late.close()
    return [topic for topic in left if topic.startswith("cmd/")]


def resident_kb() -> int:
    """What this process holds of the memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=5000, help="how many (default 5000)")
    number = parser.parse_args().messages
    found = pour(number)
    print(
        f"everybody comes in: {found.sent} sent, {found.counted} counted, "
        f"{sum(found.heard.values())} answered"
    )
    for code, times in sorted(found.heard.items()):
        print(f"  {code:28}{times:6}")
    print(f"  as without a broker: {found.heard == found.expected}; the game has changed: {found.changed}")
    print(f"  retained commands left {len(found.left)}; grown in the second half {found.grown_kb} kB")
    with guarded() as place:
        found = shut_out(place, number // 10)
    print(
        f"as a viewer: {found.sent} sent, {found.counted} reached the table, "
        f"{sum(found.heard.values())} answered"
    )
    print(f"  anything has changed: {found.changed}; retained commands left {len(found.left)}")


if __name__ == "__main__":
    main()
