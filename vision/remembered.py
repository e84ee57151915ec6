"""How each site looked when it was believed, and whether what changed there is a hand's doing."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detect import Places
from vision.settling import NONE
from vision.views import THUMB, Thumbs, strange_around, surroundings_alike, unchanged

_STRANGE_S: Final = 8.0  # a hand at rest over a pin stirs before
_STIRRED: Final = 0.08  # share of the surroundings: who comes with a token changes more, an arm at rest less


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What one frame shows at some sites, against what is remembered of them; each (M,)."""

    same: NDArray[np.bool_]  # the middle looks as when the site was believed
    around: NDArray[np.bool_]  # what lies round it is what lay there
    beside: NDArray[np.bool_]  # it is what lay there when the pin was last seen bare, be it an arm


class Remembered:
    """The looks of a board's sites; feed it frames in order of time."""

    def __init__(self, count: int) -> None:
        self.agreed = np.full(count, NONE)  # the last belief that was an answer
        self.touched = np.zeros(count, dtype=bool)  # moved over since that was seen
        self._last: Thumbs = np.full((count, THUMB, THUMB, 3), np.nan, np.float32)  # when it was believed
        self._first: Thumbs = np.full_like(self._last, np.nan)  # when it was believed for the first time
        self._bare: Thumbs = np.full_like(
            self._last, np.nan
        )  # when it was believed empty, whatever lay beside
        self._strange_since = np.full(count, np.inf)
        self._beside_since = np.full(count, np.inf)  # that something else lies round a site that is believed

    def forget_first(self) -> None:
        """The board was out of view: what lay on it at first says nothing more."""
        self._first[:] = np.nan

    def shift(self, by: float) -> None:
        """The clock jumped."""
        self._strange_since += by
        self._beside_since += by

    def stirred(self, moving: NDArray[np.bool_]) -> None:
        """Something moves over these sites; nothing there rests any longer."""
        self.touched |= moving
        self._strange_since[moving] = self._beside_since[moving] = np.inf

    def compare(self, places: Places, now: Thumbs) -> Compared:
        """Hold the looks of some sites, theirs only, against what is remembered of them."""
        last = self._last[places]
        known = np.isfinite(last[:, 0, 0, 0])
        last = np.nan_to_num(last)
        # What lay beside a pin and is taken away leaves it as it was at first.
        first = surroundings_alike(now, np.nan_to_num(self._first[places]))
        bare = self._bare[places]
        beside = np.isfinite(bare[:, 0, 0, 0]) & (strange_around(now, np.nan_to_num(bare)) <= _STIRRED)
        return Compared(known & unchanged(now, last), ~known | surroundings_alike(now, last) | first, beside)

    def held(
        self, places: Places, best: NDArray[np.intp], covered: int, looks: Compared, at: float
    ) -> NDArray[np.bool_]:
        """Sites where a token seems put or lifted while what is round them changed as well: a hand is there.

        An arm that rested there while the pin was bare does not hold the token that now stands on it; and
        nothing that stays so for long is a hand. Then what is seen counts.

        Args:
            best: (M,) the likeliest answers.
            covered: the answer for neither pin nor token.
        """
        put = (best > 0) & (self.agreed[places] == 0) & looks.beside
        strange = (best != self.agreed[places]) & ~looks.around & (best != covered) & ~put
        self._strange_since[places[~strange]] = np.inf
        self._strange_since[places[strange]] = np.minimum(self._strange_since[places[strange]], at)
        return np.asarray(strange & (at - self._strange_since[places] < _STRANGE_S))

    def keep(
        self,
        places: Places,
        answers: NDArray[np.intp],
        now: Thumbs,
        looks: Compared,
        told: NDArray[np.bool_],
        at: float,
    ) -> None:
        """Remember how sites look whose belief was told just now, or confirmed.

        What is confirmed beside an arm at rest is not kept as the look that it was believed by: else the arm
        would belong to the site, and a token that it covers further would seem lifted.

        Args:
            told: (M,) sites whose answer is the belief, and is one.
        """
        self._beside_since[places[looks.around]] = np.inf
        beside = places[~looks.around]
        self._beside_since[beside] = np.minimum(self._beside_since[beside], at)
        stays = at - self._beside_since[places] >= _STRANGE_S
        kept = told & (looks.around | stays | (answers != self.agreed[places]))
        self._last[places[kept]] = now[kept]
        fresh = told & ~np.isfinite(self._first[places, 0, 0, 0])
        self._first[places[fresh]] = now[fresh]
        bare = told & (answers == 0)
        self._bare[places[bare]] = now[bare]
        self.agreed[places[told]] = answers[told]
        self.touched[places[told]] = False
