"""What follows from a game's events: how far it goes, what it is, whether it is over, its scores.

In whatever order the events came, the same follows: what is over is looked up among all that is stored.
"""

import json
from collections.abc import Sequence

from club.database import Database, Value
from club.envelopes import Fields, ToldEvent, canonical, whole, word

_ENDINGS = ("game-ended", "undone")


def heard_of(database: Database, table: str, game: str, seq: int) -> None:
    """A game goes at least so far."""
    database.run(
        "INSERT INTO game (tbl, game, known, ended) VALUES (?, ?, ?, 0) ON CONFLICT (tbl, game) DO UPDATE"
        " SET known = excluded.known WHERE excluded.known > game.known",
        table, game, seq,
    )  # fmt: skip


def fold(database: Database, table: str, game: str, events: Sequence[ToldEvent], seen: int) -> None:
    """Fold new events in; the game's row is there."""
    for event in events:
        if event.type == "game-started":
            _begun(database, event)
        if event.seq == 1:
            database.run("UPDATE game SET began = ? WHERE tbl = ? AND game = ?", seen, table, game)
    if any(event.type in _ENDINGS for event in events):
        _over(database, table, game)


def _begun(database: Database, event: ToldEvent) -> None:
    data = event.data
    seats = data.get("seats")
    listed = [word(seat) for seat in seats] if isinstance(seats, list) else []
    database.run(
        "UPDATE game SET edition = ?, map = ?, cards = ?, seats = ? WHERE tbl = ? AND game = ?",
        *(word(data.get(key)) or None for key in ("edition", "map", "cards")),
        canonical(listed), event.table, event.game,
    )  # fmt: skip


def _over(database: Database, table: str, game: str) -> None:
    """A game is over while an ending stands that no later undoing takes back."""
    found = database.rows(
        "SELECT seq, type, body FROM event WHERE tbl = ? AND game = ? AND type IN (?, ?) ORDER BY seq DESC",
        table, game, *_ENDINGS,
    )  # fmt: skip
    lowest, ending = None, None
    for seq, type_, body in found:  # the newest first: `lowest` is how far everything later goes back
        data: Fields = json.loads(str(body))
        if type_ == "undone":
            to = whole(data.get("to"), 0)
            if to is not None:
                lowest = to if lowest is None else min(lowest, to)
        elif lowest is None or int(str(seq)) <= lowest:
            ending = data
            break
    database.run("DELETE FROM score WHERE tbl = ? AND game = ?", table, game)
    ended = int(ending is not None)
    database.run("UPDATE game SET ended = ? WHERE tbl = ? AND game = ?", ended, table, game)
    for row in scores(ending or {}):
        database.run(
            "INSERT INTO score (tbl, game, seat, turn_order, place, total, routes, tickets,"
            " tickets_completed, longest, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            table, game, *row,
        )  # fmt: skip


def scores(ending: Fields) -> list[tuple[Value, ...]]:
    """The seats' rows of a `game-ended`, in turn order from 1; none when it cannot be read."""
    told = ending.get("scores")
    rows: dict[str, tuple[Value, ...]] = {}
    for number, score in enumerate(told if isinstance(told, list) else [], 1):
        if not isinstance(score, dict):
            return []
        seat, place, total = word(score.get("seat")), whole(score.get("place"), 1), whole(score.get("total"))
        more = [whole(score.get(key, 0)) for key in ("routes", "tickets", "tickets_completed", "longest")]
        if not seat or seat in rows or place is None or total is None or None in more:
            return []
        rows[seat] = (seat, number, place, total, *more, canonical(score))
    return list(rows.values())
