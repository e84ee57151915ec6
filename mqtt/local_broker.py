"""SHELL: a Mosquitto of one's own: its program, a free loopback port held for it, and whether it answers."""

import os
import shutil
import socket
from typing import Final

START_WITHIN_S: Final = 20.0  # on a loaded machine; usually it takes a tenth of a second
SETTINGS: Final = """\
listener {port} 127.0.0.1
allow_anonymous true
set_tcp_nodelay true
max_packet_size 65536
persistence false
log_type none
"""
"""Of one that lets everybody in and keeps nothing, with its `{port}`."""
_ELSEWHERE: Final = "/usr/sbin:/usr/local/sbin"  # where Debian puts it; not on everybody's path
_CONNECT: Final = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x0a\x00\x00"  # MQTT 3.1.1, no name, no session


def mosquitto_program() -> str | None:
    """The path of the system's Mosquitto; None: it is not installed."""
    return shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:{_ELSEWHERE}")


class HeldPort:
    """A port of this machine that nobody else is given while it is held; `with HeldPort() as port:`.

    It is bound and not listened on, so that whoever knocks is refused; SO_REUSEADDR, set only when the port
    is ours, lets Mosquitto listen there, which sets it too, as often as it is started.
    """

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.number = int(self._socket.getsockname()[1])

    def __enter__(self) -> int:
        return self.number

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Anybody may have it."""
        self._socket.close()


def answers(port: int) -> bool:
    """Whether a broker answers there: yes or no, to a stranger's CONNECT.

    To be connected is not enough: Mosquitto opens its ports one after the other, then learns to hear signals,
    and only then serves.
    """
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as line:
            line.sendall(_CONNECT)
            return line.recv(1) == b"\x20"
    except OSError:
        return False
