"""Nobody else ends a table's connection: not by its name, and not by filling the broker."""

import contextlib
import json
import os
import resource
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from announce import Wording
from engine import game_map
from fingerpost.broker.check import CHECK_NAME, survives_a_namesake
from fingerpost.broker.files import BrokerFiles
from fingerpost.cli import main
from fingerpost.config import Config
from integrations.house_wire import connect, open_lobby
from mqtt import Access, LostError, parse_address, probe
from mqtt.connection import Connection
from mqtt.local_broker import SETTINGS, HeldPort
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import USERS, HouseTable, Place, guarded
from tests.waiting import until

STRANGERS = 260
NAME = "fingerpost-kitchen-engine"


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with guarded() as found:
        yield found


def comes_in(place: Place, role: str, name: str) -> Client:
    """A user of this role, by this name for his connection."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
    secret = place.password_file(role)
    assert secret is not None
    client.username_pw_set(place.users[role], secret.read_text(encoding="utf-8").strip())
    client.connect(place.host, place.port)
    client.loop_start()
    assert until(client.is_connected)
    return client


def test_given_users_of_every_role_when_each_takes_the_engine_s_name_then_it_is_never_away(
    place: Place,
) -> None:
    table = HouseTable(place)
    try:
        watcher, heard = comes_in(place, "viewer", "watcher"), list[bytes]()
        watcher.on_message = lambda _client, _data, message: heard.append(bytes(message.payload))
        watcher.subscribe("fingerpost/1/kitchen/availability", qos=1)
        assert until(lambda: heard[-1:] == [b"online"])
        thieves = [comes_in(place, role, NAME) for role in USERS]
        last = comes_in(place, "viewer", "asks last")  # the broker has done all before it
        for client in (*thieves, last, watcher):
            client.disconnect()
            client.loop_stop()
        assert set(heard) == {b"online"}
    finally:
        table.close()


def test_given_a_password_when_a_connection_is_named_then_only_who_has_it_makes_the_same_name() -> None:
    address = parse_address("mqtt://kitchen-engine@pi")
    ours, again = (Access(address=address, password="one") for _ in range(2))
    assert ours.client_id(NAME) == again.client_id(NAME) != NAME
    others = [
        Access(address=address, password="two"),
        Access(address=parse_address("mqtt://anna@pi"), password="one"),
        Access(address=address),
    ]
    assert len({ours.client_id(NAME), *(one.client_id(NAME) for one in others)}) == 4
    assert others[-1].client_id(NAME) == NAME  # where no password is asked for nothing can be kept
    assert len(ours.client_id(f"{NAME}")) < 64 and "one" not in ours.client_id("x").split("-")


@pytest.mark.parametrize("content", [None, b"", b"\0\1\2", b"no certificate", "a folder", "a pipe"])
def test_given_a_ca_that_is_none_when_connected_to_then_one_line_names_the_file(
    content: bytes | str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bytes that are no certificate were told as a bug of ours, with a traceback, at every try."""
    file = tmp_path / "ca.crt"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content == "a pipe":  # whose writer would be waited for
        os.mkfifo(file)
    elif content:
        file.mkdir()
    access = Access(address=parse_address("mqtts://localhost:1"), ca=file)
    with pytest.raises(LostError, match=r"ca\.crt (holds no certificate; give|cannot be read; run)") as told:
        Connection(access, client_id="a", will_topic=None)
    assert (told.value.cause, "holds" in told.value.detail) == ("error", isinstance(content, bytes))
    config = tmp_path / "table.toml"
    config.write_text(f'[mqtt]\nurl = "mqtts://localhost:1"\nca = "{file}"\n')
    assert main(["doctor", "--config", str(config), "--mute", "--json"]) == 1
    found = {one["id"]: one["what"] for one in json.loads(capsys.readouterr().out)["checks"]}
    assert found["broker"] == told.value.detail
    assert main(["listen", "--url", "mqtts://localhost:1", "--ca", str(file)]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and str(file) in line and "foresaw" not in line


def test_given_strangers_that_fill_the_network_s_listener_when_the_engine_comes_then_it_is_let_in() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with (
        HeldPort() as port,
        HeldPort() as secure,
        tempfile.TemporaryDirectory(prefix="fingerpost-filled-") as folder,
        contextlib.ExitStack() as lines,
    ):
        Path(folder).chmod(0o755)
        options = ["--dir", f"{folder}/b", "--port", str(port), "--table", "kitchen"]
        assert main(["broker", "setup", "--lan", "--tls-port", str(secure), *options]) == 0
        files = BrokerFiles(Path(folder) / "b")
        broker = LocalBroker(files.conf.read_text(encoding="utf-8"), port=port)
        resource.setrlimit(resource.RLIMIT_NOFILE, (STRANGERS - 10, before[1]))  # of the broker
        try:
            broker.start()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        lines.callback(broker.stop)
        for _ in range(STRANGERS):
            lines.enter_context(socket.create_connection(("127.0.0.1", secure), timeout=10))
        word = files.password("kitchen-engine").read_text(encoding="utf-8").strip()
        assert probe(f"mqtt://kitchen-engine@127.0.0.1:{port}", password=word) is None


@pytest.mark.parametrize(("setting", "stays"), [("", True), ("use_username_as_clientid true\n", False)])
def test_given_a_broker_that_names_connections_by_their_user_when_checked_then_it_is_found(
    setting: str, stays: bool
) -> None:
    with LocalBroker(SETTINGS + setting) as broker:
        host = broker.url.removeprefix("mqtt://")
        access = Access(address=parse_address(f"mqtt://anna@{host}"), password="secret")
        connection = Connection(access, client_id=access.client_id(CHECK_NAME), will_topic=None)
        connection.open(lambda: True)
        assert survives_a_namesake(access, connection) == stays
        connection.close(politely=True)


@pytest.mark.parametrize(("option", "port"), [("--port", "0"), ("--port", "65536"), ("--tls-port", "-1")])
def test_given_a_port_that_can_be_none_when_a_broker_is_set_up_then_one_line_and_nothing_is_made(
    option: str, port: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["broker", "setup", "--dir", str(tmp_path / "b"), option, port]) == 2
    assert capsys.readouterr().err == f"fingerpost: {option} {port}: give 1 to 65535\n"
    assert not (tmp_path / "b").exists()


def test_given_a_table_whose_ca_is_none_when_it_plays_then_the_file_is_named_and_no_broker_is_blamed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "ca.crt"
    file.write_bytes(b"no certificate")
    config = Config().but("mqtt", url="mqtts://localhost:1", ca=str(file))
    wires = open_lobby(config, lambda item: None, Wording(game_map("usa"), None).vocabulary)
    connect(wires)
    try:
        until(lambda: "holds no certificate" in caplog.text)
    finally:
        for wire in wires:
            wire.close()
    told = [one.getMessage() for one in caplog.records if str(file) in one.getMessage()]
    assert [line for line in told if line.startswith("mqtt: certificate")] == [
        f"mqtt: certificate {file} holds no certificate; give the broker's ca.crt; until then messages wait"
    ]
