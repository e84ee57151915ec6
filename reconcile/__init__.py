"""PURE: belief against state: what the board shows, what the game expects, and what the difference means.

Every site has a probability over what may stand there (`filtering`), fed by each sense with its own rates
of error (`sensing`, `trust`). `Tracker` is told observations and, when asked with the time, compares what
is believed with what the game expects: agreed, a claim to propose, a question to ask, a token that fell,
slid or was exchanged (`findings`). Three bands decide how sure is sure (`belief`): commit, ask, hold. What
was told already, accepted or refused is kept beside the senses' words (`ledger`).

Deliberately absent: words, devices, clocks; a finding is a value, and what is done with it is the table's.
"""

from reconcile.belief import ASK, COMMIT, Belief, prior
from reconcile.filtering import Filter
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
from reconcile.live_senses import VIEW_S
from reconcile.mending import Difference, Rebuild, Wanted, expected_tokens
from reconcile.missing import FALLEN_S, SLIDE_S
from reconcile.sensed_site import QUIET_S
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
]
