"""Events and announcements out to an MQTT broker, commands in: fingerpost/1 (docs/mqtt-topics.md)."""

from mqtt.access import Access, LostError
from mqtt.acts import NAMES, AskQuestion, DoAct, PressButton, SayText, SetPause, SetVoice
from mqtt.address import AddressError, BrokerAddress, parse_address
from mqtt.answered import REMEMBERED, Answered
from mqtt.client import DISABLED, MqttSink, TableOptions, TableSink
from mqtt.codes import CODES, STATUS, error_fields, ok_fields
from mqtt.desk import Asked
from mqtt.nodes import OFFLINE as NODE_OFFLINE
from mqtt.payloads import About
from mqtt.probe import probe
from mqtt.rights import Rights, RightsError, rights_from
from mqtt.schemas import schema_digests
from mqtt.topics import ROOT, TopicError, Topics, checked_name

__all__ = [
    "CODES",
    "DISABLED",
    "NAMES",
    "NODE_OFFLINE",
    "REMEMBERED",
    "ROOT",
    "STATUS",
    "About",
    "Access",
    "AddressError",
    "Answered",
    "AskQuestion",
    "Asked",
    "BrokerAddress",
    "DoAct",
    "LostError",
    "MqttSink",
    "PressButton",
    "Rights",
    "RightsError",
    "SayText",
    "SetPause",
    "SetVoice",
    "TableOptions",
    "TableSink",
    "TopicError",
    "Topics",
    "checked_name",
    "error_fields",
    "ok_fields",
    "parse_address",
    "probe",
    "rights_from",
    "schema_digests",
]
