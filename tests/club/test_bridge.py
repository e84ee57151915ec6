"""A table's broker joined to a club's: what the table tells goes out, what the club asks comes in."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.broker.files import BrokerFiles
from fingerpost.cli import main
from mqtt import Access, parse_address, password_in
from mqtt.connection import opened
from mqtt.local_broker import SETTINGS, HeldPort
from tests.club.collector import Collecting
from tests.club.test_collecting import all_of
from tests.mqtt.engine import Engine
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import until


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="fingerpost-bridge-") as name:
        Path(name).chmod(0o755)  # Mosquitto is a user of its own
        yield Path(name)


def test_given_a_bridge_when_the_club_is_away_for_a_while_then_it_still_has_all_of_the_game(
    folder: Path,
) -> None:
    with HeldPort() as port, HeldPort() as secure:
        club = BrokerFiles(folder / "club")
        at = ["--dir", str(club.folder), "--port", str(port), "--table", "club"]
        assert main(["broker", "setup", "--lan", "--tls-port", str(secure), *at]) == 0
        assert main(["broker", "add-user", "club", "--role", "collect", *at]) == 0
        assert main(["broker", "add-user", "kitchen", "--role", "bridge", "--only", "kitchen", *at]) == 0
        table = BrokerFiles(folder / "table")
        bridge = ["--bridge-to", f"localhost:{secure}", "--bridge-ca", str(club.ca)]
        bridge += ["--bridge-password-file", str(club.password("kitchen"))]
        here = ["--dir", str(table.folder), "--table", "kitchen", "--port", "1"]
        with HeldPort() as own:
            here[-1] = str(own)
            assert main(["broker", "setup", *here, *bridge]) == 0
        settings = SETTINGS + table.bridge.read_text(encoding="utf-8")
        where = str(folder / "club.sqlite")
        password = folder / "password.toml"
        password.write_text(f'[mqtt]\npassword_file = "{club.password("club")}"\n', encoding="utf-8")
        url = f"mqtt://club@127.0.0.1:{port}"
        with (
            LocalBroker(settings) as near,
            LocalBroker(club.conf.read_text(encoding="utf-8"), port=port) as hub,
            Collecting(where, url, "--config", str(password)) as collecting,
        ):
            collecting.until("collect", "ready")
            engine = Engine(near.url)
            engine.tell(60)  # before anybody listens: only a replay has it
            engine.go_live()
            first = engine.tell(20)
            assert until(lambda: all_of(where, first))
            thief = Access(
                address=parse_address(f"mqtt://kitchen@127.0.0.1:{port}"),
                password=password_in(club.password("kitchen")),
            )
            opened(thief, client_id="fingerpost-club-club", will_topic=None).close(politely=True)
            first = engine.tell(20)
            assert until(lambda: all_of(where, first))
            # Nobody is thrown out by his name.
            assert not any(line.get("collect") == "lost" for line in collecting.lines)
            hub.stop()
            engine.tell(20)
            hub.start()
            last = engine.tell(20)
            assert until(lambda: all_of(where, last))
            assert collecting.stop() == 0
            engine.sink.close()


def test_given_a_bridge_when_set_up_again_then_it_stays_until_it_is_taken_back(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = BrokerFiles(folder / "b")
    (folder / "ca.crt").write_text("x", encoding="utf-8")
    (folder / "word").write_text("secret\n", encoding="utf-8")
    with HeldPort() as port:
        at = ["broker", "setup", "--dir", str(files.folder), "--port", str(port), "--table", "kitchen"]
        to = ["--bridge-to", "club.lan", "--bridge-ca", str(folder / "ca.crt")]
        to += ["--bridge-password-file", str(folder / "word"), "--bridge-user", "k", "--bridge-commands"]
        assert main([*at, *to]) == 0
        assert main(at) == 0
        assert files.bridge.stat().st_mode & 0o777 == 0o600
        lines = files.bridge.read_text(encoding="utf-8").splitlines()
        assert lines[2] == "address club.lan:8883" and lines[5:7] == [
            "remote_username k",
            "remote_password secret",
        ]
        assert re.fullmatch(r"remote_clientid fingerpost-kitchen-bridge-[0-9a-f]{16}", lines[4])
        assert lines[-1] == "topic cmd/+/club in 1 fingerpost/1/kitchen/ fingerpost/1/kitchen/"
        conf = files.conf.read_text(encoding="utf-8")
        assert "\nmax_queued_messages 0\nmax_queued_bytes 67108864\n" in conf and "messages 1000" not in conf
        assert main([*at, "--no-bridge"]) == 0
        assert not files.bridge.exists()
        conf = files.conf.read_text(encoding="utf-8")
        assert "\nmax_queued_messages 1000\n" in conf and "67108864" not in conf
        for wrong in (
            ["--bridge-to", "a b"],
            ["--bridge-to", "h:0"],
            ["--bridge-user", "A!"],
            ["--club", "x/y"],
        ):
            assert main([*at, *to, *wrong]) == 2
        (folder / "word").write_text("two\nlines", encoding="utf-8")
        assert main([*at, *to]) == 2
        assert not files.bridge.exists()
        assert "secret" not in capsys.readouterr().err
