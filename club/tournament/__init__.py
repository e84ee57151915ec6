"""Tournaments as data (`tournament/1`): who plays whom, and where everybody stands.

A format (`rules`) names stages, points and ties. What follows from it and from the results is computed anew
each time, in exact fractions (`standing`); who sits with whom is the least sum of meetings again (`pods`).
All lots come from one published seed, so that anybody can draw them again. Only `running` touches a database.

Deliberately absent: a clock; rounds that are changed after they have been paired.
"""

from club.tournament.people import NotNowError, forget
from club.tournament.pods import PodPairing, pod_sizes, seat, share_out
from club.tournament.rules import FormatError, Tournament, TournamentStage, read_tournament
from club.tournament.running import Running
from club.tournament.standing import StandingRow, lot, standings

__all__ = [
    "FormatError",
    "NotNowError",
    "PodPairing",
    "Running",
    "StandingRow",
    "Tournament",
    "TournamentStage",
    "forget",
    "lot",
    "pod_sizes",
    "read_tournament",
    "seat",
    "share_out",
    "standings",
]
