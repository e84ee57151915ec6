"""`fingerpost diagnose`: all that is needed, and nothing that is nobody else's business."""

import json
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from fingerpost.cli import main
from fingerpost.diagnosis import collect, masked

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
