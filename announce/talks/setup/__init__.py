"""PURE: what is said while a table is set up, in files of the same names as in `dialog.setup`.

A mode or prompt of set-up goes in, with the desk it works on; an utterance comes out. There is a row for
each, as in `announce.talks`, and `TALK` has them all. The desk is all that set-up works with: there is no
state before there is a game, and so no secret either. Each question says what Yes takes and what Forward
leads to, for whoever hears this table for the first time; the second time it is asked shorter. `greeting` is
the first that is heard after power-on, `self_test` tells what is well with its count, and what is not with
what to do, `ready` what still stands on the board before the game begins.

Nothing is kept: what was said before stands on the desk. Never does a question wait without having been said.

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
