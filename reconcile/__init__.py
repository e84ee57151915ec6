"""PURE: belief against state: what the board shows, what the game expects, and what the difference means."""

from reconcile.belief import ASK, COMMIT, Belief, Occupant, prior, weigh
from reconcile.expected import expected_tokens
from reconcile.findings import (
    ClaimProposed,
    Fallen,
    Finding,
    LiftedInGrace,
    MovedInGrace,
    RefusedLifted,
    Restored,
    SensesDiffer,
    SpokenFinding,
    StillStands,
    TokenSettled,
    TwoTokens,
    WaitForView,
    WhoseToken,
    WrongShape,
)
from reconcile.mending import Difference, Rebuild, Wanted
from reconcile.places import QUIET_S, VIEW_S
from reconcile.tracker import FALLEN_S, SLIDE_S, Tracker

__all__ = [
    "ASK",
    "COMMIT",
    "FALLEN_S",
    "QUIET_S",
    "SLIDE_S",
    "VIEW_S",
    "Belief",
    "ClaimProposed",
    "Difference",
    "Fallen",
    "Finding",
    "LiftedInGrace",
    "MovedInGrace",
    "Occupant",
    "Rebuild",
    "RefusedLifted",
    "Restored",
    "SensesDiffer",
    "SpokenFinding",
    "StillStands",
    "TokenSettled",
    "Tracker",
    "TwoTokens",
    "WaitForView",
    "Wanted",
    "WhoseToken",
    "WrongShape",
    "expected_tokens",
    "prior",
    "weigh",
]
