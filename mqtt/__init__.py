"""Events and announcements out to an MQTT broker, commands in: fingerpost/1 (docs/mqtt-topics.md).

The game drops what it tells into an outbox (`outbox`) and goes on; a thread of its own carries it to the
broker, come what may (`client_loop`, `connection`: the shells, with `client`, which is a session's sink by
`table_sink`). What comes in is shared out by topic (`router`): commands are checked, refused with a code or
handed to the table as a request (`inbound`), each done once however often it is sent (`answered`); what
other machines sense goes to `nodes`, what homes say that play along to `homes_heard`. Such a machine's own
side is `node_client`, which tells all that it senses now whenever the table comes or asks (`unsent`). A
table that follows another one speaks to that by `following`, whose pure half is `host_link` (what it reads:
`host_messages`, what it writes: `host_outgoing`). Everything that is said stands in an envelope (`payloads`)
with a published schema (`schemas`, of which `asking_schemas` is what comes in; `asyncapi`); what was heard
can stand in a file (`recording`).

Deliberately absent: secrets. This room is handed public views and never a hand.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from mqtt.access import Access, AddressError, LostError, parse_address, password_in
from mqtt.answered import REMEMBERED, CachedResult
from mqtt.command_kinds import NAMES
from mqtt.payloads import TableInfo
from mqtt.rights import Rights, rights_from
from mqtt.topics import ROOT, TopicError, Topics, checked_name

if TYPE_CHECKING:
    from mqtt.client import MqttSink, TableOptions
    from mqtt.connection import probe
    from mqtt.following import HostWire
    from mqtt.schemas import schema_digests

_LATER: Final = {
    "HostWire": "mqtt.following",
    "MqttSink": "mqtt.client",
    "TableOptions": "mqtt.client",
    "probe": "mqtt.connection",
    "schema_digests": "mqtt.schemas",
}
"""What needs paho, or much time to make: loaded when it is asked for."""

__all__ = [
    "NAMES",
    "REMEMBERED",
    "ROOT",
    "Access",
    "AddressError",
    "CachedResult",
    "HostWire",
    "LostError",
    "MqttSink",
    "Rights",
    "TableInfo",
    "TableOptions",
    "TopicError",
    "Topics",
    "checked_name",
    "parse_address",
    "password_in",
    "probe",
    "rights_from",
    "schema_digests",
]


def __getattr__(name: str) -> object:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(module), name)
    globals()[name] = found
    return found
