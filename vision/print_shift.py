"""Tokens that stand beside the places of a board's file: how many, and how far aside that print lies. Pure.

Bare pins do not tell it where all lie aside by the same way: what is there instead is alike everywhere, too.
A token does, for it is plain only where it stands.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Site
from vision.detect import Places
from vision.frame import Image
from vision.patches import MM_PER_PX, PATCH_PX, Patches, cutter, route_turn
from vision.pose import Pose

PlainTokens = Callable[[Patches, Places, bool], NDArray[np.float32]]
"""Patches of sites, which, and whether to look closely → (M,) the chance of the likeliest token in each."""

_AROUND: Final = ((7, 0), (-7, 0), (0, 7), (0, -7), (5, 5), (5, -5), (-5, 5), (-5, -5))  # pixels: 6 mm
_FAR_PX: Final = 12  # 10 mm: farther aside it is another board
_STEP_PX: Final = 2
_PLAIN: Final = 0.98  # chance of a token beside a place; with the right file 2 a picture at most are as plain
_STANDING: Final = 0.9  # chance of one on it
_CLAIMED: Final = 0.5
_FEWEST: Final = 5
_SHARE: Final = (
    0.3  # of all tokens seen, beside their places: with the right file 0.08 at most in 52 pictures
)
_MOST_MEASURED: Final = 30  # tokens on their places and beside them, each
_MOST_MISFIT_MM: Final = 2.5  # in the median: more is no shift and no scale
_TOLD_MM: Final = 1.0
_TOLD_SCALE: Final = 0.006
_TOLD_DEG: Final = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintShift:
    """How a print lies that is not the file's: turned and on a scale round the board's middle, then aside."""

    right_mm: float
    front_mm: float
    scale: float
    turn_deg: float

    def words(self) -> str:
        """How it lies and what to do, in two halves of a line."""
        ways = ((self.right_mm, "right", "left"), (self.front_mm, "front", "back"))
        aside = " and ".join(
            f"{abs(far):.0f} mm to the {way if far > 0 else back}"
            for far, way, back in ways
            if abs(far) >= _TOLD_MM
        )
        scaled, turned = abs(self.scale - 1) >= _TOLD_SCALE, abs(self.turn_deg) >= _TOLD_DEG
        parts = [aside] if aside else []
        parts += [f"at {self.scale * 100:.0f} % of the size"] if scaled else []
        parts += [f"turned by {abs(self.turn_deg):.1f} degrees"] if turned else []
        todo = (
            "print every sheet at 100 %, not fitted to the page, or make the board's file anew"
            if scaled
            else "are the markers pasted askew, or is it an older print? Paste them anew or give its own file"
        )
        return f"{', '.join(parts)}, measured from the markers; {todo}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Tokens stand beside their places, so many that the print is another than the file's."""

    tokens: int
    shift: PrintShift


def tokens_aside(
    image: Image,
    layout: BoardLayout,
    sites: Sequence[Site],
    pose: Pose,
    chances: NDArray[np.float32],
    judged: NDArray[np.bool_],
    plain_tokens: PlainTokens,
) -> Aside | None:
    """Whether so many tokens stand beside the places of the file that it is not this print's.

    Args:
        chances: (N, answers) on the places themselves, empty first and something else last.
        judged: (N,) the sites that can be seen.
    """
    token = chances[:, 1:-1].max(axis=1)
    bare = np.flatnonzero(judged & (token < _CLAIMED))
    standing = np.flatnonzero(judged & (token >= _STANDING))
    if not bare.size:
        return None
    wide = _Wide(image, layout, sites, pose, bare, plain_tokens)
    around = np.stack([wide.chances(*way) for way in _AROUND], axis=1)
    likely = np.flatnonzero(around.max(axis=1) >= _PLAIN)
    beside = bare[likely[wide.closely(likely, around[likely].argmax(axis=1)) >= _PLAIN]]
    if len(beside) < _FEWEST or len(beside) <= _SHARE * (len(beside) + len(standing)):
        return None
    some = np.concatenate([_spread(beside), _spread(standing)])
    offsets = _offsets(_Wide(image, layout, sites, pose, some, plain_tokens), sites, some)
    spots = np.array([(sites[place].x, sites[place].y) for place in some])
    middle = np.array([layout.width_mm / 2, layout.height_mm / 2])
    shift = _shift(spots - middle, offsets)
    return Aside(tokens=len(beside), shift=shift) if shift is not None else None


class _Wide:
    """Patches of some sites with room round them."""

    def __init__(
        self,
        image: Image,
        layout: BoardLayout,
        sites: Sequence[Site],
        pose: Pose,
        places: Places,
        plain_tokens: PlainTokens,
    ) -> None:
        chosen = tuple(sites[place] for place in places)
        self._patches = cutter(layout, chosen, pose, px=PATCH_PX + 2 * _FAR_PX).cut(image)
        self._places, self._plain_tokens = places, plain_tokens

    def chances(self, along: int, across: int) -> NDArray[np.float32]:
        """(M,): that a token stands so many pixels aside."""
        return self._plain_tokens(np.ascontiguousarray(self._cut(along, across)), self._places, False)

    def closely(self, rows: Places, ways: NDArray[np.intp]) -> NDArray[np.float32]:
        """The same of some of the places, each another of the ways around it, by the larger network."""
        if not rows.size:
            return np.empty(0, np.float32)
        patches = [self._cut(*_AROUND[way])[row] for row, way in zip(rows, ways, strict=True)]
        return self._plain_tokens(np.stack(patches), self._places[rows], True)

    def _cut(self, along: int, across: int) -> Patches:
        rows, columns = (slice(_FAR_PX + by, _FAR_PX + by + PATCH_PX) for by in (across, along))
        return self._patches[:, rows, columns]


def _spread(places: Places) -> Places:
    return places[:: max(1, math.ceil(len(places) / _MOST_MEASURED))]


def _offsets(wide: _Wide, sites: Sequence[Site], places: Places) -> NDArray[np.float64]:
    """(M, 2): board millimetres from each place to where its token stands; NaN where none is plain."""
    steps = np.arange(-_FAR_PX, _FAR_PX + 1, _STEP_PX)
    ways = [(along, across) for along in steps for across in steps]
    found = np.stack([wide.chances(int(along), int(across)) for along, across in ways], axis=1)
    weights = np.where(found >= _CLAIMED, found, 0.0)
    total = weights.sum(axis=1)
    total[total == 0] = np.nan
    along, across = (weights @ np.array(ways, np.float64) / total[:, None] * MM_PER_PX).T
    turns = np.array([route_turn(sites[place]) for place in places])
    return np.column_stack(
        [along * np.cos(turns) - across * np.sin(turns), along * np.sin(turns) + across * np.cos(turns)]
    )


def _shift(spots: NDArray[np.float64], offsets: NDArray[np.float64]) -> PrintShift | None:
    """The shift, scale and turn that explain most offsets; None: nothing does.

    Args:
        spots: (M, 2) from the board's middle.
    """
    known = np.isfinite(offsets).all(axis=1)
    spots, offsets = spots[known], offsets[known]
    if len(spots) < _FEWEST:
        return None
    x, y = spots.T
    one, none = np.ones(len(x)), np.zeros(len(x))
    rows = np.stack([np.column_stack([one, none, x, -y]), np.column_stack([none, one, y, x])], axis=1)
    weights = np.ones(len(x))
    for _ in range(12):  # those that fit worst count least
        scaled = rows * weights[:, None, None]
        fit = np.linalg.lstsq(scaled.reshape(-1, 4), (offsets * weights[:, None]).ravel(), rcond=None)[0]
        misfit = np.linalg.norm(rows @ fit - offsets, axis=1)
        weights = 1 / np.sqrt(1 + (misfit / _MOST_MISFIT_MM) ** 2)
    right, front, grown, turned = (float(part) for part in fit)
    most = np.hypot(right, front) + np.hypot(grown, turned) * float(np.hypot(x, y).max())
    if float(np.median(misfit)) > _MOST_MISFIT_MM or most < 2 * _TOLD_MM:
        return None
    return PrintShift(right_mm=right, front_mm=front, scale=1 + grown, turn_deg=math.degrees(turned))
