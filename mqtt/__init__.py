"""Events and announcements out to an MQTT broker, commands in: fingerpost/1 (docs/mqtt-topics.md)."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from mqtt.access import Access, LostError
from mqtt.acts import NAMES
from mqtt.address import AddressError, BrokerAddress, parse_address
from mqtt.answered import REMEMBERED, CachedResult
from mqtt.codes import CODES, STATUS
from mqtt.payloads import TableInfo
from mqtt.rights import Rights, RightsError, rights_from
from mqtt.topics import ROOT, TopicError, Topics, checked_name

if TYPE_CHECKING:
    from mqtt.client import DISABLED, MqttSink, TableOptions, TableSink
    from mqtt.probe import probe
    from mqtt.schemas import schema_digests

_LATER: Final = {
    "DISABLED": "mqtt.client",
    "MqttSink": "mqtt.client",
    "TableOptions": "mqtt.client",
    "TableSink": "mqtt.client",
    "probe": "mqtt.probe",
    "schema_digests": "mqtt.schemas",
}
"""What needs paho, or much time to make: loaded when it is asked for."""

__all__ = [
    "CODES",
    "DISABLED",
    "NAMES",
    "REMEMBERED",
    "ROOT",
    "STATUS",
    "Access",
    "AddressError",
    "BrokerAddress",
    "CachedResult",
    "LostError",
    "MqttSink",
    "Rights",
    "RightsError",
    "TableInfo",
    "TableOptions",
    "TableSink",
    "TopicError",
    "Topics",
    "checked_name",
    "parse_address",
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
