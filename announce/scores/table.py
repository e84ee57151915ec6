"""A final score (score/1) for people at a terminal: a table to look at, or a line a seat to listen to."""

from collections.abc import Mapping, Sequence
from typing import Final

from announce.catalogue import SOURCE_LANGUAGE, Phrases

_ALWAYS: Final = ("routes", "tickets", "longest_bonus", "total", "place")
_FIRST: Final = 8  # how wide the columns are at least
_OTHERS: Final = 9

Row = Mapping[str, object]


class ScoreTable:
    """The lines of a score in one language.

    Raises:
        LanguageError: there is no catalogue for the language.
    """

    def __init__(self, language: str = SOURCE_LANGUAGE) -> None:
        self._phrases = Phrases(language)

    def lines(self, score: Mapping[str, object], *, plain: bool = False) -> Sequence[str]:
        """The score, without what no seat has points for. `plain`: a line a seat, nothing in columns."""
        rows, shown = self._rows(score)
        return self._plainly(rows, shown) if plain else self._table(rows, shown)

    def cells(self, score: Mapping[str, object]) -> tuple[list[str], list[list[str]]]:
        """The same as a table: the heads, that of the seats first, and a row of figures for each seat."""
        rows, shown = self._rows(score)
        heads = [self._phrases.name("score", "seat"), *shown.values()]
        return heads, [[str(row.get(key, 0)) for key in shown] for row in rows]

    def check(self, command: str) -> str:
        """How the score can be computed again, from the position alone."""
        return self._phrases.sentence("check it: {command}", command=command)

    def stopped(self, turn: int, command: str) -> str:
        """A game that is not over, and how it goes on."""
        return self._phrases.sentence("stopped in turn {n}; go on with: {command}", n=turn, command=command)

    def _rows(self, score: Mapping[str, object]) -> tuple[list[Row], dict[str, str]]:
        """The seats, and the columns in which some seat has something."""
        seats = score["seats"]
        listed = seats if isinstance(seats, list) else []
        rows: list[Row] = [seat for seat in listed if isinstance(seat, dict)]
        return rows, {
            key: name
            for key, name in self._columns().items()
            if key in _ALWAYS or any(row.get(key) for row in rows)
        }

    def _table(self, rows: Sequence[Row], shown: Mapping[str, str]) -> list[str]:
        seat = self._phrases.name("score", "seat")
        first = max(_FIRST, *(len(text) + 1 for text in [seat, *map(self._seat, rows)]))
        wide = {key: max(_OTHERS, len(name) + 2) for key, name in shown.items()}
        lines = ["", f"{seat:{first}}" + "".join(f"{name:>{wide[key]}}" for key, name in shown.items())]
        for row in rows:
            figures = "".join(f"{row.get(key, 0)!s:>{wide[key]}}" for key in shown)
            lines.append(f"{self._seat(row):{first}}{figures}")
        return lines

    def _plainly(self, rows: Sequence[Row], shown: Mapping[str, str]) -> list[str]:
        told = [
            self._phrases.phrase(
                "{seat}: {figures}",
                seat=self._seat(row),
                figures=", ".join(f"{name} {row.get(key, 0)}" for key, name in shown.items()),
            )
            for row in rows
        ]
        return ["", *told]

    def _seat(self, row: Row) -> str:
        """A seat's colour, which is how a table of figures tells them apart."""
        name = str(row["seat"])
        return {
            "blue": self._phrases.name("seat", "blue"),
            "red": self._phrases.name("seat", "red"),
            "green": self._phrases.name("seat", "green"),
            "yellow": self._phrases.name("seat", "yellow"),
            "black": self._phrases.name("seat", "black"),
        }.get(name, name)

    def _columns(self) -> dict[str, str]:
        """Key of score/1 → the head of its column."""
        name = self._phrases.name
        return {
            "routes": name("score", "routes"),
            "tickets": name("score", "tickets"),
            "longest_bonus": name("score", "longest"),
            "stations": name("score", "stations"),
            "harbors": name("score", "harbors"),
            "harbors_missing": name("score", "missing"),
            "exchange": name("score", "exchange"),
            "coins": name("score", "coins"),
            "trains_bonus": name("score", "trains"),
            "total": name("score", "total"),
            "place": name("score", "place"),
        }
