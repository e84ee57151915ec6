"""The answer to "devices": each with its condition, pins set aside, where each seat hears its own words."""

from collections.abc import Iterable, Mapping
from typing import Literal

from announce.any_sense import device_name
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import Seat
from tabletop import DeviceHealth

EarKind = Literal["own", "shared", "page", "table", "none"]
"""Where a seat hears what is meant for it alone; `table`: everybody hears it."""


def devices(
    v: Vocabulary,
    health: Iterable[DeviceHealth],
    ears: Mapping[Seat, EarKind],
    holder: Seat | None = None,
    *,
    screen: bool = False,
) -> Words:
    """The answer to "devices": each with its condition; a pin set aside is named; each seat's ear.

    A sense that this table does without (`absent`) is not lost, so it is not named; nor is a board that is
    not there, for which keys stand in. `holder`: who has the shared earphone, or looked last at the `screen`.
    """
    p = v.phrases
    heard = {(one.device, one.site, one.ear): one for one in health}
    newest = {
        key: one
        for key, one in heard.items()
        if one.cause != "absent" and (v.has_board or one.device != "hub")
    }
    pins = [one for (device, *_), one in newest.items() if device == "pin" and one.condition != "live"]
    named_below = {seat for seat, kind in ears.items() if kind == "own"}
    listed = [
        _device(v, one) for one in newest.values() if one.device != "pin" and one.ear not in named_below
    ]
    if not listed and not pins and not ears and not screen and v.has_board:
        return p.words("no device has been heard of yet.")
    sentences = [] if v.has_board else [p.sentence("keys stand in for the board.")]
    if listed:
        sentences.append(p.sentence("{listed}.", listed=", ".join(listed)))
    if len(pins) == 1 and pins[0].site is not None:
        sentences.append(p.sentence("one pin set aside: {where}.", where=v.site(pins[0].site)))
    elif pins:
        sentences.append(p.sentences("{n} pin set aside.", "{n} pins set aside.", len(pins)))
    odd = [one for one in newest.values() if one.condition != "live"]
    brief = p.sentence("all devices are well.") if not odd else None
    if ears:
        gone = {one.ear for one in odd if one.device == "ear"}
        told = ", ".join(_ear_of(v, seat, kind, gone=seat in gone) for seat, kind in ears.items())
        sentences.append(p.sentence("ears: {listed}.", listed=told))
    if screen:
        sentences.append(_at_the_screen(v, holder))
    elif holder is not None:
        sentences.append(p.sentence("{seat} has the earphone.", seat=v.seat(holder)))
    return Words(" ".join(sentences), brief)


def _at_the_screen(v: Vocabulary, looked: Seat | None) -> str:
    p = v.phrases
    if looked is None:
        return p.sentence("words for one seat are shown on this screen.")
    return p.sentence(
        "words for one seat are shown on this screen; {seat} saw its own last.", seat=v.seat(looked)
    )


def _ear_of(v: Vocabulary, seat: Seat, kind: EarKind, *, gone: bool) -> str:
    match kind:
        case "own" if gone:
            return v.phrases.phrase("{seat} its own, which is gone", seat=v.seat(seat))
        case "own":
            return v.phrases.phrase("{seat} its own", seat=v.seat(seat))
        case "shared":
            return v.phrases.phrase("{seat} the shared one", seat=v.seat(seat))
        case "page":
            return v.phrases.phrase("{seat} its page", seat=v.seat(seat))
        case "table":
            return v.phrases.phrase("{seat} at the table, aloud", seat=v.seat(seat))
        case "none":
            return v.phrases.phrase("{seat} none", seat=v.seat(seat))


def _device(v: Vocabulary, health: DeviceHealth) -> str:
    p = v.phrases
    conditions = {
        "live": p.phrase("live"),
        "stale": p.phrase("waiting"),
        "lost": p.phrase("lost"),
        "fault": p.phrase("out of order"),
    }
    name = device_name(v, health.device)
    return p.phrase("{device} {condition}", device=name, condition=conditions[health.condition])
