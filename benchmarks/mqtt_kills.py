"""The broker is killed again and again in games: is anything lost, doubled, or waited for?

A consumer as docs/mqtt-topics.md wants it keeps (game, boot, last seq), asks for a replay of what it missed,
and must end with the identical state and a complete history: after each loss every field of both is held
against the engine's own. The broker is ended (TERM), killed (KILL) or frozen (STOP, CONT), in turn, while
acts are told; how long telling took is what the game would wait.
"""

import argparse
import json
import random
import signal
import statistics
import threading
import time
from dataclasses import dataclass, field

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from engine import Event, Game, Refusal, event_to_dict, legal, seen_by, view
from mqtt import MqttSink, TableOptions
from tests.mqtt.local_broker import LocalBroker

ROOT = "fingerpost/1/bench"
WITHIN_S = 30.0
FROZEN_S = 0.3
ACTS_AROUND = 6  # acts told before, during and after each


class Consumer:
    """Applies events in order, without gaps, and shows the newest snapshot."""

    def __init__(self, port: int) -> None:
        self.history: dict[int, dict[str, object]] = {}
        self.last = 0
        self.state: dict[str, object] = {}
        self.differing = 0  # one seq, two meanings
        self.replays = 0
        self._boot: object = None
        self._asked = 0
        self.changed = threading.Condition()
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id="consumer", protocol=MQTTProtocolVersion.MQTTv5
        )
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe(f"{ROOT}/#", 1)
        self._client.on_message = lambda _c, _u, message: self._take(message)
        self._client.connect("127.0.0.1", port, keepalive=5)
        self._client.loop_start()

    def _take(self, message: MQTTMessage) -> None:
        if message.topic.endswith("availability") or not message.payload:
            return
        told = json.loads(message.payload)
        with self.changed:
            match told["kind"]:
                case "event":
                    self._event(told)
                case "state" if told["game"]:
                    self.state = told
                    if told["seq"] > self.last:  # the events of it are on their way, or were missed
                        self._ask(self.last + 1, told["seq"])
                case "result":
                    for event in told["data"].get("events", []):
                        self._event(event)
            self.changed.notify_all()

    def _event(self, event: dict[str, object]) -> None:
        seq = int(str(event["seq"]))
        known = self.history.setdefault(seq, event)
        self.differing += known["id"] != event["id"]
        while self.last + 1 in self.history:
            self.last += 1
        if seq > self.last:
            self._ask(self.last + 1, seq)

    def _ask(self, first: int, last: int) -> None:
        self._asked += 1
        self.replays += 1
        command = {
            "v": 1,
            "kind": "command",
            "type": "replay",
            "id": f"replay-{self._asked}",
            "table": "bench",
            "src": "client/consumer",
            "data": {"from": first, "to": last},
        }
        self._client.publish(f"{ROOT}/cmd/replay", json.dumps(command), qos=1)

    def wait(self, seq: int) -> bool:
        """Until all events up to this one are known and the snapshot is of it."""
        with self.changed:
            return self.changed.wait_for(
                lambda: self.last >= seq and self.state.get("seq") == self.last, WITHIN_S
            )

    def close(self) -> None:
        """Let go."""
        self._client.disconnect()
        self._client.loop_stop()


@dataclass(slots=True)
class Found:
    """What came of it."""

    kills: int = 0
    events: int = 0
    lost: int = 0
    differing: int = 0
    wrong_events: int = 0  # known to the consumer, but not as the engine knows them
    wrong_states: int = 0
    replays: int = 0
    told_s: list[float] = field(default_factory=list)


def plain(value: object) -> object:
    """As it looks once it has been written and read."""
    return json.loads(msgspec.json.encode(value))


def public(event: Event) -> object:
    """What the table may see of an event, its type among it."""
    return plain(event_to_dict(seen_by(event, None)))


class Table:
    """Random games, one after the other as one history, told to a sink."""

    def __init__(self, sink: MqttSink, seed: int) -> None:
        self._sink, self._rng = sink, random.Random(seed)
        self.game = Game.new("us-accessible", "usa", ("blue", "red", "green"), "dealt", seed)
        self.told = 0

    def tell(self, acts: int, found: Found) -> None:
        """Play so many acts, or what is left of them when the game ends before."""
        for _ in range(acts):
            if self.told and self.game.state.phase != "over":
                answer = self.game.do(self._rng.choice(list(legal(self.game.state))))
                assert not isinstance(answer, Refusal)
                self.game = answer[0]
            news = list(enumerate(self.game.events[self.told :], start=self.told + 1))
            begin = time.perf_counter()
            self._sink.told(news, self.game.state)
            found.told_s.append(time.perf_counter() - begin)
            self.told = len(self.game.events)

    def compare(self, consumer: Consumer, found: Found) -> None:
        """Hold all that a consumer has, history and snapshot, against the engine's own."""
        with consumer.changed:
            history, state = dict(consumer.history), consumer.state
        found.lost += len(set(range(1, self.told + 1)) - set(history))
        for seq, heard in history.items():
            data = heard["data"]
            assert isinstance(data, dict)
            right = 1 <= seq <= self.told and (
                {**data, "type": heard["type"]} == public(self.game.events[seq - 1])
            )
            found.wrong_events += not right
        same = state.get("data") == plain(view(self.game.state, None))
        found.wrong_states += not (same and state.get("seq") == self.told)


def survive(kills: int, seed: int = 1) -> Found:
    """Kill the broker so often; several games, so that there is always one in its middle."""
    found = Found()
    with LocalBroker() as broker:
        while found.kills < kills:
            _one_game(broker, found, kills, seed + found.kills)
    return found


def _one_game(broker: LocalBroker, found: Found, kills: int, seed: int) -> None:
    sink = MqttSink(
        "bench",
        broker.url,
        game=f"game-{seed}",
        boot=f"boot-{seed}",
        on_health=lambda health: None,
        on_command=lambda asked: None,
        options=TableOptions(backoff_s=(0.05, 0.5)),
    )
    sink.start()
    consumer, table = Consumer(broker.port), Table(sink, seed)
    for sign in ("TERM", "KILL", "STOP") * 4:
        if found.kills >= kills or table.game.state.phase == "over":
            break
        found.kills += 1
        table.tell(ACTS_AROUND, found)
        if sign == "STOP":
            broker.freeze()
            table.tell(ACTS_AROUND, found)
            time.sleep(FROZEN_S)
            broker.resume()
        else:
            broker.stop(signal.SIGTERM if sign == "TERM" else signal.SIGKILL)
            table.tell(ACTS_AROUND, found)
            broker.start()
        table.tell(ACTS_AROUND, found)
        consumer.wait(table.told)
        table.compare(consumer, found)
    found.events += table.told
    found.differing += consumer.differing
    found.replays += consumer.replays
    consumer.close()
    sink.close()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=12, help="how often (default 12)")
    found = survive(parser.parse_args().kills)
    found.told_s.sort()
    p99 = found.told_s[int(len(found.told_s) * 0.99)]
    print(f"{found.kills} times ended, killed or frozen: {found.events} events told")
    print(
        f"lost {found.lost}, one seq with two meanings {found.differing}, "
        f"not as the engine has them: events {found.wrong_events}, states {found.wrong_states}"
    )
    print(f"replays asked for {found.replays}")
    print(
        f"told(), ms: median {statistics.median(found.told_s) * 1e3:.2f}, p99 {p99 * 1e3:.2f}, "
        f"worst {found.told_s[-1] * 1e3:.2f}"
    )


if __name__ == "__main__":
    main()
