"""The words of exchanging trains and ships."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Exchange


@for_an_ear
def _offered(v: Vocabulary, mode: Exchange, state: PublicState) -> Words:
    command = mode.options[mode.index]
    p, n = v.phrases, command.count
    facts: dict[str, str | int] = {
        "trains": v.trains(n),
        "ships": v.ships(n),
        "points": v.points(n * state.settings.exchange_points),
    }
    if command.give == "ship":
        return p.words(
            "{ships} for {trains}, {points}? Forward: one more. No leaves it.",
            "{ships} for trains, {points}?",
            **facts,
        )
    return p.words(
        "{trains} for {ships}, {points}? Forward: one more. No leaves it.",
        "{trains} for ships, {points}?",
        **facts,
    )


_WHERE: Final = fixed("an exchange. Forward is one more, Yes does it, No leaves.", "an exchange.")
TALK: Final = (
    in_an_ear(Exchange, _offered, "question", seat=lambda mode: mode.options[mode.index].seat, where=_WHERE),
)
