"""Whether what is seen over several frames is the board of the file at all. Pure."""

from collections.abc import Callable
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from vision.detect import Places
from vision.unlike import unlike

_COVERED_S: Final = 3.0  # that so little looks like the board before it is said
# Share of sites that show neither pin nor token plainly, from which it is another map's: at most 0.21 with
# the right file, at least 0.53 with another's, in 26 path-traced pictures.
_OTHER_MAP: Final = 0.4
# Share of sites under something, from which nothing of a board that was shown is believed: a cloth, not two
# arms. One arm at rest lies over 0.22 of them and is no reason to miss what is set beside it.
_MUCH: Final = 0.4
_FEWEST: Final = 20  # sites: of fewer no share tells

AsPrinted = Callable[[NDArray[np.float32], NDArray[np.bool_]], bool]


class Likeness:
    """Takes each frame's chances.

    That another map's board is there, or another print of the same, is doubted until one frame has shown the
    right one; from then on only what covers much of it counts.

    Args:
        count: of sites.
        plain: chance from which an answer is plain; 0: none is plainer than another.
    """

    def __init__(self, count: int, plain: float) -> None:
        self._plain = plain
        self._chances: NDArray[np.float32] | None = None  # (count, answers), as judged last
        self._looked = np.zeros(count, dtype=bool)
        self._proven = False
        self._misprinted = False  # it is the map's, as it seems, but its pins lie elsewhere
        self._since: float | None = None  # when so little began to look like it

    def forget(self) -> None:
        """The board was out of view: it may be another one."""
        self._proven = self._misprinted = False
        self._looked[:] = False

    def doubt(self) -> None:
        """What was seen since may be another print; as_printed is asked again."""
        self._proven = False

    def shift(self, by: float) -> None:
        """The clock jumped."""
        self._since = None if self._since is None else self._since + by

    def trouble(self, at: float) -> Literal["", "covered", "other-print"]:
        """Why this hardly looks like the board, when it is time to say so."""
        if self._since is None or at - self._since < _COVERED_S:
            return ""
        return "other-print" if self._misprinted else "covered"

    def unlike(
        self,
        places: Places,
        chances: NDArray[np.float32],
        judged: NDArray[np.bool_],
        at: float,
        as_printed: AsPrinted = lambda chances, looked: True,
    ) -> bool:
        """Whether so little looks like the board that nothing of it should be believed.

        Args:
            chances: (M, answers) of the sites at `places`, empty first and something else last.
            judged: (N,) the sites that can be seen from here.
            as_printed: see `BoardReader.as_printed`; asked until the board is proven to be the file's.
        """
        if self._chances is None:
            self._chances = np.zeros((len(self._looked), chances.shape[1]), np.float32)
        self._chances[places] = chances
        self._looked[places] = True
        among = judged & self._looked
        if not self._proven:
            shown = self._shown(self._chances[among], int(judged.sum()))
            self._misprinted = shown and not as_printed(self._chances, among)
            self._proven = shown and not self._misprinted
        covered = self._chances[among].argmax(axis=1) == chances.shape[1] - 1
        found = bool(among.any() and (covered.mean() > _MUCH or not self._proven))
        if not found:
            self._since = None
        elif self._since is None:
            self._since = at
        return found

    def _shown(self, chances: NDArray[np.float32], sites: int) -> bool:
        """Whether what was looked at so far is the right board, of so many sites in view."""
        if sites < _FEWEST:
            return True
        _, doubtful = unlike(chances, self._plain)
        return 2 * len(chances) >= sites and doubtful <= _OTHER_MAP
