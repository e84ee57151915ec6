"""`fingerpost node`: a camera or a hub on this machine senses for a table on another one."""

import argparse
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from command_line.arguments import Subparsers, add_broker
from command_line.by_name import the_layout
from command_line.terminal import tell_people
from fingerpost.devices.inbox import Inbox
from fingerpost.nodes.node_memory import CAMERA, EMPTY, TOKENS, NodeMemory
from fingerpost.own_threads import whole_or_nothing
from mqtt import TopicError, Topics, checked_name
from storage.version import version
from table.errors import CallError
from tabletop import SENSES, DeviceHealth, Motion, Observation, Press

if TYPE_CHECKING:
    from fingerpost.devices.camera_part import CameraSetup
    from mqtt.node_client import NodeWire
    from mqtt.ordered import Ordered
    from mqtt.orders import NodeAnswer
    from table.ports import Part
    from vision import NewestFrame

_TAKE_S = 0.02


class Obeys(Protocol):
    """Does what the engine orders of a device."""

    def obey(self, ordered: "Ordered", at: float) -> None:
        """Begin with an order."""

    def tick(self, at: float) -> None:
        """Time has passed."""


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
        kind.add_argument(
            "--keep",
            type=Path,
            default=os.environ.get("STATE_DIRECTORY", "").partition(":")[0] or None,
            metavar="DIR",
            help="what the table has it learn stays there (default: the service's own folder, if it has one)",
        )
        add_broker(kind)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Sense until Ctrl-C or the service is stopped."""
    from fingerpost.devices.camera_part import CameraPart
    from fingerpost.devices.hub_part import HubPart
    from fingerpost.nodes.camera_orders import CameraOrders
    from fingerpost.nodes.hub_orders import HubOrders
    from integrations.listening import the_access
    from mqtt.order_words import told

    layout = the_layout(args.board)
    inbox = Inbox()
    the_access(args)  # a file that is missing is said before anything is opened
    memory = NodeMemory(args.keep)
    wire = _wire(args, layout.map)

    def answer(what: "NodeAnswer") -> None:
        tell_people(told(what))
        wire.answer(what)

    def open_part() -> "tuple[Part, Obeys]":
        if args.kind == "camera":
            setup = camera_setup(args, memory)
            camera = CameraPart(setup, layout, inbox, opened=_recorded(Path(args.device)))
            return camera, CameraOrders(camera, layout, setup, memory, answer)
        hub = HubPart(args.port, layout, inbox)
        return hub, HubOrders(hub.sensors, memory, answer)

    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    with whole_or_nothing(stop):
        serve(open_part, wire, memory, inbox, stop)
    return 0


def camera_setup(args: argparse.Namespace, memory: NodeMemory) -> "CameraSetup":
    """The camera that the call names, with its files; one that is not named may have been learned."""
    from fingerpost.devices.camera_part import CameraSetup

    return CameraSetup(
        device=args.device,
        calibration=memory.file(CAMERA, args.camera),
        reference=memory.file(EMPTY, args.reference),
        tokens=memory.file(TOKENS, args.tokens),
        least=memory.settings.chance,
    )


def serve(
    open_part: "Callable[[], tuple[Part, Obeys]]",
    wire: "NodeWire",
    memory: NodeMemory,
    inbox: Inbox,
    stop: threading.Event,
) -> None:
    """Hand on what the device senses, and do what the engine orders, until `stop` is set."""
    part, orders = open_part()
    wire.settings(memory.told())
    wire.start()
    try:
        while not stop.is_set():
            part.poll(time.monotonic())
            for ordered in wire.orders():
                orders.obey(ordered, time.monotonic())
            orders.tick(time.monotonic())
            wire.settings(memory.told())
            for item in inbox.take(timeout=_TAKE_S):
                if isinstance(item, Observation | Motion | DeviceHealth | Press):
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
    from fingerpost.devices.recorded_camera import RecordedCamera

    return RecordedCamera(folder).opened


def _wire(args: argparse.Namespace, board: str) -> "NodeWire":
    from integrations.listening import the_access
    from mqtt.node_client import NodeWire

    try:
        topics, name = Topics(args.table), checked_name(args.name, "the node's name")
    except TopicError as error:
        raise CallError(str(error)) from None

    def changed(there: bool, why: str) -> None:
        where = f"table {args.table} at {args.url}"
        tell_people(f"{where}: {'connected' if there else trouble(why, name)}")

    sense = next(sense for sense, kind in SENSES.items() if kind.device == args.kind)
    return NodeWire(
        lambda: the_access(args),
        topics,
        name,
        sense=sense,
        now=time.monotonic,
        board=board,
        software=f"fingerpost/{version()}",
        changed=changed,
    )
