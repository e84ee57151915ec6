"""How the devices are, in words: what is gone, what to do, what still works; and that it is back."""

from collections.abc import Iterable, Mapping
from typing import Final

from announce.announcement import Announcement, Earcon
from announce.any_sense import any_back, any_gone
from announce.catalogue import of_cause
from announce.hub_words import HUB_GONE, HUB_LIVE, pin_back, pin_gone
from announce.lost_senses import NO_BROKER, Others, gone_with_broker, others_of, sense_unheard, senses_left
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Causes, Message, Words, tell
from engine import Seat
from tabletop import Device, DeviceHealth, sense_of

CAMERA_GONE: Final[Causes] = {
    "dark": Message("too dark for the camera.", "dark."),
    "moved": Message("the camera has moved; I look for the board.", "camera moved; I look for the board."),
    "covered": Message(
        "the board is covered, or it is another one: clear the view, please.",
        "board covered, or another one.",
    ),
    "other-print": Message(
        "the pins lie elsewhere: start me with the file of this print.",
        "another print of the board.",
    ),
    "no-program": Message(
        "the camera cannot be used: its program is not installed. Type fingerpost doctor. Play on.",
        "no camera: its program is missing.",
    ),
    "frozen": Message("the camera hangs: unplug it and plug it in again.", "camera hangs."),
    "node-offline": Message(
        "the camera's own computer does not answer: check its power and network.", "camera's computer silent."
    ),
    "node-other-board": Message(
        "the camera's own computer was started for another board: start it for this one.",
        "camera's computer knows another board.",
    ),
    "mirrored": Message(
        "the camera's picture is mirrored: switch that off, or use another camera.",
        "camera's picture is mirrored.",
    ),
    "twice": Message("the camera sees two boards: leave one alone in view.", "two boards in view."),
    "another": Message(
        "the camera sees another board: lay down the one that is played on.", "another board in view."
    ),
    "other-lens": Message(
        "the camera's file is of another lens: calibrate again, or leave it out.",
        "the camera's file is of another lens.",
    ),
    "no-fit": Message(
        "the board's file does not fit the markers: is it this board's?", "the board's file does not fit."
    ),
    "board-lost": Message("the camera does not see the whole board: clear its corners.", "board not seen."),
    None: Message("camera lost: check its cable.", "camera lost."),
}
CAMERA_LIVE: Final[Causes] = {
    "blurred": Message(
        "the camera's picture is blurred: wipe its lens. I go on.", "picture blurred: wipe the lens."
    ),
    "far": Message("the camera shows the board too small: bring it nearer. I go on.", "camera too far away."),
    None: Message("the camera is back: I see again.", "I see again."),
}
PANEL_GONE: Final[Causes] = {
    "knob": Message("the knob does not answer: check its cable. The buttons still work."),
    "lamps": Message("the lamps do not answer: check their cable. The buttons still work."),
    None: Message(
        "the buttons do not answer: check their cable. Keyboard and page still work.",
        "buttons silent: check the cable.",
    ),
}
PI_GONE: Final[Causes] = {
    "under-voltage": Message(
        "the Raspberry Pi gets too little power: use its own power supply, a short cable.",
        "the Pi's power is weak.",
    ),
    "hot": Message("the Raspberry Pi is too hot: give it air.", "the Pi is too hot."),
    None: Message(
        "the Raspberry Pi is slowed down: give it air and its own power supply.", "the Pi is slow."
    ),
}
PAGE_GONE: Final[Causes] = {
    "busy": Message(
        "another program has the page's port. The game goes on; I try again.", "no page: its port is taken."
    ),
    "forbidden": Message(
        "the page may not use its port: choose one above 1023. The game goes on.",
        "no page: its port is forbidden.",
    ),
    None: Message("the page is gone; I open it again. Play on.", "the page is gone."),
}
VOICE_GONE: Final[Causes] = {
    "no-speech": Message(
        "there is no speech here: install espeak-ng. The words stand on the screen.",
        "no speech: words on the screen.",
    ),
    "no-sound": Message(
        "there is no sound card to play on. The words stand on the screen.",
        "no sound card: words on the screen.",
    ),
    "stuck": Message(
        "the loudspeaker takes no sound: check it. The words stand on the screen.",
        "the loudspeaker is stuck: check it.",
    ),
    "unplugged": Message(
        "the loudspeaker is gone: check its cable. The words stand on the screen.", "the loudspeaker is gone."
    ),
    None: Message("the voice is gone; I start it again.", "the voice is gone."),
}
STORE_GONE: Final[Causes] = {
    "full": Message(
        "the memory card is full; the game is not being saved. Play on, but leave the power on.",
        "card full: not saved. Leave the power on.",
    ),
    "read-only": Message(
        "the memory card can only be read; the game is not being saved. Play on, but leave the power on.",
        "card cannot be written: not saved.",
    ),
    "unsaved": Message(
        "the last turns could not be saved and are lost. Check the memory card. Goodbye.",
        "the last turns are lost. Goodbye.",
    ),
    # What was found in the game's file at the start
    "damaged": Message(
        "the game's file was damaged. It goes on from what is whole; look at the last turns.",
        "file was damaged: check the last turns.",
    ),
    "mended": Message(
        "the game's file was damaged; its second copy is whole, so nothing is lost.",
        "file was damaged; the second copy serves.",
    ),
    "beside": Message(
        "the game's file was damaged; it is kept twice, so nothing is lost.",
        "file was damaged; nothing is lost.",
    ),
    "newer": Message(
        "a newer Fingerpost has written the game: bring this one up to date first.",
        "Fingerpost is too old for this game.",
    ),
    "busy": Message(
        "another Fingerpost is writing this game: end that one, then start again.",
        "another Fingerpost is writing this game.",
    ),
    "set-aside": Message(
        "I cannot read the last game. It is kept, marked as damaged; another can be played.",
        "the last game cannot be read; it is kept.",
    ),
    "stopped": Message(
        "I have to stop: something happened that I did not foresee. Start me again.",
        "I have to stop; start me again.",
    ),
    "cannot-start": Message(
        "I cannot start: the table's settings have a mistake, or what they name is missing. "
        "Type fingerpost doctor: it tells more.",
        "I cannot start: type fingerpost doctor.",
    ),
    "unreadable": Message(
        "the game's file cannot be read and is kept as it is. Only another game can be played.",
        "the game's file cannot be read.",
    ),
    None: Message(
        "the game is not being saved: check the memory card. Play on, but leave the power on.",
        "not saved: check the memory card.",
    ),
}
BROKER_REFUSES: Final[Mapping[str, Message]] = {
    "forbidden": Message(
        "the message broker does not grant this table its rights: check its set-up.",
        "the broker refuses this table.",
    ),
    "untrusted": Message(
        "the message broker's certificate is not good: check its set-up.",
        "the broker's certificate is not good.",
    ),
    "second-engine": Message(
        "another table has this one's name at the message broker: give it another.",
        "another table has this one's name.",
    ),
    "too-large": Message(
        "the message broker takes only short messages: check its set-up.",
        "the broker takes only short messages.",
    ),
}
"""Causes with words of their own; with any other no broker answers."""
GONE: Final[Mapping[Device, Causes]] = {
    "hub": HUB_GONE,
    "camera": CAMERA_GONE,
    "panel": PANEL_GONE,
    "voice": VOICE_GONE,
    "store": STORE_GONE,
    "backup": {
        None: Message(
            "the second copy of the game cannot be written: check its stick. Play on.",
            "no second copy: check its stick.",
        )
    },
    "pi": PI_GONE,
    "page": PAGE_GONE,
    "upgrade": {
        None: Message(
            "a newer version finds no room on the disk: free some. Play on.",
            "no room for the newer version: free some.",
        )
    },
}
"""What is wrong and what to do, by the cause."""
LIVE: Final[Mapping[Device, Causes]] = {
    "hub": HUB_LIVE,
    "camera": CAMERA_LIVE,
    "panel": {
        "knob": Message("the knob is back."),
        "lamps": Message("the lamps are back."),
        None: Message("the buttons are back."),
    },
    "voice": {None: Message("the voice is back.")},
    "broker": {None: Message("the message broker is back; what it missed is sent.")},
    "store": {None: Message("the game is being saved again; nothing of it is lost.")},
    "backup": {None: Message("the second copy of the game is complete again.")},
    "pi": {None: Message("the Raspberry Pi is well again.")},
    "page": {None: Message("the page is back. Seats join it once more.", "the page is back.")},
    "upgrade": {None: Message("the newer version has room now.")},
}
"""That it works again, or what is amiss all the same."""


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
    if with_it and health.cause in BROKER_REFUSES:
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


def broker_gone(v: Vocabulary, cause: str, *, senses: bool = False) -> Words:
    """The broker is not there, or not as it should be. `senses`: what other machines sense goes with it."""
    p = v.phrases
    if cause not in BROKER_REFUSES:
        return p.words(
            "no message broker answers. The game goes on; messages wait.", "no broker; the game goes on."
        )
    news = p.said(BROKER_REFUSES[cause])
    rest = p.sentence("what other machines sense is not heard.") if senses else p.sentence("play on.")
    return Words(f"{news.normal} {rest}", news.brief)


def _earcon(health: DeviceHealth) -> Earcon:
    if health.condition == "live":
        blurred = health.device == "camera" and health.cause in CAMERA_LIVE
        warns = blurred or (health.device == "hub" and health.cause not in ("", "eased"))
        return "fault" if warns else "found"
    return "fault" if health.condition == "fault" or health.device == "pin" else "lost"


def _back(v: Vocabulary, health: DeviceHealth) -> Words:
    match health.device:
        case device if device in LIVE:
            return of_cause(v.phrases, LIVE[device], health.cause)
        case "pin":
            return pin_back(v, health)
        case "ear":
            if health.ear is None:
                return v.phrases.words("the ear is back.")
            return v.phrases.words("{whose} ear is back.", whose=v.whose(health.ear))
        case device:  # a sense without sentences of its own
            return any_back(v, device)


def _gone(v: Vocabulary, health: DeviceHealth, others: Others) -> Words:
    match health.device:
        case "pin":
            return pin_gone(v, health, camera="camera" in others.live)
        case "ear":
            return _ear(v, health.ear, health.cause)
        case "broker":
            return broker_gone(v, health.cause)
        case device if device in GONE and sense_of(device) is None:
            return _lost(v, health)
        case device:
            return senses_left(v, _lost(v, health), {device}, others)


def _lost(v: Vocabulary, health: DeviceHealth) -> Words:
    """What is wrong with it and what to do; in general words where it has none of its own."""
    if health.device in GONE:
        return of_cause(v.phrases, GONE[health.device], health.cause)
    return any_gone(v, health.device)


def trouble(v: Vocabulary, health: DeviceHealth) -> Words:
    """What is wrong with a device and what to do, where no game is going on yet."""
    match health.device:
        case device if health.cause == NO_BROKER:
            return sense_unheard(v, device)
        case device if sense_of(device) is not None and device != "hub" and health.condition == "live":
            return _back(v, health)
        case device if sense_of(device) is not None:
            return _lost(v, health)
        case _:
            return _gone(v, health, others_of(health.device, ()))


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
