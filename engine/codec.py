"""Events and commands ⇄ JSON. An event of an older shape reads with its later fields' defaults."""

from functools import lru_cache
from typing import cast

import msgspec

from engine.commands import Command
from engine.events import Event
from engine.not_json import NOT_JSON


class CodecError(ValueError):
    """A text that is no event or no command; one line says why."""


_encoder = msgspec.json.Encoder()


@lru_cache(1)
def _event_decoder() -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(Event)


@lru_cache(1)
def _command_decoder() -> msgspec.json.Decoder[Command]:
    return msgspec.json.Decoder(Command)


def event_to_json(event: Event) -> str:
    """One line of JSON: `type` and the event's fields."""
    return _encoder.encode(event).decode()


def event_to_dict(event: Event) -> dict[str, object]:
    """The same as what JSON would hold: str, int, bool, None, list, dict."""
    return cast(dict[str, object], msgspec.json.decode(_encoder.encode(event)))


def event_line(event: Event, seq: int) -> str:
    """The line by which the referee tells an event: its `seq`, `type` and fields."""
    return f'{{"seq":{seq},{_encoder.encode(event)[1:].decode()}'


def event_from_json(text: str | bytes) -> Event:
    """Read one event. Fields that this version does not know are passed over.

    Raises:
        CodecError: no JSON, a type that is not known, a field missing or of the wrong kind.
    """
    try:
        return _event_decoder().decode(text)
    except NOT_JSON as error:
        raise CodecError(f"no event: {_line(error)}") from None


def command_to_json(command: Command) -> str:
    """One line of JSON: `do` and the command's fields, as the referee reads it."""
    return _encoder.encode(command).decode()


def command_from_json(text: str | bytes) -> Command:
    """Read one command; a field that is not known is an error, for it would be a wish not heard.

    Raises:
        CodecError: no JSON, an unknown `do`, a field missing, unknown or of the wrong kind.
    """
    try:
        return _command_decoder().decode(text)
    except NOT_JSON as error:
        raise CodecError(f"no command: {_line(error)}") from None


def command_from(raw: object) -> Command:
    """The same from parsed JSON. Raises CodecError."""
    try:
        command: Command = msgspec.convert(raw, Command)
        return command
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise CodecError(f"no command: {_line(error)}") from None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
