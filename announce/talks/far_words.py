"""What the table that is followed has for one seat: its words as they came, in the ear here."""

from typing import Final

from announce.talks.kit import in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import FarWords
from engine import State


@for_an_ear
def _words(v: Vocabulary, prompt: FarWords, state: State) -> Words:
    """In the language of the table that they come from."""
    return Words(prompt.text)


TALK: Final = (in_an_ear(FarWords, _words, urgent=lambda prompt: prompt.urgent),)
