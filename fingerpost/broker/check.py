"""SHELL: is the broker as it should be? Each thing is looked at and tried, none is taken on trust."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fingerpost.broker.certificates import RENEW_DAYS, days_left, is_shown
from fingerpost.broker.files import BrokerFiles
from mqtt import Access, LostError, parse_address, probe
from mqtt.connection import Connection
from storage.reading import read_text

CHECK_NAME: Final = "fingerpost-check"
_TURNS_AFTER: Final = 3  # of 0.2 s
_ANSWERS_WITHIN: Final = 25  # turns of 0.2 s


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and what to do when it is amiss."""

    well: bool
    what: str
    advice: str = ""

    def line(self) -> str:
        """For people."""
        return f"ok      {self.what}" if self.well else f"amiss   {self.what}; {self.advice}"


def check(files: BrokerFiles, url: str, *, user: str, table: str, options: str) -> Iterator[Finding]:
    """Everything; `user` is one who plays an engine of `table`, with his password in the folder.

    `options`: what an advised `fingerpost broker …` is to be called with, so that it means this broker.
    """
    again = f"run: sudo fingerpost broker setup {options}"
    yield from _secrets(files)
    yield from _certificates(files, again)
    ca = files.ca if url.startswith("mqtts:") else None
    cause = probe(url, ca=ca)
    yield Finding(
        cause == "forbidden",
        "nobody comes in without a name",
        "let it run with fingerpost.conf"
        if cause is None
        else f"the broker is not there ({cause}): start it",
    )
    if cause not in (None, "forbidden"):
        return
    yield from _shown(files, parse_address(url).host)
    named = url.replace("://", f"://{user}@", 1)
    yield from _engine(files, named, (user, table), ca, options)


def _secrets(files: BrokerFiles) -> Iterator[Finding]:
    for path in files.secret():
        mode = path.stat().st_mode & 0o777
        yield Finding(not mode & 0o077, f"{path.name}: {mode:o}", f"run: chmod 600 {path}")


def _certificates(files: BrokerFiles, again: str) -> Iterator[Finding]:
    for path in (files.ca, files.server):
        if path.exists():
            left = days_left(path)
            yield Finding(left > RENEW_DAYS // 2, f"{path.name}: good for {left} days", again)


def _shown(files: BrokerFiles, host: str) -> Iterator[Finding]:
    """Mosquitto goes on with the certificate it had when it may not read the new one, and does not tell."""
    port = files.network_port()
    if port is None:
        return
    shown = is_shown(files, host, port)
    mend = (
        f"nothing answers by TLS there: restart Mosquitto with {files.conf}"
        if shown is None
        else "let its user into each folder above (chmod o+x), then run: sudo systemctl reload mosquitto"
    )
    yield Finding(shown is True, f"port {port} shows {files.server}", mend)


def _engine(
    files: BrokerFiles, url: str, engine: tuple[str, str], ca: Path | None, options: str
) -> Iterator[Finding]:
    """The engine (user, table) comes in, may read and write its own, and nothing of another table."""
    user, table = engine
    mend = f"run: sudo fingerpost broker add-user {user} --role engine {options}"
    secret = files.password(user)
    if not secret.exists():
        yield Finding(False, f"user {user} has no password here", mend)
        return
    access = Access(address=parse_address(url), password=read_text(secret, most=4000).strip(), ca=ca)
    try:
        connection = Connection(access, client_id=access.client_id(CHECK_NAME), will_topic=None)
        connection.open(lambda: True)
    except LostError as lost:
        yield Finding(False, f"user {user} comes in ({lost.cause})", mend)
        return
    try:
        for topic, allowed in (
            (f"fingerpost/1/{table}/cmd/#", True),
            (f"fingerpost/1/{_other_than(table)}/cmd/#", False),
        ):
            well = _may_subscribe(connection, topic) == allowed
            what = f"user {user} may {'' if allowed else 'not '}read {topic}"
            yield Finding(well, what, mend)
        yield Finding(
            survives_a_namesake(access, connection),
            f"user {user} stays when another takes the name of its connection",
            "let clients choose their names: take use_username_as_clientid out of Mosquitto's config",
        )
    finally:
        connection.close(politely=True)


def survives_a_namesake(access: Access, connection: Connection) -> bool:
    """Whether the connection goes on when another comes in by the name under which it is known to people."""
    other = Connection(access, client_id=CHECK_NAME, will_topic=None)
    try:
        other.open(lambda: True)
        for _ in range(_TURNS_AFTER):
            connection.turn(None, 0.2)
    except LostError:
        return False
    finally:
        other.close(politely=True)
    return True


def _other_than(table: str) -> str:
    """The name of a table that is not this one."""
    return "another-table" if table != "another-table" else "yet-another-table"


def _may_subscribe(connection: Connection, topic: str) -> bool:
    connection.heard.denied = False
    mid = connection.subscribe(topic)
    for _ in range(_ANSWERS_WITHIN):
        if mid in connection.heard.subscribed:
            break
        connection.turn(None, 0.2)
    return mid in connection.heard.subscribed and not connection.heard.denied
