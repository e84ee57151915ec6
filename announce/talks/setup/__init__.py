"""PURE: what is said while a table is set up, in files of the same names as in `dialog.setup`.

A row for each mode and prompt, as in `announce.talks`; `TALK` has them all. Its words are made of the desk,
which is all that set-up works with: there is no state before there is a game, and so no secret either. Each
question says what Yes takes and what Forward leads to, for whoever hears this table for the first time; the
second time it is asked shorter. `greeting` is the first that is heard after power-on.

Deliberately absent: what is chosen, and in which order it is asked.
"""

from typing import Final

from announce.talks.setup import (
    earlier,
    ears,
    first,
    games,
    greeting,
    numbers,
    phone,
    pins,
    ready,
    rules,
    seats,
    self_test,
    starter,
    tokens,
)

TALK: Final = (
    *(*greeting.TALK, *self_test.TALK, *pins.TALK, *tokens.TALK, *games.TALK, *first.TALK, *rules.TALK),
    *(*seats.TALK, *numbers.TALK, *earlier.TALK, *ears.TALK, *phone.TALK, *starter.TALK, *ready.TALK),
)
