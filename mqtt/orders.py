"""What may be asked of a node beside a report: `calibrate` and `set-threshold`. Pure, the same at both ends.

The engine checks what a client wants of a node, the node checks what the engine orders: nobody vouches for
either, and both refuse the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from tabletop import TOKEN_COLOURS, Sense, TokenColour

Fields = Mapping[str, object]

REPORT: Final = "report"  # the third command, which is always obeyed: say all that you sense
CALIBRATE: Final = "calibrate"
SET_THRESHOLD: Final = "set-threshold"

NO_SUCH_NODE: Final = "no-such-node"
"""The `why` of a wish that names no node of this table."""

KEYS: Final = ("what", "seat", "chance", "debounce_ms", "token", "low", "high", "site")
"""All that an order's data may hold beside whose it is."""

CHANCES: Final = (0.5, 0.99)  # 0.5: whatever settles is told
DEBOUNCES_MS: Final = (4, 250)
TOKENS: Final = (0x02, 0xDF)  # classes of a hub's tokens; the high nibble of one is its seat's
CODES_OF_PINS: Final = (234, 3949)  # of a hub's converter: what is outside is a short, or no resistor


class NodeAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an order ended, as the `answer` in a node's `info`.

    `code`: an error code; `why`: a word for programs (`board-lost`, `lens-not-told` …); `kept`: whether it
    outlasts a restart of the node.
    """

    to: str
    type: str
    ok: bool
    code: str | None = None
    why: str | None = None
    kept: bool | None = None
    figures: dict[str, float] = {}


class OrderError(ValueError):
    """Data that make no order; one line says why, and `why` by a word for programs."""

    def __init__(self, line: str, why: str = "out-of-range") -> None:
        super().__init__(line)
        self.why = why


@dataclass(frozen=True, slots=True)
class LearnLens:
    """A camera: the lens, from the board's own markers as they show now."""


@dataclass(frozen=True, slots=True)
class TakeEmpty:
    """A camera: the board is empty now, so its empty pins look."""


@dataclass(frozen=True, slots=True)
class LearnTokens:
    """A camera: what stands on pins now, and did not on the empty board, are this seat's tokens."""

    seat: TokenColour


@dataclass(frozen=True, slots=True)
class LeastChance:
    """A camera: from which chance on it says what it sees; below, that it cannot tell."""

    chance: float


@dataclass(frozen=True, slots=True)
class MustBeEmpty:
    """A hub: the board is empty now, so a pin that closes is stuck."""


@dataclass(frozen=True, slots=True)
class KeepWindows:
    """A hub: keep the windows of its tokens over a restart."""


@dataclass(frozen=True, slots=True)
class ForgetWindows:
    """A hub: forget every window of its tokens, the standard ones too."""


@dataclass(frozen=True, slots=True)
class Debounce:
    """A hub: for how long a contact has to stay."""

    ms: int


@dataclass(frozen=True, slots=True)
class CodeWindow:
    """A hub: which codes of its converter are one class of tokens, at one site or (None) at all."""

    token: int
    low: int
    high: int
    site: str | None = None


@dataclass(frozen=True, slots=True)
class NodeRequest:
    """What a client wants of a node; `data` are checked by the node's sense, which only the table knows."""

    node: str
    name: str
    data: Fields


CameraOrder = LearnLens | TakeEmpty | LearnTokens | LeastChance
HubOrder = MustBeEmpty | KeepWindows | ForgetWindows | Debounce | CodeWindow
Order = CameraOrder | HubOrder


def order_from(name: str, data: Fields, sense: Sense) -> Order:
    """What is asked of a node that senses so; fields that are not known are passed over.

    Raises:
        OrderError: no such order, data missing or out of range, or another sense's.
    """
    match name, sense:
        case "calibrate", "camera":
            return _camera(data)
        case "calibrate", "pin":
            return _hub(data)
        case "set-threshold", "camera":
            return LeastChance(_chance(data.get("chance")))
        case "set-threshold", "pin":
            return _hub_threshold(data)
        case _:
            raise OrderError("no such order; give calibrate or set-threshold", "no-such-order")


def _camera(data: Fields) -> CameraOrder:
    match data.get("what", "lens"):
        case "lens":
            return LearnLens()
        case "empty":
            return TakeEmpty()
        case "tokens":
            seat = next((colour for colour in TOKEN_COLOURS if colour == data.get("seat")), None)
            if seat is None:
                raise OrderError(f"seat is one of {', '.join(TOKEN_COLOURS)}", "no-such-seat")
            return LearnTokens(seat)
        case "keep" | "forget":
            raise OrderError("what of a camera is lens, empty or tokens", "not-for-a-camera")
        case _:
            raise OrderError("what of a camera is lens, empty or tokens", "no-such-order")


def _hub(data: Fields) -> HubOrder:
    match data.get("what", "empty"):
        case "empty":
            return MustBeEmpty()
        case "keep":
            return KeepWindows()
        case "forget":
            return ForgetWindows()
        case "lens" | "tokens":
            raise OrderError("what of a hub is empty, keep or forget", "not-for-a-hub")
        case _:
            raise OrderError("what of a hub is empty, keep or forget", "no-such-order")


def _hub_threshold(data: Fields) -> HubOrder:
    if "debounce_ms" in data:
        return Debounce(_whole(data, "debounce_ms", DEBOUNCES_MS))
    low, high = _whole(data, "low", CODES_OF_PINS), _whole(data, "high", CODES_OF_PINS)
    site = data.get("site")
    if low >= high:
        raise OrderError("low is below high")
    if site is not None and not isinstance(site, str):
        raise OrderError("site is the id of a site", "no-such-site")
    return CodeWindow(_whole(data, "token", TOKENS), low, high, site)


def _chance(value: object) -> float:
    least, most = CHANCES
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise OrderError(f"chance is a number from {least} to {most}")
    return float(value)


def _whole(data: Fields, key: str, span: tuple[int, int]) -> int:
    value, (least, most) = data.get(key), span
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise OrderError(f"{key} is a whole number from {least} to {most}")
    return value
