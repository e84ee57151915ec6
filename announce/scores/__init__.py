"""PURE: scores in words, from one place: as they stand, at the end of a game, and in full for a terminal.

Points and final positions go in as `engine` has counted them; utterances and lines come out. `standing` names
seats with their numbers, and who has won by which rule (tie-breaks are said, not implied); `final` tells a
finished game in steps that an ear can follow, with `tickets` for what each seat's brought; `explained` lays a
final position open in plain English lines (`fingerpost score --explain`), with every loan and every ticket
that failed; `table` is that position's figures, to see or to hear line by line.

Nothing is kept. Never is a number said that `engine` has not counted, and while a game runs no ticket of a
seat is in what all may hear.

Deliberately absent: counting; whose ear hears which of it.
"""

from announce.scores.explained import explain_score
from announce.scores.final import final_scores, read_on, way_step
from announce.scores.standing import (
    alone,
    dollars_of,
    each_total,
    last_of,
    numbers,
    of_seats,
    scores_now,
    totals,
    winning,
    winning_at_once,
)
from announce.scores.table import ScoreTable

__all__ = [
    "ScoreTable",
    "alone",
    "dollars_of",
    "each_total",
    "explain_score",
    "final_scores",
    "last_of",
    "numbers",
    "of_seats",
    "read_on",
    "scores_now",
    "totals",
    "way_step",
    "winning",
    "winning_at_once",
]
