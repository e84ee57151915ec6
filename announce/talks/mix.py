"""The words of choosing trains and ships."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import ChooseMix


@for_an_ear
def mix(v: Vocabulary, mode: ChooseMix, state: PublicState) -> Words:
    """One mix: "Your supply: 20 trains, 40 ships. Forward: one train more."."""
    p = v.phrases
    facts: dict[str, str | int] = {"trains": v.trains(mode.trains), "ships": v.ships(mode.ships)}
    return p.words(
        "your supply: {trains}, {ships}. Forward: one train more. Back: one fewer. Yes when right.",
        "{trains}, {ships}?",
        **facts,
    )


_WHERE: Final = fixed(
    "your trains and ships. Back and Forward change them, Yes settles it, No waits.",
    "your trains and ships.",
)
TALK: Final = (in_an_ear(ChooseMix, mix, "question", where=_WHERE),)
