"""The words of a seat's presses: what the switch may take now, and how presses are taken."""

from typing import Final

from announce.announcement import Announcement, Audience
from announce.public import PublicState
from announce.talks.kit import to_a_seat
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog import AskItem, ButtonOffered, PressItem, Scan

Habit = float | bool | Scan
"""Seconds, on or off, or who walks."""


def habit(v: Vocabulary, what: PressItem, value: Habit, audience: Audience) -> tuple[Announcement, ...]:
    """How presses are taken, as it is set now."""
    return (tell(audience, Words(_habit(v, what, value))),)


def _habit(v: Vocabulary, what: PressItem, value: Habit) -> str:
    p = v.phrases
    match what:
        case "accept" if not value:
            return p.sentence("a press counts at once.")
        case "accept":
            return p.sentence("a press counts after {time}.", time=_seconds(v, value))
        case "repeat-block" if not value:
            return p.sentence("the same button counts again at once.")
        case "repeat-block":
            return p.sentence("the same button counts again after {time}.", time=_seconds(v, value))
        case "confirm":
            return (
                p.sentence("Yes counts when it is held for a second.")
                if value
                else p.sentence("Yes need not be held.")
            )
        case "scan" if value == "off":
            return p.sentence("all six buttons.")
        case "scan" if value == "two":
            return p.sentence("two buttons: Forward walks through all choices, Yes takes.")
        case "scan":
            return p.sentence("one button: Yes begins, I walk through all choices, Yes takes.")
        case "pace":
            return p.sentence("I walk on after {time}.", time=_seconds(v, value))


def habit_names(v: Vocabulary) -> dict[AskItem, str]:
    """What can be set of presses."""
    p = v.phrases
    return {
        "accept": p.phrase("how long a press is"),
        "repeat-block": p.phrase("the same button again"),
        "confirm": p.phrase("holding Yes"),
        "scan": p.phrase("with how many buttons"),
        "pace": p.phrase("how fast I walk"),
    }


def _seconds(v: Vocabulary, value: Habit) -> str:
    p, seconds = v.phrases, float(value)
    whole = int(seconds)
    if seconds == whole:
        return p.count("{n} second", "{n} seconds", whole)
    if seconds == 0.5:
        return p.phrase("half a second")
    return p.phrase("{n} tenths of a second", n=round(10 * seconds))


def _offered(v: Vocabulary, prompt: ButtonOffered, state: PublicState) -> Words:
    p = v.phrases
    match prompt.button:
        case "yes":
            return p.words("Yes?")
        case "no":
            return p.words("No?")
        case "back":
            return p.words("Back?")
        case "forward":
            return p.words("Forward?")
        case "repeat":
            return p.words("Repeat?")
        case "ask":
            return p.words("Ask?")


TALK: Final = (to_a_seat(ButtonOffered, _offered, lambda prompt, state, asker: asker),)
