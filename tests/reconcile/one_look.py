"""One look at a site of which nothing was known before."""

from collections.abc import Mapping

from reconcile import Belief, Filter, Record
from reconcile.filtering import NOBODY, USUAL
from reconcile.sensing import Occupant
from tabletop import Observation, Sense


def weigh(
    expected: Mapping[Occupant, float],
    *words: Observation | None,
    records: Mapping[Sense, Record] = USUAL,
    covered: Mapping[Sense, float] = NOBODY,
) -> Belief:
    """What one look at a site tells; see `Filter`."""
    one = Filter([who for who in expected if who != "empty" and who != "other"])
    one.look(*words, records=records)
    return one.belief(expected, covered)
