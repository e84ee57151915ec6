"""A subscriber as rule 3 of fingerpost/1 wants it, for tests against a real broker."""

import json
import threading
import time
from collections.abc import Callable

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.mqtt.envelopes import envelope
from tests.waiting import PATIENCE_S

ROOT = "fingerpost/1/kitchen"


class Listener:
    """A subscriber as rule 3 wants it: keeps what it hears and asks for a replay of what it missed."""

    def __init__(self, url: str, name: str = "ear", topic: str = "fingerpost/#", qos: int = 1) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._name, self._topic = name, topic
        self._changed = threading.Condition()
        self.client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"test-{name}", protocol=MQTTProtocolVersion.MQTTv311
        )
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe(self._topic, qos)
        self.client.on_subscribe = lambda *_: self._note(("subscribed", b"", False))
        self.client.on_message = lambda _c, _u, message: self._take(message)
        self.client.connect("127.0.0.1", int(url.rpartition(":")[2]), keepalive=600)
        self.client.loop_start()
        self.wait(lambda: self.times("subscribed") == 1)

    def _take(self, message: MQTTMessage) -> None:
        self._note((message.topic.removeprefix(f"{ROOT}/"), bytes(message.payload), message.retain))

    def _note(self, heard: tuple[str, bytes, bool]) -> None:
        with self._changed:
            self.heard.append(heard)
            self._changed.notify_all()

    def wait(self, done: Callable[[], bool]) -> None:
        """Until `done`; what is heard wakes it."""
        with self._changed:
            assert self._changed.wait_for(done, PATIENCE_S), f"heard only {[h[:2] for h in self.heard][-8:]}"

    def times(self, topic: str) -> int:
        return sum(heard[0] == topic for heard in self.heard)

    def told(self, topic: str) -> list[dict[str, object]]:
        return [json.loads(payload) for name, payload, _ in self.heard if name == topic]

    def events(self) -> list[int]:
        return [int(str(event["seq"])) for event in self.told("event")]

    def say(self, name: str, payload: bytes | str, *, retain: bool = False) -> None:
        self.client.publish(f"{ROOT}/cmd/{name}", payload, qos=1, retain=retain)

    def replay(self, first: int, last: int) -> list[int]:
        """The seqs that a replay answers with."""
        before = self.times(f"reply/{self._name}")
        self.say("replay", command("replay", self._name, {"from": first, "to": last}))
        self.wait(lambda: self.times(f"reply/{self._name}") > before)
        result = self.told(f"reply/{self._name}")[-1]["data"]
        assert isinstance(result, dict)
        return [event["seq"] for event in result["events"]]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def command(name: str, client: str, data: dict[str, object], id: str = "") -> str:
    return json.dumps(envelope(name, client, id or f"{client}-{time.monotonic_ns()}", data))
