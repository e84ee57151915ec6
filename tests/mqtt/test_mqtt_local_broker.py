"""The broker that tests and tools start for themselves leaves nothing behind."""

import tempfile
from pathlib import Path

import pytest

from mqtt.local_broker import SETTINGS, LocalBroker


def test_given_a_broker_that_persists_when_it_ends_then_nothing_is_left_where_it_was_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)  # started by root it becomes another user, who may write here
        monkeypatch.chdir(name)
        with LocalBroker(SETTINGS.replace("persistence false", "persistence true")):
            pass
        assert list(Path(name).iterdir()) == []
        monkeypatch.undo()
