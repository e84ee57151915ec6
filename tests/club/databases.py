"""A PostgreSQL of one's own on a free loopback port; as root it runs as the system's user for it."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from tests.waiting import PATIENCE_S, until


def _program(name: str) -> str:
    places = [*sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True), os.environ["PATH"]]
    found = shutil.which(name, path=":".join(places))
    assert found is not None, f"{name} is not installed; run: sudo apt-get install postgresql"
    return found


class LocalPostgres:
    """A server process. `with LocalPostgres() as server:` starts and ends it; its port stays the same."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fingerpost-postgres-")
        self._user = "postgres" if os.geteuid() == 0 else None
        Path(self._folder.name).chmod(0o700)
        if self._user is not None:
            shutil.chown(self._folder.name, self._user)
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        self._data = f"{self._folder.name}/data"
        make = [_program("initdb"), "-D", self._data, "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, user=self._user, cwd="/")
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://club@127.0.0.1:{self.port}/{database}"

    def fresh(self, name: str) -> str:
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as line:
            line.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def start(self) -> None:
        options = [
            "-p",
            str(self.port),
            "-h",
            "127.0.0.1",
            "-k",
            self._folder.name,
            "-c",
            "log_min_messages=panic",
        ]
        self._process = subprocess.Popen(
            [_program("postgres"), "-D", self._data, *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self._user, cwd="/",
        )  # fmt: skip
        assert until(self._answers)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.Error:
            assert self._process is not None and self._process.poll() is None, "postgres has ended"
            return False
        return True

    def stop_at_once(self) -> None:
        """As `pg_ctl stop -m immediate`: no goodbye, nothing written."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE_S)
        self._process = None

    def __enter__(self) -> "LocalPostgres":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.stop_at_once()
        self._folder.cleanup()
