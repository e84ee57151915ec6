"""What other programs are told: a game as JSON lines, standings as CSV, counts for Prometheus.

`until` (Unix milliseconds): what was stored later is not told, so that nobody at a screen helps a player.
"""

import csv
import io
import json
from collections.abc import Iterator
from typing import Final

from club.database import Database
from club.tournament import Running

STANDINGS: Final = ("rank", "number", "name", "games", "wins", "points", "total")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def newest_game(database: Database, table: str, until: int) -> str | None:
    """The game of a table that was heard of last."""
    found = database.rows(
        "SELECT game FROM event WHERE tbl = ? AND seen <= ? ORDER BY nr DESC LIMIT 1", table, until
    )
    return str(found[0][0]) if found else None


def events(database: Database, table: str, game: str, after: int, until: int) -> Iterator[str]:
    """A line an event, in order: `{game, seq, type, at, data}`."""
    found = database.rows(
        "SELECT seq, type, at, body FROM event WHERE tbl = ? AND game = ? AND seq > ? AND seen <= ?"
        " ORDER BY seq",
        table, game, after, until,
    )  # fmt: skip
    for seq, type_, at, body in found:
        line = {"game": game, "seq": seq, "type": type_, "at": at, "data": json.loads(str(body))}
        yield json.dumps(line, separators=(",", ":")) + "\n"  # no sign that some take for the end of a line


def standings_csv(running: Running) -> str:
    """Where everybody stands. A name is never a formula to the program that opens the table."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(STANDINGS)
    for row in running.rows(running.stage()):
        table.writerow([_cell(row[key]) if key == "name" else row[key] for key in STANDINGS])
    return text.getvalue()


def _cell(name: object) -> str:
    text = str(name)
    return f"'{text}" if text.startswith(_FORMULA) else text


def metrics(database: Database, *, now: int, until: int, silent_s: int) -> str:
    """Counts, as Prometheus reads them."""

    def one(statement: str, *values: int) -> int:
        return int(str(database.rows(statement, *values)[0][0]))

    told = one("SELECT COUNT(*) FROM event WHERE seen <= ?", until)
    conflicts = one("SELECT COUNT(*) FROM conflict WHERE seen <= ?", until)
    gap = one("SELECT COALESCE(SUM(last_seq - first_seq + 1), 0) FROM gap")
    since = now - silent_s * 1000
    online = one("SELECT COUNT(*) FROM live WHERE availability = 'online' AND seen > ?", since)
    silent = one("SELECT COUNT(*) FROM live WHERE availability = 'online' AND seen <= ?", since)
    offline = one("SELECT COUNT(*) FROM live WHERE availability <> 'online'")
    # A game that has just ended still runs for who may not know it yet.
    ended = one(
        "SELECT COUNT(*) FROM game AS g WHERE g.ended = 1 AND NOT EXISTS (SELECT 1 FROM event AS e"
        " WHERE e.tbl = g.tbl AND e.game = g.game AND e.seen > ?)",
        until,
    )
    games = one(
        "SELECT COUNT(*) FROM game AS g WHERE EXISTS (SELECT 1 FROM event AS e"
        " WHERE e.tbl = g.tbl AND e.game = g.game AND e.seen <= ?)",
        until,
    )
    return "".join(
        f"# TYPE {name} {kind}\n" + "".join(f"{name}{label} {value}\n" for label, value in values)
        for name, kind, values in (
            ("fingerpost_events_total", "counter", [("", told)]),
            ("fingerpost_conflicts_total", "counter", [("", conflicts)]),
            ("fingerpost_gap_events", "gauge", [("", gap)]),
            (
                "fingerpost_tables",
                "gauge",
                [('{state="online"}', online), ('{state="silent"}', silent), ('{state="offline"}', offline)],
            ),
            ("fingerpost_games", "gauge", [('{state="running"}', games - ended), ('{state="ended"}', ended)]),
        )
    )
