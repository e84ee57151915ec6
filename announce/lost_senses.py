"""What still works when a sense is gone, in words; and which senses the message broker takes with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from announce.vocabulary import Vocabulary
from announce.words import Words
from tabletop import Device, DeviceHealth

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
    """Why the `hub` or the `camera` on another machine is not heard."""
    p = v.phrases
    if device == "camera":
        return Words(
            p.sentence("no message broker answers, so the other machine's camera is not heard."),
            p.sentence("no broker, no camera."),
        )
    return Words(
        p.sentence("no message broker answers, so the other machine's pins are not heard."),
        p.sentence("no broker, no pins."),
    )


def gone_with_broker(v: Vocabulary, unheard: set[Device], others: Others) -> Words:
    """The broker is gone and these senses with it; at least one."""
    p = v.phrases
    if {"hub", "camera"} <= unheard:
        return Words(
            p.sentence("no message broker answers: pins and camera elsewhere are not heard. Use the list."),
            p.sentence("no broker, pins or camera. Use the list."),
        )
    if "camera" in unheard:
        return senses_left(v, sense_unheard(v, "camera"), "hub", others)
    return senses_left(v, sense_unheard(v, "hub"), "camera", others)


def senses_left(v: Vocabulary, news: Words, other: Device, others: Others) -> Words:
    """What still works: the other sense, if there is one; nothing; or (nothing known of it) no promise."""
    p = v.phrases
    safe = p.sentence("the game is safe.")
    if other in others.lost:
        rest = p.sentence("pins and camera are lost; claim from the list.")
        short = p.sentence("pins and camera lost. Claim from the list.")
        return Words(f"{news.normal} {rest}", short, f"{news.normal} {rest} {safe}")
    if other in others.absent:
        rest = p.sentence("claim from the list.")
        return Words(f"{news.normal} {rest}", f"{news.shortest} {rest}", f"{news.normal} {rest} {safe}")
    if other not in others.live:
        rest = short = safe
    elif other == "camera":
        rest, short = p.sentence("the camera goes on alone."), p.sentence("camera only.")
    else:
        rest = p.sentence("pins still work; I take each token as the mover's.")
        short = p.sentence("pins only.")
    return Words(f"{news.normal} {rest}", f"{news.shortest} {short}")
