"""`fingerpost replay --events`: the stored events as the referee tells them."""

import json
from pathlib import Path

import pytest

from fingerpost.cli import main


def test_given_a_stored_game_when_its_events_are_printed_then_each_has_its_number_and_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(tmp_path / "game")
    assert main(["demo", "--speed", "0", "--mute", "--no-camera", "--turns", "2", "--log", log]) == 0
    capsys.readouterr()
    assert main(["replay", log, "--events"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert [event["type"] for event in events[:2]] == ["game-started", "cards-dealt"]
