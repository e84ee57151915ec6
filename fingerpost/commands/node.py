"""`fingerpost node`: a camera or a hub on this machine senses for a table on another one."""

import argparse
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.assemble import Inbox, tell_people
from fingerpost.commands.arguments import Subparsers, the_layout
from fingerpost.commands.broker_arguments import add_broker
from fingerpost.errors import CallError
from mqtt import Asked, TopicError, Topics, checked_name

if TYPE_CHECKING:
    from fingerpost.camera_part import CameraSetup
    from fingerpost.node_wire import NodeWire
    from fingerpost.play import Part
    from vision import NewestFrame

_TAKE_S = 0.02


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("node", help="a camera or hub for a table elsewhere", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    camera = kinds.add_parser("camera", help="a camera on this machine")
    camera.add_argument(
        "--device",
        default="0",
        help="as [camera] device of a table.toml (default 0), or a folder of pictures",
    )
    camera.add_argument("--camera", default="", metavar="FILE", help="the calibration, if there is one")
    camera.add_argument("--reference", default="", metavar="FILE", help="a picture of the empty board")
    camera.add_argument(
        "--tokens", default="", metavar="FILE", help="how this table's tokens look: calibrate --tokens"
    )
    hub = kinds.add_parser("hub", help="a sensor hub on this machine")
    hub.add_argument("--port", default="auto", help="as [hub] port of a table.toml (default auto)")
    for kind in (camera, hub):
        kind.add_argument("--board", required=True, help="a map id or board/1 file")
        kind.add_argument("--table", required=True, help="the table's name on MQTT")
        kind.add_argument("--name", required=True, help="this node's name: the table's config names it too")
        add_broker(kind)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Sense until Ctrl-C or the service is stopped."""
    from fingerpost.camera_part import CameraPart
    from fingerpost.listening import the_access
    from fingerpost.play import HubPart

    layout = the_layout(args.board)
    inbox = Inbox()
    the_access(args)  # a file that is missing is said before anything is opened
    wire = _wire(args)

    def open_part() -> "Part":
        if args.kind == "camera":
            return CameraPart(camera_setup(args), layout, inbox, opened=_recorded(Path(args.device)))
        return HubPart(args.port, layout, inbox)

    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    serve(open_part, wire, inbox, stop)
    return 0


def camera_setup(args: argparse.Namespace) -> "CameraSetup":
    """The camera that the call names, with its files."""
    from fingerpost.camera_part import CameraSetup

    return CameraSetup(
        device=args.device, calibration=args.camera, reference=args.reference, tokens=args.tokens
    )


def serve(open_part: "Callable[[], Part]", wire: "NodeWire", inbox: Inbox, stop: threading.Event) -> None:
    """Hand on what the device senses until `stop` is set."""
    part = open_part()
    wire.start()
    try:
        while not stop.is_set():
            part.poll(time.monotonic())
            for item in inbox.take(timeout=_TAKE_S):
                if not isinstance(item, Asked):
                    wire.put(item)
    finally:
        wire.close()
        part.close()


def trouble(why: str, name: str) -> str:
    """Why the table does not hear this node, and what to do."""
    match why:
        case "forbidden":
            return "the broker does not let it in, or not say what it senses; check user, password and role"
        case "taken-over":
            return f"another node {name} has come; give one of them another --name"
        case _:
            return f"no broker ({why}); tried again"


def _recorded(folder: Path) -> "Callable[[str], NewestFrame] | None":
    """How a folder of pictures is opened; None: it is none."""
    if not folder.is_dir():
        return None
    from fingerpost.recorded_camera import RecordedCamera

    return RecordedCamera(folder).opened


def _wire(args: argparse.Namespace) -> "NodeWire":
    from fingerpost.listening import the_access
    from fingerpost.node_wire import NodeWire

    try:
        topics, name = Topics(args.table), checked_name(args.name, "the node's name")
    except TopicError as error:
        raise CallError(str(error)) from None

    def changed(there: bool, why: str) -> None:
        where = f"table {args.table} at {args.url}"
        tell_people(f"{where}: {'connected' if there else trouble(why, name)}")

    return NodeWire(
        lambda: the_access(args), topics, name, sense=args.kind, now=time.monotonic, changed=changed
    )
