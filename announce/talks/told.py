"""Says what the panel says: each mode and prompt by the row that stands with its words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from announce.announcement import Announcement
from announce.talks import (
    ask,
    board_right,
    declare,
    draw,
    ear,
    exchange,
    explore,
    far,
    far_words,
    loans,
    mend,
    mix,
    names,
    pause,
    pay,
    phone,
    press_habits,
    reading,
    settle,
    setup,
    stand_in,
    table,
    take_back,
    tickets,
    tunnel,
    undo,
    voice,
    whose,
)
from announce.talks.kit import TalkRow
from announce.vocabulary import Vocabulary
from announce.words import Words, said_as, tell
from dialog import AnyMode, Said, Where
from dialog.setup import Desk
from engine import Seat, State

_TALKS: Final = (
    *(table.TALK, ask.TALK, draw.TALK, tickets.TALK, declare.TALK, mix.TALK, exchange.TALK, names.TALK),
    *(loans.TALK, settle.TALK, pay.TALK, tunnel.TALK, whose.TALK, take_back.TALK, undo.TALK, phone.TALK),
    *(
        explore.TALK,
        ear.TALK,
        voice.TALK,
        press_habits.TALK,
        reading.TALK,
        pause.TALK,
        mend.TALK,
        board_right.TALK,
    ),
    stand_in.TALK,
    far.TALK,
    far_words.TALK,
    setup.TALK,
)
ROWS: Final[Mapping[type[Said], TalkRow]] = {row.said: row for rows in _TALKS for row in rows}
"""How each mode and prompt is said."""


def prompted(v: Vocabulary, said: Said, ground: State | Desk, asker: Seat | None) -> tuple[Announcement, ...]:
    """What is said at the panel; nothing, where the session says it.

    Args:
        ground: of a game its state, of a set-up its desk.
        asker: who stands there: words about a private list are for that ear.
    """
    if isinstance(said, Where):
        return said_as("answer", (_where(v, said.mode, ground, asker),))
    told = ROWS[type(said)].told
    found = () if told is None else told(v, said, ground, asker)
    if not isinstance(said, AnyMode):
        return found
    if said.traits.in_the_room:
        found = tuple(replace(one, in_the_room=True) for one in found)
    return said_as("question", found)


def _where(v: Vocabulary, mode: AnyMode[Any], ground: State | Desk, asker: Seat | None) -> Announcement:
    """What is open, which item of how many, and what Yes and No do."""
    place = ROWS[type(mode)].where
    if place is None:
        raise ValueError(f"{type(mode).__name__}: a mode without words for where one is; give it `where`")
    words, count = place(v, mode, ground), mode.size(ground)
    if mode.traits.in_the_room:  # its number would tell what stands there
        return tell("everyone", words)
    numbered = _numbered(v, words, getattr(mode, "index", 0) + 1, count)
    if not mode.traits.in_an_ear:
        return tell("everyone", numbered)
    if asker is None:  # how many ways there are to pay is nobody else's business
        return tell("everyone", words)
    return tell(asker, numbered)


def _numbered(v: Vocabulary, words: Words, number: int, count: int) -> Words:
    if count < 2:
        return words
    return Words(
        " ".join((v.phrases.sentence("{n} of {count}.", n=number, count=count), words.normal)), words.brief
    )
