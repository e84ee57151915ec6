"""What makers have: a readable tail, recordings that can be sent again."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.cli import main
from integrations.listening import recorded
from mqtt.hearing import told
from mqtt.inbound import InboundMessage
from mqtt.recording import RecordedMessage, line_of, moved
from tests.mqtt.listener import Listener, command
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import PATIENCE_S

ROOT = "fingerpost/1/kitchen"


def test_given_messages_of_a_table_when_read_by_a_maker_then_each_is_a_line() -> None:
    event = b'{"seq": 4, "type": "route-claimed", "data": {"seat": "blue", "route": "a-b", "cards": null}}'
    assert told(f"{ROOT}/event", event, everything=False) == (
        "kitchen  event 4  route-claimed seat=blue route=a-b"
    )
    assert told(f"{ROOT}/availability", b"online", everything=False) == "kitchen  availability  online"
    said = b'{"data": {"text": "Blue disc to move."}}'
    assert told(f"{ROOT}/announce", said, everything=False) == "kitchen  says  Blue disc to move."
    health = (
        b'{"data": {"sources": {"hub": {"state": "lost", "cause": "silent"}, "camera": {"state": "live"}}}}'
    )
    assert told(f"{ROOT}/health", health, everything=False) == "kitchen  health  hub lost silent, camera live"
    assert told(f"{ROOT}/state", b"{}", everything=False) is None
    state = b'{"seq": 4, "data": {"phase": "turn", "to_move": "red"}}'
    assert "state 4  turn, red" in (told(f"{ROOT}/state", state, everything=True) or "")


@given(st.text(max_size=40), st.binary(max_size=80), st.booleans())
def test_given_anything_on_the_wire_when_read_then_one_short_line_without_control_signs(
    topic: str, payload: bytes, everything: bool
) -> None:
    line = told(f"{ROOT}/{topic}", payload, everything=everything)
    assert line is None or (line.isprintable() and len(line) <= 160)


@given(st.binary(max_size=60), st.booleans())
def test_given_any_message_when_recorded_then_the_same_bytes_come_back(payload: bytes, retain: bool) -> None:

    line = msgspec.json.decode(
        line_of(InboundMessage(topic="a/b", payload=payload, retained=retain), 1.5), type=RecordedMessage
    )
    assert (line.topic, line.payload(), line.retain, line.at) == ("a/b", payload, retain, 1.5)
    assert moved(line, "cellar") == ("a/b", payload)


def test_given_a_recording_that_is_none_when_read_then_its_line_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text('{"at": 0, "topic": "a"}\n{"at": "soon"}\n', encoding="utf-8")
    assert main(["mqtt", "play", str(file)]) == 2
    assert f"{file}: line 2:" in capsys.readouterr().err
    assert main(["mqtt", "play", str(tmp_path / "none")]) == 2
    file.write_text('{"at": 0, "topic": "a"}\n', encoding="utf-8")
    assert main(["mqtt", "play", str(file), "--url", "http://x"]) == 2
    assert main(["mqtt", "play", str(file), "--url", "mqtt://127.0.0.1:1"]) == 2
    assert "nobody listens there" in capsys.readouterr().err.splitlines()[-1]


def started(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "fingerpost", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def test_given_a_table_when_recorded_and_played_to_another_then_the_same_is_heard_there(
    broker: LocalBroker, tmp_path: Path
) -> None:
    ear = Listener(broker.url)
    ear.client.publish(f"{ROOT}/info", b'{"table": "kitchen", "boot": "b"}', qos=1, retain=True)
    ear.wait(lambda: ear.times("info") == 1)
    process = started("mqtt", "record", "--url", broker.url)
    assert process.stdout is not None
    lines = [process.stdout.readline()]  # the retained one: so it listens
    ear.say("press", command("press", "ear", {"button": "ask"}, "p-1"))
    ear.client.publish(f"{ROOT}/event", b"\xff\x00", qos=1)
    lines += [process.stdout.readline(), process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_S) == 0
    process.communicate()
    file = tmp_path / "r.jsonl"
    file.write_text("".join(lines), encoding="utf-8")
    assert [line.topic for line in recorded(file)] == [
        f"{ROOT}/{one}" for one in ("info", "cmd/press", "event")
    ]
    assert main(["mqtt", "play", str(file), "--url", broker.url, "--table", "cellar", "--speed", "0"]) == 0
    cellar = "fingerpost/1/cellar"
    ear.wait(lambda: ear.times(f"{cellar}/event") == 1)
    (press,) = [json.loads(payload) for topic, payload, _ in ear.heard if topic == f"{cellar}/cmd/press"]
    assert (press["table"], press["id"], press["data"]) == ("cellar", "p-1", {"button": "ask"})
    assert [payload for topic, payload, _ in ear.heard if topic == f"{cellar}/event"] == [b"\xff\x00"]
    ear.close()


def test_given_a_file_that_all_could_read_when_recorded_into_then_only_its_owner_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = InboundMessage(topic=f"{ROOT}/cmd/act/anna", payload=b'{"tickets": ["nyc-la"]}')
    monkeypatch.setattr("integrations.listening.heard", lambda access, topic: [said])
    for file in (tmp_path / "new.jsonl", tmp_path / "old.jsonl"):
        (tmp_path / "old.jsonl").touch(mode=0o644)
        assert main(["mqtt", "record", "--out", str(file)]) == 0
        assert file.stat().st_mode & 0o777 == 0o600
        (line,) = recorded(file)
        assert line.topic == said.topic


def test_given_a_table_when_listened_to_then_lines_come_and_ctrl_c_ends_it(broker: LocalBroker) -> None:
    ear = Listener(broker.url)
    ear.client.publish(f"{ROOT}/availability", b"online", qos=1, retain=True)
    ear.wait(lambda: ear.times("availability") == 1)
    process = started("listen", "--table", "kitchen", "--url", broker.url)
    assert process.stdout is not None
    assert process.stdout.readline().rstrip().endswith("kitchen  availability  online")
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_S) == 0
    process.communicate()
    ear.close()
