"""A Mosquitto of one's own on a free loopback port; it keeps nothing."""

import signal
import subprocess
import tempfile
import time
from pathlib import Path

from mqtt.local_broker import SETTINGS, START_WITHIN_S, HeldPort, answers, mosquitto_program


class NoBrokerError(Exception):
    """There is no Mosquitto, or it does not start; the message says what to do."""


def broker_program() -> str:
    """The path of the system's Mosquitto.

    Raises:
        NoBrokerError: it is not installed.
    """
    program = mosquitto_program()
    if program is None:
        raise NoBrokerError("mosquitto is not installed; run: sudo apt-get install mosquitto")
    return program


class LocalBroker:
    """A broker process. `with LocalBroker() as broker:` starts and ends it; its port stays the same.

    `settings`: its configuration, with `{port}` where the port stands; `port`: one that the caller holds,
    else it holds one of its own until it is closed; `access`: the lines of an ACL file.
    """

    def __init__(self, settings: str = SETTINGS, *, port: int | None = None, access: str = "") -> None:
        self._program = broker_program()
        self._held: HeldPort | None = None
        if port is None:
            self._held = HeldPort()
            port = self._held.number
        self.port: int = port
        self._folder = tempfile.TemporaryDirectory(prefix="fingerpost-broker-")
        self._config = Path(self._folder.name) / "mosquitto.conf"
        if access:
            rules = Path(self._folder.name) / "acl"
            rules.write_text(access, encoding="utf-8")
            settings += f"acl_file {rules}\n"
        self._config.write_text(settings.replace("{port}", str(self.port)), encoding="utf-8")
        # Started by root it becomes another user, who has to read this.
        Path(self._folder.name).chmod(0o755)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """`mqtt://127.0.0.1:<port>`."""
        return f"mqtt://127.0.0.1:{self.port}"

    def __enter__(self) -> "LocalBroker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._folder.cleanup()
        if self._held is not None:
            self._held.release()

    def start(self) -> None:
        """Start it and wait until it answers: then all its ports are open, and it hears signals.

        Raises:
            NoBrokerError: another one has its port, it ended at once, or did not answer within 20 s.
        """
        if answers(self.port):
            raise NoBrokerError(f"port {self.port}: another broker answers there; end it")
        self._process = process = subprocess.Popen(
            [self._program, "-c", str(self._config)],
            cwd=self._folder.name,  # where it keeps what it persists
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + START_WITHIN_S
        while time.monotonic() < until:
            if answers(self.port) and process.poll() is None:
                return
            try:
                raise NoBrokerError(f"mosquitto ended with {process.wait(0.02)}; run it with {self._config}")
            except subprocess.TimeoutExpired:
                pass
        self.stop()
        raise NoBrokerError(f"mosquitto does not answer within {START_WITHIN_S:g} s")

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """End it: SIGTERM in order, SIGKILL as in a power cut. Safe to call twice."""
        if self._process is None:
            return
        self.resume()
        self._process.send_signal(sign)
        self._process.wait(START_WITHIN_S)
        self._process = None

    @property
    def pid(self) -> int | None:
        """Its process; None: it does not run."""
        return None if self._process is None else self._process.pid

    def freeze(self) -> None:
        """Let it stand still with its connections open."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
