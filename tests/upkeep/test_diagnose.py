"""`fingerpost diagnose`: all that is needed, and nothing that is nobody else's business."""

import json
import os
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from fingerpost.cli import main
from upkeep.diagnosis import collect, masked, people_of
from upkeep.written_secrets import without_passwords

CONFIG = """
[mqtt]
url = "mqtt://marianne:sesame@broker.home"
rights = { "*" = "panel", gustav = "blue" }
"""


def test_given_a_table_when_diagnosed_then_each_part_is_there_and_no_secret(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CONFIG)
    file = tmp_path / "d.tar"
    assert main(["diagnose", "--out", str(file), "--config", str(tmp_path / "table.toml")]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    with tarfile.open(file) as tar:
        names = {name.removeprefix("fingerpost-diagnosis/") for name in tar.getnames()}
        told = tar.extractfile("fingerpost-diagnosis/doctor.json")
        assert told is not None and json.load(told)["format"] == "doctor/1"
    assert {"doctor.json", "state.json", "versions.txt", "table.toml", "journal.txt", "kernel.txt"} <= names
    raw = file.read_bytes()
    assert not any(word in raw for word in (b"sesame", b"marianne", b"gustav"))
    assert b"broker.home" in raw


def test_given_half_of_it_cannot_be_had_when_collected_then_the_rest_is_there_and_why_is_said(
    tmp_path: Path,
) -> None:
    def gone(words: Sequence[str]) -> str:
        raise OSError(f"no {words[0]}")

    def broken() -> str:
        raise RuntimeError("the doctor is ill")

    (tmp_path / "hub-0.log").write_text("H hub/1\n")
    parts = collect(tmp_path / "none.toml", broken, tmp_path, gone)
    assert parts["wire/hub-0.log"] == "H hub/1\n"
    assert "the doctor is ill" in parts["doctor.json"]
    assert "no journalctl" in parts["journal.txt"]
    assert "fingerpost " in parts["versions.txt"]


@pytest.mark.parametrize(
    "config",
    [
        CONFIG + "[" * 5000,  # what is wrong with it is what somebody wants to see
        "[mqtt]\nurl =\nrights = { gustav = 'blue', \"marianne\" = 'panel' }",
        "mqtt.rights = { gustav = 'blue', 'marianne' = 'red' } }",
        "[mqtt.rights]\n'*' = 'panel'\ngustav = 'red'\nmarianne = 'blue'\n[page]\nport = 80 80",
        "mqtt = 3\nx = 'mqtt://marianne:a@b'\n[[mqtt.rights]]\ngustav = 'all'",
    ],
)
def test_given_a_config_that_cannot_be_read_when_diagnosed_then_it_is_among_the_parts_and_names_nobody(
    config: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(config)
    parts = collect(file, lambda: "", tmp_path, lambda words: "gustav has joined")
    assert "mqtt" in parts["table.toml"]
    assert not any(name in text for text in parts.values() for name in ("gustav", "marianne"))
    assert people_of(config) >= {"gustav", "marianne"} and "port" not in people_of(config)


def test_given_a_device_a_pipe_or_100_mb_when_diagnosed_then_no_more_than_their_end_is_read(
    tmp_path: Path,
) -> None:
    with (tmp_path / "hub-0.log").open("wb") as log:
        log.truncate(100_000_000)
        log.seek(0, 2)
        log.write(b"the end")
    os.mkfifo(tmp_path / "hub-1.log")
    parts = collect(Path("/dev/zero"), lambda: "", tmp_path, lambda words: "")
    assert "/dev/zero is no file" in parts["table.toml"]
    assert "is no file" in parts["wire/hub-1.log"]
    assert parts["wire/hub-0.log"].endswith("the end") and len(parts["wire/hub-0.log"]) <= 1_000_000


def test_given_a_log_made_to_take_long_when_masked_then_it_is_masked() -> None:
    for text in ("pass" * 250_000, "ssid" + " " * 1_000_000, "token" + " " * 1_000_000, "://a" * 250_000):
        assert masked(text + "\npassword = abc").endswith("***")


def test_given_a_journal_with_names_when_masked_then_only_they_are_gone() -> None:
    text = (
        'user gustav joined; FINGERPOST_MQTT_PASSWORD=abc ssid="Villa Gustav" token: eyJ.x '
        "mqtts://anna@host/ from b8:27:eb:12:34:56; Augustav and claim Denver to Omaha"
    )
    told = masked(text, {"gustav"})
    for secret in ("abc", "Villa", "eyJ", "anna", "b8:27", "user gustav"):
        assert secret not in told, secret
    assert "Augustav and claim Denver to Omaha" in told and "mqtts://***@host/" in told


def test_given_a_file_that_is_there_when_diagnosed_then_it_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "d.tar").write_text("mine")
    assert main(["diagnose", "--out", str(tmp_path / "d.tar")]) == 2
    assert (tmp_path / "d.tar").read_text() == "mine"
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    [
        "players = { red = \"/opt/bot --token geheim --api-key=geheim --password 'geheim x' --level 3\" }",
        'device = "http://10.0.0.3/video?size=3&pwd=geheim"',
        'device = "rtsp://cam:ge:geheim@10.0.0.3/s"',
        'url = "mqtt://table:p@geheim/word@broker"',
        'url = "mqtt://table:pa geheim@broker"',
        'url = "mqtt://table:pa\'geheim@broker"',
        "url = 'mqtt://table:pa\"geheim@broker'",
        "mqtt://table:p@geheim/word@broker is not there",
    ],
)
def test_given_a_secret_in_an_address_or_a_call_when_told_or_backed_up_then_it_is_not_there(
    line: str,
) -> None:
    for text in (masked(line, people_of(line)), without_passwords(line)):
        assert "geheim" not in text, text
        assert any(kept in text for kept in ("10.0.0.3", "@broker", "--level 3")), text


def test_given_a_text_made_to_take_long_when_its_secrets_are_looked_for_then_it_does_not() -> None:
    for text in ("-" * 1_000_000, "--token" * 140_000, "?a" * 500_000, '"a://:' * 160_000, "://a:" * 200_000):
        assert masked(text + "\nurl = 'mqtt://a:b@c'").endswith("://***@c'")
