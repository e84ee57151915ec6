"""How the board's hub and its pins are, in words: what is gone or weak, and what to do about it."""

from typing import Final

from announce.vocabulary import Vocabulary
from announce.words import Words
from tabletop import DeviceHealth

HUB_CAUSES: Final = (
    "silent", "unplugged", "rebooted", "supply", "wrong-major", "wrong-board", "busy", "forbidden",
    "no-terminal", "out-of-step", "chain", "node-offline", "node-other-board",
)  # fmt: skip
"""Why the pins cannot be believed now; any other cause is said as `silent` is."""
HUB_WARNINGS: Final = ("noise", "supply", "mem", "eased")
"""What is amiss while the pins are believed all the same; `eased`: nothing any more."""
PIN_CAUSES: Final = ("stuck", "float", "chat", "amb", "short", "open", "chain", "supply", "mem")


def hub_gone(v: Vocabulary, cause: str) -> Words:
    """Why the pins are not felt, and what to do."""
    p = v.phrases
    match cause:
        case "unplugged":
            return p.words("the board is unplugged: check its cable.", "board unplugged: check the cable.")
        case "rebooted":
            return p.words("the board has started anew; its pins are read again.", "board restarted.")
        case "supply":
            return p.words(
                "the board starts again and again: check its power and its cable.",
                "board restarts: check its power.",
            )
        case "out-of-step":
            return p.words(
                "the board is out of step; I ask it anew. If it lasts, change its cable.",
                "board out of step.",
            )
        case "chain":
            return p.words(
                "a wire between the pins has come loose: check the board's ribbons.",
                "board's ribbon loose: check it.",
            )
        case "node-offline":
            return p.words(
                "the board's own computer does not answer: check its power and network.",
                "board's computer silent.",
            )
        case "node-other-board":
            return p.words(
                "the board's own computer was started for another board: start it for this one.",
                "board's computer knows another board.",
            )
        case _:
            return _refused(v, cause)


def _refused(v: Vocabulary, cause: str) -> Words:
    """Why what is plugged in is not taken."""
    p = v.phrases
    match cause:
        case "wrong-major":
            return p.words("board and program differ in version: update the older one.", "versions differ.")
        case "wrong-board":
            return p.words("this is another board than the one set up: change it.", "wrong board.")
        case "busy":
            return p.words("another program holds the board's cable: close that program.", "board in use.")
        case "forbidden":
            return p.words(
                "I may not open the board's cable: the install guide tells how to allow it.",
                "no right to open the board.",
            )
        case "no-terminal":
            return p.words(
                "the settings name no board, but something else: correct the board's port.",
                "no board at that port.",
            )
        case _:
            return p.words("the pins are silent: check the board's cable.", "pins silent: check the cable.")


def hub_live(v: Vocabulary, cause: str) -> Words:
    """That the pins are felt, and what is amiss all the same."""
    p = v.phrases
    match cause:
        case "":
            return p.words("the pins are back.")
        case "eased":
            return p.words("the board is well again.")
        case "noise":
            return p.words(
                "the board's cable loses words; I ask again. Use a shorter one, away from motors.",
                "board's cable is bad: change it.",
            )
        case "supply":
            return p.words(
                "the board gets too little power; its pins still work. Use another supply.",
                "board's power is weak.",
            )
        case "mem":
            return p.words(
                "the board's memory is nearly full; its pins still work. Restart it after the game.",
                "board's memory nearly full.",
            )
        case _:
            return p.words(
                "the board reports a fault; its pins still work. Test it after the game.",
                "board reports a fault.",
            )


def pin_gone(v: Vocabulary, health: DeviceHealth, *, camera: bool) -> Words:
    """Why a pin is set aside, what to do, and who judges there now. `camera`: it is live."""
    p = v.phrases
    if health.site is None:
        return p.words("a pin is out of order. Ask, devices, tells more.", "a pin is out of order.")
    where = v.site(health.site)
    what = _pin(v, health.cause, where)
    if not camera:
        rest = p.sentence("I leave it out.")
        return Words(f"{what} {rest}", p.sentence("pin {where}: left out.", where=where))
    rest = p.sentence("I trust the camera there.")
    if health.cause == "chat":
        rest = p.sentence("I trust the camera there; Board help tells more.")
    return Words(f"{what} {rest}", p.sentence("pin {where}: camera used.", where=where))


def _pin(v: Vocabulary, cause: str, where: str) -> str:
    p = v.phrases
    match cause:
        case "chat":
            return p.sentence("pin {where} flickers.", where=where)
        case "stuck":
            return p.sentence("pin {where} always feels full: free it.", where=where)
        case "short":
            return p.sentence("pin {where} has a short: check its wires.", where=where)
        case "open":
            return p.sentence("the token on {where} makes no contact: press it down.", where=where)
        case "float":
            return p.sentence("pin {where} feels at random: check its wires.", where=where)
        case "amb":
            return p.sentence("pin {where} cannot tell whose token it has: clean it.", where=where)
        case "chain" | "supply" | "mem":
            return p.sentence("wires near pin {where} have a fault: check them.", where=where)
        case _:
            return p.sentence("pin {where} is out of order.", where=where)


def pin_back(v: Vocabulary, health: DeviceHealth) -> Words:
    """That a pin is believed again."""
    p = v.phrases
    if health.site is None:
        return p.words("the pin is well again.")
    return p.words("pin {where} is well again.", where=v.site(health.site))
