"""Words for the house: why a command was refused, the names of what is shown, and what others say."""

from collections.abc import Callable
from typing import Final

from announce.announcement import Announcement
from announce.catalogue import Phrases
from announce.words import Words, tell


def said_for_the_house(text: str) -> tuple[Announcement, ...]:
    """Words that somebody in the house wants said at the table, as they are."""
    return (tell("everyone", Words(text)),)


def refusal_sentence(p: Phrases, code: str) -> str:
    """Why a command from outside was refused, in one sentence for a person.

    Raises:
        KeyError: there is no such code.
    """
    return _REFUSALS[code](p)


_REFUSALS: Final[dict[str, Callable[[Phrases], str]]] = {
    "bad-envelope": lambda p: p.sentence("not understood: the message is not in order."),
    "unsupported-version": lambda p: p.sentence("this program speaks another version; update the older one."),
    "unknown-command": lambda p: p.sentence("there is no such command here."),
    "bad-data": lambda p: p.sentence(
        "not understood: something is missing in the command or cannot be meant."
    ),
    "too-large": lambda p: p.sentence("the message is too long."),
    "unauthorized": lambda p: p.sentence("you have no right to that; the table's owner can give it."),
    "wrong-seat": lambda p: p.sentence("that is for another seat to do."),
    "not-your-turn": lambda p: p.sentence("another seat is to move; wait for your turn."),
    "illegal-move": lambda p: p.sentence("the rules do not allow that."),
    "stale": lambda p: p.sentence("the game has gone on meanwhile; look again."),
    "retained-command": lambda p: p.sentence("a command must not be kept by the broker; send it once."),
    "expired": lambda p: p.sentence("that came too late."),
    "busy": lambda p: p.sentence("the table is busy; try again in a moment."),
    "rate-limited": lambda p: p.sentence("too many commands at once; wait a moment."),
    "board-mismatch": lambda p: p.sentence("the board shows something else; put it right first."),
    "source-offline": lambda p: p.sentence("the board cannot be felt or seen now; wait until it can."),
    "paused": lambda p: p.sentence("the game is paused; let it go on first."),
    "internal": lambda p: p.sentence("something went wrong here; nothing has changed."),
}


def house_name(p: Phrases, key: str) -> str:
    """The name of one thing that a house shows of a table, as on a list.

    Raises:
        KeyError: there is no such thing.
    """
    return _SHOWN[key](p)


_SHOWN: Final[dict[str, Callable[[Phrases], str]]] = {
    "to_move": lambda p: p.phrase("To move"),
    "turn": lambda p: p.phrase("Turn"),
    "phase": lambda p: p.phrase("Phase"),
    "round": lambda p: p.phrase("Turns left"),
    "deck": lambda p: p.phrase("Deck"),
    "score": lambda p: p.phrase("score"),
    "trains": lambda p: p.phrase("trains"),
    "cards": lambda p: p.phrase("cards"),
    "event": lambda p: p.phrase("What happened"),
    "problem": lambda p: p.phrase("Trouble"),
    "repeat": lambda p: p.phrase("Say again"),
    "pause": lambda p: p.phrase("Pause"),
    "resume": lambda p: p.phrase("Go on"),
}
