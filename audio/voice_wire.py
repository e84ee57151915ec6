"""What goes between the game and the voice process: JSON lines one way, frames of samples the other."""

import struct
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

LONGEST_TEXT: Final = 2_000  # characters; an utterance has 40 words
VoiceName = Annotated[str, msgspec.Meta(max_length=60, description="a voice's name of at most 60 characters")]
_HEAD: Final = struct.Struct("<cII")  # kind, id, length of what follows
HEAD_BYTES: Final = _HEAD.size
_MOST_BYTES: Final = 64_000_000

Kind = Literal["hello", "samples", "voices", "end", "trouble"]
_KINDS: Final[dict[bytes, Kind]] = {
    b"H": "hello",
    b"S": "samples",
    b"V": "voices",
    b"E": "end",
    b"T": "trouble",
}
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}


class WireError(Exception):
    """Bytes or a line that the other side cannot have meant; the message says what was wrong."""


class SpeechOrder(msgspec.Struct, frozen=True):
    """Speak this text, or (`stop`) stop speaking the text of this number, or tell which voices there are.

    `names`: those of the language of `voice`, and what can be made of `voice`; `known`: `voice` itself, if
    there is one of that name.
    """

    id: Annotated[int, msgspec.Meta(ge=0, le=0xFFFFFFFF)]
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""
    rate: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 175  # words a minute
    pitch: Annotated[int, msgspec.Meta(ge=0, le=99)] = 50  # 50: the voice's own
    voice: VoiceName = "en"
    stop: bool = False
    names: bool = False
    known: bool = False


_ORDERS: Final = msgspec.json.Decoder(SpeechOrder)
_VOICES: Final = msgspec.json.Decoder(dict[str, str])


def order_line(order: SpeechOrder) -> bytes:
    """An order as a line for the voice process."""
    return msgspec.json.encode(order) + b"\n"


def parse_order(line: bytes) -> SpeechOrder:
    """A line of the voice process's input.

    Raises:
        WireError: not JSON, a field missing or of the wrong type, a text too long.
    """
    try:
        return _ORDERS.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as trouble:
        raise WireError(f"not an order: {trouble}") from None


def voices_body(voices: Mapping[str, str]) -> bytes:
    """The voices there are, by the names that an order has: as people call them."""
    return msgspec.json.encode(voices)


def parse_voices(body: bytes) -> dict[str, str]:
    """The voices there are, as the voice process tells them.

    Raises:
        WireError: not names by names.
    """
    try:
        return _VOICES.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as trouble:
        raise WireError(f"not a list of voices: {trouble}") from None


def frame(kind: Kind, number: int, body: bytes = b"") -> bytes:
    """A frame of the voice process's output."""
    return _HEAD.pack(_LETTERS[kind], number, len(body)) + body


def parse_head(head: bytes) -> tuple[Kind, int, int]:
    """Kind, number and length of the body that follows.

    Raises:
        WireError: no head of ours.
    """
    letter, number, length = _HEAD.unpack(head)
    if letter not in _KINDS or length > _MOST_BYTES:
        raise WireError("not a frame of the voice process")
    return _KINDS[letter], number, length
