"""PURE: what is said while a table is set up, in files of the same names as in `dialog.setup`.

A row for each mode and prompt, as in `announce.talks`; `TALK` has them all. Deliberately absent: what is
chosen, and in which order it is asked.
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
