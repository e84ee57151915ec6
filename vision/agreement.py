"""Colour and outline: a token is claimed for sure only where both say whose it is.

The colours of a picture may lie: channels exchanged, a hue turned, a lamp's image on a black token's top. Its
outlines do not. Where the outline does not own to the seat that the colours say, what is left of the claim is
little enough to be asked about; where it plainly says another seat, too little for a single picture.
"""

from dataclasses import dataclass, replace
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
# Tokens of one seat are of one plastic: so many whose outline is plain tell the others' colour. Of 108 that
# are true and doubted three in four are nearer to it than 0.1 of what white throws back, of 63 that would be
# false 55 farther than 0.13.
_ANCHORS: Final = 2
_OTHER_PLASTIC: Final = 0.13
_ANOTHER_PLASTIC: Final = 0.25  # where the colours are quite sure and the outline rather agrees: in shadow
_QUITE_SURE: Final = 0.995
# What is as near as this is said with less of its outline, or of its colours; but not what is darker than
# _DARK, as black print is.
_SAME_PLASTIC: Final = 0.05
_NEARLY_SURE, _TENDS = 0.9, 0.3
_VERY_SAME: Final = 0.02  # one token is enough to know it by
_FAIRLY_SURE: Final = 0.85
_DARK: Final = 0.1
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


def one_plastic(claims: Agreed, chances: Floats, outlines: Floats, tones: Floats) -> Agreed:
    """Weigh claims once more, by the colour of those of the same seat whose outline is plain.

    All tokens of a seat are of one plastic. A ring in the dusk or a coin is like it, but not the same; a
    token on a ring of its own colour, which hides its outline, is.

    Args:
        claims: as `agreed` gave them for these chances and outlines.
        tones: (M, 3) of the middle of each, shares of what white throws back.
    """
    rows = np.arange(len(chances))
    seat = chances[:, 1:-1].argmax(axis=1) + 1
    sure, owned = chances[rows, seat], outlines[rows, seat]
    doubted, (anchors, apart) = owned < _PLAINLY, _from_plain(seat, owned, tones)
    known = doubted & (anchors >= _ANCHORS)
    most = np.where((sure >= _QUITE_SURE) & (owned >= _RATHER), _ANOTHER_PLASTIC, _OTHER_PLASTIC)
    near = known & (apart <= _SAME_PLASTIC)
    near &= (sure >= _SURE_ALONE) | ((sure >= _NEARLY_SURE) & (owned >= _TENDS))
    near |= doubted & (apart <= _VERY_SAME) & (sure >= _FAIRLY_SURE) & (owned >= _HARDLY_OWNED)
    near &= tones.max(axis=1) > _DARK
    left = claims.chances.copy()
    kept = near & claims.disputed
    left[kept] = chances[kept] * _ASKED
    left[kept, -1] += 1.0 - left[kept].sum(axis=1)
    return replace(claims, chances=left, weak=np.asarray((claims.weak | known & (apart > most)) & ~near))


def _from_plain(
    seat: NDArray[np.intp], owned: Floats, tones: Floats
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """How many claims of the same seat are plain, and how far the colour of each is from theirs."""
    anchors, apart = np.zeros(len(seat), np.intp), np.full(len(seat), np.inf)
    for one in np.unique(seat):
        mine = seat == one
        plain = mine & (owned >= _PLAINLY)
        if plain.any():
            anchors[mine] = plain.sum()
            apart[mine] = np.linalg.norm(tones[mine] - np.median(tones[plain], axis=0), axis=1)
    return anchors, apart


def colours_off(claims: Agreed) -> bool:
    """Whether a picture's outlines contradict its colours as a whole."""
    disputed, rather = int(claims.disputed.sum()), int(claims.rather.sum())
    plainly = disputed >= _FEWEST and disputed > _MOST * max(1, claims.plain.sum())
    return bool(plainly or (rather >= _FEWEST and rather > _MOST_RATHER * len(claims.rather)))
