"""The words of the self-test: what is well with its count, what is not with what to do."""

from typing import Final

from announce.aim_words import aim
from announce.announcement import Earcon
from announce.any_sense import any_back
from announce.device_words import trouble
from announce.edition_names import edition_named
from announce.talks.kit import aloud, here
from announce.vocabulary import Vocabulary
from announce.words import Words, together
from dialog.setup import AllWell, BoardTurned, Desk, DeviceWell, PinFault, SelfTest
from tabletop import DeviceHealth, sense_devices, sense_of


def _all_well(v: Vocabulary, prompt: AllWell, desk: Desk) -> Words:
    """Board and camera in one utterance, with the pins counted."""
    p = v.phrases
    well = [one for one in desk.findings if isinstance(one, DeviceWell)]
    senses = [one for one in well if sense_of(one.device) is not None]
    words = together(_well(v, one) for one in senses)
    if not words.normal:
        rest = together(_well(v, one) for one in well)
        return rest if rest.normal else p.words("all devices are well.")
    names = {one.device for one in senses}
    brief = {
        ("hub", "camera"): p.sentence("board and camera are well."),
        ("hub",): p.sentence("the board is well."),
        ("camera",): p.sentence("the camera is well."),
    }.get(tuple(device for device in sense_devices() if device in names), words.shortest)
    full = " ".join(_well(v, one).longest for one in well)
    return Words(words.normal, brief, full)


def _well(v: Vocabulary, one: DeviceWell) -> Words:
    p = v.phrases
    match one.device:
        case "hub":
            return _pins(v, one)
        case "camera":
            normal = p.sentence("camera: sees all corners, light is good.")
            return Words(normal, p.sentence("camera well."))
        case "voice":
            return p.words("the loudspeaker is well.")
        case "ear":
            return Words(
                p.sentences("{n} earphone is plugged in.", "{n} earphones are plugged in.", one.count)
            )
        case "broker":
            return p.words("the message broker answers.")
        case "store":
            return p.words("games are being saved.")
        case device if sense_of(device) is not None:
            return any_back(v, device)
        case _:
            return Words("")


def _pins(v: Vocabulary, one: DeviceWell) -> Words:
    """How many pins answer; in full routes and cities apart; and what stands on them."""
    p = v.phrases
    normal = p.sentences("board: {n} pin answers.", "board: {n} pins answer.", one.count)
    routes = p.count("{n} route pin", "{n} route pins", one.count - one.cities)
    cities = p.count("{n} city pin", "{n} city pins", one.cities)
    full = (
        p.sentence("board: {routes} and {cities} answer.", routes=routes, cities=cities)
        if one.cities
        else normal
    )
    stands = (
        p.sentences("{n} token stands.", "{n} tokens stand.", one.full)
        if one.full
        else p.sentence("all are empty.")
    )
    return Words(f"{normal} {stands}", p.sentence("board well."), f"{full} {stands}")


def _finding(v: Vocabulary, mode: SelfTest, desk: Desk) -> Words:
    """One finding: the thing, what is wrong, what to do; and the way past it."""
    match desk.findings[mode.index]:
        case PinFault() as fault:
            return _pin(v, fault)
        case DeviceHealth() as health:
            return amiss(v, health)
        case DeviceWell() as well:
            return _well(v, well)


def amiss(v: Vocabulary, health: DeviceHealth) -> Words:
    """As at the table; a camera that lacks corners is told where to go."""
    lost = aim(v.phrases, health.lacks) if health.device == "camera" and health.lacks else trouble(v, health)
    return together([lost, v.phrases.words("yes looks again, No goes on.", "")])


def _pin(v: Vocabulary, fault: PinFault) -> Words:
    p, where = v.phrases, v.site(fault.site)
    match fault.trouble:
        case "full-looks-empty":
            return p.words(
                "pin {where} feels full but looks empty. Clear it, then Yes. No goes on without it.",
                "clear the pin {where}.",
                where=where,
            )
        case "empty-looks-full":
            return p.words(
                "pin {where} feels empty but looks full. Press the token down, then Yes. No goes on.",
                "press down at {where}.",
                where=where,
            )
        case "set-aside":
            return p.words(
                "pin {where} is out of order. Check its wire, then Yes. No goes on without it.",
                "check the wire of {where}.",
                where=where,
            )
        case "unknown":
            return p.words(
                "pin {where} does not answer. Check its wire, then Yes. No goes on without it.",
                "no answer; check the wire of {where}.",
                where=where,
            )


def _sound(mode: SelfTest, desk: Desk) -> Earcon:
    return "right" if isinstance(desk.findings[mode.index], DeviceWell) else "fault"


def _turned(v: Vocabulary, prompt: BoardTurned, desk: Desk) -> Words:
    named = edition_named(v.phrases, desk.draft.edition)
    return v.phrases.words("now the board: {edition}.", edition=named)


_WHERE: Final = here("the self-test. Yes looks again, No goes on without it.")
TALK: Final = (
    aloud(SelfTest, _finding, _sound, where=_WHERE),
    aloud(AllWell, _all_well, "ready"),
    aloud(BoardTurned, _turned),
)
