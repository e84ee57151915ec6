"""What the voice is set to, said as it sounds now."""

from typing import Final

from announce.announcement import Announcement, Audience, Level
from announce.public import PublicState
from announce.talks.kit import quiet
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog import AskItem, Tune, TuneItem, of_presses

Setting = int | bool | Level | str | None
"""Words a minute, percent, on or off, a length of words, a voice's name; None: there is no voice."""


def tuned(v: Vocabulary, what: TuneItem, value: Setting, audience: Audience) -> tuple[Announcement, ...]:
    """The setting as it is now."""
    p = v.phrases
    if value is None:
        return (tell(audience, p.words("nothing is spoken here.")),)
    match what:
        case "rate":
            words = p.sentences("{n} word a minute.", "{n} words a minute.", int(value))
        case "volume":
            words = p.sentence("volume {n}.", n=int(value))
        case "sound-volume":
            words = p.sentence("short sounds, volume {n}.", n=int(value))
            return (tell(audience, Words(words), "claim"),)  # one of them is heard as it is now
        case "sounds":
            words = p.sentence("short sounds on.") if value else p.sentence("short sounds off.")
        case "voice-name":
            words = _named(v, str(value))
        case "level" | "own-level":
            words = _length(v, value)
        case _:
            kind = news_names(v)[what]
            words = (
                p.sentence("{kind}: said.", kind=kind)
                if value
                else p.sentence("{kind}: not said, kept in history.", kind=kind)
            )
    return (tell(audience, Words(words)),)


def news_names(v: Vocabulary) -> dict[AskItem, str]:
    """The kinds of news that a table may leave to history."""
    p = v.phrases
    return {
        "say-turns": p.phrase("turns without a claim"),
        "say-claims": p.phrase("claims and buildings"),
        "say-cards": p.phrase("cards drawn"),
        "say-tickets": p.phrase("tickets drawn and kept"),
        "say-money": p.phrase("dollars and newspapers"),
        "say-mended": p.phrase("tokens put right again"),
    }


def _named(v: Vocabulary, name: str) -> str:
    """The voice tells its own name, so that it is heard; empty: there is only this one."""
    if not name:
        return v.phrases.sentence("no other voice can be chosen here.")
    return v.phrases.sentence("{name}: this is how I sound now.", name=name)


def _length(v: Vocabulary, value: Setting) -> str:
    match value:
        case "brief":
            return v.phrases.sentence("brief: the news only.")
        case "full":
            return v.phrases.sentence("full: with what is left, chores and hints.")
        case _:
            return v.phrases.sentence("normal.")


def _where(v: Vocabulary, mode: Tune, state: PublicState) -> Words:
    if of_presses(mode.what):
        return v.phrases.words(
            "how your presses are taken. Forward is more, Back is less, Yes or No leaves it.",
            "how your presses are taken.",
        )
    return v.phrases.words(
        "a setting of the voice. Forward is more, Back is less, Yes or No leaves it.",
        "a setting of the voice.",
    )


TALK: Final = (quiet(Tune, _where),)
