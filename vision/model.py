"""The learned reader of sites: small networks in OpenCV's dnn, taught on drawn boards.

The smallest glances at every site and settles those that it is all but certain of, most of any board, in a
fifth of the time; another studies what is left. A third one was taught on places in colours of all kinds, so
that it knows tokens by their outlines alone: without its word no token is claimed for sure.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import SHAPES, BoardLayout, TokenColour
from vision.light import Tones
from vision.patches import PATCH_PX, Patches
from vision.printed_pins import printed

Floats = NDArray[np.float32]

CLASSES: Final[tuple[TokenColour, ...]] = ("blue", "red", "green", "yellow", "black")
"""Seats in the network's order; class 0 is empty, the class after the last seat what cannot be seen."""

TAUGHT: Final[dict[TokenColour, tuple[tuple[int, int, int], ...]]] = {
    "blue": ((30, 80, 180),),
    "red": ((200, 30, 40),),
    "green": ((30, 140, 60), (40, 170, 120)),
    "yellow": ((240, 200, 30),),
    "black": ((25, 25, 25),),
}
# Of 255 in each channel: tokens of other colours are shown to the network as the taught ones
_ALIKE: Final = 40
_FOOTPRINT_MM: Final = (13.5, 22.5)
_HEIGHT_MM: Final = (6.5, 13.0)
_CARD_MM: Final = (1.5, 13.0)  # the same of what stands on printed pins: card, too
PLANES: Final = 9  # that the network is shown, see `features`
LEAN: Final = slice(3, 5)
EMPTY: Final = slice(5, 8)
GLANCE: Final = slice(0, 5)  # the planes that the smaller network is shown: the site itself
_LEAN_UNIT_MM: Final = 8.0  # of the viewing direction that the network is told
_CERTAIN: Final = 0.995  # sites less sure than this at a glance are studied
# What a glance may settle: empty and every seat but black, for which an empty black collar passes.
_PLAIN: Final = slice(0, 1 + CLASSES.index("black"))
_SEATS: Final = slice(1, 1 + len(CLASSES))
# Tokens of any seat, black too, that are so sure at a glance and whose outline owns to it at one look are
# not studied. Of 32,900 places in 240 drawn and path-traced pictures 4,400 more are settled so, none wrongly.
_PLAIN_TOKEN: Final = 0.98
_AGAIN: Final = 0.98  # sites less sure than this are looked at in their mirror images too
_OWNED: Final = (
    0.95  # chance of a claimed token at one look at its outline that its mirror images leave as it is
)
# Sites that a network is shown at once: their layers stay in the cache, all at once take a tenth longer.
_AT_ONCE: Final = 8
# Chance that a pin stands bare from which a place that is rather empty at a glance is not studied, and below
# which its mirror images are looked at too. What a glance is as sure of as the last is not looked at: one in
# five bare pins, and of tokens that hang askew or lie beside their pins none of 202 drawn ones.
_BARE, _BARE_AGAIN = 0.985, 0.5
_RATHER_EMPTY, EMPTY_AT_ONCE = 0.9, 0.998
# Of what stood in the drawn patches one in six was covered, at a table one in thirty.
_COVERED_ODDS: Final = 0.15


def fits(layout: BoardLayout) -> bool:
    """Whether a board's tokens have the shapes and about the size that the network has learnt."""
    tokens = layout.tokens
    sized = _FOOTPRINT_MM[0] <= tokens.footprint_mm <= _FOOTPRINT_MM[1]
    least, most = _CARD_MM if printed(layout) else _HEIGHT_MM
    high = least <= tokens.height_mm <= most
    return sized and high and all(shape == SHAPES[seat] for seat, shape in tokens.shapes.items())


def nearest_taught(seat: TokenColour, rgb: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """The taught colour that a seat's tokens are to be shown in; None: theirs is as good as taught."""
    given = np.array(rgb, dtype=np.int64)
    off = {taught: int(np.abs(given - taught).max()) for taught in TAUGHT[seat]}
    best = min(off, key=lambda taught: off[taught])
    return None if off[best] <= _ALIKE else best


def seen_tones(patches: Patches, tones: Tones) -> Floats:
    """(M, 3, P, P): patches, (M, P, P, 3) bytes BGR, without the light; `tones`: what each byte means."""
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2)).reshape(-1, PATCH_PX * PATCH_PX, 1)
    shown = np.empty(planes.shape, np.float32)
    for codes, meant, out in zip(planes, tones.reshape(-1, 256), shown, strict=True):
        cv2.LUT(codes, meant, out)  # a third of the time that numpy's indexing takes
    return shown.reshape(-1, 3, PATCH_PX, PATCH_PX)


def features(now: Floats, lean: NDArray[np.float64], empty: Floats | None = None) -> Floats:
    """What the network is shown.

    Args:
        now: (M, 3, P, P) tones of the sites.
        lean: (M, 2) mm by which a token's foot appears beside its top.
        empty: (M, 3, P, P) tones of the same sites on the empty board, NaN where they are not known.
    Returns:
        (M, 9, P, P): tones, the lean as two constant planes, the empty tones, and whether they are known;
        (M, 5, P, P): only the first of them, where nothing of the empty board is known.
    """
    planes = PLANES if empty is not None else GLANCE.stop
    shown = np.empty((len(now), planes, PATCH_PX, PATCH_PX), np.float32)
    shown[:, :3] = now
    shown[:, LEAN] = (lean / _LEAN_UNIT_MM)[:, :, None, None]
    if empty is not None:
        shown[:, EMPTY.start :] = 0.0
        known = np.isfinite(empty[:, 0, 0, 0])
        shown[known, EMPTY] = empty[known]
        shown[known, -1] = 1.0
    return shown


class _Network:
    """One network in two copies: one is shown `_AT_ONCE` sites at a time, the other one.

    Another number lays all layers out anew, which takes as long as two sites.
    """

    def __init__(self, weights: bytes, planes: int) -> None:
        read = np.frombuffer(weights, dtype=np.uint8)
        self._copies = [
            (size, cv2.dnn.readNetFromONNX(read), np.zeros((size, planes, PATCH_PX, PATCH_PX), np.float32))
            for size in (_AT_ONCE, 1)
        ]

    def logodds(self, shown: Floats) -> Floats:
        """(M, 7); of planes that are not shown nothing is known."""
        found, start = np.empty((len(shown), len(CLASSES) + 2), np.float32), 0
        for size, net, sites in self._copies:
            sites[:, shown.shape[1] :] = 0.0
            while start + size <= len(shown):
                sites[:, : shown.shape[1]] = shown[start : start + size]
                net.setInput(sites)
                found[start : start + size] = net.forward()
                start += size
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What the networks say of some sites."""

    chances: Floats  # (M, 7): probabilities of empty, each of CLASSES, cannot be seen
    glanced: Floats  # (M, 7): the same at a glance
    straight: Floats  # (M, 7): log-odds by outline, at one look; NaN: it was not looked at
    bare: Floats  # (M,): chance that a pin stands there with nothing loose at it; NaN: it was not looked at


class SiteModel:
    """The networks with their weights; not for two threads at once."""

    def __init__(self, glance: bytes, study: bytes, outline: bytes, bare: bytes) -> None:
        self._glancing = _Network(glance, GLANCE.stop)
        self._studying = _Network(study, PLANES)
        self._outlining = _Network(outline, GLANCE.stop)
        self._baring = _Network(bare, GLANCE.stop)

    def chances(self, shown: Floats) -> Floats:
        """(M, 7): probabilities of empty, each of CLASSES, cannot be seen; rows sum to 1."""
        return self.looks(shown).chances

    def looks(self, shown: Floats) -> Looks:
        """The same, and what was seen at a glance, by outline and of bare pins on the way.

        What a glance calls empty and shows its pin bare is settled as well.
        """
        glanced, settled = self.glance(shown)
        found, straight = glanced.copy(), np.full(glanced.shape, np.nan, np.float32)
        seat, sure = glanced[:, _SEATS].argmax(axis=1) + 1, glanced[:, _SEATS].max(axis=1)
        claimed = np.flatnonzero(sure >= _PLAIN_TOKEN)
        straight[claimed] = self._outlining.logodds(shown[claimed, GLANCE])
        settled[claimed] |= _shares(straight[claimed])[np.arange(len(claimed)), seat[claimed]] >= _OWNED
        bare = np.where(glanced[:, 0] >= EMPTY_AT_ONCE, glanced[:, 0], np.float32(np.nan))
        rather = np.flatnonzero((glanced[:, 0] >= _RATHER_EMPTY) & (glanced[:, 0] < EMPTY_AT_ONCE))
        looked = self.bare_pins(shown[rather])
        bare[rather] = looked[:, 0]
        plain = (looked[:, 0] >= _BARE) & ~settled[rather]
        found[rather[plain]] = looked[plain]
        settled[rather[plain]] = True
        left = np.flatnonzero(~settled)
        found[left] = self.study(shown[left])
        return Looks(found, glanced, straight, bare)

    def bare_pins(self, shown: Floats) -> Floats:
        """(M, 7): empty, a token on its pin, or something loose at it, over it or beside it."""
        logodds = self._baring.logodds(shown[:, GLANCE])
        unsure = np.flatnonzero(_shares(logodds)[:, 0] < _BARE_AGAIN)
        if unsure.size:
            logodds[unsure] = _all_ways(self._baring, shown[unsure, GLANCE], logodds[unsure])
        return _weighed(logodds)

    def glance(self, shown: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """(M, 7) as the smaller network has it, and (M,) whether that settles a site."""
        logodds = self._glancing.logodds(shown[:, GLANCE])
        # Before covered sites are made rare: a glance that fears a hand leaves the site to be studied.
        settled = _shares(logodds)[:, _PLAIN].max(axis=1) >= _CERTAIN
        return _weighed(logodds), np.asarray(settled)

    def outlines(
        self, shown: Floats, claimed: NDArray[np.intp] | None = None, straight: Floats | None = None
    ) -> Floats:
        """(M, 7): the same by outline alone, whatever the colours.

        Args:
            claimed: (M,) the class that each site was said to be: where the outline plainly owns to it, one
                look is enough, else the mirror images are looked at too.
            straight: (M, 7) of `Looks` for these sites.
        """
        logodds = (
            np.full((len(shown), len(CLASSES) + 2), np.nan, np.float32) if straight is None else straight
        )
        new = np.flatnonzero(np.isnan(logodds[:, 0]))
        logodds[new] = self._outlining.logodds(shown[new, GLANCE])
        again = np.arange(len(shown))
        if claimed is not None:
            again = np.flatnonzero(_shares(logodds)[again, claimed] < _OWNED)
        if again.size:
            logodds[again] = _all_ways(self._outlining, shown[again, GLANCE], logodds[again])
        return _weighed(logodds)

    def study(self, shown: Floats) -> Floats:
        """(M, 7) as the larger network has it."""
        logodds = self._studying.logodds(shown)
        unsure = np.flatnonzero(_shares(logodds).max(axis=1) < _AGAIN)
        if unsure.size:
            logodds[unsure] = _all_ways(self._studying, shown[unsure], logodds[unsure])
        return _weighed(logodds)


def _all_ways(network: _Network, shown: Floats, straight: Floats) -> Floats:
    """The mean of what sites look like straight on and in their mirror images.

    A mirrored board is a board too: what is right of one side is right of all four.
    """
    looks = network.logodds(np.concatenate([_mirrored(shown, *way) for way in _WAYS]))
    looks = looks.reshape(len(_WAYS), *straight.shape)
    return np.asarray((straight + looks.sum(axis=0)) / (1 + len(_WAYS)), np.float32)


def _weighed(logodds: Floats) -> Floats:
    """Shares, with covered sites as rare as they are at a table."""
    logodds[:, -1] += np.log(_COVERED_ODDS)
    return _shares(logodds)


_WAYS: Final = ((True, False), (False, True), (True, True))


def _mirrored(shown: Floats, along: bool, across: bool) -> Floats:
    turned = shown[:, :, :: -1 if across else 1, :: -1 if along else 1].copy()
    if along:
        turned[:, 3] *= -1
    if across:
        turned[:, 4] *= -1
    return np.asarray(turned, dtype=np.float32)


def _shares(logodds: Floats) -> Floats:
    odds = np.exp(logodds - logodds.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)


@lru_cache(maxsize=4)
def _weights(name: str) -> bytes:
    return (files("vision") / "weights" / f"{name}.onnx").read_bytes()


def site_model() -> SiteModel:
    """Networks of one's own with the weights that ship."""
    return SiteModel(_weights("glance"), _weights("sites"), _weights("outline"), _weights("bare"))
