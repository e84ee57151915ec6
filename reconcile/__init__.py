"""PURE: belief against state: what the board shows, what the game expects, and what the difference means."""

from reconcile.belief import ASK, COMMIT, Belief, prior
from reconcile.expected import expected_tokens
from reconcile.filtering import Filter, weigh
from reconcile.findings import (
    ClaimOrStray,
    ClaimProposed,
    Fallen,
    Finding,
    Flickers,
    LiftedForAnother,
    LiftedInGrace,
    MovedInGrace,
    RefusedLifted,
    Restored,
    SecondClaim,
    SensesDiffer,
    Slid,
    SpokenFinding,
    StillStands,
    TokenSettled,
    TwoTokens,
    WaitForView,
    WhoseToken,
    WrongShape,
)
from reconcile.ledger import Grace
from reconcile.mending import Difference, Rebuild, Wanted
from reconcile.missing import FALLEN_S, SLIDE_S
from reconcile.places import QUIET_S, VIEW_S
from reconcile.sensing import Occupant
from reconcile.tracker import Tracker
from reconcile.trust import Record, Trust

__all__ = [
    "ASK",
    "COMMIT",
    "FALLEN_S",
    "QUIET_S",
    "SLIDE_S",
    "VIEW_S",
    "Belief",
    "ClaimOrStray",
    "ClaimProposed",
    "Difference",
    "Fallen",
    "Filter",
    "Finding",
    "Flickers",
    "Grace",
    "LiftedForAnother",
    "LiftedInGrace",
    "MovedInGrace",
    "Occupant",
    "Rebuild",
    "Record",
    "RefusedLifted",
    "Restored",
    "SecondClaim",
    "SensesDiffer",
    "Slid",
    "SpokenFinding",
    "StillStands",
    "TokenSettled",
    "Tracker",
    "Trust",
    "TwoTokens",
    "WaitForView",
    "Wanted",
    "WhoseToken",
    "WrongShape",
    "expected_tokens",
    "prior",
    "weigh",
]
