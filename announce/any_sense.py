"""What each device is called, and what is said of a sense that has no sentences of its own: it is named."""

from collections.abc import Iterable

from announce.vocabulary import Vocabulary
from announce.words import Words
from reconcile import Flickers, SensesDiffer
from tabletop import SENSES, Device


def device_name(v: Vocabulary, device: Device) -> str:
    """What people call a device; one without a name here is called as it is in the config."""
    p = v.phrases
    names: dict[Device, str] = {
        "hub": p.phrase("board"),
        "camera": p.phrase("camera"),
        "pin": p.phrase("pin"),
        "panel": p.phrase("buttons"),
        "ear": p.phrase("ear"),
        "voice": p.phrase("voice"),
        "broker": p.phrase("broker"),
        "store": p.phrase("saving"),
        "backup": p.phrase("second copy"),
        "pi": p.phrase("Raspberry Pi"),
        "page": p.phrase("page"),
        "upgrade": p.phrase("upgrade"),
    }
    return names.get(device, device)


def devices_named(v: Vocabulary, devices: Iterable[Device]) -> str:
    """Several of them, in a list."""
    return v.listing([device_name(v, device) for device in devices])


def any_gone(v: Vocabulary, device: Device) -> Words:
    """It is gone, whatever the cause."""
    p, name = v.phrases, device_name(v, device)
    return p.words("the {device} is lost: check its cable.", "{device} lost.", device=name)


def any_back(v: Vocabulary, device: Device) -> Words:
    """It works again, or works as it should."""
    return v.phrases.words("the {device} is well.", device=device_name(v, device))


def any_unheard(v: Vocabulary, devices: Iterable[Device]) -> Words:
    """They are on other machines, and nothing brings their words here."""
    p, listed = v.phrases, devices_named(v, devices)
    return p.words(
        "no message broker answers, so not heard: {listed}.", "no broker, not heard: {listed}.", listed=listed
    )


def any_flickers(v: Vocabulary, finding: Flickers) -> Words:
    """It keeps changing its mind; what is done about it there."""
    p, where, name = v.phrases, v.site(finding.site), device_name(v, SENSES[finding.sense].device)
    news = p.sentence("the {device} wavers at {where}.", device=name, where=where)
    if finding.other is None:
        rest = p.sentence("tokens there are asked about.")
    else:
        other = device_name(v, SENSES[finding.other].device)
        rest = p.sentence("I trust the {device} there.", device=other)
    return Words(f"{news} {rest}", news)


def any_differ(v: Vocabulary, finding: SensesDiffer, whose: str) -> Words:
    """Two senses differ about a token; `whose` it is taken for."""
    p, where = v.phrases, v.site(finding.site)
    first, second = (device_name(v, SENSES[sense].device) for sense in finding.senses)
    return p.words(
        "{first} and {second} differ at {where}. Set the token again, or Yes if {whose} stands there.",
        "{first} and {second} differ: {where}.",
        first=first,
        second=second,
        where=where,
        whose=whose,
    )
