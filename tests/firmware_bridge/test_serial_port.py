"""The serial port over pseudo-terminals: what pyserial throws becomes one clear line."""

import fcntl
import os
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.serial_hub import PortError, SerialPort, _port_error
from tests.waiting import PATIENCE_S


class Pty:
    """The device's end of a serial line."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)

    def unplug(self) -> None:
        for descriptor in (self.master, self.slave):
            os.close(descriptor)
        self.master = self.slave = -1


class Inbox:
    """What the reader thread hands over."""

    def __init__(self) -> None:
        self.data = b""
        self.errors: list[PortError] = []
        self.news = threading.Condition()

    def take(self, data: bytes) -> None:
        with self.news:
            self.data += data
            self.news.notify()

    def fail(self, error: PortError) -> None:
        with self.news:
            self.errors.append(error)
            self.news.notify()


@pytest.fixture
def pty() -> Iterator[Pty]:
    line = Pty()
    yield line
    if line.master >= 0:
        line.unplug()


def test_given_a_port_when_bytes_go_both_ways_then_they_arrive_and_are_counted(pty: Pty) -> None:
    port, inbox = SerialPort(pty.path), Inbox()
    port.open()
    port.start(inbox.take, inbox.fail)
    os.write(pty.master, b"hello\n")
    with inbox.news:
        assert inbox.news.wait_for(lambda: inbox.data == b"hello\n", timeout=PATIENCE_S)
    port.write(b"#h\n")
    assert os.read(pty.master, 100) == b"#h\n"
    assert port.written == 3
    port.close()
    port.close()
    assert port.received == 6
    assert inbox.errors == []


def test_given_a_reader_when_the_port_is_closed_then_its_thread_ends_without_an_error(pty: Pty) -> None:
    before = threading.active_count()
    for _ in range(5):
        port, inbox = SerialPort(pty.path), Inbox()
        port.open()
        port.start(inbox.take, inbox.fail)
        port.close()
        assert inbox.errors == []
    assert threading.active_count() == before


def test_given_an_open_port_when_it_is_unplugged_then_one_error_and_writing_says_so_too(pty: Pty) -> None:
    port, inbox = SerialPort(pty.path), Inbox()
    port.open()
    port.start(inbox.take, inbox.fail)
    pty.unplug()
    with inbox.news:
        assert inbox.news.wait_for(lambda: inbox.errors, timeout=PATIENCE_S)
    assert [error.cause for error in inbox.errors] == ["unplugged"]
    with pytest.raises(PortError, match="is gone"):
        port.write(b"x")
    port.close()
    with pytest.raises(PortError, match="is not open"):
        port.write(b"x")


@pytest.mark.parametrize("path", ["/dev/null", "/", __file__])
def test_given_something_that_is_no_terminal_when_opened_then_one_clear_line(path: str) -> None:
    with pytest.raises(PortError) as caught:
        SerialPort(path).open()
    assert caught.value.cause == "no-terminal"
    assert str(caught.value) == f"hub {path} is no serial port; name one, for instance /dev/ttyACM0"


def test_given_no_such_port_when_opened_then_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("absent", "absent/deeper", "loop", "dangling"):
        with pytest.raises(PortError) as caught:
            SerialPort(str(tmp_path / name)).open()
        assert caught.value.cause == "unplugged"
        assert "is not there; plug it in" in str(caught.value)


def test_given_a_locked_port_when_opened_then_busy_and_once_free_it_opens(pty: Pty) -> None:
    other = os.open(pty.path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(other, fcntl.LOCK_EX)
    port = SerialPort(pty.path)
    with pytest.raises(PortError, match="used by another program") as caught:
        port.open()
    assert caught.value.cause == "busy"
    free = threading.Timer(0.1, os.close, (other,))
    free.start()
    port.open(patience_s=10)
    port.write(b"x")
    assert port.written == 1
    port.close()
    free.join()


def test_given_an_open_port_when_another_asks_for_it_then_it_is_ours_alone(pty: Pty) -> None:
    port = SerialPort(pty.path)
    port.open()
    with pytest.raises(PortError, match="used by another program"):
        SerialPort(pty.path).open()
    port.close()


def test_given_no_permission_when_opened_then_the_group_is_named(pty: Pty) -> None:
    trouble = _port_error(pty.path, PermissionError(13, "Permission denied"))
    assert trouble.cause == "forbidden"
    assert "sudo usermod -aG" in str(trouble)


def test_given_a_link_that_moves_when_opened_again_then_the_new_port_is_used(
    tmp_path: Path, pty: Pty
) -> None:
    link = tmp_path / "hub"
    link.symlink_to(pty.path)
    port, inbox = SerialPort(str(link)), Inbox()
    port.open()
    pty.unplug()
    port.close()
    fresh = Pty()
    link.unlink()
    link.symlink_to(fresh.path)
    port.open()
    port.start(inbox.take, inbox.fail)
    os.write(fresh.master, b"again")
    with inbox.news:
        assert inbox.news.wait_for(lambda: inbox.data == b"again", timeout=PATIENCE_S)
    port.close()
    fresh.unplug()
