"""What the slower networks say of some places: each is asked once, and only about what is in doubt."""

import numpy as np
from numpy.typing import NDArray

from vision.model import EMPTY_AT_ONCE, Floats, SiteModel


class Opinions:
    """The words of all networks on the places of one judgement, kept as they were given."""

    def __init__(self, model: SiteModel, shown: Floats, *, closely: bool = False) -> None:
        """Look at every place.

        Args:
            shown: (M, planes, P, P) of `features`.
            closely: look for a bare pin even where a glance is all but certain of it.
        """
        self._model, self._shown = model, shown
        self.looks = model.looks(shown)
        at_once = self.looks.glanced[:, 0] >= EMPTY_AT_ONCE
        self._bare = np.where(at_once & closely, np.float32(np.nan), self.looks.bare)
        self._outlined, self._bared = np.full((2, *self.looks.chances.shape), np.nan, np.float32)

    def outlines(self, places: NDArray[np.intp]) -> Floats:
        """(K, 7): these of the M places by outline alone, straight on and mirrored."""
        new = places[np.isnan(self._outlined[places, 0])]
        if new.size:
            self._outlined[new] = self._model.outlines(self._shown[new])
        return np.asarray(self._outlined[places], np.float32)

    def outlines_of(self, claimed: NDArray[np.intp], classes: NDArray[np.intp]) -> Floats:
        """(K, 7): the same of places said to be of these classes; not mirrored where it is plainly so."""
        return self._model.outlines(self._shown[claimed], classes, self.looks.straight[claimed])

    def bared(self, places: NDArray[np.intp]) -> Floats:
        """(K, 7): empty, a token on its pin, or something loose at it; of these of the M places."""
        new = places[np.isnan(self._bared[places, 0])]
        if new.size:
            self._bared[new] = self._model.bare_pins(self._shown[new])
        return np.asarray(self._bared[places], np.float32)

    def pins(self, places: NDArray[np.intp]) -> Floats:
        """(K,): chance that a pin stands bare there, as it was seen on the way where it was."""
        known = np.array(self._bare[places], np.float32)
        new = np.flatnonzero(np.isnan(known))
        if new.size:
            known[new] = self.bared(places[new])[:, 0]
        return known
