"""SHELL: what is amiss in the club: gaps, conflicts, tables that are silent."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping

from club.database import Database
from club.keeping import to_whole


def amiss(database: Database, *, silent_s: int, tables: Collection[str] = ()) -> Iterator[dict[str, object]]:
    """A line for each. A table is silent that says it is there, and has said nothing for `silent_s`."""
    gaps = "SELECT tbl, game, first_seq, last_seq FROM gap ORDER BY tbl, game, first_seq"
    for table, game, first, last in database.rows(gaps):
        yield {"gap": {"table": table, "game": game, "first": first, "last": last}}
    conflicts = "SELECT tbl, game, seq, digest FROM conflict ORDER BY tbl, game, seq, digest"
    for table, game, seq, digest in database.rows(conflicts):
        yield {"conflict": {"table": table, "game": game, "seq": seq, "digest": digest}}
    now = time.time_ns() // 1_000_000
    known = {str(row[0]): row for row in database.rows("SELECT tbl, availability, seen FROM live")}
    for table in sorted({*known, *tables}):
        row = known.get(table)
        if row is None or (row[1] == "online" and now - to_whole(row[2]) > silent_s * 1000):
            yield {
                "silent": {
                    "table": table,
                    "seconds": None if row is None else (now - to_whole(row[2])) // 1000,
                }
            }


def in_words(line: Mapping[str, object], label: Callable[[str], str]) -> str:
    """The same line for people. `label`: how a table is called."""
    ((what, its),) = line.items()
    assert isinstance(its, dict)
    table = label(str(its["table"]))
    match what:
        case "gap":
            return f"{table}: events {its['first']} to {its['last']} of game {its['game']} are missing."
        case "conflict":
            again = "came again with other content; the first stays"
            return f"{table}: event {its['seq']} of game {its['game']} {again}."
        case _ if its["seconds"] is None:
            return f"{table}: it has never been heard."
        case _:
            return f"{table}: it is there, and has said nothing for {its['seconds']} seconds."


def offline(database: Database) -> list[str]:
    """The tables that are switched off or cut off: nothing is amiss with them, but nobody hears them."""
    found = database.rows("SELECT tbl FROM live WHERE availability = 'offline' OR bridge = '0' ORDER BY tbl")
    return [str(table) for (table,) in found]
