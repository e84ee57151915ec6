"""The bridge of a table's broker to a club's: the arguments, and the lines that Mosquitto reads."""

import argparse
import re
from pathlib import Path
from typing import Final

from fingerpost.broker.files import TLS_PORT
from fingerpost.broker.roles import CLUB
from mqtt import Access, TopicError, checked_name
from mqtt.access import BrokerAddress
from storage.reading import read_text
from table.errors import CallError

_OUT: Final = ("availability", "info", "state", "health", "event")
_HOST: Final = re.compile(r"(?P<host>[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>\d{1,5}))?")

SETTINGS: Final = """\
# Mosquitto: table {table} to the club at {host}. Written by `fingerpost broker setup --bridge-to {host}`, which writes it anew.
connection fingerpost-{table}
address {host}:{port}
bridge_protocol_version mqttv50
remote_clientid {name}
remote_username {user}
remote_password {password}
bridge_cafile {ca}
cleansession false
start_type automatic
restart_timeout 1 15
keepalive_interval 15
try_private false
notifications true
notification_topic fingerpost/1/{table}/bridge
{topics}"""  # noqa: E501 - as it is written


def add_bridge(setup: argparse.ArgumentParser) -> None:
    """--bridge-to and what belongs to it; --no-bridge."""
    which = setup.add_mutually_exclusive_group()
    which.add_argument(
        "--bridge-to", metavar="HOST[:PORT]", help=f"join it to a club's broker (port {TLS_PORT})"
    )
    which.add_argument("--no-bridge", action="store_true", help="join it to no club any longer")
    setup.add_argument("--bridge-ca", type=Path, metavar="FILE", help="the CA of the club's broker")
    setup.add_argument("--bridge-password-file", type=Path, metavar="FILE", help="the password there")
    setup.add_argument("--bridge-user", metavar="NAME", help="the user there (default: the table's name)")
    setup.add_argument("--club", default=CLUB, help=f"the club's name (default {CLUB})")
    setup.add_argument(
        "--bridge-commands", action="store_true", help="the club may command, as `rights` allow"
    )


def wanted_bridge(args: argparse.Namespace, table: str) -> str | None:
    """The settings of the bridge that is called for; None: nothing is said of one.

    Raises:
        CallError: a host, a name, a password or a CA that cannot be used.
    """
    if args.bridge_to is None:
        if args.bridge_ca or args.bridge_password_file or args.bridge_user or args.bridge_commands:
            raise CallError("--bridge-… says nothing alone; give --bridge-to HOST")
        return None
    if args.bridge_ca is None or args.bridge_password_file is None:
        raise CallError("--bridge-to: give --bridge-ca and --bridge-password-file, too")
    found = _HOST.fullmatch(args.bridge_to)
    port = TLS_PORT if found is None or found["port"] is None else int(found["port"])
    if found is None or not 1 <= port <= 65_535:
        raise CallError(f"--bridge-to {args.bridge_to[:80]!r}: give a host, or host:port")
    try:
        user = checked_name(args.bridge_user or table, "--bridge-user")
        club = checked_name(args.club, "--club")
    except TopicError as error:
        raise CallError(str(error)) from None
    ca = args.bridge_ca.expanduser().absolute()
    if not ca.is_file() or not str(ca).isprintable():
        raise CallError(f"--bridge-ca {ca}: no such file; copy the club's ca.crt here")
    return bridge_conf(
        table,
        found["host"],
        port,
        user=user,
        password=_password(args.bridge_password_file),
        ca=str(ca),
        club=club,
        commands=args.bridge_commands,
    )


def _password(path: Path) -> str:
    try:
        word = read_text(path.expanduser(), most=4096).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "is no text"
        raise CallError(f"--bridge-password-file {path}: {why}") from None
    if not word or not word.isprintable():
        raise CallError(f"--bridge-password-file {path}: give one line with the password")
    return word


def bridge_conf(
    table: str, host: str, port: int, *, user: str, password: str, ca: str, club: str, commands: bool
) -> str:
    """Mosquitto's lines: what the table tells goes out, what the club asks comes in; nothing else passes."""
    root = f"fingerpost/1/{table}/"
    out = [f"topic {name} out 1 {root} {root}" for name in (*_OUT, f"reply/{club}")]
    asked = ["replay", "games", *(["+"] if commands else [])]
    come = [f"topic cmd/{name}/{club} in 1 {root} {root}" for name in asked]
    topics = "".join(f"{line}\n" for line in (*out, *come))
    there = Access(address=BrokerAddress(host=host, port=port, tls=True, user=user), password=password)
    name = there.client_id(f"fingerpost-{table}-bridge")  # which no other user of that broker can take
    return SETTINGS.format(
        table=table, host=host, port=port, name=name, user=user, password=password, ca=ca, topics=topics
    )
