"""What a house does to a connection: old brokers, killed ones, our own thread gone, engines restarted."""

import contextlib
import logging
import socket
import threading
from pathlib import Path

import pytest

from benchmarks.mqtt_kills import survive
from engine import Game
from integrations.answer_book import AnswerBook
from mqtt import REMEMBERED, Access, CachedResult, LostError, MqttSink, TableOptions, parse_address, probe
from mqtt.client_loop import HANGS_AFTER_S
from mqtt.connection import Connection
from mqtt.echoes import WITHIN_S as ECHO_S
from mqtt.echoes import Echoes
from table.answers import Done
from tabletop import DeviceHealth
from tests.mqtt.listener import Listener, command
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import HouseTable, Outside, Place
from tests.waiting import PATIENCE_S

GAME = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
NEWS = list(enumerate(GAME.events, start=1))
QUICK = (0.05, 0.2)


class OldBroker:
    """A broker that knows MQTT 3.1.1 at most: in front of a new one, it turns a CONNECT of 5 away."""

    def __init__(self, port: int, *, rudely: bool) -> None:
        self._target, self._rudely = port, rudely
        self.turned_away = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"mqtt://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self._serve, args=(self._server.accept()[0],), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        first = client.recv(4096)
        if first[8:9] == b"\x05":  # the protocol's level stands behind its name
            self.turned_away += 1
            with client, contextlib.suppress(OSError):
                if not self._rudely:
                    client.sendall(b"\x20\x02\x00\x01")  # CONNACK of 3.1.1: unacceptable protocol version
            return
        broker = socket.create_connection(("127.0.0.1", self._target))
        broker.sendall(first)
        threading.Thread(target=pump, args=(broker, client), daemon=True).start()
        pump(client, broker)

    def close(self) -> None:
        self._server.close()


def pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(4096):
            sink.sendall(data)
    for one in (source, sink):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


class Watched:
    """A sink, and when it went live."""

    def __init__(self, url: str, **options: float) -> None:
        self.health: list[tuple[str, str]] = []
        self.changed = threading.Condition()
        self.sink = MqttSink(
            "kitchen",
            url,
            game="game-1",
            boot="b",
            on_health=self._note,
            on_command=lambda asked: asked.answer(Done(seq=2)),
            options=TableOptions(backoff_s=QUICK, watch_s=options.get("watch_s", 2.0)),
        )

    def _note(self, health: DeviceHealth) -> None:
        with self.changed:
            self.health.append((health.condition, health.cause))
            self.changed.notify_all()

    def until(self, condition: str) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: condition in dict(self.health), PATIENCE_S), self.health

    def go_live(self) -> None:
        self.sink.start()
        self.until("live")


def test_given_a_connection_when_it_is_made_then_it_is_kept_alive_by_15_s_and_sends_at_once(
    broker: LocalBroker,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        first: list[bytes] = []

        def take() -> None:
            with server.accept()[0] as client:
                first.append(client.recv(4096))

        thread = threading.Thread(target=take)
        thread.start()
        where = f"mqtt://127.0.0.1:{server.getsockname()[1]}"
        made = Connection(Access(address=parse_address(where)), client_id="a", will_topic=None)
        with pytest.raises(LostError):
            made.open(lambda: True)
        thread.join(5)
    assert first[0][4:9] == b"MQTT\x05" and int.from_bytes(first[0][10:12], "big") == 15
    made = Connection(Access(address=parse_address(broker.url)), client_id="a", will_topic=None)
    made.open(lambda: True)
    line = made._client.socket()
    assert isinstance(line, socket.socket) and line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    made.close(politely=True)


def test_given_a_broker_of_3_1_1_that_keeps_events_back_when_it_acknowledges_them_then_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mqtt.echoes.WITHIN_S", 0.2)
    with LocalBroker(access="topic deny fingerpost/1/kitchen/event\ntopic readwrite #\n") as broker:
        old = OldBroker(broker.port, rudely=False)
        table = Watched(old.url)
        table.go_live()
        table.sink.told(NEWS, GAME.state)
        table.until("fault")
        table.sink.told((), GAME.state)
        table.sink.close()
        old.close()
    assert table.health == [("live", ""), ("fault", "forbidden")] and table.sink.counts() == {}


def test_given_echoes_in_any_order_when_one_does_not_come_then_it_alone_is_told_once() -> None:
    echoes = Echoes()
    echoes.follow(["event", "state"])
    for mid, topic in enumerate(["event", "event", "announce", "state"]):
        echoes.sent(mid, topic)
    assert echoes.heard("event", retained=False)  # before its acknowledgement
    assert echoes.heard("state", retained=True)  # of before
    assert not echoes.heard("cmd/press", retained=False)
    for mid in range(4):
        echoes.acknowledged(mid, 10.0)
    assert echoes.heard("event", retained=False)
    assert echoes.kept_back(10.0 + ECHO_S - 0.1) is None
    assert echoes.kept_back(10.0 + ECHO_S) == "state" and echoes.kept_back(99.0) is None


@pytest.mark.parametrize("rudely", [False, True])
def test_given_a_broker_of_3_1_1_when_5_is_offered_then_it_is_spoken_to_in_its_own(
    broker: LocalBroker, rudely: bool
) -> None:
    old, ear = OldBroker(broker.port, rudely=rudely), Listener(broker.url)
    table = Watched(old.url)
    table.sink.told(NEWS, GAME.state)
    table.go_live()
    ear.wait(lambda: ear.events() == [seq for seq, _ in NEWS])
    ear.say("press", command("press", "ear", {"button": "ask"}))
    ear.wait(lambda: ear.times("reply/ear") == 1)
    ear.say("press", command("press", "ear", {"button": "ask"}), retain=True)
    table.sink.close()
    ear.wait(lambda: ("availability", b"offline", False) in ear.heard)
    assert old.turned_away == 1 and table.health == [("live", "")]
    assert probe(old.url) is None
    again = Watched(old.url)
    again.go_live()  # finds the retained command, refuses it and clears the topic
    ear.wait(lambda: ("cmd/press", b"", False) in ear.heard)
    again.sink.close()
    ear.close()
    old.close()


def test_given_a_server_that_is_no_broker_when_connected_then_it_is_said_once_and_nothing_breaks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def babble() -> None:
        with contextlib.suppress(OSError):
            while not ended.is_set():
                client, _ = server.accept()
                client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                client.close()

    threading.Thread(target=babble, daemon=True).start()
    table = Watched(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
    table.sink.start()
    table.until("lost")
    table.sink.told(NEWS, GAME.state)
    ended.set()
    server.close()
    table.sink.close()
    assert len(table.health) == 1
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_given_a_thread_of_ours_that_dies_when_watched_then_another_takes_over(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, deaths = Connection.open, iter((True, True))

    def dying(self: Connection, go_on: object) -> None:
        if next(deaths, False):
            raise SystemExit  # what no `except Exception` holds
        opened(self, go_on)  # type: ignore[arg-type]

    monkeypatch.setattr(Connection, "open", dying)
    table = Watched(broker.url, watch_s=0.05)
    table.sink.told(NEWS, GAME.state)
    table.sink.start()
    ear = Listener(broker.url)
    table.until("live")
    ear.wait(lambda: ear.events() == [seq for seq, _ in NEWS])
    assert table.sink.counts()["threads-replaced"] == 2
    table.sink.close()
    ear.close()


def test_given_a_thread_that_hangs_when_watched_then_another_takes_over_and_the_old_one_says_nothing(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, opened = threading.Event(), Connection.open
    first = iter((True,))

    def hanging(self: Connection, go_on: object) -> None:
        if next(first, False):
            hangs.wait(10)
        opened(self, go_on)  # type: ignore[arg-type]

    monkeypatch.setattr(Connection, "open", hanging)
    monkeypatch.setattr("mqtt.client_loop.HANGS_AFTER_S", 0.3)
    table = Watched(broker.url, watch_s=0.05)
    table.go_live()
    monkeypatch.setattr("mqtt.client_loop.HANGS_AFTER_S", HANGS_AFTER_S)
    hangs.set()
    ear = Listener(broker.url)
    table.sink.told(NEWS, GAME.state)
    ear.wait(lambda: bool(ear.told("state")) and ear.told("state")[-1]["seq"] == len(NEWS))
    table.sink.close()
    assert table.health == [("live", "")]
    ear.close()


def test_given_a_broker_killed_and_frozen_in_games_when_it_is_back_then_nothing_is_lost_or_doubled() -> None:
    found = survive(3)
    assert (found.kills, found.lost, found.differing) == (3, 0, 0)
    assert (found.wrong_events, found.wrong_states) == (0, 0)
    assert found.events > 60


def test_given_an_engine_that_is_restarted_when_a_command_comes_again_then_it_is_not_done_again(
    open_place: Place, tmp_path: Path
) -> None:
    log, lamp = tmp_path / "game.fingerpost", Outside(open_place, "controller", "lamp")
    before = HouseTable(open_place, log=log)
    lamp.until_live()
    claim: dict[str, object] = {"seat": "blue", "route": "denver-omaha"}
    first = lamp.ask("claim-route", claim, id="claim-1", expect_seq=lamp.seq())
    assert lamp.ask("press", {"button": "ask"}, id="press-1")["ok"] is True
    before.close()
    boots = len({info["boot"] for info in lamp.told("info")})
    after = HouseTable(open_place, log=log, game=before.session.game)
    lamp.wait(lambda: len({info["boot"] for info in lamp.told("info")}) == boots + 1)
    lamp.until_live()
    assert lamp.ask("claim-route", claim, id="claim-1", expect_seq=2) == {**first, "duplicate": True}
    assert lamp.ask("press", {"button": "ask"}, id="press-1")["duplicate"] is True
    assert after.session.game.events == before.session.game.events
    after.close()
    lamp.close()


def test_given_a_book_of_answers_when_torn_or_foreign_then_what_is_whole_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "answers"
    book = AnswerBook(path, "g")
    for number in range(REMEMBERED + 20):
        book.add(CachedResult(client="lamp", id=f"n{number}", result={"ok": True, "seq": number}))
    book.close()
    book.add(CachedResult(client="lamp", id="late", result={}))  # closed: no matter
    with path.open("ab") as file:
        file.write(b'{"game":"other","client":"x","id":"y","result":{}}\n\xff{"game":"g","cli')
    again = AnswerBook(path, "g")
    assert len(again.before) == REMEMBERED
    assert again.before[-1] == CachedResult(
        client="lamp", id=f"n{REMEMBERED + 19}", result={"ok": True, "seq": REMEMBERED + 19}
    )
    again.close()
    assert AnswerBook(path, "new-game").before == ()
    assert path.stat().st_mode & 0o077 == 0


def test_given_a_disk_that_takes_nothing_when_answers_are_kept_then_it_is_logged_and_no_matter(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games").touch()
    book = AnswerBook(tmp_path / "games" / "answers", "g")
    book.add(CachedResult(client="lamp", id="a", result={}))
    book.close()
    assert "answers to commands are not kept" in caplog.text
