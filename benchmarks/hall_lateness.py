"""How far behind the tables is the hall, with 64 spectators?

    python -m benchmarks.hall_lateness --tables 8 --rate 4 --seconds 60

Tables publish whole games to a Mosquitto, `fingerpost club collect` and `serve` are programs of their own;
each spectator reads `/stream`. The start of a turn is shown when a stream tells its table with that seq or a
later one.
Bar: 99 % within 1 s of being handed to the broker.
"""

import argparse
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from bots.bot import GreedyBot
from engine import Game, TurnStarted
from mqtt.payloads import Encoder, Stamp
from mqtt.topics import Topics
from tests.club.collector import Collecting
from tests.engine.rule_bench import played_out
from tests.mqtt.local_broker import LocalBroker

Key = tuple[str, int]


def whole_game(seed: int) -> Game:
    """A game of two bots, to its end."""
    return played_out(Game.new("us-accessible", "usa", ("blue", "red"), "untracked", seed), GreedyBot(seed))


@lru_cache(10_000)
def _told(line: bytes) -> Key:
    """Of which table a line tells, and how far; what all are told alike is read once."""
    told = json.loads(line[6:])
    return told["table"], int(told["seq"] or 0)


class Spectators:
    """So many streams of the hall, read in one thread."""

    def __init__(self, port: int, count: int) -> None:
        self.seen: dict[Key, list[float]] = defaultdict(list)  # (table, seq) → when each stream told it
        self._selector, self._stop = selectors.DefaultSelector(), threading.Event()
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ, bytearray())
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.2):
                assert isinstance(key.fileobj, socket.socket)
                kept = key.data
                came = key.fileobj.recv(65_536)
                if not came:
                    raise RuntimeError("a stream has ended")
                kept += came
                *lines, rest = kept.split(b"\n")
                kept[:] = rest
                at = time.monotonic()
                for line in lines:
                    if line.startswith(b"data: {"):
                        self.seen[_told(bytes(line))].append(at)

    def close(self) -> None:
        """Leave the hall."""
        self._stop.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()


def main() -> int:
    """Play, then print the lateness of events as all spectators saw them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--rate", type=float, default=4.0, help="events a second, in all")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--spectators", type=int, default=64)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, LocalBroker() as broker:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = int(free.getsockname()[1])
        where = str(Path(folder) / "club.sqlite")
        with Collecting(where, broker.url) as collecting:
            collecting.until("collect", "ready")
            call = [
                sys.executable,
                "-m",
                "fingerpost",
                "club",
                "serve",
                "--database",
                where,
                "--port",
                str(port),
            ]
            serving = subprocess.Popen(call, stdout=subprocess.DEVNULL)
            try:
                while serving.poll() is None and socket.socket().connect_ex(("127.0.0.1", port)) != 0:
                    time.sleep(0.05)
                bad = _run(args, broker.port, port)
                used = {"collect": collecting.process.pid, "serve": serving.pid, "this": os.getpid()}
                told = ", ".join(f"{name} {_processor_s(pid):.1f} s" for name, pid in used.items())
                print(f"processor time: {told}; {os.getloadavg()[0]:.0f} waiting for {os.cpu_count()} cores")
                return bad
            finally:
                serving.terminate()
                serving.wait(30)


def _processor_s(pid: int) -> float:
    """So long a process has had a core."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _run(args: argparse.Namespace, broker: int, port: int) -> int:
    client = Client(CallbackAPIVersion.VERSION2, client_id="tables", protocol=MQTTProtocolVersion.MQTTv311)
    client.connect("127.0.0.1", broker)
    client.loop_start()
    games = [whole_game(seed) for seed in range(3)]
    spectators = Spectators(port, args.spectators)
    sent: dict[Key, float] = {}
    began, number = time.monotonic(), 0
    while time.monotonic() - began < args.seconds:
        table, seq = f"t{number % args.tables + 1}", number // args.tables + 1
        game = games[number % args.tables % len(games)]
        if seq > len(game.events):
            break
        stamp = Stamp(time.time_ns() // 1_000_000, number.to_bytes(10, "big"))
        payload = Encoder(table, "game-1", "boot-1").event(seq, game.events[seq - 1], stamp)
        if isinstance(game.events[seq - 1], TurnStarted):  # what the line of a table tells of
            sent[table, seq] = time.monotonic()
        client.publish(Topics(table).event, payload, qos=1)
        number += 1
        time.sleep(max(0.0, began + number / args.rate - time.monotonic()))
    time.sleep(3.0)
    spectators.close()
    client.loop_stop()
    late, unseen = _lateness(sent, spectators.seen, args.spectators)
    late.sort()
    at = {share: late[int(share * (len(late) - 1))] for share in (0.5, 0.99, 1.0)} if late else {}
    print(
        f"{args.spectators} spectators, {args.tables} tables, "
        f"{number} events at {args.rate:g}/s, {len(sent)} turns: "
        + ", ".join(f"{'max' if share == 1 else f'p{share * 100:.0f}'} {s:.3f} s" for share, s in at.items())
        + f"; not shown to all {unseen}"
    )
    return int(not late or unseen > 0 or at[0.99] > 1.0)


def _lateness(
    sent: dict[Key, float], seen: dict[Key, list[float]], spectators: int
) -> tuple[list[float], int]:
    """Of each event, how long until the last of the spectators saw it or a later one; how many never did."""
    late, unseen = list[float](), 0
    for (table, seq), at in sent.items():
        shown = [
            max(times)
            for (name, later), times in seen.items()
            if name == table and later >= seq and len(times) >= spectators
        ]
        if shown:
            late.append(min(shown) - at)
        else:
            unseen += 1
    return late, unseen


if __name__ == "__main__":
    sys.exit(main())
