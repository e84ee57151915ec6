"""The AsyncAPI 3 document of fingerpost/1: topics, who writes and reads them, and how. Pure."""

import json
from typing import Final

from mqtt.outbox import ANNOUNCE_EXPIRY_S
from mqtt.payloads import MAX_BYTES, MINOR, VERSION
from mqtt.schema_parts import Schema
from mqtt.schemas import schemas
from mqtt.topics import NAME

_BINDING: Final = "0.2.0"
_ROOT: Final = "fingerpost/1/{table}"
_PARAMETERS: Final = {
    "table": "the table's name",
    "node": "a camera or hub on another machine",
    "client": "who asked",
    "home": "a home that plays along",
    "name": "a command",
}

_NODE_INFO: Final = "what the node is; after an order, what became of it"
_NODE_COMMAND: Final = "what the engine asks of a node: report, calibrate, set-threshold"

# channel, topic, message, retained, who sends
_CHANNELS: Final = (
    ("availability", "availability", None, True, "engine", "`online` or `offline`, bare; the will too"),
    ("info", "info", "info", True, "engine", "who the engine is and what it can do"),
    ("state", "state", "state", True, "engine", "the whole public snapshot; `seq`: the last event in it"),
    ("health", "health", "health", True, "engine", "how each device is; where board and game disagree"),
    ("event", "event", "event", False, "engine", "public events, `seq` one more each time"),
    ("announce", "announce", "announce", False, "engine", "sentences for everyone"),
    ("command", "cmd/{name}", "command", False, "client", "a command; never retained"),
    ("ownCommand", "cmd/{name}/{client}", "command", False, "client", "the same, of a client known by name"),
    ("reply", "reply/{client}", "result", False, "engine", "results and pages of replays"),
    ("homeAvailability", "home/{home}/availability", None, True, "home", "online or offline; its will"),
    ("homeBoard", "home/{home}/board", "home-board", True, "home", "how far a home's board shows the game"),
    ("nodeAvailability", "node/{node}/availability", None, True, "node", "online or offline; its will"),
    ("nodeInfo", "node/{node}/info", "node-info", True, "node", _NODE_INFO),
    ("observation", "node/{node}/observation", "observation", False, "node", "what the node senses"),
    ("nodeCommand", "node/{node}/cmd/{name}", "node-command", False, "engine", _NODE_COMMAND),
)


def published() -> dict[str, str]:
    """The files of docs/mqtt/, name → text: this document, and a JSON Schema for each kind of message."""
    made = {"asyncapi": asyncapi()} | {f"schemas/{kind}": schema for kind, schema in schemas().items()}
    return {
        f"{name}.json": json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        for name, document in made.items()
    }


def asyncapi() -> Schema:
    """The document; its messages refer to `schemas/<kind>.json` beside it."""
    channels: Schema = {}
    operations: Schema = {}
    messages: Schema = {}
    for channel, topic, kind, retained, sender, summary in _CHANNELS:
        message = kind or channel
        messages[message] = _message(kind, message)
        channels[channel] = _channel(topic, message, summary)
        operations[f"{sender}Sends{channel[0].upper()}{channel[1:]}"] = _operation(
            channel, message, retained=retained, sender=sender
        )
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "fingerpost/1",
            "version": f"{VERSION}.{MINOR}",
            "description": (
                "A tactile train-route table on MQTT: what happened, what is said, how the devices "
                f"are; commands in. Payloads are at most {MAX_BYTES} bytes; within version 1 fields are only "
                "added."
            ),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"broker": {"host": "localhost:1883", "protocol": "mqtt", "protocolVersion": "5.0"}},
        "channels": channels,
        "operations": operations,
        "components": {"messages": messages},
    }


def _message(kind: str | None, name: str) -> Schema:
    if kind is None:
        text = name.endswith("vailability")
        payload: Schema = {"type": "string", "enum": ["online", "offline"]} if text else {"type": "object"}
        return {"name": name, "contentType": "text/plain" if text else "application/json", "payload": payload}
    return {"name": name, "contentType": "application/json", "payload": {"$ref": f"./schemas/{kind}.json"}}


def _channel(topic: str, message: str, summary: str) -> Schema:
    address = f"{_ROOT}/{topic}"
    named = {
        name: {"description": f"{what}; {NAME.pattern}"}
        for name, what in _PARAMETERS.items()
        if f"{{{name}}}" in address
    }
    return {
        "address": address,
        "summary": summary,
        "parameters": named,
        "messages": {message: {"$ref": f"#/components/messages/{message}"}},
    }


def _operation(channel: str, message: str, *, retained: bool, sender: str) -> Schema:
    """As the engine sees it: what it sends, and what it receives from clients and nodes."""
    binding: Schema = {"qos": 1, "retain": retained, "bindingVersion": _BINDING}
    if channel == "announce":
        binding["qos"] = 0
        binding["messageExpiryInterval"] = ANNOUNCE_EXPIRY_S
    found: Schema = {
        "action": "send" if sender == "engine" else "receive",
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{message}"}],
        "bindings": {"mqtt": binding},
    }
    if message == "command":
        found["reply"] = {"channel": {"$ref": "#/channels/reply"}}
    return found
