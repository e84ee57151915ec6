"""Whether the hub that answers is one that this table can use, in words if not."""

from typing import Literal

from firmware_bridge.command_queue import PROTOCOL
from firmware_bridge.messages import HubHello

Unfitness = Literal["wrong-major", "wrong-board"]


def unfit(hello: HubHello, channels: int, only: str | None) -> tuple[Unfitness, str] | None:
    """A code of DeviceHealth and a sentence that names both sides; None: the hub will do.

    Args:
        channels: how many sites the board needs.
        only: the id of the one hub that is wanted; None: any.
    """
    if hello.version[0] != PROTOCOL[0]:
        words = f"this board speaks hub/{hello.version[0]}, Fingerpost knows hub/{PROTOCOL[0]}"
        return "wrong-major", f"{words}; update the older one (fingerpost hub flash)"
    if only is not None and hello.id != only:
        words = f"this is hub {hello.id}, wanted is hub {only}"
        return "wrong-board", f"{words}; swap the cables, or correct [hub] port"
    if hello.sites < channels:
        words = f"hub {hello.id} has {hello.sites} sites, the board needs {channels}"
        return "wrong-board", f"{words}; connect the board's own hub"
    return None
