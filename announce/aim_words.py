"""Where to move a camera that does not see all corners, as heard from the seat at the front edge."""

from collections.abc import Sequence

from announce.catalogue import Phrases
from announce.words import Words

_OPPOSITE = {"back": "front", "front": "back", "left": "right", "right": "left"}


def aim(p: Phrases, lacks: Sequence[str]) -> Words:
    """Which corners or edges are missing, and where the arm should go."""
    places = {
        "back left corner": p.phrase("back left corner"),
        "back edge": p.phrase("back middle"),
        "back right corner": p.phrase("back right corner"),
        "left edge": p.phrase("left middle"),
        "middle": p.phrase("middle"),
        "right edge": p.phrase("right middle"),
        "front left corner": p.phrase("front left corner"),
        "front edge": p.phrase("front middle"),
        "front right corner": p.phrase("front right corner"),
        "back side": p.phrase("back side"),
        "left side": p.phrase("left side"),
        "right side": p.phrase("right side"),
        "front side": p.phrase("front side"),
    }
    named = ", ".join(places[place] for place in lacks if place in places)
    if not named:
        return p.words("the camera sees no corner of the board. Point it at the board.")
    missing = p.sentence("the camera misses: {places}.", places=named)
    move = _move(p, lacks)
    return Words(f"{missing} {move}", move)


def _move(p: Phrases, lacks: Sequence[str]) -> str:
    """The way that brings the missing sides into view; opposite sides: higher."""
    sides = {word for place in lacks for word in place.split() if word in _OPPOSITE}
    wanted = {side for side in sides if _OPPOSITE[side] not in sides}
    match ("back" in wanted, "front" in wanted, "left" in wanted, "right" in wanted):
        case (True, _, False, False):
            return p.sentence("move the arm away from you, or higher.")
        case (_, True, False, False):
            return p.sentence("move the arm towards you, or higher.")
        case (False, False, True, _):
            return p.sentence("move the arm to the left, or higher.")
        case (False, False, _, True):
            return p.sentence("move the arm to the right, or higher.")
        case (True, _, True, _):
            return p.sentence("move the arm away from you and to the left, or higher.")
        case (True, _, _, True):
            return p.sentence("move the arm away from you and to the right, or higher.")
        case (_, True, True, _):
            return p.sentence("move the arm towards you and to the left, or higher.")
        case (_, True, _, True):
            return p.sentence("move the arm towards you and to the right, or higher.")
        case _:
            return p.sentence("raise the arm.")
