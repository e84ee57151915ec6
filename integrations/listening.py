"""SHELL: a plain MQTT client for makers: hear a table, record it, send a recording again.

It gives up where the engine's own connection would wait: a maker sits in front of it.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TextIO

import msgspec

from engine.not_json import NOT_JSON
from mqtt import Access, AddressError, LostError, TopicError, parse_address
from mqtt.connection import Connection, opened
from mqtt.inbound import InboundMessage
from mqtt.recording import RecordedMessage, line_of, moved
from storage.reading import read_text
from table.errors import CallError, why

_TURN_S: Final = 0.2
_WINDOW: Final = 16  # messages under way at once
_ACKNOWLEDGED_WITHIN_S: Final = 10.0

_TROUBLE: Final = {
    "refused": "nobody listens there; start it, or correct --url",
    "unknown-host": "the host's name is not known; correct --url",
    "unreachable": "it cannot be reached; check the network and --url",
    "untrusted": "its certificate is not signed by a CA that is known; give --ca",
    "silent": "it does not answer; restart it",
    "forbidden": "it wants another user or password; put the user in --url and give --password-file",
}


def the_access(args: argparse.Namespace) -> Access:
    """The broker of the arguments.

    Raises:
        CallError: an address that is none, a file that cannot be read.
    """
    password = os.environ.get("FINGERPOST_MQTT_PASSWORD")
    try:
        address = parse_address(args.url)
        if args.password_file is not None:
            password = read_text(args.password_file, most=4000).strip()
    except AddressError as error:
        raise CallError(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"--password-file {args.password_file}: {why(error)}; check the path") from None
    access = Access(address=address, password=password, ca=args.ca)
    try:
        access.readable()
    except LostError as error:
        raise CallError(f"--ca: {error.detail}") from None
    return access


def connected(access: Access, *, client_id: str = "", will_topic: str | None = None) -> Connection:
    """A connection, under a name that the broker makes up unless one is given.

    Raises:
        CallError: there is no broker there, or it does not let us in.
    """
    try:
        return opened(access, client_id=client_id, will_topic=will_topic)
    except LostError as lost:
        trouble = _TROUBLE.get(lost.cause, lost.detail or lost.cause)
        raise CallError(f"broker {access.address}: {trouble}") from None


def heard(access: Access, *topics: str) -> Iterator[InboundMessage]:
    """Every message on these topics until Ctrl-C.

    Raises:
        CallError: no broker, it has gone, or it lets this user read none of it.
    """
    connection = connected(access)
    try:
        for topic in topics:
            connection.subscribe(topic)
        while True:
            connection.turn(None, _TURN_S)
            if connection.heard.denied:
                raise CallError(f"broker {access.address}: this user may not read {', '.join(topics)}")
            while connection.heard.messages:
                yield connection.heard.messages.popleft()
    except LostError as lost:
        raise CallError(f"broker {access.address}: the connection is gone ({lost}); start again") from None
    finally:
        connection.close(politely=True)


def record(
    messages: Iterable[InboundMessage], out: TextIO, now: Callable[[], float] = time.monotonic
) -> None:
    """Write each message as a JSON line."""
    first: float | None = None
    for message in messages:
        at = now()
        first = at if first is None else first
        out.write(line_of(message, at - first) + "\n")
        out.flush()


def recorded(path: Path) -> list[RecordedMessage]:
    """The lines of a recording.

    Raises:
        CallError: no such file, or a line that is none.
    """
    try:
        lines = read_text(path, most=64_000_000).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"recording {path}: {why(error)}; give what `fingerpost mqtt record` wrote") from None
    found: list[RecordedMessage] = []
    for number, text in enumerate(lines, start=1):
        try:
            line = msgspec.json.decode(text, type=RecordedMessage)
            line.payload()
        except NOT_JSON as error:
            raise CallError(
                f"recording {path}: line {number}: {error}; give what `fingerpost mqtt record` wrote"
            ) from None
        found.append(line)
    return found


def play(access: Access, lines: Iterable[RecordedMessage], *, speed: float, table: str | None) -> int:
    """Send these again; returns how many the broker has.

    Raises:
        CallError: no broker, or it has gone or does not take them.
    """
    connection, count, waiting = connected(access), 0, set[int]()
    start = time.monotonic()
    try:
        for line in lines:
            topic, payload = _moved(line, table)
            due = start + (line.at / speed if speed > 0 else 0.0)
            while time.monotonic() < due or len(waiting) >= _WINDOW:
                _acknowledge(connection, waiting, max(min(due - time.monotonic(), _TURN_S), 0.001))
            waiting.add(connection.publish(topic, payload, qos=1, retain=line.retain))
            count += 1
        until = time.monotonic() + _ACKNOWLEDGED_WITHIN_S
        while waiting and time.monotonic() < until:
            _acknowledge(connection, waiting, _TURN_S)
    except LostError as lost:
        raise CallError(f"broker {access.address}: the connection is gone ({lost}); start again") from None
    finally:
        connection.close(politely=True)
    if waiting or connection.heard.denied:
        raise CallError(f"broker {access.address}: does not take what this user sends; check its rights")
    return count


def _moved(line: RecordedMessage, table: str | None) -> tuple[str, bytes]:
    try:
        return moved(line, table)
    except TopicError as error:
        raise CallError(f"--table: {error}") from None


def _acknowledge(connection: Connection, waiting: set[int], seconds: float) -> None:
    connection.turn(None, seconds)
    for answered in (connection.heard.acknowledged, connection.heard.refused):
        while answered:
            waiting.discard(answered.popleft())
