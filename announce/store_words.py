"""How the keeping of the game is, in words: what is not saved, what is lost, what to do."""

from announce.vocabulary import Vocabulary
from announce.words import Words


def store_gone(v: Vocabulary, cause: str) -> Words:
    """The game is not saved, its file is damaged, or it cannot be played at all."""
    p = v.phrases
    match cause:
        case "full":
            return p.words(
                "the memory card is full; the game is not being saved. Play on, but leave the power on.",
                "card full: not saved. Leave the power on.",
            )
        case "read-only":
            return p.words(
                "the memory card can only be read; the game is not being saved. "
                "Play on, but leave the power on.",
                "card cannot be written: not saved.",
            )
        case "unsaved":
            return p.words(
                "the last turns could not be saved and are lost. Check the memory card. Goodbye.",
                "the last turns are lost. Goodbye.",
            )
        case "damaged" | "mended" | "newer" | "busy" | "unreadable":
            return _file(v, cause)
        case _:
            return p.words(
                "the game is not being saved: check the memory card. Play on, but leave the power on.",
                "not saved: check the memory card.",
            )


def _file(v: Vocabulary, cause: str) -> Words:
    """What was found in the game's file at the start."""
    p = v.phrases
    match cause:
        case "damaged":
            return p.words(
                "the game's file was damaged. It goes on from what is whole; look at the last turns.",
                "file was damaged: check the last turns.",
            )
        case "mended":
            return p.words(
                "the game's file was damaged; its second copy is whole, so nothing is lost.",
                "file was damaged; the second copy serves.",
            )
        case "newer":
            return p.words(
                "a newer Fingerpost has written the game: bring this one up to date first.",
                "Fingerpost is too old for this game.",
            )
        case "busy":
            return p.words(
                "another program holds the game: end that one, then start again.",
                "another program holds the game.",
            )
        case _:
            return p.words(
                "the game's file cannot be read and is kept as it is. Only another game can be played.",
                "the game's file cannot be read.",
            )
