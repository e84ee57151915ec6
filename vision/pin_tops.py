"""Whether a pin's top shows where it should: a token hides it, a black one on black print too. Pure."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout
from vision.light import Light
from vision.patches import MM_PER_PX, PATCH_PX, Cutter, Patches, lean_share

Floats = NDArray[np.float32]

_REACH: Final = 1  # pixels of a patch round a pin's middle: 2.5 mm across, narrower than any pin
_FEWEST: Final = 10  # bare pins, to know how light the pins of this board are in this light
_DARKEST: Final = 0.05  # quantile of their tones: shadows lie over some
_TOO_DARK: Final = 0.25  # as tones: pins that are nearly black themselves hide nothing by being away
_BLACKISH: Final = 0.3  # the median of pins that are hard to tell from a black token
_HIDDEN: Final = 0.6  # of the darkest bare pins; 1 of 2,201 in 24 path-traced pictures is darker
_DOUBT: Final = 0.2  # least chance of a black token where this may speak, else it is a shadow
_NOTHING_ELSE: Final = 0.9  # chance of empty and that token together
_ODDS: Final = 0.1  # that the site is empty all the same
# A place whose pin is rather dark, or of another colour, or somewhat of both, and the chance from which it is
# empty all the same: it lies in shadow, or a lamp mirrors itself there. Of 33,500 bare pins in 460 pictures
# some 30 fall short of the first, 3 of the second; of 28 places wrongly called empty four and two.
_DIM, _TINTED = 0.65, 1.75  # as `darker` and `off_colour` count
ANOTHER_COLOUR: Final = 2.0
_PLAIN_WITHOUT, _PLAIN_ANOTHER = 0.97, 0.997
# No lamp makes a bare pin so, whatever the chance: the farthest was 3.6 times as far, in a lamp's image; 4.8
# was a black token's top in a window's, called empty with 0.997.
_NO_PIN: Final = 4.0
# Chance by the network for bare pins below which a pin that is so dark is none, and below which one is none
# that is dark and of another colour together, whatever the others say: something lies or hangs over it. Of 53
# tokens that were still called empty it takes 18, one black on a black ring; of 15,908 bare pins nine.
_BARE_THOUGH_DARK, _BARE_THOUGH_OFF = 0.95, 0.7
_LEAST_OFF: Final = 0.08  # as tones: noise alone moves them by so much
_LIT: Final = (0.3, 1.3)  # of the colour of bare pins: from deep shadow to a lamp's image


@dataclass(frozen=True, slots=True, eq=False)
class PinTops:
    """Where bare pins' tops show on the patches of one pose."""

    rows: NDArray[np.intp]  # (N, K)
    columns: NDArray[np.intp]  # (N, K)

    def colours(self, patches: Patches, light: Light) -> Floats:
        """(N, 3): what colour each site has there, as the square root of the share of light thrown back."""
        there = patches[np.arange(len(patches))[:, None], self.rows, self.columns]
        return np.asarray(light.tones_of(there).mean(axis=1), np.float32)


def pin_tops(layout: BoardLayout, cutter: Cutter) -> PinTops:
    """Plan where to look; patches are cut at the height of the tokens' tops, and pins are lower."""
    share = lean_share(layout, layout.collar_height_mm + layout.pin_height_mm)
    shift = cutter.lean * share / MM_PER_PX
    middle = np.rint(shift + (PATCH_PX - 1) / 2)
    steps = np.arange(-_REACH, _REACH + 1)
    across, along = (grid.ravel() for grid in np.meshgrid(steps, steps))
    columns = np.clip(middle[:, :1] + across, 0, PATCH_PX - 1).astype(np.intp)
    rows = np.clip(middle[:, 1:] + along, 0, PATCH_PX - 1).astype(np.intp)
    return PinTops(rows, columns)


def darker(tones: Floats, bare: NDArray[np.bool_]) -> Floats:
    """(N,): how far sites are darker where their pin should be than the darkest pins that plainly stand bare.

    0: no darker; above 1: so dark is no pin. All 0 where too few stand bare, or are nearly black themselves.

    Args:
        tones: (N,) how light each site is there, the mean of `PinTops.colours`.
        bare: (N,) sites that are plainly empty in this light.
    """
    if bare.sum() < _FEWEST:
        return np.zeros(len(tones), np.float32)
    darkest = float(np.quantile(tones[bare], _DARKEST))
    if darkest < _TOO_DARK:
        return np.zeros(len(tones), np.float32)
    return np.asarray(np.maximum(0.0, 1 - tones / darkest) / (1 - _HIDDEN), np.float32)


def off_colour(colours: Floats, bare: NDArray[np.bool_]) -> Floats:
    """(N,): how far sites are from the colour of the pins that plainly stand bare; 1: as nineteen in twenty.

    All pins of a board are of one material; a shadow or a lamp makes it darker or lighter, not another.

    Args:
        colours: (N, 3) of `PinTops.colours`.
        bare: (N,) sites that are plainly empty in this light.
    """
    if bare.sum() < _FEWEST:
        return np.zeros(len(colours), np.float32)
    own = np.median(colours[bare], axis=0)
    lit = np.clip(colours @ own / max(float(own @ own), 1e-6), *_LIT)
    off = np.linalg.norm(colours - lit[:, None] * own, axis=1)
    usual = float(np.quantile(off[bare], 1 - _DARKEST))
    return np.asarray(off / max(usual, _LEAST_OFF), np.float32)


def blackish(tones: Floats, bare: NDArray[np.bool_]) -> bool:
    """Whether this board's pins are as dark as a black token, and tell nothing of it; see `darker`."""
    return bool(bare.sum() >= _FEWEST and np.median(tones[bare]) < _BLACKISH)


def black_by_pin(
    chances: Floats,
    pin_hidden: NDArray[np.bool_],
    black: int | None,
    torn: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """(M,): places where a pin that does not show settles doubt between empty and a black token.

    Other tokens show their colour; a dark speck where one is doubted is rather noise.

    Args:
        chances: (M, answers), empty first and something else last.
        pin_hidden: (M,) whose pin is so much `darker` that a token must hide it.
        black: the black token's column; None: this board has none.
        torn: (M,) places whose outline tends to another seat: a token's own shadow hides a pin as well.
    """
    if black is None:
        return np.zeros(len(chances), dtype=bool)
    token = chances[:, black]
    doubted = pin_hidden & (token >= _DOUBT) & (chances[:, 0] + token >= _NOTHING_ELSE)
    return np.asarray(doubted if torn is None else doubted & ~torn)


def empty_without_pin(
    chances: Floats, pin_darker: Floats, pin_off: Floats, bare: Floats | None = None
) -> NDArray[np.bool_]:
    """(M,): places that seem empty, not plainly, while their pin does not show: a token may hang beside it.

    What is rather dark and rather another colour as well is no pin either: a yellow star's own shadow.

    Args:
        chances: (M, answers), empty first.
        pin_darker: (M,) of `darker`.
        pin_off: (M,) of `off_colour`.
        bare: (M,) chance by the network for bare pins; None: it was not asked.
    """
    least = np.where(np.hypot(pin_darker / _DIM, pin_off / _TINTED) > 1, _PLAIN_WITHOUT, 0.0)
    least[pin_off > ANOTHER_COLOUR] = _PLAIN_ANOTHER
    least[pin_off > _NO_PIN] = np.inf
    if bare is not None:
        hidden = (pin_darker > 1) & (bare < _BARE_THOUGH_DARK)
        least[hidden | ((np.hypot(pin_darker, pin_off) > 1) & (bare < _BARE_THOUGH_OFF))] = np.inf
    return np.asarray((chances.argmax(axis=1) == 0) & (chances[:, 0] < least))


def without_pin(chances: Floats, settled: NDArray[np.bool_]) -> Floats:
    """Chances, (M, answers), of which those of `black_by_pin` are rather the token; the others stay."""
    found = chances.copy()
    found[settled, 0] *= _ODDS
    found[settled] /= found[settled].sum(axis=1, keepdims=True)
    return found
