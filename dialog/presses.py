"""What a button does in a mode: the table of mode × button. A row without a cell cannot be written.

`yes` takes what was named, `no` leaves it, `back` and `forward` walk. A cell returns the step that follows:
the mode then, and what is said or done.
"""

from collections.abc import Mapping
from typing import Any, Final

from dialog import cells
from dialog.cells import Row, Step, back, forward
from dialog.cells_choosing import CHOOSING
from dialog.cells_exploring import EXPLORING
from dialog.cells_lists import LISTS
from dialog.cells_questions import QUESTIONS
from dialog.modes import (
    Acts,
    Cards,
    Mode,
    Questions,
    Second,
    Table,
)
from engine import Seat, State
from tabletop import Button

ROWS: Final[Mapping[type, Row[Any]]] = {
    Table: Row[Table](yes=cells.begin, no=cells.take_back, back=cells.older, forward=cells.newer),
    Acts: Row[Acts](yes=cells.take_act, no=cells.leave_acts, back=back, forward=forward),
    Questions: Row[Questions](yes=cells.take_question, no=cells.leave_questions, back=back, forward=forward),
    Cards: Row[Cards](yes=cells.take_card, no=cells.leave_cards, back=back, forward=forward),
    Second: Row[Second](
        yes=cells.blind_second, no=cells.tell_place, back=cells.last_deck, forward=cells.first_card
    ),
    **CHOOSING,
    **EXPLORING,
    **LISTS,
    **QUESTIONS,
}
"""Every mode has its row: `tests/dialog` holds it against the union of modes."""


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
