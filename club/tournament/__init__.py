"""Tournaments as data (`tournament/1`): who plays whom, and where everybody stands.

A format goes in (`rules`): stages, points and ties, checked before the first game; with it people (`people`)
and the results of their games. Out come pairings and standings. Where everybody stands is computed anew each
time, in exact fractions (`standing`); who sits with whom is the least sum of meetings again, then as near in
order as can be (`pods`, as in Swiss pairing). All lots come from one published seed, so that anybody can draw
them again.

Kept is what people have decided, in the club's database (read by `kept`): who entered, who was paired with
whom. `people` and `running` alone write it, and what has been paired stays. Any computer gives the same
standings.

Deliberately absent: a clock; how games are collected, which is `club.collecting`'s.
"""

from club.tournament.games_over import GameOver
from club.tournament.people import NotNowError, forget
from club.tournament.pods import PodPairing, pod_sizes, seat, share_out
from club.tournament.rules import MOST_TOTAL, FormatError, Tournament, TournamentStage, read_tournament
from club.tournament.running import Running
from club.tournament.standing import StandingRow, lot, standings

__all__ = [
    "MOST_TOTAL",
    "FormatError",
    "GameOver",
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
