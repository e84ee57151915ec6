"""Colour and outline: a token is claimed for sure only where both say whose it is.

The colours of a picture may lie: channels exchanged, a hue turned, a lamp's image on a black token's top. Its
outlines do not. Where the outline does not own to the seat that the colours say, what is left of the claim is
little enough to be asked about; where it plainly says another seat, too little for a single picture.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.model import Floats

CLAIMED: Final = 0.5  # chance from which a token is claimed, and its outline is looked at
# Chance of a seat by outline alone, from which it agrees, or says otherwise. Where hues were turned no claim
# of 0.98 and more was false from here on, of 480 tokens in another seat's colour one; at 0.93 that one was
# asked about, and so were more of those that are true.
_PLAINLY: Final = 0.9
_RATHER: Final = 0.5  # from which it tends to another seat
_ASKED: Final = 0.9  # what is left of a claim at most when the outline does not agree; below 0.98 it is asked
_DISPUTED: Final = (
    0.79  # and when the outline says another seat: a single picture does not say it, a table asks
)
# A claim whose outline owns to it by less than the first, and whose colours are less sure than the second, a
# single picture does not say. Of 12,500 places in 120 drawn pictures 0.2 to 0.6 % more are said than where
# all of _PLAINLY was asked for, none of them false; at 0.68 one that was hidden is.
_HALF_OWNED: Final = 0.75
_SURE_ALONE: Final = 0.95
# Nor one whose outline owns to it by less, whatever its colours: a brown coin that is red enough, a ring in
# the dusk. It costs 1 in 1,000 of what is said and leaves out three of nine claims that would be false.
_HARDLY_OWNED: Final = 0.15
# Disputed tokens of a picture, and their share of all whose outline is plain, from which its colours are off.
# In 26 pictures as they are one at most; where channels are exchanged or hues turned half of them.
_FEWEST: Final = 3
_MOST: Final = 0.1
_MOST_RATHER: Final = (
    0.2  # of all claims, that tend to another seat: as they are 0.15 at most, where turned from 0.25
)


@dataclass(frozen=True, slots=True, eq=False)
class Agreed:
    """What is left of claims."""

    chances: Floats  # (M, answers)
    plain: NDArray[np.bool_]  # (M,): the outline says plainly whose token it is
    disputed: NDArray[np.bool_]  # (M,): and it is another seat's than the colours say
    rather: NDArray[np.bool_]  # (M,): it tends to another seat, at least
    weak: NDArray[np.bool_]  # (M,): neither colours nor outline are plain: a single picture does not say it


def agreed(chances: Floats, outlines: Floats) -> Agreed:
    """Weigh claims by what outlines alone say.

    Args:
        chances: (M, answers) of claimed tokens: empty first, something else last.
        outlines: the same by outline.
    """
    rows = np.arange(len(chances))
    seat, shape = chances[:, 1:-1].argmax(axis=1) + 1, outlines[:, 1:-1].argmax(axis=1) + 1
    other = shape != seat
    plain = outlines[rows, shape] >= _PLAINLY
    disputed = plain & other
    rather = (outlines[rows, shape] >= _RATHER) & other
    doubted = outlines[rows, seat] < _PLAINLY
    unowned = outlines[rows, seat] < _HALF_OWNED
    unsure = (chances[rows, seat] < _SURE_ALONE) | (outlines[rows, seat] < _HARDLY_OWNED)
    weak = unowned & unsure & (chances[rows, seat] > _DISPUTED)
    most = np.where(disputed, _DISPUTED, np.where(doubted, _ASKED, 1.0))
    left = chances.copy()
    taken = np.maximum(left[rows, seat] - most, 0.0)
    left[rows, seat] -= taken
    left[rows, np.where(disputed, shape, left.shape[1] - 1)] += taken
    said = (plain, disputed, rather, weak)
    return Agreed(np.asarray(left, np.float32), *(np.asarray(one) for one in said))


def colours_off(claims: Agreed) -> bool:
    """Whether a picture's outlines contradict its colours as a whole."""
    disputed, rather = int(claims.disputed.sum()), int(claims.rather.sum())
    plainly = disputed >= _FEWEST and disputed > _MOST * max(1, claims.plain.sum())
    return bool(plainly or (rather >= _FEWEST and rather > _MOST_RATHER * len(claims.rather)))
