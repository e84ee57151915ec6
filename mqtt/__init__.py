"""Events and announcements out to an MQTT broker, commands in: fingerpost/1 (docs/mqtt-topics.md)."""

from mqtt.address import AddressError, BrokerAddress, parse_address
from mqtt.client import DISABLED, MqttSink, TableSink
from mqtt.connection import probe
from mqtt.desk import PanelPress
from mqtt.payloads import About
from mqtt.topics import TopicError, Topics

__all__ = [
    "DISABLED",
    "About",
    "AddressError",
    "BrokerAddress",
    "MqttSink",
    "PanelPress",
    "TableSink",
    "TopicError",
    "Topics",
    "parse_address",
    "probe",
]
