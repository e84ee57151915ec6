"""PURE: belief against state: what the board shows, what the game expects, and what the difference means.

Observations, motion and the health of devices go in; findings come out (`findings`), values that the table
acts on or says: a claim to propose, a question to ask, a token that fell, slid or was exchanged. Between
them is sensor fusion. Each site has a probability over what may stand there (`filtering`, a forward filter;
`beliefs` for all of them), fed by each sense with its own rates of error (`sensing`, `live_senses`), which
bend at each site with what turned out right (`trust`). Three bands decide how sure is sure (`belief`):
commit, ask, hold. `Tracker`, asked with the time and the state, looks at the sites where something is open
(`looking`, `newcomers`, `missing`); a knocked-over board is put right step by step (`mending`).

Kept are the senses' last words (`sensed_site`), what waits, fell or was accepted (`ledger`), and, beyond the
evening, `trust`; belief is computed from them, and what the game expects is never part of what is remembered.
Never is a claim proposed without a question below 0.98, or anything judged before the board is quiet.

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
from reconcile.newcomers import UNHEARD_S
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
    "UNHEARD_S",
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
