"""The words of numbers that an edition's document lost."""

from typing import Final

from announce.talks.kit import aloud, here
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, LostNumber
from engine import Settings, edition


def _asked(v: Vocabulary, mode: LostNumber, desk: Desk) -> Words:
    """Whether this is the number; in full why that is asked."""
    p, n = v.phrases, mode.number
    asked = {
        "company_bonus": p.sentences(
            "company bonus {n} dollar. Right? Back: less. Forward: more.",
            "company bonus {n} dollars. Right? Back: less. Forward: more.",
            n,
        ),
    }
    why = {
        "company_bonus": p.sentence("the rules do not tell it; the company bonus card shows it."),
    }
    return Words(asked[mode.name], full=f"{asked[mode.name]} {why[mode.name]}")


def numbers_told(v: Vocabulary, rules: str, settings: Settings) -> str:
    """The lost numbers that are not as the edition guesses; empty: all are."""
    p, guessed = v.phrases, edition(rules).settings
    told = {
        "company_bonus": p.sentences(
            "company bonus {n} dollar.", "company bonus {n} dollars.", settings.company_bonus
        ),
    }
    lost = edition(rules).lost
    return " ".join(told[name] for name in lost if getattr(settings, name) != getattr(guessed, name))


_WHERE: Final = here("a number. Back less, Forward more. Yes takes it, No goes back.")
TALK: Final = (aloud(LostNumber, _asked, "question", where=_WHERE),)
