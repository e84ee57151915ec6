"""What still works when a sense is gone, in words; and which senses the message broker takes with it."""

from typing import Final

from announce.vocabulary import Vocabulary
from announce.words import Words
from tabletop import Device

NO_BROKER: Final = "no-broker"
"""The cause of a sense on another machine that cannot be heard because the broker is gone."""


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


def gone_with_broker(v: Vocabulary, unheard: set[Device], live: set[Device], known: set[Device]) -> Words:
    """The broker is gone and these senses with it; at least one. `live`, `known`: as of `senses_left`."""
    p = v.phrases
    if {"hub", "camera"} <= unheard:
        return Words(
            p.sentence("no message broker answers: pins and camera elsewhere are not heard. Use the list."),
            p.sentence("no broker, pins or camera. Use the list."),
        )
    if "camera" in unheard:
        return senses_left(v, sense_unheard(v, "camera"), "hub", live, known)
    return senses_left(v, sense_unheard(v, "hub"), "camera", live, known)


def senses_left(v: Vocabulary, news: Words, other: Device, live: set[Device], known: set[Device]) -> Words:
    """What still works: the other sense, nothing, or (nothing known of it) no promise."""
    p = v.phrases
    if other in live:
        if other == "camera":
            rest, short = p.sentence("the camera goes on alone."), p.sentence("camera only.")
        else:
            rest = p.sentence("pins still work; I take each token as the mover's.")
            short = p.sentence("pins only.")
    elif other in known:
        rest = p.sentence("pins and camera are lost; claim from the list.")
        short = p.sentence("pins and camera lost. Claim from the list.")
        safe = p.sentence("the game is safe.")
        return Words(f"{news.normal} {rest}", short, f"{news.normal} {rest} {safe}")
    else:
        rest, short = p.sentence("the game is safe."), p.sentence("the game is safe.")
    return Words(f"{news.normal} {rest}", f"{news.shortest} {short}")
