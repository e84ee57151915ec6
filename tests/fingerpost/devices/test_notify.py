"""Words to systemd: one datagram each, and nothing where nobody listens."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.devices.notify import Notifier


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """The service manager's end."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(tmp_path / "notify"))
        sock.settimeout(2)
        yield sock


def test_given_a_service_manager_when_told_then_each_word_is_one_datagram(manager: socket.socket) -> None:
    notifier = Notifier(str(manager.getsockname()))
    assert notifier.ready() and notifier.alive("turn 3,\nred") and notifier.stopping()
    assert [manager.recv(200) for _ in range(3)] == [
        b"READY=1",
        b"WATCHDOG=1\nSTATUS=turn 3, red",
        b"STOPPING=1",
    ]


def test_given_an_abstract_address_when_told_then_it_is_reached() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        name = f"fingerpost-test-{os.getpid()}"
        sock.bind("\0" + name)
        sock.settimeout(2)
        assert Notifier("@" + name).ready()
        assert sock.recv(50) == b"READY=1"


def test_given_no_service_manager_when_told_then_nothing_happens(tmp_path: Path) -> None:
    assert not Notifier().ready()
    assert not Notifier(str(tmp_path / "nobody")).alive()


def test_given_a_manager_that_does_not_read_when_told_without_end_then_nothing_blocks(
    manager: socket.socket,
) -> None:
    notifier = Notifier(str(manager.getsockname()))
    assert not all(notifier.alive() for _ in range(5000))


@pytest.mark.parametrize(
    ("environment", "every_s"),
    [
        ({"WATCHDOG_USEC": "15000000"}, 7.5),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": str(os.getpid())}, 7.5),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_given_what_systemd_sets_when_read_then_the_watchdogs_half_is_known(
    environment: dict[str, str], every_s: float | None
) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": "/run/x", **environment})
    assert notifier.every_s == every_s and notifier.address == "/run/x"
    assert Notifier.from_environment({"NOTIFY_SOCKET": ""}).address is None
