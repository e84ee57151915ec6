"""What may be done by MQTT beside replay: acts of the game, presses, questions, words, the voice. Pure.

Acts that would carry a secret on a topic (which tickets are kept, how many pieces of which kind) are not
among them; cards to pay with may be named only where the broker vouches for the seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

import msgspec

from engine import CodecError, OpenCommand, command_from
from mqtt.command_envelope import RemoteCommand
from mqtt.orders import CALIBRATE, KEYS, NO_SUCH_NODE, SET_THRESHOLD, NodeRequest
from table.answers import Code
from table.requests import AskQuestion, DoAct, PressButton, SayText, SetPause, SetVoice
from tabletop import BUTTONS

_KINDS: Final[Mapping[str, type[msgspec.Struct]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(OpenCommand)
}
ACTS: Final = tuple(_KINDS)
PANEL: Final = ("press", "ask", "say", "pause", "resume", "volume", "rate")
OF_NODES: Final = {"calibrate-node": CALIBRATE, "set-node-threshold": SET_THRESHOLD}
"""Commands about a node → what the engine then asks of it."""

NAMES: Final = ("replay", "games", *PANEL, *OF_NODES, *ACTS)
"""Every command there is."""

PRIVATE_QUESTIONS: Final = ("hand", "tickets", "missing", "pay", "can-pay")
"""Never answered on a topic: a seat may ask for its own, and hears the answer in its ear."""

MOST_WORDS: Final = 40  # of a text that is said for somebody: as long as the longest sentence of ours


GameWant = DoAct | PressButton | AskQuestion | SayText | SetPause | SetVoice
"""What only the game can grant."""


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """Which games the table keeps. No matter of the game that is played."""


@dataclass(frozen=True, slots=True)
class BadRequest:
    """Why the data make no request; `word`: the same for programs, where there are several."""

    code: Code
    why: str
    word: str | None = None


def needs_seq(name: str, data: dict[str, object]) -> bool:
    """Whether a command changes the game, or how its board is sensed, so that it must say where it is."""
    return name in ACTS or name in OF_NODES or (name == "press" and data.get("button") in ("yes", "no"))


def seat_of(name: str, data: dict[str, object]) -> object:
    """For whom an act is wanted; None when the command is no act."""
    return data.get("seat", "") if name in ACTS else None


def want_from(command: RemoteCommand) -> GameWant | NodeRequest | GamesRequest | BadRequest:
    """What a client wants, or why that cannot be read from its data."""
    data = command.data
    match command.name:
        case "games":
            return GamesRequest()
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
            return BadRequest("unknown-command", "no such command")


def _press(button: object) -> GameWant | BadRequest:
    if button in BUTTONS:
        return PressButton(button=button)
    return BadRequest("bad-data", f"button is one of {', '.join(BUTTONS)}")


def _ask(question: object, about: object) -> GameWant | BadRequest:
    if not isinstance(question, str):
        return BadRequest("bad-data", "question is missing")
    if not isinstance(about, str):
        return BadRequest("bad-data", "about is the id of a route, a city, a region or a seat")
    return AskQuestion(question=question, about=about)


def _say(text: object) -> GameWant | BadRequest:
    if not isinstance(text, str):
        return BadRequest("bad-data", "text is missing")
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not 1 <= len(words.split()) <= MOST_WORDS:
        return BadRequest("bad-data", f"text has no words, or more than {MOST_WORDS}")
    return SayText(text=words)


def _voice(what: Literal["volume", "rate"], value: object, least: int, most: int) -> GameWant | BadRequest:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return SetVoice(what=what, value=value)
    return BadRequest("bad-data", f"{what} is a whole number from {least} to {most}")


def _of_node(name: str, data: dict[str, object]) -> NodeRequest | BadRequest:
    node = data.get("node")
    if not isinstance(node, str):
        return BadRequest("bad-data", "node is missing", NO_SUCH_NODE)
    return NodeRequest(node, name, {key: data[key] for key in KEYS if key in data})


def _act(command: RemoteCommand) -> GameWant | BadRequest:
    """An act; unknown fields are passed over, for they may come from a newer client."""
    kind = _KINDS[command.name]
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    raw = {key: value for key, value in command.data.items() if key in known}
    if command.name == "undo":
        raw.pop("agreed", None)  # that the table agrees is asked at the table
    acts = command.data.get("acts") if command.name == "undo" else None
    if acts is not None and (isinstance(acts, bool) or not isinstance(acts, int) or acts < 0):
        return BadRequest("bad-data", "acts is a whole number from 0 on")
    try:
        return DoAct(command=command_from({"do": command.name, **raw}), acts=acts)
    except CodecError as error:
        return BadRequest("bad-data", str(error)[:120])
