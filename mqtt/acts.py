"""What may be done by MQTT beside replay: acts of the game, presses, questions, words, the voice. Pure.

Acts that would carry a secret on a topic (which tickets are kept, how many pieces of which kind) are not
among them; cards to pay with may be named only where the broker vouches for the seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

import msgspec

from engine import CodecError, Command, OpenCommand, command_from
from mqtt.codes import Code
from mqtt.commands import RemoteCommand
from mqtt.orders import CALIBRATE, KEYS, SET_THRESHOLD, NodeWish
from tabletop import BUTTONS, Button

_KINDS: Final[Mapping[str, type[msgspec.Struct]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(OpenCommand)
}
ACTS: Final = tuple(_KINDS)
PANEL: Final = ("press", "ask", "say", "pause", "resume", "volume", "rate")
OF_NODES: Final = {"calibrate-node": CALIBRATE, "set-node-threshold": SET_THRESHOLD}
"""Commands about a node → what the engine then asks of it."""

NAMES: Final = ("replay", *PANEL, *OF_NODES, *ACTS)
"""Every command there is."""

PRIVATE_QUESTIONS: Final = ("hand", "tickets", "missing", "pay", "can-pay")
"""Never answered on a topic: a seat may ask for its own, and hears the answer in its ear."""

MOST_WORDS: Final = 40  # of a text that is said for somebody: as long as the longest sentence of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class DoAct:
    """Do this at the table, or ask the seat how it pays."""

    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class PressButton:
    """A button of the panel."""

    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class AskQuestion:
    """A question; the game knows which there are, and which everyone may hear the answer of.

    `about`: the route, city, region or seat that is asked about, by its id; "" where there is none.
    """

    question: str
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SayText:
    """Words to be said at the table."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPause:
    """Pause the game, or let it go on."""

    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVoice:
    """How the table's voice speaks: `volume` 0 to 100, `rate` words a minute, 80 to 450."""

    what: Literal["volume", "rate"]
    value: int


Wish = DoAct | PressButton | AskQuestion | SayText | SetPause | SetVoice
"""What only the game can grant."""


@dataclass(frozen=True, slots=True)
class BadWish:
    """Why the data make no wish."""

    code: Code
    why: str


def needs_seq(name: str, data: dict[str, object]) -> bool:
    """Whether a command changes the game, or how its board is sensed, so that it must say where it is."""
    return name in ACTS or name in OF_NODES or (name == "press" and data.get("button") in ("yes", "no"))


def seat_of(name: str, data: dict[str, object]) -> object:
    """For whom an act is wanted; None when the command is no act."""
    return data.get("seat", "") if name in ACTS else None


def wish_from(command: RemoteCommand) -> Wish | NodeWish | BadWish:
    """What a client wants, or why that cannot be read from its data."""
    data = command.data
    match command.name:
        case "press":
            return _press(data.get("button"))
        case "ask":
            return _ask(data.get("question"), data.get("about", ""))
        case "say":
            return _say(data.get("text"))
        case "pause" | "resume":
            return SetPause(paused=command.name == "pause")
        case "volume":
            return _voice("volume", data.get("level"), 0, 100)
        case "rate":
            return _voice("rate", data.get("words_per_minute"), 80, 450)
        case name if name in OF_NODES:
            return _of_node(OF_NODES[name], data)
        case name if name in ACTS:
            return _act(command)
        case _:
            return BadWish("unknown-command", "no such command")


def _press(button: object) -> Wish | BadWish:
    if button in BUTTONS:
        return PressButton(button=button)
    return BadWish("bad-data", f"button is one of {', '.join(BUTTONS)}")


def _ask(question: object, about: object) -> Wish | BadWish:
    if not isinstance(question, str):
        return BadWish("bad-data", "question is missing")
    if not isinstance(about, str):
        return BadWish("bad-data", "about is the id of a route, a city, a region or a seat")
    return AskQuestion(question=question, about=about)


def _say(text: object) -> Wish | BadWish:
    if not isinstance(text, str):
        return BadWish("bad-data", "text is missing")
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not 1 <= len(words.split()) <= MOST_WORDS:
        return BadWish("bad-data", f"text has no words, or more than {MOST_WORDS}")
    return SayText(text=words)


def _voice(what: Literal["volume", "rate"], value: object, least: int, most: int) -> Wish | BadWish:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return SetVoice(what=what, value=value)
    return BadWish("bad-data", f"{what} is a whole number from {least} to {most}")


def _of_node(name: str, data: dict[str, object]) -> NodeWish | BadWish:
    node = data.get("node")
    if not isinstance(node, str):
        return BadWish("bad-data", "node is missing")
    return NodeWish(node, name, {key: data[key] for key in KEYS if key in data})


def _act(command: RemoteCommand) -> Wish | BadWish:
    """An act; unknown fields are passed over, for they may come from a newer client."""
    kind = _KINDS[command.name]
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    raw = {key: value for key, value in command.data.items() if key in known}
    if command.name == "undo":
        raw.pop("agreed", None)  # that the table agrees is asked at the table
    try:
        return DoAct(command=command_from({"do": command.name, **raw}))
    except CodecError as error:
        return BadWish("bad-data", str(error)[:120])
