"""What is wrong between the table and the message broker, in words. Pure."""

from typing import Final

from announce.vocabulary import Vocabulary
from announce.words import Words

BROKER_CAUSES: Final = ("forbidden", "untrusted", "second-engine", "too-large")
"""Causes with words of their own; with any other no broker answers."""


def broker_gone(v: Vocabulary, cause: str, *, senses: bool = False) -> Words:
    """The broker is not there, or not as it should be. `senses`: what other machines sense goes with it."""
    p = v.phrases
    match cause:
        case "forbidden":
            news = p.sentence("the message broker does not grant this table its rights: check its set-up.")
            short = p.sentence("the broker refuses this table.")
        case "untrusted":
            news = p.sentence("the message broker's certificate is not good: check its set-up.")
            short = p.sentence("the broker's certificate is not good.")
        case "second-engine":
            news = p.sentence("another table has this one's name at the message broker: give it another.")
            short = p.sentence("another table has this one's name.")
        case "too-large":
            news = p.sentence("the message broker takes only short messages: check its set-up.")
            short = p.sentence("the broker takes only short messages.")
        case _:
            return p.words(
                "no message broker answers. The game goes on; messages wait.", "no broker; the game goes on."
            )
    rest = p.sentence("what other machines sense is not heard.") if senses else p.sentence("play on.")
    return Words(f"{news} {rest}", short)
