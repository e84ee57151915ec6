"""What a button does at a place of set-up: the table, and one press."""

from collections.abc import Mapping
from typing import Any, Final

from dialog.setup.cells import (
    Cell,
    SetupRow,
)
from dialog.setup.desk import (
    Desk,
    SetupMode,
)
from dialog.setup.flow import SetupStep
from dialog.setup.new_game import NEW_GAME
from dialog.setup.showing import SHOWING
from dialog.setup.starting import STARTING, named
from tabletop import Button

SETUP_ROWS: Final[Mapping[type, SetupRow[Any]]] = {**STARTING, **SHOWING, **NEW_GAME}
"""Every place has its row: a test holds it against the union of places."""


def setup_respond(mode: SetupMode, button: Button, desk: Desk) -> SetupStep:
    """One press. Repeat says the last words again everywhere but in practice, where it says its name."""
    row = SETUP_ROWS[type(mode)]
    cell: Cell[Any] = {
        "yes": row.yes, "no": row.no, "back": row.back, "forward": row.forward, "ask": row.ask,
        "repeat": named("repeat"),
    }[button]  # fmt: skip
    return cell(mode, desk)
