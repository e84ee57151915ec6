"""The senses that know a board, each with its device: the one place where they are named and paired.

A further sense is a name in `Sense`, the device that carries it in `Device`, and a row in `SENSES`. All else
asks the row what such a sense can do and how it errs, and goes by the rows that there are. What a node may
say by wire stands with the wire (`mqtt/sense_payloads.py`): its formats are published, and do not grow by a
row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Sense = Literal["pin", "camera"]
Device = Literal[
    "hub", "camera", "pin", "panel", "ear", "voice", "broker", "store", "backup", "pi", "page", "upgrade"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Errs:
    """How a sense errs where nothing is known of a site yet, in shares of its settled words.

    These are ours, to be measured on real boards; what turns out right bends them, site by site.
    """

    over_nothing: float  # a token where none is
    over_token: float  # no token where one is, or another seat's
    notices: float  # how often a thing that is no token makes it say that something is there
    names_by_chance: float  # of its words of a token where none is: they name a seat
    any_word: bool = False  # in error it says any of its words alike; else mostly that nothing is there
    graded: bool = False  # each word brings its own doubt (`confidence`), which counts if it is greater


@dataclass(frozen=True, slots=True, kw_only=True)
class SenseKind:
    """What one sense can do."""

    device: Device  # which carries it: when that is lost, so is the sense
    site_device: Device | None = None  # as what a single site of it tells its health
    names: bool  # it tells whose token stands there; of another one that may be so, where tokens are coded
    looks: bool = False
    """It looks from afar: a hand hides a site from it, it sees a while later what others feel at once, and
    when it is back it says only what it sees otherwise than before, after it has said that it is live."""
    contact: bool = False
    """It opens and closes: it may flicker, and is believed as it rests; a dead one says `empty` for ever."""
    keys: bool = False  # its device may carry the panel's keys
    errs: Errs


SENSES: Final[Mapping[Sense, SenseKind]] = {
    "pin": SenseKind(
        device="hub",
        site_device="pin",
        names=False,
        contact=True,
        keys=True,
        errs=Errs(
            over_nothing=0.0005,  # a coin, a stray magnet
            over_token=0.002,  # dirty, tilted, a missing magnet; or another seat's resistor
            notices=0.2,
            names_by_chance=0.02,  # it measures like a seat's resistor
        ),
    ),
    "camera": SenseKind(
        device="camera",
        names=True,
        looks=True,
        # However sure a picture is, one in two thousand is of something nobody thought of.
        errs=Errs(
            over_nothing=0.0005,
            over_token=0.0005,
            notices=1.0,
            names_by_chance=0.0,
            any_word=True,
            graded=True,
        ),
    ),
}
"""The row of each sense. Of two that tell of one token the first row leads, but one that looks follows."""


def sense_of(device: Device) -> Sense | None:
    """The sense that a device carries, if it carries one."""
    return next((sense for sense, kind in SENSES.items() if kind.device == device), None)


def sense_at(device: Device) -> Sense | None:
    """The sense of which this device is a single site."""
    return next((sense for sense, kind in SENSES.items() if kind.site_device == device), None)


def of_a_sense(device: Device) -> bool:
    """Whether it carries a sense, or is a single site of one: it knows the board."""
    return sense_of(device) is not None or sense_at(device) is not None


def sense_devices() -> tuple[Device, ...]:
    """The devices that carry a sense, in the order of the senses."""
    return tuple(kind.device for kind in SENSES.values())


def in_order() -> tuple[Sense, ...]:
    """The senses as they lead: what feels before what looks."""
    return tuple(sorted(SENSES, key=lambda sense: SENSES[sense].looks))
