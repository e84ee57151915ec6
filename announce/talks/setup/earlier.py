"""The words of an earlier table that is brought from a stick."""

from typing import Final

from announce.talks.kit import aloud, here, numbered
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Brought, Desk, Earlier, EarlierFound


def _earlier(v: Vocabulary, mode: Earlier, desk: Desk) -> Words:
    p = v.phrases
    if mode.looked:
        return p.words(
            "I find no earlier table. Put the stick in, then Yes; No begins a new one.",
            "no table found. Look again?",
        )
    return p.words(
        "is there a stick with an earlier table? Yes looks for it, No begins a new one.",
        "a stick with an earlier table?",
    )


def _found(v: Vocabulary, mode: EarlierFound, desk: Desk) -> Words:
    p, table = v.phrases, desk.earlier[mode.index]
    words = Words(
        p.sentences(
            "an earlier table with {n} game. Yes brings it here, No begins a new one.",
            "an earlier table with {n} games. Yes brings it here, No begins a new one.",
            table.games,
        ),
        p.sentences("{n} game: bring it here?", "{n} games: bring it here?", table.games),
    )
    return words if mode.size(desk) == 1 else numbered(v, words, mode.index, mode.size(desk))


def _brought(v: Vocabulary, prompt: Brought, desk: Desk) -> Words:
    p = v.phrases
    if prompt.here:
        return p.words("the earlier table is here. I start anew.", "it is here.")
    return p.words("I cannot read it. Nothing was changed.", "I cannot read it.")


_EARLIER_WHERE: Final = here("an earlier table. Yes looks for it, No begins anew.")
_FOUND_WHERE: Final = here("an earlier table is found. Yes brings it, No begins anew.")
TALK: Final = (
    aloud(Earlier, _earlier, "question", where=_EARLIER_WHERE),
    aloud(EarlierFound, _found, "question", where=_FOUND_WHERE),
    aloud(Brought, _brought, lambda prompt, desk: "ready" if prompt.here else "off"),
)
