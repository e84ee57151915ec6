"""What was heard on the wire as lines of a file, and as messages again. Pure."""

import base64

import msgspec

from engine.not_json import NOT_JSON
from mqtt.inbound import InboundMessage
from mqtt.topics import ROOT, checked_name


class RecordedMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One recorded message: seconds since the first, topic, payload as text, or base64 when it is none."""

    at: float
    topic: str
    retain: bool = False
    text: str = ""
    base64: str | None = None

    def payload(self) -> bytes:
        """The bytes as they were.

        Raises:
            ValueError: the base64 is none.
        """
        return self.text.encode() if self.base64 is None else base64.b64decode(self.base64, validate=True)


def line_of(message: InboundMessage, at: float) -> str:
    """One message as a line of a recording."""
    try:
        line = RecordedMessage(round(at, 3), message.topic, message.retained, text=message.payload.decode())
    except UnicodeDecodeError:
        raw = base64.b64encode(message.payload).decode()
        line = RecordedMessage(round(at, 3), message.topic, message.retained, base64=raw)
    return msgspec.json.encode(line).decode()


def moved(line: RecordedMessage, table: str | None) -> tuple[str, bytes]:
    """Topic and payload of a line, for another table when one is given.

    Raises:
        TopicError: that cannot be a table's name.
    """
    payload, parts = line.payload(), line.topic.split("/")
    if table is None or "/".join(parts[:2]) != ROOT or len(parts) < 4:
        return line.topic, payload
    parts[2] = checked_name(table, "the table's name")
    try:
        envelope = msgspec.json.decode(payload)
    except NOT_JSON:
        envelope = None
    if isinstance(envelope, dict) and "table" in envelope:
        payload = msgspec.json.encode({**envelope, "table": table})
    return "/".join(parts), payload
