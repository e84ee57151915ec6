"""`fingerpost broker`: a Mosquitto that keeps strangers out and lets everybody do only what is his."""

import argparse
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from command_line.arguments import Subparsers
from command_line.terminal import tell_people
from fingerpost.broker.certificates import is_shown, make_ca, make_certificate, names_of, reload
from fingerpost.broker.club_bridge import add_bridge, wanted_bridge
from fingerpost.broker.files import (
    BROKER_USER,
    PLAIN_PORT,
    TLS_PORT,
    BrokerFiles,
    new_password,
    plugin,
    program,
    write,
)
from fingerpost.broker.roles import CLUB, ROLES, Role
from fingerpost.config import Config
from fingerpost.table_file import read_config
from mqtt import TopicError, checked_name
from storage.whole_file import SECRET
from table.errors import CallError

_FOLDER = Path("/etc/mosquitto/fingerpost")
_LAST_PORT = 65_535
_TABLE = Config().mqtt.table


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("broker", help="set up a broker and its users", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    setup = actions.add_parser("setup", help="make or renew all that a broker needs")
    setup.add_argument(
        "--lan", action=argparse.BooleanOptionalAction, help="also listen on the network, by TLS (as before)"
    )
    setup.add_argument("--host", action="append", default=[], help="a name or address others reach it by")
    setup.add_argument("--tls-port", type=int, help=f"on the network (as before, at first {TLS_PORT})")
    setup.add_argument(
        "--reload", action="store_true", help="have Mosquitto show a new certificate; exit 1 when it does not"
    )
    add_bridge(setup)
    setup.set_defaults(run=_as_owner(run_setup))
    look = actions.add_parser("check", help="try whether it keeps out whom it should; exit 0 only if so")
    look.add_argument("--url", help="where it is (default: this machine)")
    look.set_defaults(run=_as_owner(run_check))
    user = actions.add_parser("add-user", help="let somebody in, or give him a new password")
    user.add_argument("name", help="a-z, 0-9 and -; also his name in topics")
    user.add_argument("--role", choices=ROLES, default="viewer", help="what he may do (default viewer)")
    user.add_argument(
        "--only", metavar="TABLE", help="--role bridge, at a club: the bridge of this table alone"
    )
    user.add_argument("--club", default=CLUB, help=f"--only: the club's name (default {CLUB})")
    user.set_defaults(run=_as_owner(run_add))
    gone = actions.add_parser("revoke", help="let somebody in no more")
    gone.add_argument("name")
    gone.set_defaults(run=_as_owner(run_revoke))
    for action in (setup, look, user, gone):
        action.add_argument("--dir", type=Path, default=_FOLDER, help=f"where it is kept (default {_FOLDER})")
        action.add_argument("--port", type=int, help=f"on this machine (as before, at first {PLAIN_PORT})")
        named = action.add_mutually_exclusive_group()
        named.add_argument("--table", help=f"the table's name (default {_TABLE})")
        named.add_argument("--config", type=Path, help="the table.toml that names it ([mqtt] table)")


def _as_owner(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A port that can be none, or a folder that may not be read: told in one line before anything is done.

    The folder is named as Mosquitto finds it, who starts elsewhere; the port is what its settings have.
    """

    def guarded(args: argparse.Namespace) -> int:
        for option in ("port", "tls_port"):
            port = getattr(args, option, None)
            if port is not None and not 1 <= port <= _LAST_PORT:
                raise CallError(f"--{option.replace('_', '-')} {port}: give 1 to {_LAST_PORT}")
        args.dir = args.dir.absolute()
        try:
            if args.port is None:
                args.port = BrokerFiles(args.dir).plain_port() or PLAIN_PORT
            return run(args)
        except PermissionError as error:
            raise CallError(f"{error.filename or args.dir}: {error.strerror}; run it with sudo") from None

    return guarded


def run_setup(args: argparse.Namespace) -> int:
    """Make what is not there; renew what ends soon; write the settings anew, the network's as they were."""
    from fingerpost.broker.control import control, make_admin

    table = _table(args)
    bridge = wanted_bridge(args, table)
    for wanted in ("mosquitto", "mosquitto_ctrl", "openssl"):
        program(wanted)
    plugin()
    files = BrokerFiles(args.dir)
    files.make_folder()
    made = make_ca(files)
    known = names_of(files.server) if files.server.exists() else []
    hosts = list(dict.fromkeys([*args.host, *known, socket.gethostname(), "localhost", "127.0.0.1"]))
    renewed = make_certificate(files, hosts, anew=made)
    fresh = not files.admin.exists()
    make_admin(files)
    if bridge is not None:
        write(files.bridge, bridge, mode=SECRET, owner=BROKER_USER)
    elif args.no_bridge:
        files.bridge.unlink(missing_ok=True)
    before = files.network_port()
    lan = before is not None if args.lan is None else args.lan
    files.write_conf(port=args.port, lan=lan, tls_port=args.tls_port or before or TLS_PORT)
    user = engine_user(table)
    with control(files, args.port) as broker:
        if allowed := broker.allowed_by_default():
            raise CallError(
                f"folder {files.folder}: everybody may do {', '.join(allowed)}; remove it and set up anew"
            )
        if fresh or not files.password(user).exists():
            broker.add(user, "engine", table, new_password(files.password(user), engine=True))
    if renewed:
        tell_people(f"certificate for {', '.join(hosts)}; others need {files.ca}")
    tell_people(f"let Mosquitto read {files.conf}: link it into /etc/mosquitto/conf.d and restart Mosquitto")
    if files.bridge.exists():
        tell_people(f"and {files.bridge} too: it joins this table to the club")
    tell_people(
        f'then in table.toml: [mqtt] url = "mqtt://{user}@localhost:{args.port}", table = "{table}", '
        f'password_file = "{files.password(user)}"'
    )
    return _have_it_shown(files, args)


def _have_it_shown(files: BrokerFiles, args: argparse.Namespace) -> int:
    """See that a broker which runs shows the certificate of the folder; 1 when it was to and does not."""
    port = files.network_port()
    if port is None or is_shown(files, "127.0.0.1", port) is not False:
        return 0
    if args.reload and reload(files, port):
        tell_people(f"port {port} shows the new certificate")
        return 0
    tell_people(
        f"port {port} still shows another certificate than {files.server}; run: "
        f"sudo systemctl reload mosquitto, then: sudo fingerpost broker check {_options(args)}"
    )
    return 1 if args.reload else 0


def run_check(args: argparse.Namespace) -> int:
    """Print a line for each thing; exit 1 when one is amiss."""
    from fingerpost.broker.check import check

    table, files = _table(args), BrokerFiles(args.dir)
    options = _options(args)
    if not files.folder.is_dir():
        raise CallError(f"folder {files.folder} is not there; run: sudo fingerpost broker setup {options}")
    url = args.url or f"mqtt://localhost:{args.port}"
    well = True
    for finding in check(files, url, user=engine_user(table), table=table, options=options):
        sys.stdout.write(finding.line() + "\n")
        well &= finding.well
    return 0 if well else 1


def _options(args: argparse.Namespace) -> str:
    """The options that name this table, and a broker which is not where it usually is."""
    folder = "" if args.dir == _FOLDER else f" --dir {args.dir}"
    return f"--table {_table(args)}{folder}" + ("" if args.port == PLAIN_PORT else f" --port {args.port}")


def run_add(args: argparse.Namespace) -> int:
    """Make the user; the password is in a file, and only there."""
    from fingerpost.broker.control import control

    table, name, files = _table(args), _checked(args.name), BrokerFiles(args.dir)
    role, club = cast(Role, args.role), _checked(args.club)
    if args.only is not None:
        if role != "bridge":
            raise CallError("--only goes with --role bridge: it is the bridge of one table of a club")
        role, table = "table", _checked(args.only)
    with control(files, args.port) as broker:
        secret = files.password(name)
        broker.add(name, role, table, new_password(secret, engine=role == "engine"), club)
    whose = "all tables" if role == "collect" else table
    tell_people(f"{name} may come in as {args.role} of {whose}; the password is in {secret}")
    if role == "seat":
        tell_people(f'name the seat in table.toml: [mqtt] rights = {{ {name} = "blue" }}, and restart')
    return 0


def run_revoke(args: argparse.Namespace) -> int:
    """Exit 1 when there was no such user."""
    from fingerpost.broker.control import control

    name, files = _checked(args.name), BrokerFiles(args.dir)
    with control(files, args.port) as broker:
        known = broker.revoke(name)
    files.password(name).unlink(missing_ok=True)
    tell_people(f"{name} is let in no more" if known else f"there was no user {name}")
    return 0 if known else 1


def engine_user(table: str) -> str:
    """The name of a table's engine at the broker."""
    return f"{table[:25]}-engine"


def _table(args: argparse.Namespace) -> str:
    """The table that was named, the one of the table.toml, or the one that has no other name."""
    if args.config is not None:
        return _checked(read_config(args.config).mqtt.table)
    return _checked(_TABLE if args.table is None else args.table)


def _checked(word: str) -> str:
    try:
        return checked_name(word, "the name")
    except TopicError as error:
        raise CallError(str(error)) from None
