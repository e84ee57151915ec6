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
from vision.plastic import Surfaces, from_plain

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
# all of _PLAINLY was asked for, none of them false; at 0.68 one that was hidden is. At 0.95 two tokens that
# fell over a pin were read as if they stood on it, of 786 hidden places.
_HALF_OWNED: Final = 0.75
_SURE_ALONE: Final = 0.96
# Nor one whose outline owns to it by less, whatever its colours: a brown coin that is red enough, a ring in
# the dusk. It costs 1 in 1,000 of what is said and leaves out three of nine claims that would be false.
_HARDLY_OWNED: Final = 0.15
# Tokens of one seat are of one plastic: so many whose outline is plain tell the others' colour. Of 18 claims
# that would be false, and are neither black nor a token that fell, all are farther from it, in the shade that
# the print lies in; of 79 that are true and were not said 57 are nearer.
_ANCHORS: Final = 2
_OTHER_PLASTIC: Final = 0.1
_ANOTHER_PLASTIC: Final = 0.15  # where the colours are quite sure and the outline rather agrees
_QUITE_SURE: Final = 0.995
_NEARLY_SURE: Final = 0.97  # a claim that is nearer is said from here on, whatever its outline
# One whose very middle is as near is said with less, where a ring of its own colour hides its outline: what
# fell over a pin is so as well, but hardly ever there.
_SAME_MIDDLE: Final = 0.03
_SURE_AT_ALL, _RATHER_SURE, _TENDS = 0.95, 0.9, 0.3
# Colours so sure are believed where the outline tends to the seat at all, though a lamp's image or noise
# makes it another plastic: of 249 claims that were not said 10 are, all true; no false one has over 0.9931.
_SURE_WHATEVER: Final = 0.997
_VERY_SAME, _FAIRLY_SURE = 0.02, 0.85  # one token is enough to know it by
# A place that seems empty, but not plainly, the other two networks look at as well. All three together say
# it, though none is sure; where the outline sees something lie there, or hardly a pin, none does.
HALF_EMPTY, PLAINLY_EMPTY = 0.5, 0.97
_EMPTY_BY_OUTLINE, EMPTY_AT_A_GLANCE, _NO_TOKEN = 0.8, 0.7, 0.05
_RATHER_EMPTY, _COVERED_BY_OUTLINE, _HARDLY_EMPTY = 0.6, 0.25, 0.3
_EMPTY_ALONE: Final = 0.95  # what colours are as sure of as this stays
# And whatever colours say none is empty that the outline hardly sees a pin at, and the glance not plainly: a
# lamp's image is as pale as paper. Of 18,568 bare pins in 256 pictures two are so.
DOUBTED_AT_A_GLANCE: Final = 0.8
# A bare pin that every network sees is one, little sure as each may be of it, and whatever else speaks
# against it: the first two where outline and glance are alike, the others where the outline is as good as
# sure. Of 32 places in 233 pictures that are said by this alone none is wrong; with 0.95 for 0.99 two are.
PERHAPS_EMPTY: Final = 0.3
_PIN_ALIKE, _PIN_BARED = 0.85, 0.97
_PIN_BY_OUTLINE, _PIN_AT_A_GLANCE, _PIN_SURELY_BARED = 0.99, 0.4, 0.98
# Chance by every network from which a pin stands bare just where it is looked for, and shows under a lamp's
# image: with boards read 2 to 7 mm beside their places none of 1,516 tokens has it; at 9 mm two have.
_PIN_SHOWS: Final = 0.95
# A token that every network sees as the same seat's stands there, though its outline does not plainly own to
# it: chances by colours, at a glance, by outline, of standing on its pin and of lying loose. What fell over a
# pin and seems to stand on it has 0.09 at least of the last.
_OWN, _OWN_AT_A_GLANCE, _OWN_BY_OUTLINE, _STANDS, _LIES = 0.95, 0.94, 0.45, 0.94, 0.06
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


def one_plastic(claims: Agreed, chances: Floats, outlines: Floats, seen: Surfaces) -> Agreed:
    """Weigh claims once more, by the colour of those of the same seat whose outline is plain.

    All tokens of a seat are of one plastic. A ring in the dusk or a coin is like it, but not the same; a
    token on a ring of its own colour, which hides its outline, is.

    Args:
        claims: as `agreed` gave them for these chances and outlines.
        seen: what the same places look like.
    """
    rows = np.arange(len(chances))
    seat = chances[:, 1:-1].argmax(axis=1) + 1
    sure, owned = chances[rows, seat], outlines[rows, seat]
    apart = from_plain(seat, owned >= _PLAINLY, seen)
    doubted = owned < _PLAINLY
    known = doubted & (apart.anchors >= _ANCHORS)
    most = np.where((sure >= _QUITE_SURE) & (owned >= _RATHER), _ANOTHER_PLASTIC, _OTHER_PLASTIC)
    near = known & (apart.anywhere <= _OTHER_PLASTIC) & (sure >= _NEARLY_SURE)
    fair = (sure >= _SURE_AT_ALL) | ((sure >= _RATHER_SURE) & (owned >= _TENDS))
    near |= known & (apart.middle <= _SAME_MIDDLE) & fair
    near |= doubted & (apart.middle <= _VERY_SAME) & (sure >= _FAIRLY_SURE) & (owned >= _HARDLY_OWNED)
    near |= doubted & (sure >= _SURE_WHATEVER) & (owned >= _TENDS)
    near &= ~seen.dark
    left = claims.chances.copy()
    kept = near & claims.disputed
    left[kept] = chances[kept] * _ASKED
    left[kept, -1] += 1.0 - left[kept].sum(axis=1)
    return replace(
        claims, chances=left, weak=np.asarray((claims.weak | known & (apart.anywhere > most)) & ~near)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Emptiness:
    """What the three networks together say of places that seem empty; a single picture goes by it."""

    borne_out: NDArray[np.bool_]  # (M,): empty, little sure as the first may be
    denied: NDArray[np.bool_]  # (M,): not to be said
    pinless: NDArray[np.bool_]  # (M,): of these, where neither of the others sees a pin: nor at a table


def emptiness(chances: Floats, glanced: Floats, outlines: Floats) -> Emptiness:
    """Weigh what seems empty by what is seen at a glance, and by outline.

    Args:
        chances: (M, answers) of places that seem empty: empty first, something else last.
        glanced: the same at a glance.
        outlines: the same by outline.
    """
    alike = (outlines[:, 0] >= _EMPTY_BY_OUTLINE) & (glanced[:, 0] >= EMPTY_AT_A_GLANCE)
    covered = (outlines[:, -1] >= _COVERED_BY_OUTLINE) & (outlines[:, 0] < _RATHER_EMPTY)
    hardly = outlines[:, 0] < _HARDLY_EMPTY
    pinless = hardly & (glanced[:, 0] < DOUBTED_AT_A_GLANCE)
    denied = ((covered | hardly) & (chances[:, 0] < _EMPTY_ALONE)) | pinless
    return Emptiness(
        np.asarray(alike & (outlines[:, 1:-1].sum(axis=1) <= _NO_TOKEN)),
        np.asarray(denied),
        np.asarray(pinless),
    )


def all_see_pin(chances: Floats, glanced: Floats, outlines: Floats, bared: Floats) -> NDArray[np.bool_]:
    """(M,): places that every network sees as a bare pin.

    Args:
        chances: (M, answers): empty first, something else last.
        glanced: the same at a glance.
        outlines: the same by outline.
        bared: the same as the network for bare pins has it.
    """
    perhaps, glance, outline, bare = (of[:, 0] for of in (chances, glanced, outlines, bared))
    alike = (np.minimum(outline, glance) >= _PIN_ALIKE) & (bare >= _PIN_BARED)
    surely = (outline >= _PIN_BY_OUTLINE) & (glance >= _PIN_AT_A_GLANCE) & (bare >= _PIN_SURELY_BARED)
    return np.asarray((perhaps >= PERHAPS_EMPTY) & (alike | surely))


def all_plainly_see_pin(
    chances: Floats, glanced: Floats, outlines: Floats, bared: Floats
) -> NDArray[np.bool_]:
    """(M,): places at which every network is all but sure of a bare pin; as `all_see_pin`."""
    least = np.min([of[:, 0] for of in (chances, glanced, outlines, bared)], axis=0)
    return np.asarray(least >= _PIN_SHOWS)


def all_own(chances: Floats, glanced: Floats, outlines: Floats, bared: Floats) -> NDArray[np.bool_]:
    """(M,): claims of which every network says the same; the arguments are those of `all_see_pin`."""
    rows, seat = np.arange(len(chances)), chances[:, 1:-1].argmax(axis=1) + 1
    coloured = (chances[rows, seat] >= _OWN) & (glanced[rows, seat] >= _OWN_AT_A_GLANCE)
    outlined = (outlines.argmax(axis=1) == seat) & (outlines[rows, seat] >= _OWN_BY_OUTLINE)
    return np.asarray(coloured & outlined & (bared[rows, seat] >= _STANDS) & (bared[:, -1] < _LIES))


def colours_off(claims: Agreed) -> bool:
    """Whether a picture's outlines contradict its colours as a whole."""
    disputed, rather = int(claims.disputed.sum()), int(claims.rather.sum())
    plainly = disputed >= _FEWEST and disputed > _MOST * max(1, claims.plain.sum())
    return bool(plainly or (rather >= _FEWEST and rather > _MOST_RATHER * len(claims.rather)))
