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
    far,
    loans,
    mend,
    mix,
    names,
    pause,
    pay,
    phone,
    reading,
    settle,
    stand_in,
    table,
    take_back,
    tickets,
    tunnel,
    undo,
    voice,
    whose,
)
from dialog.kit import Row
from dialog.mode import Mode
from engine import Seat, State

_CONVERSATIONS: Final = (
    *(table.ROWS, ask.ROWS, draw.ROWS, tickets.ROWS, declare.ROWS, mix.ROWS, exchange.ROWS, names.ROWS),
    *(loans.ROWS, settle.ROWS, pay.ROWS, tunnel.ROWS, whose.ROWS, take_back.ROWS, undo.ROWS, phone.ROWS),
    *(explore.ROWS, ear.ROWS, voice.ROWS, reading.ROWS, pause.ROWS, mend.ROWS, board_right.ROWS),
    *(stand_in.ROWS, far.ROWS),
)
ROWS: Final[Mapping[type[Mode], Row[Any, [State, Seat]]]] = {
    row.mode: row for rows in _CONVERSATIONS for row in rows
}
"""Every mode has its row: `tests/dialog` holds it against all there are."""
