"""How faults are planted in a system that has booted, and what they are planted with."""

import json
import os
import pty
import shutil
import socket
import subprocess
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PLACE: Final = Path("/packages/planted")
INSIDE: Final = next(Path("/opt/fingerpost/lib").glob("python3*/site-packages"))
PYTHON: Final = "/opt/fingerpost/bin/python"
WAV: Final = f'[speech]\nwav = "{PLACE}/words"\n'
MODEL: Final = PLACE / "model"
"""What the machine's kernel says that it is, where it says anything."""
Planted = Callable[[], Iterator[str]]
PLANTS: Final[dict[str, Planted]] = {}


def plants(fault: str) -> Callable[[Planted], Planted]:
    """This plants a fault: it yields the config, and takes the fault away when it goes on."""

    def note(plant: Planted) -> Planted:
        PLANTS[fault] = plant
        return plant

    return note


def run(*words: str) -> None:
    """A program of the system, which must succeed."""
    subprocess.run(words, check=True, capture_output=True)


@contextmanager
def away(*paths: Path) -> Iterator[None]:
    """Files that are not there for a while."""
    kept = [(path, PLACE / f"away-{number}") for number, path in enumerate(paths)]
    for path, aside in kept:
        shutil.move(path, aside)
    try:
        yield
    finally:
        for path, aside in kept:
            shutil.move(aside, path)


@contextmanager
def hub(sites: int = 144, script: str = "") -> Iterator[str]:
    """A hub that is played, for the table's user; its port."""
    (PLACE / "script").write_text(script, encoding="utf-8")
    words = [PYTHON, "-m", "lab.hub.hub_server", "--channels", str(sites), "--faults", str(PLACE / "script")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/") as played:
        assert played.stdin is not None and played.stdout is not None
        port = str(json.loads(played.stdout.readline())["port"])
        shutil.chown(port, group="dialout")
        Path(port).chmod(0o660)
        try:
            yield port
        finally:
            played.stdin.close()


@contextmanager
def port_of(packet: bytes = b"") -> Iterator[str]:
    """A serial port at which nothing answers, or somebody who says the same again and again."""
    master, slave = pty.openpty()
    done = threading.Event()

    def call() -> None:
        while not done.wait(0.1):
            os.write(master, packet)

    calling = threading.Thread(target=call)
    tty.setraw(slave)
    path = os.ttyname(slave)
    shutil.chown(path, group="dialout")
    Path(path).chmod(0o660)
    calling.start()
    yield path
    done.set()
    calling.join()
    os.close(master)
    os.close(slave)


@contextmanager
def server(answer: bytes) -> Iterator[int]:
    """Somebody who says the same to whoever comes; its port."""

    def serve(listening: socket.socket) -> None:
        while True:
            try:
                with listening.accept()[0] as caller:
                    caller.recv(4096)
                    caller.sendall(answer)
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, args=(listening,), daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@contextmanager
def stick(size: str, mode: str = "1777") -> Iterator[Path]:
    """A device of its own, of that size."""
    place = PLACE / "stick"
    place.mkdir()
    run("mount", "-t", "tmpfs", "-o", f"size={size},mode={mode}", "tmpfs", str(place))
    yield place
    run("umount", str(place))
    place.rmdir()
