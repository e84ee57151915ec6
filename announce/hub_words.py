"""How the board's hub and its pins are, in words: what is gone or weak, and what to do about it."""

from typing import Final

from announce.catalogue import of_cause
from announce.vocabulary import Vocabulary
from announce.words import Causes, Message, Words
from tabletop import AMBIGUOUS, DeviceHealth

HUB_GONE: Final[Causes] = {
    "unplugged": Message("the board is unplugged: check its cable.", "board unplugged: check the cable."),
    "rebooted": Message("the board has started anew; its pins are read again.", "board restarted."),
    "supply": Message(
        "the board starts again and again: check its power and its cable.",
        "board restarts: check its power.",
    ),
    "out-of-step": Message(
        "the board is out of step; I ask it anew. If it lasts, change its cable.",
        "board out of step.",
    ),
    "chain": Message(
        "a wire between the pins has come loose: check the board's ribbons.",
        "board's ribbon loose: check it.",
    ),
    "node-offline": Message(
        "the board's own computer does not answer: check its power and network.",
        "board's computer silent.",
    ),
    "node-other-board": Message(
        "the board's own computer was started for another board: start it for this one.",
        "board's computer knows another board.",
    ),
    "wrong-major": Message("board and program differ in version: update the older one.", "versions differ."),
    "wrong-board": Message("this is another board than the one set up: change it.", "wrong board."),
    "busy": Message("another program holds the board's cable: close that program.", "board in use."),
    "forbidden": Message(
        "I may not open the board's cable: the install guide tells how to allow it.",
        "no right to open the board.",
    ),
    "no-terminal": Message(
        "the settings name no board, but something else: correct the board's port.",
        "no board at that port.",
    ),
    None: Message("the pins are silent: check the board's cable.", "pins silent: check the cable."),
}
"""Why the pins cannot be believed now, and what to do; of any other cause they are silent."""
HUB_LIVE: Final[Causes] = {
    "": Message("the pins are back."),
    "eased": Message("the board is well again."),
    "noise": Message(
        "the board's cable loses words; I ask again. Use a shorter one, away from motors.",
        "board's cable is bad: change it.",
    ),
    "supply": Message(
        "the board gets too little power; its pins still work. Use another supply.",
        "board's power is weak.",
    ),
    "mem": Message(
        "the board's memory is nearly full; its pins still work. Restart it after the game.",
        "board's memory nearly full.",
    ),
    None: Message(
        "the board reports a fault; its pins still work. Test it after the game.",
        "board reports a fault.",
    ),
}
"""That the pins are believed, and what is amiss all the same; `eased`: nothing any more."""
PIN_GONE: Final[Causes] = {
    "chat": Message("pin {where} flickers."),
    "stuck": Message("pin {where} always feels full: free it."),
    "short": Message("pin {where} has a short: check its wires."),
    "open": Message("the token on {where} makes no contact: press it down."),
    "float": Message("pin {where} feels at random: check its wires."),
    "amb": Message("pin {where} cannot tell whose token it has: clean it."),
    "chain": Message("wires near pin {where} have a fault: check them."),
    "supply": Message("wires near pin {where} have a fault: check them."),
    "mem": Message("wires near pin {where} have a fault: check them."),
    None: Message("pin {where} is out of order."),
}


def pin_gone(v: Vocabulary, health: DeviceHealth, *, camera: bool) -> Words:
    """Why a pin is set aside, what to do, and who judges there now. `camera`: it is live."""
    p = v.phrases
    if health.site is None:
        return p.words("a pin is out of order. Ask, devices, tells more.", "a pin is out of order.")
    where = v.site(health.site)
    what = of_cause(p, PIN_GONE, health.cause, where=where).normal
    if not camera and health.cause == AMBIGUOUS:  # it feels that something stands there, and is believed
        return Words(what, p.sentence("pin {where}: clean it.", where=where))
    if not camera:
        rest = p.sentence("I leave it out.")
        return Words(f"{what} {rest}", p.sentence("pin {where}: left out.", where=where))
    rest = p.sentence("I trust the camera there.")
    if health.cause == "chat":
        rest = p.sentence("I trust the camera there; Board help tells more.")
    return Words(f"{what} {rest}", p.sentence("pin {where}: camera used.", where=where))


def pin_back(v: Vocabulary, health: DeviceHealth) -> Words:
    """That a pin is believed again."""
    p = v.phrases
    if health.site is None:
        return p.words("the pin is well again.")
    return p.words("pin {where} is well again.", where=v.site(health.site))
