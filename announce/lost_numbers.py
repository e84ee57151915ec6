"""Numbers that an edition's document lost: asked during set-up, told where they are not the likely ones."""

from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import NumberAsked
from engine import Settings, edition


def number_asked(v: Vocabulary, prompt: NumberAsked) -> Words:
    """Whether this is the number; in full why that is asked."""
    p, n = v.phrases, prompt.number
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
    return Words(asked[prompt.name], full=f"{asked[prompt.name]} {why[prompt.name]}")


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
