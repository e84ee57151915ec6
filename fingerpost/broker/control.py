"""SHELL: the broker's users and roles, by mosquitto_ctrl: passwords go through its standard input."""

import contextlib
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fingerpost.broker.files import (
    PLAIN_PORT,
    BrokerFiles,
    give_to_broker,
    new_password,
    plugin,
    program,
    write,
)
from fingerpost.broker.roles import CLUB, DENIED, Role, role_name, rules
from mqtt import probe
from mqtt.local_broker import START_WITHIN_S, HeldPort, answers
from storage.whole_file import SECRET
from table.errors import CallError

ADMIN: Final = "fingerpost-admin"


class Control:
    """Mosquitto's administrator, at a broker that runs."""

    def __init__(self, files: BrokerFiles, port: int) -> None:
        self._files, self._port = files, port

    def allowed_by_default(self) -> list[str]:
        """What everybody may do whom no role allows it; there should be nothing."""
        lines = self._do("getDefaultACLAccess").splitlines()
        return [line.split(":")[0].strip() for line in lines if line.strip().endswith("allow")]

    def add(self, user: str, role: Role, table: str, password: str, club: str = CLUB) -> None:
        """Make a user, or give an old one this password; he may do what his role says at this table."""
        name = role_name(role, table, user)
        if self._says("getRole", name):
            self._do("deleteRole", name)
        self._do("createRole", name)
        for rule in rules(role, table, user, club):
            self._do("addRoleACL", name, rule.kind, rule.topic, "allow")
        if self._says("getClient", user):
            self._do("setClientPassword", user, secret=password)
        else:
            self._do("createClient", user, secret=password)
        self._do("addClientRole", user, name)

    def revoke(self, user: str) -> bool:
        """Take a user away, with his roles; he is thrown out at once. False: there was none."""
        known = self._says("getClient", user)
        if known:
            self._do("deleteClient", user)
        for name in self.roles():
            if name.startswith("fingerpost-") and name.endswith(f"-{user}"):
                self._do("deleteRole", name)
        return known

    def roles(self) -> list[str]:
        """The names of all roles."""
        return self._do("listRoles").split()

    def _says(self, *arguments: str) -> bool:
        answer = self._run(*arguments)
        return answer.returncode == 0 and bool(answer.stdout.strip())

    def _do(self, *arguments: str, secret: str | None = None) -> str:
        answer = self._run(*arguments, secret=secret)
        said = (answer.stderr or answer.stdout).strip()
        if answer.returncode != 0 or "error" in answer.stderr.lower():
            last = said.splitlines()[-1] if said else "failed"
            raise CallError(f"mosquitto_ctrl {' '.join(arguments[:2])}: {last}; run: fingerpost broker check")
        return answer.stdout

    def _run(self, *arguments: str, secret: str | None = None) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [
                program("mosquitto_ctrl"), "-h", "127.0.0.1", "-p", str(self._port), "dynsec", *arguments,
            ],
            # Its option -o is not heard by every version; the folder where it looks by itself is.
            env={**os.environ, "XDG_CONFIG_HOME": str(self._files.admin.parent)},
            input="" if secret is None else f"{secret}\n{secret}\n",
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )  # fmt: skip


def make_admin(files: BrokerFiles) -> None:
    """Make the store of the plug-in with an administrator, if there is none."""
    if files.security.exists() and files.admin.exists():
        return
    secret = new_password(files.folder / "admin.new")
    try:
        files.security.unlink(missing_ok=True)
        answer = subprocess.run(
            [program("mosquitto_ctrl"), "dynsec", "init", str(files.security), ADMIN],
            input=f"{secret}\n{secret}\n",
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    finally:
        (files.folder / "admin.new").unlink(missing_ok=True)
    if answer.returncode != 0 or not files.security.exists():
        raise CallError(f"mosquitto_ctrl dynsec init {files.security}: {answer.stderr.strip() or 'failed'}")
    # mosquitto_ctrl has a command for this, which some versions of the broker take without doing it.
    store = json.loads(files.security.read_text(encoding="utf-8"))
    store["defaultACLAccess"] = dict.fromkeys(DENIED, False)
    files.security.unlink()
    write(files.security, json.dumps(store), mode=SECRET)
    give_to_broker(files.security)
    write(files.admin, f"-u {ADMIN}\n-P {secret}\n", mode=SECRET)


@contextlib.contextmanager
def control(files: BrokerFiles, port: int = PLAIN_PORT) -> Iterator[Control]:
    """The administrator at the broker that runs, or else at one that runs just for this.

    Raises:
        CallError: the broker on the port has other users: it does not use this folder; or it does not answer,
            and a second one beside it would change the same store.
    """
    if not files.admin.exists():
        raise CallError(f"folder {files.folder} holds no broker; run: fingerpost broker setup")
    cause = probe(f"mqtt://{ADMIN}@127.0.0.1:{port}", password=_admin_password(files))
    if cause is None:
        yield Control(files, port)
        return
    if cause == "forbidden":
        raise CallError(
            f"the broker on port {port} has other users, or cannot read its own; restart it with {files.conf}"
        )
    if cause != "refused":
        raise CallError(f"the broker on port {port} does not answer ({cause}); restart Mosquitto")
    with _just_for_this(files) as own_port:
        yield Control(files, own_port)


def _admin_password(files: BrokerFiles) -> str:
    lines = files.admin.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("-P ") for line in lines if line.startswith("-P "))


@contextlib.contextmanager
def _just_for_this(files: BrokerFiles) -> Iterator[int]:
    """A broker on a port of its own that changes the same store, then ends."""
    with HeldPort() as port, tempfile.TemporaryDirectory(prefix="fingerpost-broker-") as folder:
        conf = Path(folder) / "mosquitto.conf"
        write(
            conf,
            f"listener {port} 127.0.0.1\nallow_anonymous false\nplugin {plugin()}\n"
            f"plugin_opt_config_file {files.security}\nlog_type none\n",
            mode=0o644,
        )
        Path(folder).chmod(0o755)
        process = subprocess.Popen(
            [program("mosquitto"), "-c", str(conf)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _until_it_answers(port, process)
            if probe(f"mqtt://{ADMIN}@127.0.0.1:{port}", password=_admin_password(files)) is not None:
                raise CallError(
                    f"file {files.security}: Mosquitto's user cannot read it; "
                    "let him into each folder above it (chmod o+x), or name another with --dir"
                )
            yield port
        finally:
            process.terminate()
            process.wait(START_WITHIN_S)


def _until_it_answers(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + START_WITHIN_S
    while time.monotonic() < until:
        if answers(port) and process.poll() is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            raise CallError(f"mosquitto ended with {process.wait(0.02)}; is it Mosquitto 2?")
    raise CallError(f"mosquitto does not answer within {START_WITHIN_S:g} s; restart the machine")
