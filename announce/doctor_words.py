"""What the doctor says aloud: a sentence for each of its faults (docs/doctor.md), in the table's language.

Printed lines name paths and commands; these name things as the table does, and what to do. Where the table
has words for a device's trouble, the doctor says the same. A Python that is too old has no row: it cannot
speak.
"""

from collections.abc import Mapping
from typing import Final

from announce.catalogue import of_cause
from announce.device_words import BROKER_REFUSES
from announce.hub_words import HUB_GONE, HUB_LIVE, pin_gone
from announce.vocabulary import Vocabulary
from announce.words import Message
from tabletop import DeviceHealth

FINDINGS: Final[Mapping[str, Message]] = {
    "config.unreadable": Message("the table's settings cannot be read: correct them."),
    "config.key": Message("the table's settings have a key or a section that I do not know: correct it."),
    "package.changed": Message("files of Fingerpost are not as they came: install it again."),
    "package.half": Message("Fingerpost is not installed whole: finish its installation."),
    "service.off": Message(
        "the table does not start with the power, or it has stopped: switch its service on."
    ),
    "service.group": Message("the table's own user may not use the devices: put it into their groups."),
    "extra.vision": Message("what the camera needs is not installed: install it."),
    "extra.page": Message("what the page needs is not installed: install it."),
    "extra.pi": Message("what the Raspberry Pi's own pins need is not installed: install it."),
    "voice.absent": Message("there is no voice, or not the one of the settings: install it."),
    "sound.absent": Message(
        "there is nothing to play sound on: plug in a loudspeaker, or correct the settings."
    ),
    "ear.absent": Message("{whose} earphone is not there: plug it in, or correct its name in the settings."),
    "hub.absent": HUB_GONE["unplugged"],
    "hub.absent settings": Message(
        "the settings name other boards than there are: correct the board's port."
    ),
    "hub.denied": HUB_GONE["forbidden"],
    "hub.silent": HUB_GONE[None],
    "hub.held": HUB_GONE["busy"],
    "hub.version": HUB_GONE["wrong-major"],
    "hub.sites": HUB_GONE["wrong-board"],
    "hub.supply": HUB_LIVE["supply"],
    "hub.test": Message("the board fails its own test: test it once more, and look at its wires."),
    "hub.cable": HUB_LIVE["noise"],
    "hub.rule": Message("a program of this machine may type into the board: install the board's rule."),
    "panel.absent": Message(
        "this machine has no pins of its own for buttons or board: correct the settings."
    ),
    "panel.denied": Message("I may not use the Raspberry Pi's own pins: the screen tells how to allow it."),
    "camera.absent": Message("the camera is not there: plug it in, or correct its name in the settings."),
    "camera.denied": Message("I may not open the camera: the screen tells how to allow it."),
    "camera.file": Message("a file that the camera needs cannot be used: make it anew."),
    "evidence.denied": Message("pictures that are to be kept cannot be written: choose another folder."),
    "broker.refused": Message("no message broker answers as it should: start it, or correct its address."),
    "broker.denied": BROKER_REFUSES["forbidden"],
    "page.taken": Message("another program has the page's port: choose another one."),
    "store.denied": Message("games cannot be written: check the memory card, or choose another folder."),
    "store.full": Message("the memory card is nearly full: make room."),
    "game.damaged": Message("a stored game is damaged: mend it, or take its second copy."),
    "backup.absent": Message("the stick for second copies is not there: put it in."),
    "backup.denied": Message("second copies cannot be written: the stick does not let this user."),
    "backup.full": Message("the stick for second copies is nearly full: make room."),
    "clock.behind": Message(
        "the clock is wrong: let this machine see a network once. Games go on, with wrong dates."
    ),
    "power.weak": Message(
        "the Raspberry Pi gets too little power, or is too hot: give it its own power supply, and air."
    ),
    "power.unknown": Message("the Raspberry Pi does not tell how its power is: the screen tells how to ask."),
}
"""By the fault; the word after a space is the row of a cause of its own."""


def finding(v: Vocabulary, fault: str, of: DeviceHealth | None = None) -> str:
    """What is amiss, and what to do. `of`: the pin and its ailment, whose ear, the cause.

    Raises:
        KeyError: the doctor has no such fault.
    """
    if fault == "pin.stuck" and of is not None:
        return _ailing(v, of)
    whose = "" if of is None or of.ear is None else v.whose(of.ear)
    row = FINDINGS.get(f"{fault} {of.cause}") if of is not None else None
    return v.phrases.said(row or FINDINGS[fault], whose=whose).normal


def _ailing(v: Vocabulary, of: DeviceHealth) -> str:
    """A pin that is set aside; without one it is the board itself that reports a fault."""
    if of.site is not None:
        return pin_gone(v, of, camera=False).normal
    return of_cause(v.phrases, HUB_GONE if of.cause == "chain" else HUB_LIVE, of.cause).normal


def summed_up(v: Vocabulary, well: int, troubles: int, unseen: int) -> str:
    """How many things were looked at and are well or amiss, and how many were not looked at."""
    p = v.phrases
    told = [p.sentences("all is well: {n} thing looked at.", "all is well: {n} things looked at.", well)]
    if troubles:
        told = [p.sentences("{n} thing is amiss.", "{n} things are amiss.", troubles)]
    if unseen:
        told.append(p.sentences("{n} was not looked at.", "{n} were not looked at.", unseen))
    return " ".join(told)


def more_on_screen(v: Vocabulary) -> str:
    """Where the lines with paths and commands are."""
    return v.phrases.sentence("the screen tells more, and what to type.")
