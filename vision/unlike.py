"""How much of a board shows neither pins nor tokens: another board lies there, or this one is covered."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Share of sites with neither pin nor token from which it is another board, or most of it is covered.
# Where enough tokens stand on their pins it is the right one all the same: an arm may lie over a quarter.
STRANGE_BOARD: Final = 0.2
# Share of sites that show neither plainly from which it is another map's board with the same markers: at most
# 0.21 in 97 of 98 pictures with the right file, above 0.3 in 169 of 170 with another map's.
UNLIKE_BOARD: Final = 0.3
# Share of sites with a plain token that only the right board reaches; another at most 0.05
_STANDING: Final = 0.1
_NEIGHBOURS: Final = 5
# Share of sites that are plain with all their nearest ones, from which a part of the right board is covered:
# an arm puts one side of it in doubt, another map's file every side. Under drawn arms on 56 right boards at
# least 0.21, wherever half of the sites were plain; at most 0.12 in 111 pictures with another map's file.
_PLAIN_STRETCH: Final = 0.16


def unlike(
    chances: NDArray[np.float32], plain: float, spots: NDArray[np.float64] | None = None
) -> tuple[float, float]:
    """Shares of sites that show neither pin nor token, at all and plainly; 0 where the rest tells the board.

    Args:
        chances: (M, answers), empty first and something else last.
        plain: chance from which an answer is plain; 0: none is plainer than another.
        spots: (M, 2) where the sites lie, for one picture by itself: a stretch of plain ones tells the board.
    """
    if plain and _share(chances[:, 1:-1].max(axis=1) >= plain) >= _STANDING:
        return 0.0, 0.0
    if plain and spots is not None and _plain_stretch(chances, plain, spots) >= _PLAIN_STRETCH:
        return 0.0, 0.0
    strange = chances.argmax(axis=1) == chances.shape[1] - 1
    return _share(strange), _share(chances[:, :-1].max(axis=1) < plain)


def _plain_stretch(chances: NDArray[np.float32], plain: float, spots: NDArray[np.float64]) -> float:
    """Share of sites that are plainly empty or a token's, together with all that lie nearest to them."""
    if len(spots) <= _NEIGHBOURS:
        return 0.0
    surely = chances[:, :-1].max(axis=1) >= plain
    apart = ((spots[:, None] - spots[None]) ** 2).sum(axis=2)
    nearest = apart.argpartition(_NEIGHBOURS, axis=1)[:, : _NEIGHBOURS + 1]
    return _share(surely[nearest].all(axis=1))


def _share(which: NDArray[np.bool_]) -> float:
    return float(which.mean()) if which.size else 0.0
