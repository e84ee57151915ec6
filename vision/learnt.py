"""Sites judged by the learned model, where a board's tokens are of the kind it knows."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, TokenColour
from vision.detect import Detector, Places, Verdicts
from vision.light import Light
from vision.model import CLASSES, Floats, features, fits, site_model
from vision.patches import Cutter, Patches

_MOST_COVERED: Final = 0.15  # chance of a sleeve or hand beside which no token is claimed


class LearntDetector:
    """Tells tokens from print by a small network; the same surface as `Detector`."""

    sure_token: Final = 0.7  # chance from which a token is said
    sure_empty: Final = 0.6
    same_odds: Final = 0.2  # a token on a collar of its own colour looks much like the empty site

    def __init__(self, layout: BoardLayout) -> None:
        self.colours: tuple[TokenColour, ...] = tuple(layout.tokens.shapes)
        self._model = site_model()
        self._columns = [CLASSES.index(colour) + 1 for colour in self.colours]

    def judge(self, patches: Patches, cutter: Cutter, light: Light, places: Places) -> Verdicts:
        """Judge the sites at `places`; `patches` holds only theirs, (M, P, P, 3)."""
        shown = features(patches, light.tones(places), cutter.lean[places])
        return self._verdicts(self._model.chances(shown), cutter.inside[places])

    def _verdicts(self, found: Floats, inside: NDArray[np.bool_]) -> Verdicts:
        chances = np.column_stack([found[:, 0], found[:, self._columns]])
        # Seats that this board has no tokens of, and what covers a site, are both something else.
        other = np.maximum(1.0 - chances.sum(axis=1, keepdims=True), 1e-6)
        chances = np.concatenate([chances, other], axis=1)
        chances /= chances.sum(axis=1, keepdims=True)
        best, last = chances.argmax(axis=1), chances.shape[1] - 1
        covered = (best == last) | ((best > 0) & (chances[:, last] > _MOST_COVERED))
        return Verdicts(np.asarray(chances, dtype=np.float32), np.asarray(inside & ~covered))


def detector_for(layout: BoardLayout, play_mm: float) -> Detector | LearntDetector:
    """The learned detector for tokens like those it was taught, else the one that goes by hue and outline."""
    return LearntDetector(layout) if fits(layout) else Detector(layout, play_mm)
