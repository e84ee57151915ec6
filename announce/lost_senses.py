"""What still works when a sense is gone, in words; and which senses the message broker takes with it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from announce.any_sense import any_unheard, devices_named
from announce.vocabulary import Vocabulary
from announce.words import Words
from tabletop import Device, DeviceHealth, sense_devices

PINS_AND_CAMERA: Final[frozenset[Device]] = frozenset(("hub", "camera"))
"""The two senses that have sentences for both at once."""
NO_BROKER: Final = "no-broker"
"""The cause of a sense on another machine that cannot be heard because the broker is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """The devices beside one that is gone: which work, which do not, which this table does without."""

    live: frozenset[Device]
    lost: frozenset[Device]
    absent: frozenset[Device]


def others_of(gone: Device, health: Iterable[DeviceHealth]) -> Others:
    """How the others are. `health`: the newest of every device."""
    beside = [one for one in health if one.device != gone]
    live = frozenset(one.device for one in beside if one.condition == "live")
    absent = frozenset(one.device for one in beside if one.cause == "absent") - live
    known = frozenset(one.device for one in beside)
    return Others(live=live, lost=known - live - absent, absent=absent)


def sense_unheard(v: Vocabulary, device: Device) -> Words:
    """Why a sense on another machine is not heard."""
    p = v.phrases
    if device not in ("hub", "camera"):
        return any_unheard(v, (device,))
    if device == "camera":
        return p.words(
            "no message broker answers, so the other machine's camera is not heard.", "no broker, no camera."
        )
    return p.words(
        "no message broker answers, so the other machine's pins are not heard.", "no broker, no pins."
    )


def gone_with_broker(v: Vocabulary, unheard: set[Device], others: Others) -> Words:
    """The broker is gone and these senses with it; at least one."""
    p = v.phrases
    gone = [device for device in sense_devices() if device in unheard]
    if len(gone) == 1:
        return senses_left(v, sense_unheard(v, gone[0]), gone, others)
    if set(gone) != PINS_AND_CAMERA or others.live & set(sense_devices()):
        return senses_left(v, any_unheard(v, gone), gone, others)
    return p.words(
        "no message broker answers: pins and camera elsewhere are not heard. Use the list.",
        "no broker, pins or camera. Use the list.",
    )


def senses_left(v: Vocabulary, news: Words, gone: Collection[Device], others: Others) -> Words:
    """What still works: the other senses; nothing; or, if nothing is known of them, no promise."""
    p = v.phrases
    safe = p.sentence("the game is safe.")
    beside = [device for device in sense_devices() if device not in gone]
    live = [device for device in beside if device in others.live]
    if live:
        rest, short = _goes_on(v, live)
        return Words(f"{news.normal} {rest}", f"{news.shortest} {short}")
    if not any(device in others.lost | others.absent for device in beside):
        return Words(f"{news.normal} {safe}", f"{news.shortest} {safe}")
    lost = {*gone, *(device for device in beside if device in others.lost)}
    if lost == PINS_AND_CAMERA:
        rest = p.sentence("pins and camera are lost; claim from the list.")
        short = p.sentence("pins and camera lost. Claim from the list.")
        return Words(f"{news.normal} {rest}", short, f"{news.normal} {rest} {safe}")
    rest = p.sentence("claim from the list.")
    return Words(f"{news.normal} {rest}", f"{news.shortest} {rest}", f"{news.normal} {rest} {safe}")


def _goes_on(v: Vocabulary, live: list[Device]) -> tuple[str, str]:
    """Which senses still work, and how the game goes on with them; and that in brief."""
    p = v.phrases
    match live:
        case ["camera"]:
            return p.sentence("the camera goes on alone."), p.sentence("camera only.")
        case ["hub"]:
            return p.sentence("pins still work; I take each token as the mover's."), p.sentence("pins only.")
        case _:
            rest = p.sentence("still working: {listed}.", listed=devices_named(v, live))
            return rest, rest
