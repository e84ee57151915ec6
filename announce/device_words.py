"""How the devices are, in words: what is gone, what to do, what still works; and that it is back."""

from collections.abc import Iterable
from typing import Final

from announce.announcement import Announcement, Earcon
from announce.any_sense import any_back, any_gone
from announce.broker_words import BROKER_CAUSES, broker_gone
from announce.hub_words import hub_gone, hub_live, pin_back, pin_gone
from announce.lost_senses import NO_BROKER, Others, gone_with_broker, others_of, sense_unheard, senses_left
from announce.public import PublicState
from announce.store_words import store_gone
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import Seat
from tabletop import DeviceHealth, sense_of

CAMERA_CAUSES: Final = (
    "dark",
    "unplugged",
    "moved",
    "board-lost",
    "covered",
    "frozen",
    "node-offline",
    "node-other-board",
)
LENS_CAUSES: Final = ("blurred", "far")  # of a camera that is live all the same
PANEL_CAUSES: Final = ("buttons", "knob", "lamps")
PI_CAUSES: Final = ("under-voltage", "hot", "throttled")
STORE_CAUSES: Final = (
    "full", "read-only", "unsaved", "damaged", "mended", "newer", "busy", "unreadable"
)  # fmt: skip
PAGE_CAUSES: Final = ("busy", "forbidden")
VOICE_CAUSES: Final = ("no-speech", "no-sound", "stuck", "unplugged")
"""Causes with words of their own; any other is said in general words."""


def health_told(
    v: Vocabulary, health: DeviceHealth, state: PublicState | None, others: Iterable[DeviceHealth]
) -> tuple[Announcement, ...]:
    """The announcement of a change. `others`: the newest health of every device, for what still works.

    A sense that went with the broker is told in the broker's own words, which come next.
    """
    if health.cause == NO_BROKER:
        return ()
    others = tuple(others)
    unheard = {other.device for other in others if other.cause == NO_BROKER}
    beside = others_of(health.device, others)
    with_it = health.device == "broker" and health.condition != "live" and bool(unheard)
    if with_it and health.cause in BROKER_CAUSES:
        words = broker_gone(v, health.cause, senses=True)
    elif with_it:
        words = gone_with_broker(v, unheard, beside)
    else:
        words = _back(v, health) if health.condition == "live" else _gone(v, health, beside)
    return (
        tell(
            "everyone",
            words,
            _earcon(health),
            urgency="assertive"
            if health.condition != "live"
            and (with_it or health.device in ("hub", "store") or health.cause == "node-offline")
            else "polite",
        ),
    )


def _earcon(health: DeviceHealth) -> Earcon:
    if health.condition == "live":
        warns = health.cause in LENS_CAUSES or (health.device == "hub" and health.cause not in ("", "eased"))
        return "fault" if warns else "found"
    return "fault" if health.condition == "fault" or health.device == "pin" else "lost"


def _back(v: Vocabulary, health: DeviceHealth) -> Words:
    p = v.phrases
    match health.device:
        case "hub":
            return hub_live(v, health.cause)
        case "camera":
            return _camera_live(v, health.cause)
        case "pin":
            return pin_back(v, health)
        case "panel":
            return _panel_back(v, health.cause)
        case "ear":
            if health.ear is None:
                return p.words("the ear is back.")
            return p.words("{whose} ear is back.", whose=v.whose(health.ear))
        case "voice":
            return p.words("the voice is back.")
        case "broker":
            return p.words("the message broker is back; what it missed is sent.")
        case "store":
            return p.words("the game is being saved again; nothing of it is lost.")
        case "backup":
            return p.words("the second copy of the game is complete again.")
        case "pi":
            return p.words("the Raspberry Pi is well again.")
        case "page":
            return p.words("the page is back. Seats join it once more.", "the page is back.")
        case device:  # a sense without sentences of its own
            return any_back(v, device)


def _gone(v: Vocabulary, health: DeviceHealth, others: Others) -> Words:
    p = v.phrases
    match health.device:
        case "hub":
            return senses_left(v, hub_gone(v, health.cause), {health.device}, others)
        case "camera":
            return senses_left(v, _camera(v, health.cause), {health.device}, others)
        case "pin":
            return pin_gone(v, health, camera="camera" in others.live)
        case "panel":
            return _panel(v, health.cause)
        case "ear":
            return _ear(v, health.ear, health.cause)
        case "voice":
            return _voice(v, health.cause)
        case "broker":
            return broker_gone(v, health.cause)
        case "store":
            return store_gone(v, health.cause)
        case "backup":
            return p.words(
                "the second copy of the game cannot be written: check its stick. Play on.",
                "no second copy: check its stick.",
            )
        case "pi":
            return _pi(v, health.cause)
        case "page":
            return _page(v, health.cause)
        case device:
            return senses_left(v, any_gone(v, device), {device}, others)


def trouble(v: Vocabulary, health: DeviceHealth) -> Words:
    """What is wrong with a device and what to do, where no game is going on yet."""
    match health.device:
        case device if health.cause == NO_BROKER:
            return sense_unheard(v, device)
        case "hub":
            return hub_gone(v, health.cause)
        case "camera" if health.condition == "live":
            return _camera_live(v, health.cause)
        case "camera":
            return _camera(v, health.cause)
        case device if sense_of(device) is not None:
            return any_back(v, device) if health.condition == "live" else any_gone(v, device)
        case _:
            return _gone(v, health, others_of(health.device, ()))


def _camera_live(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "blurred":
            return p.words(
                "the camera's picture is blurred: wipe its lens. I go on.", "picture blurred: wipe the lens."
            )
        case "far":
            return p.words(
                "the camera shows the board too small: bring it nearer. I go on.", "camera too far away."
            )
        case _:
            return p.words("the camera is back: I see again.", "I see again.")


def _camera(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "dark":
            return p.words("too dark for the camera.", "dark.")
        case "moved":
            return p.words(
                "the camera has moved; I look for the board.", "camera moved; I look for the board."
            )
        case "covered":
            return p.words(
                "the board is covered, or it is another one: clear the view, please.",
                "board covered, or another one.",
            )
        case "frozen":
            return p.words("the camera hangs: unplug it and plug it in again.", "camera hangs.")
        case "node-offline":
            return p.words(
                "the camera's own computer does not answer: check its power and network.",
                "camera's computer silent.",
            )
        case "node-other-board":
            return p.words(
                "the camera's own computer was started for another board: start it for this one.",
                "camera's computer knows another board.",
            )
        case "board-lost":
            return p.words("the camera does not see the whole board: clear its corners.", "board not seen.")
        case _:
            return p.words("camera lost: check its cable.", "camera lost.")


def _panel(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "knob":
            return p.words("the knob does not answer: check its cable. The buttons still work.")
        case "lamps":
            return p.words("the lamps do not answer: check their cable. The buttons still work.")
        case _:
            return p.words(
                "the buttons do not answer: check their cable. Keyboard and page still work.",
                "buttons silent: check the cable.",
            )


def _panel_back(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "knob":
            return p.words("the knob is back.")
        case "lamps":
            return p.words("the lamps are back.")
        case _:
            return p.words("the buttons are back.")


def _pi(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "under-voltage":
            return p.words(
                "the Raspberry Pi gets too little power: use its own power supply, a short cable.",
                "the Pi's power is weak.",
            )
        case "hot":
            return p.words("the Raspberry Pi is too hot: give it air.", "the Pi is too hot.")
        case _:
            return p.words(
                "the Raspberry Pi is slowed down: give it air and its own power supply.", "the Pi is slow."
            )


def _page(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "busy":
            return p.words(
                "another program has the page's port. The game goes on; I try again.",
                "no page: its port is taken.",
            )
        case "forbidden":
            return p.words(
                "the page may not use its port: choose one above 1023. The game goes on.",
                "no page: its port is forbidden.",
            )
        case _:
            return p.words("the page is gone; I open it again. Play on.", "the page is gone.")


def _voice(v: Vocabulary, cause: str) -> Words:
    p = v.phrases
    match cause:
        case "no-speech":
            return p.words(
                "there is no speech here: install espeak-ng. The words stand on the screen.",
                "no speech: words on the screen.",
            )
        case "no-sound":
            return p.words(
                "there is no sound card to play on. The words stand on the screen.",
                "no sound card: words on the screen.",
            )
        case "stuck":
            return p.words(
                "the loudspeaker takes no sound: check it. The words stand on the screen.",
                "the loudspeaker is stuck: check it.",
            )
        case "unplugged":
            return p.words(
                "the loudspeaker is gone: check its cable. The words stand on the screen.",
                "the loudspeaker is gone.",
            )
        case _:
            return p.words("the voice is gone; I start it again.", "the voice is gone.")


def rate_told(v: Vocabulary, words_a_minute: int) -> tuple[Announcement, ...]:
    """How fast it speaks, said at that rate."""
    words = v.phrases.sentences("{n} word a minute.", "{n} words a minute.", words_a_minute)
    return (tell("everyone", Words(words)),)


def ear_gone(v: Vocabulary, seat: Seat) -> tuple[Announcement, ...]:
    """A seat's own ear is gone: the table hears that, and nothing of what was to be said in it."""
    return (tell("everyone", _ear(v, seat, ""), "lost", timbre=seat),)


def _ear(v: Vocabulary, seat: Seat | None, cause: str) -> Words:
    p = v.phrases
    if seat is None:
        return p.words(
            "an ear is gone; its private words wait. Plug it in, or use the page.", "an ear is gone."
        )
    if cause == "none":
        return p.words(
            "{seat} has no ear yet; its private words wait. Name one, or use the page.",
            "{seat} has no ear yet.",
            seat=v.seat(seat),
        )
    whose = v.whose(seat)
    return p.words(
        "{whose} ear is gone; its private words wait. Plug it in, or use the page.",
        "{whose} ear is gone.",
        whose=whose,
    )
