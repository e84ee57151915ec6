"""A broker set up by `fingerpost broker`: strangers see and change nothing, others only their own."""

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from fingerpost.broker.check import check
from fingerpost.broker.files import BrokerFiles
from fingerpost.broker.roles import ROLES, role_name, rules
from fingerpost.cli import main
from fingerpost.config import Config, HubSection
from fingerpost.doctor.checks import checks
from integrations.wire_settings import MqttSection
from mqtt import LostError, TableOptions, password_in, probe, rights_from
from mqtt.local_broker import HeldPort
from tests.mqtt.table import HouseTable, Outside, Place, code
from tests.waiting import until

CLAIM: dict[str, object] = {"seat": "blue", "route": "denver-omaha"}
HERE = ("--table", "kitchen")


@pytest.fixture
def table(guarded_place: Place) -> Iterator[HouseTable]:
    rights = rights_from({"*": "table", "anna": "blue"})
    table = HouseTable(guarded_place, options=TableOptions(rights=rights))
    lamp = Outside(guarded_place, "controller", "lamp")
    lamp.until_live()
    lamp.close()
    yield table
    table.close()


def files_of(place: Place) -> BrokerFiles:
    assert place.files is not None
    return place.files


def where(place: Place) -> tuple[str, ...]:
    return ("--dir", str(files_of(place).folder), "--port", str(place.port))


def test_given_a_stranger_when_he_tries_then_he_does_not_come_in(
    guarded_place: Place, table: HouseTable
) -> None:
    url = f"mqtt://127.0.0.1:{guarded_place.port}"
    assert probe(url) == "forbidden"
    assert probe(url.replace("://", "://lamp@"), password="guessed") == "forbidden"
    assert probe(url.replace("://", "://kitchen-engine@"), password="") == "forbidden"


def test_given_a_viewer_when_he_writes_then_nothing_changes_and_he_hears_only_what_is_public(
    guarded_place: Place, table: HouseTable
) -> None:
    wall, lamp = Outside(guarded_place, "viewer", "wall"), Outside(guarded_place, "controller", "lamp")
    at = table.session.game.state.seq
    claim = json.dumps(wall.envelope("claim-route", CLAIM, expect_seq=at))
    for topic in ("cmd/claim-route", "cmd/claim-route/wall", "cmd/claim-route/anna", "event", "availability"):
        wall.raw(topic, claim)
    wall.raw("state", b'{"forged": true}', retain=True)
    wall.raw("node/porch/observation", b"{}")
    assert lamp.ask("press", {"button": "repeat"})["ok"] is True  # what was sent before has been dealt with
    assert table.session.game.state.seq == at
    topics = {topic for topic, *_ in (*wall.heard, *lamp.heard)}
    assert {"reply/lamp"} <= topics and not [one for one in topics if one.startswith(("cmd/", "node/"))]
    assert not [one for one in wall.heard if one[0].startswith("reply/") or b"forged" in one[1]]
    for client in (wall, lamp):
        client.close()


@pytest.mark.parametrize(
    "topic",
    [
        "#",
        "fingerpost/1/other/#",
        "$CONTROL/dynamic-security/#",
        "homeassistant/#",
        "fingerpost/+/kitchen/event",
    ],
)
def test_given_a_viewer_when_he_asks_for_what_is_not_his_then_the_broker_says_no(
    guarded_place: Place, topic: str
) -> None:
    wall = Outside(guarded_place, "viewer", "wall", topic=topic)
    assert wall.granted == [False]
    wall.close()


def test_given_a_seats_own_client_when_it_acts_then_for_its_seat_alone_and_under_its_name_alone(
    guarded_place: Place, table: HouseTable
) -> None:
    anna = Outside(guarded_place, "seat", "anna")
    at = table.session.game.state.seq
    anna.raw("cmd/claim-route", json.dumps(anna.envelope("claim-route", CLAIM, expect_seq=at)))
    anna.raw("cmd/claim-route/lamp", json.dumps(anna.envelope("claim-route", CLAIM, expect_seq=at)))
    assert code(anna.ask("claim-route", {**CLAIM, "seat": "red"}, own=True, expect_seq=at)) == "wrong-seat"
    assert code(anna.ask("press", {"button": "yes"}, own=True, expect_seq=at)) == "unauthorized"
    assert table.session.game.state.seq == at
    assert anna.ask("claim-route", CLAIM, own=True, expect_seq=at)["ok"] is True
    assert table.session.game.state.owners == {"denver-omaha": "blue"}
    anna.close()


def test_given_a_controller_when_it_writes_under_the_seats_name_then_the_broker_drops_it(
    guarded_place: Place, table: HouseTable
) -> None:
    lamp = Outside(guarded_place, "controller", "lamp")
    at = table.session.game.state.seq
    forged = lamp.envelope("claim-route", CLAIM, src="client/anna", expect_seq=at)
    lamp.raw("cmd/claim-route/anna", json.dumps(forged))
    assert lamp.ask("press", {"button": "repeat"})["ok"] is True
    assert table.session.game.state.seq == at
    lamp.close()


def test_given_a_user_when_revoked_then_he_is_thrown_out_and_his_password_is_gone(
    guarded_place: Place,
) -> None:
    options = (*where(guarded_place), *HERE)
    assert main(["broker", "add-user", "guest", *options]) == 0
    secret = files_of(guarded_place).password("guest")
    url, word = f"mqtt://guest@127.0.0.1:{guarded_place.port}", secret.read_text(encoding="utf-8").strip()
    assert probe(url, password=word) is None
    gone: list[object] = []
    guest = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    guest.username_pw_set("guest", word)
    guest.on_disconnect = lambda *what: gone.append(what)
    guest.connect("127.0.0.1", guarded_place.port)

    def loops_until(done: Callable[[], bool]) -> bool:
        return until(lambda: guest.loop(0.1) is not None and done())

    assert loops_until(guest.is_connected)
    assert main(["broker", "revoke", "guest", *options]) == 0
    assert loops_until(lambda: bool(gone))
    assert probe(url, password=word) == "forbidden" and not secret.exists()
    assert main(["broker", "revoke", "guest", *options]) == 1


def test_given_the_broker_when_checked_then_all_is_well_and_an_open_secret_is_found(
    guarded_place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["broker", "check", *where(guarded_place), *HERE]) == 0
    assert "amiss" not in capsys.readouterr().out
    files_of(guarded_place).admin.chmod(0o644)
    assert main(["broker", "check", *where(guarded_place), *HERE]) == 1
    assert "amiss   mosquitto_ctrl: 644" in capsys.readouterr().out
    files_of(guarded_place).admin.chmod(0o600)


def test_given_a_broker_that_lets_everybody_in_when_checked_then_that_is_amiss(
    guarded_place: Place, open_place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"mqtt://127.0.0.1:{open_place.port}"
    assert main(["broker", "check", *where(guarded_place), *HERE, "--url", url]) == 1
    assert "amiss   nobody comes in without a name" in capsys.readouterr().out


def amiss(files: BrokerFiles, url: str, *, user: str = "kitchen-engine", table: str = "kitchen") -> list[str]:
    found = check(files, url, user=user, table=table, options=f"--table {table}")
    return [one.line() for one in found if not one.well]


def test_given_a_wrong_set_up_when_checked_then_each_thing_is_said_with_what_to_do(
    guarded_place: Place,
) -> None:
    files, url = files_of(guarded_place), f"mqtt://127.0.0.1:{guarded_place.port}"
    assert amiss(files, url) == []
    again = "run: sudo fingerpost broker add-user"
    with HeldPort() as free:
        (nobody,) = amiss(files, f"mqtt://127.0.0.1:{free}")
    assert nobody.endswith("the broker is not there (refused): start it")
    assert amiss(files, url, user="bob") == [
        f"amiss   user bob has no password here; {again} bob --role engine --table kitchen"
    ]
    mend = f"{again} kitchen-engine --role engine --table"
    assert amiss(files, url, table="other") == [  # an engine of one table is none of another
        f"amiss   user kitchen-engine may read fingerpost/1/other/cmd/#; {mend} other"
    ]
    secret = files.password("kitchen-engine")
    word = secret.read_text(encoding="utf-8")
    try:
        secret.write_text("guessed\n", encoding="utf-8")
        assert amiss(files, url) == [f"amiss   user kitchen-engine comes in (forbidden); {mend} kitchen"]
    finally:
        secret.write_text(word, encoding="utf-8")


def test_given_what_is_amiss_when_the_advice_is_followed_to_the_letter_then_it_is_well(
    guarded_place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names folder, port and table: without them it would be another broker's."""
    secret = files_of(guarded_place).password("kitchen-engine")
    secret.write_text("guessed\n", encoding="utf-8")
    assert main(["broker", "check", *where(guarded_place), *HERE]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("amiss")]
    advice = line.partition("run: sudo fingerpost ")[2].split()
    assert advice[-6:] == [*HERE, *where(guarded_place)] and main(advice) == 0
    assert main(["broker", "check", *where(guarded_place), *HERE]) == 0


@pytest.mark.parametrize("table", ["another-table", "yet-another-table"])
def test_given_a_table_of_any_name_when_its_broker_is_checked_then_all_is_well(
    guarded_place: Place, tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[mqtt]\ntable = "{table}"\n', encoding="utf-8")
    user = f"{table[:25]}-engine"
    options = (*where(guarded_place), "--config", str(config))
    assert main(["broker", "add-user", user, "--role", "engine", *options]) == 0
    try:
        for named in (("--config", str(config)), ("--table", table)):
            assert main(["broker", "check", *where(guarded_place), *named]) == 0
            assert f"user {user} may read fingerpost/1/{table}/cmd/#" in capsys.readouterr().out
    finally:
        main(["broker", "revoke", user, *where(guarded_place)])


def test_given_a_config_whose_table_has_no_name_for_a_topic_when_checked_then_one_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[mqtt]\ntable = "My Table"\n', encoding="utf-8")
    assert main(["broker", "check", "--dir", str(tmp_path), "--config", str(config)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_given_the_secrets_when_users_are_made_then_no_program_is_given_one_and_no_line_tells_it(
    guarded_place: Place, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    called: list[str] = []
    run = subprocess.run

    def watched(args: list[str], **more: object) -> object:
        called.extend(args)
        return run(args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", watched)
    assert main(["broker", "add-user", "guest", *where(guarded_place), *HERE]) == 0
    secrets = [
        path.read_text(encoding="utf-8").strip() for path in files_of(guarded_place).folder.glob("users/*")
    ]
    secrets.append(files_of(guarded_place).admin.read_text(encoding="utf-8").split()[-1])
    said = capfd.readouterr()
    assert len(secrets) >= 5 and "createClient" in called
    assert not [one for one in secrets if one in " ".join(called) or one in said.out or one in said.err]
    assert all(path.stat().st_mode & 0o077 == 0 for path in files_of(guarded_place).secret())
    main(["broker", "revoke", "guest", *where(guarded_place), *HERE])


def test_given_the_tables_own_password_file_when_the_doctor_looks_then_the_broker_is_well(
    guarded_place: Place, tmp_path: Path
) -> None:
    secret = files_of(guarded_place).password("kitchen-engine")
    url = f"mqtt://kitchen-engine@127.0.0.1:{guarded_place.port}"

    def broker(file: Path) -> tuple[bool | None, str]:
        config = Config(mqtt=MqttSection(url=url, password_file=str(file)), hub=HubSection(port="node:desk"))
        (found,) = [check for check in checks(config) if check.name == "broker"]
        return found.ok, found.what

    assert broker(secret)[0]
    assert broker(tmp_path / "none") == (False, f"password file {tmp_path}/none cannot be read")
    (tmp_path / "wrong").write_text("guessed", encoding="utf-8")
    assert broker(tmp_path / "wrong") == (False, f"{url} does not answer as it should (forbidden)")


def test_given_the_collector_of_a_club_then_it_hears_all_tables_and_asks_only_by_its_own_name() -> None:
    found = {(rule.kind, rule.topic) for rule in rules("collect", "kitchen", "club")}
    assert {topic for kind, topic in found if kind == "publishClientSend"} == {
        "fingerpost/1/+/cmd/replay/club",
        "fingerpost/1/+/cmd/games/club",
    }
    heard = ("availability", "info", "state", "health", "event", "reply/club", "bridge")
    assert {topic for kind, topic in found if kind != "publishClientSend"} == {
        f"fingerpost/1/+/{part}" for part in heard
    }


@pytest.mark.parametrize("role", [*(role for role in ROLES if role != "collect"), "table"])
def test_every_role_of_a_table_is_of_one_table_and_one_user(role: str) -> None:
    for rule in rules(role, "kitchen", "anna"):  # type: ignore[arg-type]
        assert "/kitchen/" in f"{rule.topic}/" or rule.topic.startswith("homeassistant/")
        assert rule.topic not in ("#", "$CONTROL/#")
    assert role_name(role, "kitchen", "anna") == f"fingerpost-kitchen-{role}-anna"  # type: ignore[arg-type]


def test_given_a_folder_without_a_broker_when_a_user_is_added_then_one_line_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["broker", "add-user", "anna", "--dir", str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("holds no broker; run: fingerpost broker setup\n")
    assert main(["broker", "check", "--dir", str(tmp_path / "none")]) == 2
    assert main(["broker", "add-user", "Anna!", "--dir", str(tmp_path)]) == 2
    assert BrokerFiles(tmp_path).secret() == ()


@pytest.mark.parametrize("action", [["check"], ["setup"], ["add-user", "anna"], ["revoke", "anna"]])
def test_given_somebody_without_rights_when_he_asks_anything_of_the_broker_then_one_line_says_how(
    action: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "state"))

    for name in ("secret", "make_folder", "admin", "password"):
        monkeypatch.setattr(BrokerFiles, name, property(refused) if name == "admin" else refused)
    assert main(["broker", *action, "--dir", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"fingerpost: {tmp_path}/state: Permission denied; run it with sudo\n"


def test_given_a_store_that_mosquittos_user_cannot_read_when_set_up_then_one_line_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with HeldPort() as free, tempfile.TemporaryDirectory(prefix="fingerpost-shut-") as folder:
        Path(folder).chmod(0o755)
        files = BrokerFiles(Path(folder) / "b")
        setup = ["broker", "setup", "--dir", str(files.folder), "--port", str(free)]
        assert main(setup) == 0
        files.security.chmod(0o000)
        capsys.readouterr()
        assert main(setup) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and f"file {files.security}: Mosquitto's user cannot read it" in said
        files.security.chmod(0o600)
        assert main(setup) == 0


def test_given_a_broker_that_stands_still_when_a_user_is_added_then_no_second_one_changes_its_store(
    guarded_place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded_place.broker is not None
    before = files_of(guarded_place).security.read_bytes()
    monkeypatch.setattr("mqtt.connection.ANSWER_WITHIN_S", 0.3)
    guarded_place.broker.freeze()
    try:
        assert main(["broker", "add-user", "guest", *where(guarded_place), *HERE]) == 2
    finally:
        guarded_place.broker.resume()
    assert "does not answer (silent); restart Mosquitto\n" in capsys.readouterr().err
    assert files_of(guarded_place).security.read_bytes() == before


def test_given_a_device_a_pipe_or_a_film_as_a_password_file_when_read_then_it_is_refused_at_once(
    tmp_path: Path,
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "film").write_bytes(b"x" * 5000)
    (tmp_path / "secret").write_text("sesame\n", encoding="utf-8")
    assert password_in(tmp_path / "secret") == "sesame"
    for name in ("/dev/zero", str(tmp_path / "pipe"), str(tmp_path / "film"), str(tmp_path)):
        with pytest.raises(LostError, match="is no file with a password in it"):
            password_in(Path(name))
