"""How long from `told` to a subscriber: a whole random game, act by act, over a real Mosquitto on loopback.

Prints the median, the 99th percentile and the worst, for the event and for the state that follows it, and how
long `told` itself takes with a broker and without one.
"""

import random
import statistics
import threading
import time

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from engine import Event, Game, Refusal, State, legal
from mqtt import MqttSink
from mqtt.local_broker import LocalBroker

ACTS = 400
PAUSE_S = 0.005  # between acts: a table is slower, but not so slow that the machine falls asleep


class _Head(msgspec.Struct):
    kind: str
    seq: int = 0


class Listener:
    """Notes when the event and the state of each seq arrive."""

    def __init__(self, port: int) -> None:
        self.came: dict[tuple[str, int], float] = {}
        self._changed = threading.Condition()
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.on_message = lambda _c, _u, message: self._note(message)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self._client.subscribe("fingerpost/#", 1)

    def _note(self, message: MQTTMessage) -> None:
        at = time.perf_counter()
        if message.topic.endswith("availability"):
            return
        head = msgspec.json.decode(message.payload, type=_Head)
        with self._changed:
            self.came.setdefault((head.kind, head.seq), at)
            self._changed.notify_all()

    def wait(self, kind: str, seq: int) -> float:
        """When it came; fails after 5 s."""
        with self._changed:
            if not self._changed.wait_for(lambda: (kind, seq) in self.came, 5):
                raise SystemExit(f"{kind} {seq} did not come within 5 s")
            return self.came[kind, seq]

    def close(self) -> None:
        """Let go."""
        self._client.disconnect()
        self._client.loop_stop()


def acts(number: int) -> list[tuple[list[tuple[int, Event]], State]]:
    """The news of so many acts of random games."""
    rng, news, seq = random.Random(7), list[tuple[list[tuple[int, Event]], State]](), 0
    while len(news) < number:
        game = Game.new(
            "us-accessible", "usa", ("blue", "red", "green", "black"), "dealt", rng.randrange(10**6)
        )
        while game.state.phase != "over" and len(news) < number:
            answer = game.do(rng.choice(list(legal(game.state))))
            assert not isinstance(answer, Refusal)
            game, events = answer
            numbered = list(enumerate(events, start=seq + 1))
            seq += len(events)
            news.append((numbered, msgspec.structs.replace(game.state, seq=seq)))
    return news


def measure(url: str, listener: Listener | None, news: list[tuple[list[tuple[int, Event]], State]]) -> None:
    """Tell everything and print a row for each path."""
    rows: dict[str, list[float]] = {"told() itself": []}
    sink = MqttSink(
        "bench", url, game="bench", boot="bench", on_health=lambda _: None, on_command=lambda _: None
    )
    sink.start()
    if listener is not None:
        listener.wait("health", 0)
    for numbered, state in news:
        begin = time.perf_counter()
        sink.told(numbered, state)
        rows["told() itself"].append(time.perf_counter() - begin)
        if listener is not None:
            for kind, seq in (("event", numbered[0][0]), ("state", numbered[-1][0])):
                rows.setdefault(f"told() -> {kind} heard", []).append(listener.wait(kind, seq) - begin)
            time.sleep(PAUSE_S)
    sink.close()
    for name, took in rows.items():
        took.sort()
        median, p99 = statistics.median(took), took[int(len(took) * 0.99)]
        print(f"  {name:24} {median * 1e3:8.3f} {p99 * 1e3:8.3f} {took[-1] * 1e3:8.3f}")


def main() -> None:
    """Print the table."""
    news = acts(ACTS)
    print(f"{ACTS} acts, milliseconds         median      p99    worst")
    with LocalBroker() as broker:
        listener = Listener(broker.port)
        print("with a broker, QoS 1")
        measure(broker.url, listener, news)
        listener.close()
        broker.stop()
        print("without a broker")
        measure(broker.url, None, news)


if __name__ == "__main__":
    main()
