"""What a button does in a mode: the table of mode × button, made of the rows of the conversations."""

from collections.abc import Mapping
from typing import Any, Final

from dialog import (
    ask,
    board_right,
    declare,
    draw,
    ear,
    exchange,
    explore,
    loans,
    mend,
    mix,
    names,
    pause,
    pay,
    phone,
    reading,
    settle,
    table,
    take_back,
    tickets,
    tunnel,
    undo,
    voice,
    whose,
)
from dialog.kit import Row, Step
from dialog.mode import Mode
from engine import Seat, State
from tabletop import Button

_CONVERSATIONS: Final = (
    *(table.ROWS, ask.ROWS, draw.ROWS, tickets.ROWS, declare.ROWS, mix.ROWS, exchange.ROWS, names.ROWS),
    *(loans.ROWS, settle.ROWS, pay.ROWS, tunnel.ROWS, whose.ROWS, take_back.ROWS, undo.ROWS, phone.ROWS),
    *(explore.ROWS, ear.ROWS, voice.ROWS, reading.ROWS, pause.ROWS, mend.ROWS, board_right.ROWS),
)
ROWS: Final[Mapping[type[Mode], Row[Any]]] = {row.mode: row for rows in _CONVERSATIONS for row in rows}
"""Every mode has its row: `tests/dialog` holds it against all there are."""


def respond(mode: Mode, button: Button, state: State, asker: Seat) -> Step:
    """One press of yes, no, back or forward; `asker` is whose ear private answers go to."""
    row = ROWS[type(mode)]
    match button:
        case "yes":
            return row.yes(mode, state, asker)
        case "no":
            return row.no(mode, state, asker)
        case "back":
            return row.back(mode, state, asker)
        case _:
            return row.forward(mode, state, asker)
