"""PURE: a seat's own page as a table in another home reads it: its words and what it is asked, no markup."""

import json
from typing import Final

from engine import view
from table.moment import GameMoment, Moment, Viewer

KIND: Final = "application/json"
"""What such a table says that it takes; a browser gets the page."""


def seat_words(table: Moment, viewer: Viewer, token: str, *, views: bool = False) -> bytes:
    """What is for this seat alone, oldest first, and its open question; None: who has joined no seat.

    `own`: that it is asked of this seat and not of the whole table, and then `text`. `token` goes with each
    form. `views`: with the game as this seat may see it, for whoever plays it there without ears; no people
    need it.
    """
    fields: dict[str, object] = {"seat": viewer, "token": token}
    if viewer is not None:
        asked, everybody = table.asked(viewer), table.asked(None)
        own = bool(asked.text) and asked.text != everybody.text
        said = ({"n": one.number, "text": one.text, "urgency": one.urgency} for one in table.heard(viewer))
        again = table.repeated.get(viewer)
        fields |= {
            "asked": {"n": asked.number, "own": own, "text": asked.text if own else ""},
            "said": list(said),
            "again": None if again is None else {"n": again.number, "text": again.text},
        }
        if views and isinstance(table, GameMoment):
            fields["view"] = view(table.game.state, viewer)
    return json.dumps(fields, ensure_ascii=False).encode()
