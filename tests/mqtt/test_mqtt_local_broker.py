"""The broker that tests and tools start for themselves leaves nothing behind."""

import socket
import tempfile
import threading
from pathlib import Path

import pytest

from mqtt.local_broker import SETTINGS, HeldPort, answers
from tests.mqtt.local_broker import LocalBroker, NoBrokerError


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


def test_given_a_port_when_somebody_hangs_up_or_another_broker_has_it_then_it_is_not_taken_for_ours() -> None:
    with socket.create_server(("127.0.0.1", 0)) as rude:

        def hang_up() -> None:
            rude.accept()[0].close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        assert not answers(rude.getsockname()[1])
        thread.join(5)
    with LocalBroker() as first:
        assert answers(first.port)
        with pytest.raises(NoBrokerError, match=f"port {first.port}: another broker answers there"):
            LocalBroker(port=first.port).start()
    assert not answers(first.port)


def test_given_a_held_port_when_a_broker_comes_and_goes_then_nobody_else_is_given_it() -> None:
    with HeldPort() as port:
        with socket.socket() as other, pytest.raises(OSError):
            other.bind(("127.0.0.1", port))
        assert not answers(port)
        broker = LocalBroker(port=port)
        for _ in range(2):
            broker.start()
            broker.stop()
            with socket.socket() as other, pytest.raises(OSError):
                other.bind(("127.0.0.1", port))
