"""Many tables: what they tell is collected into one database, once each, and paired into tournaments.

A table plays on alone; nothing here is asked before it may go on. What comes in on fingerpost/1 is read and
judged (`envelopes`), put away in one transaction with what follows from it (`keeping`, `folding`), and only
then acknowledged (`collecting`, with `line` the shells of it). What is missing is asked for (`asking`).
The database is SQLite or PostgreSQL, with one and the same schema (`schema.sql`, `database`).

What is shown comes from the database alone: `hall` folds each table's public events into its game (`played`)
and knows who sits there (`rounds`); `hall_pages` makes HTML of it, `hall_streams` tells what changes, `desk`
and `calling` are what people at the desk do, `serving` and `feeds_served` answer requests. `commands` starts
it all, and says at a terminal what it comes to.

Deliberately absent: a broker of ours, secrets (the wire has none), announcements, commands to a game, who
watches.
"""

from club.club_file import ClubConfig, read_club
from club.database import Database, GoneError, opened

__all__ = ["ClubConfig", "Database", "GoneError", "opened", "read_club"]
