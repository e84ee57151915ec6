"""Many simulated tables tell events while collector, database and broker are killed: is all there, once?

    python -m benchmarks.club_collect --tables 500 --rate 400 --kills 20

Each table is a log in memory that publishes and answers replays, as a table does. The collector is a process
that is killed with -9, the broker too; the database is a PostgreSQL of its own that is stopped immediately
(`--sqlite`: a file, which cannot be killed apart from the collector). At the end each table's feed has to be
what that table told, line for line in its order. Needs Mosquitto and PostgreSQL.
"""

import argparse
import json
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from club.database import Database, opened
from club.feeds import events
from fingerpost.broker.files import BRIDGED_QUEUE
from mqtt.local_broker import SETTINGS
from tests.club.collector import Collecting
from tests.club.databases import LocalPostgres
from tests.mqtt.local_broker import LocalBroker

_PAGE = 50
_GAME = "game-1"


class Tables:
    """Simulated tables on one connection."""

    def __init__(self, port: int, count: int) -> None:
        self.logs: dict[str, list[bytes]] = {f"t{number}": [] for number in range(1, count + 1)}
        self._lock = threading.Lock()
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id="tables",
            clean_session=False,
            protocol=MQTTProtocolVersion.MQTTv311,
        )
        self._client.max_inflight_messages_set(200)
        self._client.reconnect_delay_set(1, 2)
        self._client.on_connect = lambda client, *_: client.subscribe("fingerpost/1/+/cmd/replay/club", 1)
        self._client.on_message = lambda _c, _u, message: self._answer(message)
        self._client.connect("127.0.0.1", port, keepalive=5)
        self._client.loop_start()

    def tell(self, table: str) -> None:
        """One more event, then the state."""
        with self._lock:
            log = self.logs[table]
            seq = len(log) + 1
            data = {"seat": "blue", "route": f"r{seq}", "points": seq % 22}
            payload = _envelope("event", table, seq, data, type="route-claimed")
            log.append(payload)
        self._client.publish(f"fingerpost/1/{table}/event", payload, qos=1)
        self._client.publish(
            f"fingerpost/1/{table}/state", _envelope("state", table, seq, {}), qos=1, retain=True
        )

    def again(self) -> None:
        """What a table does at each connection: its state is retained anew."""
        for table, log in self.logs.items():
            state = _envelope("state", table, len(log), {})
            self._client.publish(f"fingerpost/1/{table}/state", state, qos=1, retain=True)

    def _answer(self, message: MQTTMessage) -> None:
        asked = json.loads(message.payload)
        table, first, last = asked["table"], asked["data"]["from"], asked["data"]["to"]
        with self._lock:
            events = self.logs[table][first - 1 : last]
        pages = [events[at : at + _PAGE] for at in range(0, len(events), _PAGE)] or [[]]
        for number, page in enumerate(pages, 1):
            data = {
                "ok": True,
                "page": number,
                "pages": len(pages),
                "events": [json.loads(one) for one in page],
            }
            result = _envelope("result", table, last, data, type="replay", corr=asked["id"])
            self._client.publish(f"fingerpost/1/{table}/reply/club", result, qos=1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def _envelope(kind: str, table: str, seq: int, data: object, **more: str) -> bytes:
    common = {
        "v": 1,
        "kind": kind,
        "id": f"{table}-{seq}",
        "table": table,
        "game": _GAME,
        "boot": "b",
        "seq": seq,
    }
    return json.dumps(
        {**common, "ts": "2026-01-01T00:00:00.000Z", "src": "engine", "data": data, **more}
    ).encode()


def main() -> int:
    """Run, then print a line of figures; exit 1 when anything is lost, twice or not in its table's order."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=400.0, help="events a second, in all")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two kills")
    parser.add_argument("--sqlite", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, LocalBroker(SETTINGS + BRIDGED_QUEUE + "\n") as broker:
        server = None if args.sqlite else LocalPostgres()
        if server is not None:
            server.start()
        where = str(Path(folder) / "club.sqlite") if server is None else server.fresh("club")
        try:
            return _run(args, broker, server, where)
        finally:
            if server is not None:
                server.__exit__()


def _run(args: argparse.Namespace, broker: LocalBroker, server: LocalPostgres | None, where: str) -> int:
    stop, told = threading.Event(), 0
    tables = Tables(broker.port, args.tables)
    names = list(tables.logs)
    with Collecting(where, broker.url) as collecting:
        collecting.until("collect", "ready")

        def play() -> None:
            nonlocal told
            began = time.monotonic()
            while not stop.is_set():
                while told < (time.monotonic() - began) * args.rate:
                    tables.tell(names[told % len(names)])
                    told += 1
                stop.wait(0.01)

        player = threading.Thread(target=play)
        player.start()
        began = time.monotonic()
        for number in range(args.kills):
            time.sleep(args.every)
            _kill(number, broker, server, collecting)
        time.sleep(args.every)
        stop.set()
        player.join()
        played_s = time.monotonic() - began
        tables.again()
        wanted = sum(map(len, tables.logs.values()))
        until = time.monotonic() + 300
        while _stored(where)[0] < wanted and time.monotonic() < until:
            time.sleep(0.5)
        caught_up_s = time.monotonic() - began - played_s
        stored, distinct, conflicts = _stored(where)
        otherwise, healed = _order(where, tables.logs)
        collecting.stop()
    tables.close()
    sys.stdout.write(
        f"{args.tables} tables, {wanted / played_s:.0f} events/s for {played_s:.0f} s, {args.kills} kills: "
        f"{wanted} told, {stored} stored, {wanted - distinct} lost, {stored - distinct} twice, "
        f"{conflicts} conflicts, {otherwise} tables not as told in order ({healed} events came after a later "
        f"one); complete {caught_up_s:.1f} s after the last\n"
    )
    return int((stored, distinct, conflicts, otherwise) != (wanted, wanted, 0, 0))


def _kill(number: int, broker: LocalBroker, server: LocalPostgres | None, collecting: Collecting) -> None:
    match number % 3:
        case 0:
            collecting.kill()
            collecting.start()
        case 1 if server is not None:
            server.stop_at_once()
            server.start()
        case _:
            broker.stop(signal.SIGKILL)
            broker.start()


def _stored(where: str) -> tuple[int, int, int]:
    database = opened(where)
    try:
        (rows,) = database.rows("SELECT COUNT(*) FROM event")
        distinct = database.rows("SELECT COUNT(*) FROM (SELECT DISTINCT tbl, game, seq FROM event) AS e")
        conflicts = database.rows("SELECT COUNT(*) FROM conflict")
        return int(str(rows[0])), int(str(distinct[0][0])), int(str(conflicts[0][0]))
    finally:
        database.close()


def _order(where: str, logs: Mapping[str, Sequence[bytes]]) -> tuple[int, int]:
    """Tables whose feed is not what they told, in its order; events that came after a later one of theirs."""
    database = opened(where)
    try:
        otherwise = sum(not _in_order(database, table, log) for table, log in logs.items())
        (late,) = database.rows(
            "SELECT COUNT(*) FROM (SELECT seq, MAX(seq) OVER (PARTITION BY tbl, game ORDER BY nr) AS top"
            " FROM event) AS e WHERE seq < top"
        )
        return otherwise, int(str(late[0]))
    finally:
        database.close()


def _in_order(database: Database, table: str, log: Sequence[bytes]) -> bool:
    fed = [json.loads(line) for line in events(database, table, _GAME, 0, 2**62)]
    told = [json.loads(payload) for payload in log]
    return [(one["seq"], one["type"], one["data"]) for one in fed] == [
        (one["seq"], one["type"], one["data"]) for one in told
    ]


if __name__ == "__main__":
    sys.exit(main())
