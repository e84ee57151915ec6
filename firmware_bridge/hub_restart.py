"""SHELL: `fingerpost hub restart`: a hub told to start its program anew; one that has crashed too."""

import time
from typing import Final, TextIO

from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import place
from firmware_bridge.hub_trial import look
from firmware_bridge.inspection import Inspector
from firmware_bridge.messages import Restart
from firmware_bridge.protocol import encode
from firmware_bridge.serial_hub import PortError, SerialPort

_PROMPT: Final = b"\x03\x03\x04"
"""Ctrl-C twice and Ctrl-D: MicroPython leaves what it does and starts anew. Never sent unasked."""
_SEQ: Final = 0x7FFF
_ANSWER_S: Final = 0.5


def restart(port: str, out: TextIO, err: TextIO, *, drain_s: float = _ANSWER_S) -> int:
    """Restart the hub at `port`.

    Args:
        drain_s: how long the port stays open after the last byte.
    Returns:
        0 it was told to; 2 no such port.
    """
    where = place(port)
    inspector = Inspector(0, where.only, raw=False)
    line: HubLine[str] = HubLine(where, inspector, say=lambda text: None)
    try:
        look(line, inspector)
        path, hello = line.path, inspector.found.hello
        line.close()
        if path is None:
            raise PortError("unplugged", f"{where.name} is gone; check its cable")
        serial = SerialPort(path)
        serial.open()
        if hello is not None:
            serial.write(encode(Restart(mode="run", id=hello.id[-4:]), _SEQ))
            out.write(f"hub {hello.id} at {path} starts anew\n")
        else:
            serial.write(_PROMPT)
            out.write(f"nobody answered at {path}; its MicroPython was told to start anew\n")
        time.sleep(drain_s)  # some ports drop at closing what has not left yet
        serial.close()
    except PortError as trouble:
        err.write(f"{trouble}\n")
        return 2
    finally:
        line.close()
    return 0
