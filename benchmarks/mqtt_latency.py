"""How long from `told` to a subscriber: a whole random game, act by act, over a real Mosquitto on loopback.

Prints the median, the 99th percentile and the worst, for the event and for the state that follows it, and how
long `told` itself takes with a broker and without one. A bare client's publish() of the same event takes
turns with it, so that a busy machine meets both alike; "processor" is what is left when the waiting for other
programs is taken off.
"""

import random
import statistics
import tempfile
import threading
import time
from pathlib import Path

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from announce import Wording
from engine import Event, Game, Refusal, State, legal
from integrations.house_wire import connect, open_wire
from mqtt import MqttSink
from mqtt.client import stamp_now
from mqtt.payloads import Encoder
from storage.store import GameLog
from table.session import Session
from tabletop import DeviceHealth, Observation, Seen, SiteId, board_layout
from tests.mqtt.local_broker import LocalBroker

ACTS = 400
PAUSE_S = 0.005  # between acts: a table is slower, but not so slow that the machine falls asleep


class _Head(msgspec.Struct):
    kind: str
    table: str = ""
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
        if message.topic.endswith("availability") or not message.topic.startswith("fingerpost/"):
            return
        head = msgspec.json.decode(message.payload, type=_Head)
        if head.table == "bare":
            return
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
    rows: dict[str, list[float]] = {"told() itself": [], "told(), processor": []}
    bare = None if listener is None else Bare(url)
    sink = MqttSink(
        "bench", url, game="bench", boot="bench", on_health=lambda _: None, on_command=lambda _: None
    )
    sink.start()
    if listener is not None:
        listener.wait("health", 0)
    for numbered, state in news:
        begin, busy = time.perf_counter(), time.thread_time()
        sink.told(numbered, state)
        rows["told(), processor"].append(time.thread_time() - busy)
        rows["told() itself"].append(time.perf_counter() - begin)
        if listener is not None and bare is not None:
            for kind, seq in (("event", numbered[0][0]), ("state", numbered[-1][0])):
                rows.setdefault(f"told() -> {kind} heard", []).append(listener.wait(kind, seq) - begin)
            rows.setdefault("bare paho publish()", []).append(bare.publish(*numbered[0]))
            time.sleep(PAUSE_S)
    sink.close()
    if bare is not None:
        bare.close()
    for name, took in rows.items():
        row(name, took)


class Bare:
    """A paho client with nothing of ours around it."""

    def __init__(self, url: str) -> None:
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.connect("127.0.0.1", int(url.rpartition(":")[2]))
        self._client.loop_start()
        self._encoder = Encoder("bare", "bench", "bench")

    def publish(self, seq: int, event: Event) -> float:
        """How long publish() of one event takes, its writing left out."""
        payload = self._encoder.event(seq, event, stamp_now())
        begin = time.perf_counter()
        self._client.publish("fingerpost/1/bare/event", payload, qos=1)
        return time.perf_counter() - begin

    def close(self) -> None:
        """Let go."""
        self._client.disconnect()
        self._client.loop_stop()


def from_observations(broker: LocalBroker) -> list[float]:
    """From the instant at which a token has settled to its event at a subscriber, the store's flush included.

    The half second of quiet that comes before is waited for on the session's own clock, which is passed in.
    """
    took: list[float] = []
    layout, listener = board_layout("usa"), Listener(broker.port)
    with tempfile.TemporaryDirectory() as folder:
        game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 3)
        wording, store = Wording(game.state.game_map, layout), GameLog(Path(folder) / "g.fingerpost")
        sinks = open_wire(
            broker.url, "observed", game, store.game_id, lambda item: None, vocabulary=wording.vocabulary
        )
        session = Session(game, layout=layout, wording=wording, store=store, sinks=sinks)
        connect(sinks)
        listener.wait("health", 0)
        for device in ("hub", "camera"):
            session.handle(DeviceHealth(device=device, condition="live", at=0.0), 0.0)
        session.begin(0.0)
        for route in game.state.game_map.routes:
            show(session, route, "empty", "empty", 0.0)
        session.tick(0.9)
        at = 2.0
        for route in game.state.game_map.routes:
            seat = session.game.state.to_move
            before = session.game.state.seq
            if seat is None:
                break
            show(session, route, "something", seat, at)
            session.tick(at + 0.1)  # still moving
            at += 3.0
            begin = time.perf_counter()
            session.tick(at)
            if session.game.state.seq > before:
                took.append(listener.wait("event", before + 1) - begin)
            time.sleep(PAUSE_S)
        for sink in sinks:
            sink.close()
        store.close()
    listener.close()
    return took


def show(session: Session, route: str, felt: Seen, looks: Seen, at: float) -> None:
    """What pin and camera say of a site."""
    session.handle(Observation(site=SiteId(route), sense="pin", seen=felt, at=at), at)
    session.handle(Observation(site=SiteId(route), sense="camera", seen=looks, at=at), at)


def row(name: str, took: list[float]) -> None:
    """Median, 99th percentile, worst."""
    took.sort()
    median, p99 = statistics.median(took), took[int(len(took) * 0.99)]
    print(f"  {name:34} {len(took):5} {median * 1e3:8.3f} {p99 * 1e3:8.3f} {took[-1] * 1e3:8.3f}")


def main() -> None:
    """Print the table."""
    news = acts(ACTS)
    print(f"milliseconds{'number':>29} {'median':>8} {'p99':>8} {'worst':>8}")
    with LocalBroker() as broker:
        listener = Listener(broker.port)
        print("with a broker, QoS 1")
        measure(broker.url, listener, news)
        listener.close()
        print("a token has settled -> event heard, store flushed")
        row("observation -> event", from_observations(broker))
        broker.stop()
        print("without a broker")
        measure(broker.url, None, news)


if __name__ == "__main__":
    main()
