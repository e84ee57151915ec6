"""A hall of two tables."""

from club.club_file import ClubConfig, ClubSection, ServeSection
from club.database import Database
from club.hall import Hall

NOW = 2_000_000_000_000
TABLES = ("t1", "t2")
LABELS = {"t1": "Table 1", "t2": "Table 2"}


def config(path: str, *, delay_s: int = 0, language: str = "en", password_file: str = "") -> ClubConfig:
    return ClubConfig(
        club=ClubSection(database=path, tables=TABLES, language=language),
        serve=ServeSection(delay_s=delay_s, password_file=password_file),
        labels=LABELS,
    )


def lines(path: str, database: Database, now: int = NOW, *, delay_s: int = 0) -> dict[str, str]:
    hall = Hall(config(path, delay_s=delay_s))
    hall.look(database, now)
    return {one.table: one.line for one in hall.tables.values()}
