"""Serial hub and GPIO: readings → observations.

Bytes come in, are framed and checked (`framing`, `protocol`) and become messages (`messages`). `link` is a
table of states: a hub is live only when it has greeted and its mirror is current; silence, gaps and reboots
are values with their times (`link_timeouts`, `losses`, `reboots`). A contact counts once it has stood still
(`debounce`), and `PinSensor` hands on observations, presses and health. All of that is pure; the port, the
lines and the tools that need them are shells: `serial_hub`, `hub_line`, `gpio`, `gpio_devices`,
`watch_port`, `hub_flash`, `hub_trial`. `firmware/` is what runs on the hub itself.

Deliberately absent: the game. Imports only `tabletop` of ours.
"""

from firmware_bridge.bridge import PinSensor, Sensed, SetAside
from firmware_bridge.debounce import PinDebouncer, seen
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    Ack,
    AskFaults,
    AskRaw,
    AskSelfTest,
    AskSnapshot,
    Beat,
    Calibrate,
    Command,
    Delta,
    Greet,
    HubFault,
    HubHello,
    HubMessage,
    HubSelfTest,
    HubSettings,
    Key,
    Lamps,
    LogText,
    Ping,
    RawValues,
    Restart,
    Snapshot,
    Time,
)
from firmware_bridge.protocol import CommandDecoder, Decoder, Garbled, Packet, digest, encode
from firmware_bridge.states import (
    CommandAnswered,
    FaultMoved,
    KeyMoved,
    LinkEvent,
    LinkState,
    Moved,
    SitesChanged,
)

__all__ = [
    "Ack",
    "AskFaults",
    "AskRaw",
    "AskSelfTest",
    "AskSnapshot",
    "Beat",
    "Calibrate",
    "Command",
    "CommandAnswered",
    "CommandDecoder",
    "Decoder",
    "Delta",
    "FaultMoved",
    "Garbled",
    "Greet",
    "HubFault",
    "HubHello",
    "HubMessage",
    "HubSelfTest",
    "HubSettings",
    "Key",
    "KeyMoved",
    "Lamps",
    "Link",
    "LinkEvent",
    "LinkState",
    "LogText",
    "Moved",
    "Packet",
    "PinDebouncer",
    "PinSensor",
    "Ping",
    "RawValues",
    "Restart",
    "Sensed",
    "SetAside",
    "SitesChanged",
    "Snapshot",
    "Time",
    "digest",
    "encode",
    "seen",
]
