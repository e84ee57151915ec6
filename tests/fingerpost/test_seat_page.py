"""A seat's line to the host's page: whatever is there, it ends when it is closed."""

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fingerpost.integrations.kept_pairing import KeptPairing
from fingerpost.integrations.seat_page import PageAddress, SeatLine
from table.linked import FarCode, LinkNews


@pytest.fixture
def silent() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def seat_line(port: int, folder: Path, hear: Callable[[LinkNews], None]) -> SeatLine:
    address = PageAddress(f"https://127.0.0.1:{port}", None)
    return SeatLine(
        address, "red", hear, kept=KeptPairing(folder / "kept.json", address.origin), language="en"
    )


def test_given_a_seat_that_never_joined_when_its_line_is_closed_then_no_thread_is_left(
    silent: int, tmp_path: Path
) -> None:
    heard: list[LinkNews] = []
    line = seat_line(silent, tmp_path, heard.append)
    line.start()
    line.close()
    assert not [one for one in threading.enumerate() if one.name == "host-page-red"]
    assert heard == []


def test_given_a_page_that_is_not_there_when_digits_are_wanted_then_closing_ends_the_tries(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    told = threading.Event()
    line = seat_line(port, tmp_path, lambda news: told.set())
    line.start()
    line.want(FarCode(seat="red", digits=None))
    assert told.wait(60.0)
    line.close()
    assert not [one for one in threading.enumerate() if one.name == "host-page-red"]
