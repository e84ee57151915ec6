"""Patches → what stands on each site, as probabilities; "cannot see" is an answer too."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, TokenColour
from vision.agreement import Agreed, colours_off
from vision.colour import HueTable, Likeness
from vision.light import Light, Tones
from vision.patches import MM_PER_PX, PATCH_PX, Cutter, Patches, lean_share
from vision.shapes import CROP, CROP_PX, SECTORS, Bank, Lie, bank

Floats = NDArray[np.float32]
Places = NDArray[np.intp]
"""Indices of sites, in the order of the layout's pins."""

FEATURES: Final = ("bare", "filled", "worst", "contrast", "pin")
_FILLED, _CONTRAST, _PIN = 1, 3, 4
# Weights of the features and what each must reach to say as much for a token as against it; fitted on drawn
# boards, checked on others (docs/vision.md, "How a site is judged").
_WEIGHTS: Final = np.array([10.0, 4.0, 6.0, 6.0, 5.0], dtype=np.float32)
_LEVELS: Final = np.array([0.66, 0.72, 0.42, 0.34, 0.55], dtype=np.float32)
_PIN_HIDDEN: Final = 0.5  # a site whose pin looks less like the token than this shows its pin
_PIN_SHOWS: Final = 14.0
_EDGE: Final = 0.4  # less contrast round a token than this is rather a sleeve, a box or a bar
_NO_EDGE: Final = 30.0
_FULL: Final = 0.8  # a site so filled with a token's colour, yet without its edge, is covered
_FLAT: Final = 0.3  # of the usual unevenness of this frame's sites: flatter ones show neither pin nor print
_FLATTEST: Final = 0.03
_SLIVER: Final = 0.05  # share of a token's area in a sector, too small to be judged by itself
_CORE: Final = slice(7, CROP_PX - 7)  # of the crop: where a pin shows, also when seen aslant
_CORE_MM: Final = 4.5
_ENOUGH: Final = 20  # sites, to know what is usual
_MOST: Final = 15.0  # log-odds beyond which more evidence says nothing more
_TRY_FROM: Final = 0.3  # share of the middle that must look like a token before its outline is tried
_SIDE_MM: Final = (10.5, 16.5)  # where along the route the print beside a token is looked at


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """What one frame says about some sites.

    `chances` is (M, 2 + seats): empty, each seat's token in the layout's order, something else;
    rows sum to 1. `seen` is False where the site cannot be judged: off the picture or covered.
    `claims` is what outlines said of the tokens among them; None: they were not asked.
    `weak` are answers that a single picture does not give; None: none of them.
    `borne_out` are places that it calls empty, little sure as `chances` may be; None: none of them.
    `beside` is the chance from which a place beside one that cannot be told is empty; None: as a token.
    `torn` are claims whose outline tends to another seat; None: none of them.
    `disturbed` are places that seem empty, at whose pin something lies or hangs; None: none of them.
    `pinless` are places that seem empty, where neither glance nor outline sees a pin; None: none of them.
    `bare` is the chance by the network for bare pins, 1 where none seems to stand; None: it was not asked.
    """

    chances: Floats
    seen: NDArray[np.bool_]
    claims: Agreed | None = None
    weak: NDArray[np.bool_] | None = None
    borne_out: NDArray[np.bool_] | None = None
    beside: Floats | None = None
    torn: NDArray[np.bool_] | None = None
    pinless: NDArray[np.bool_] | None = None
    disturbed: NDArray[np.bool_] | None = None
    bare: Floats | None = None

    @property
    def colours_off(self) -> bool:
        """Whether the outlines of a picture contradict its colours as a whole."""
        return self.claims is not None and colours_off(self.claims)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Chances from which an answer is given instead of `unknown`."""

    token: float
    empty: float
    beside_empty: float = 1.0  # most that all tokens together may have where a site is called empty


class Detector:
    """Tells tokens from print by hue and by outline, which must agree."""

    alone: Final = Limits(token=0.9, empty=0.8)  # of a single picture
    in_turn: Final = alone  # of one frame among many
    plain: Final = 0.0  # it is sure of the wrong board's sites as well
    same_odds: Final = 1e-3  # for a token where the site looks as it did when it was empty
    sure_changed: Final = math.inf  # chance from which a site that looks otherwise is still said to be empty

    def __init__(self, layout: BoardLayout, play_mm: float = 1.2) -> None:
        self.colours: tuple[TokenColour, ...] = tuple(layout.tokens.shapes)
        self._hues = HueTable(layout.tokens.rgb)
        radius = layout.tokens.footprint_mm / 2
        self._banks = {colour: bank(layout.tokens.shapes[colour], radius, play_mm) for colour in self.colours}
        pin_top = layout.collar_height_mm + layout.pin_height_mm
        self._pin_share = lean_share(layout, pin_top)  # of the lean: where a bare pin's top appears
        steps = (np.arange(CROP_PX) - (CROP_PX - 1) / 2) * MM_PER_PX
        self._x, self._y = (grid.astype(np.float32) for grid in np.meshgrid(steps, steps))
        self._pin_radius = max(1.6, 0.36 * layout.pin_diameter_mm)

    def judge(
        self,
        patches: Patches,
        cutter: Cutter,
        light: Light,
        places: Places,
        empty: NDArray[np.float32] | None = None,
        *,
        closely: bool = False,
    ) -> Verdicts:
        """Judge the sites at `places`; `patches` holds theirs only, (M, P, P, 3); the others are not used."""
        tones = light.tones(places)
        likeness = self._hues.look(patches, tones)
        lean = cutter.lean[places]
        evidence = np.full((len(places), len(self.colours)), -_MOST, np.float32)
        covered = np.zeros(len(places), dtype=bool)
        for column, colour in enumerate(self.colours):
            tried, features = self.features(colour, likeness[colour], lean)
            evidence[tried, column] = _evidence(features)
            covered[tried] |= (features[:, _FILLED] > _FULL) & (features[:, _CONTRAST] < _EDGE)
        chances = _chances(evidence)
        token = chances[:, 1:-1].max(axis=1) > 0.5
        return Verdicts(
            chances, cutter.inside[places] & (token | ~(covered | self._flat(patches, tones, lean)))
        )

    def pins_shown(self, patches: Patches, cutter: Cutter, light: Light, places: Places) -> NDArray[np.bool_]:
        """(M,): none, as it does not look for pins."""
        return np.zeros(len(places), dtype=bool)

    def features(
        self, colour: TokenColour, likeness: Likeness, lean: NDArray[np.float64]
    ) -> tuple[Places, Floats]:
        """Compare the sites that have enough of a colour with its shape.

        Returns:
            Which of the M sites were tried, and for each the FEATURES of the best-lying template.
        """
        crop = likeness[:, CROP, CROP]
        middle = np.hypot(self._x, self._y) < 5.0
        tried = np.flatnonzero(crop[:, middle].mean(axis=1) > _TRY_FROM)
        if tried.size == 0:
            return tried, np.empty((0, len(FEATURES)), np.float32)
        bare = 1 - _print_beside(likeness[tried])
        best = _best_template(self._banks[colour], crop[tried], bare, lean[tried])
        pin = self._at_pin(crop[tried], lean[tried])
        return tried, np.column_stack([best, pin]).astype(np.float32)

    def _flat(self, patches: Patches, tones: Tones, lean: NDArray[np.float64]) -> NDArray[np.bool_]:
        """(M,): sites whose middle shows nothing at all, as skin or cloth over them does."""
        middle = patches[:, CROP, CROP][:, _CORE, _CORE]
        rows, channels = np.arange(len(patches))[:, None, None, None], np.arange(3)
        tone = tones[rows, channels, middle]
        shift = (lean * self._pin_share).astype(np.float32)
        x, y = self._x[_CORE, _CORE], self._y[_CORE, _CORE]
        near = np.hypot(x - shift[:, 0, None, None], y - shift[:, 1, None, None]) < _CORE_MM
        count = near.sum(axis=(1, 2))[:, None]
        mean = (tone * near[..., None]).sum(axis=(1, 2)) / count
        square = (tone**2 * near[..., None]).sum(axis=(1, 2)) / count
        uneven = np.sqrt(np.maximum(square - mean**2, 0)).max(axis=1)
        usual = float(np.median(uneven)) if len(uneven) >= _ENOUGH else 0.0
        return np.asarray(uneven < max(_FLATTEST, _FLAT * usual))

    def _at_pin(self, crop: Likeness, lean: NDArray[np.float64]) -> Floats:
        """(M,): the likeness where a bare pin's top would show."""
        shift = (lean * self._pin_share).astype(np.float32)
        distance = np.hypot(self._x - shift[:, 0, None, None], self._y - shift[:, 1, None, None])
        near = distance < self._pin_radius
        return np.asarray(
            (crop * near).sum(axis=(1, 2)) / np.maximum(near.sum(axis=(1, 2)), 1), dtype=np.float32
        )


def _evidence(features: Floats) -> Floats:
    """Log-odds for a token. A pin that shows, or no edge at all, is not made good by anything else."""
    showing = np.maximum(0.0, _PIN_HIDDEN - features[:, _PIN])
    edgeless = np.maximum(0.0, _EDGE - features[:, _CONTRAST])
    sum_of_all = (features - _LEVELS) @ _WEIGHTS - _PIN_SHOWS * showing - _NO_EDGE * edgeless
    return np.asarray(sum_of_all, dtype=np.float32)


def _print_beside(likeness: Likeness) -> Floats:
    """(M, CROP_PX): how much of a token's colour is printed along each row, seen beside the token.

    Bars lie along the route, and so along the rows: what stands left and right of a token lies under it too.
    """
    distance = np.abs((np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * MM_PER_PX)
    columns = (distance >= _SIDE_MM[0]) & (distance <= _SIDE_MM[1])
    left = columns & (np.arange(PATCH_PX) < PATCH_PX / 2)
    sides = [likeness[:, CROP, :][:, :, side].mean(axis=2) for side in (left, columns & ~left)]
    return np.asarray(np.maximum(*sides), dtype=np.float32)


def _best_template(shapes: Bank, crop: Likeness, bare: Floats, lean: NDArray[np.float64]) -> Floats:
    """(M, 4): the first four FEATURES of the template that fits best: first the turn, then the shift."""
    flat = crop.reshape(len(crop), -1)
    weight = np.repeat(np.maximum(bare, 0.03)[:, :, None], CROP_PX, axis=2).reshape(len(crop), -1)
    sides = _unleaned(lean)
    turn, _ = _best_of(shapes.centred, flat, weight, sides)
    best = np.empty((len(crop), 4), np.float32)
    for lie in np.unique(turn):
        those = turn == lie
        _, best[those] = _best_of(shapes.lies[lie], flat[those], weight[those], sides[those])
    return best


def _best_of(lie: Lie, flat: Floats, weight: Floats, sides: Floats) -> tuple[Places, Floats]:
    """(M,), (M, 4): the row that fits each site best, and its first four FEATURES."""
    count = len(flat)
    shape = (count, *lie.filled.shape)
    inside = (flat @ lie.inside.T).reshape(shape)
    outside = (flat @ lie.outside.T).reshape(shape)
    room = (weight @ lie.inside.T).reshape(shape)
    # Print of the token's own colour fills part of its outline anyway: the rest of the outline must tell.
    open_filled = ((flat * weight) @ lie.inside.T).reshape(shape) * lie.filled
    bare_filled = open_filled.sum(axis=2) / np.maximum((room * lie.filled).sum(axis=2), 1e-3)
    filled = (inside * lie.filled).sum(axis=2)
    worst = np.where(lie.filled > _SLIVER, inside, 9.0).min(axis=2)
    contrast = (np.clip(inside - outside, 0, 1) * sides[:, None, :]).sum(axis=2)
    features = np.stack([bare_filled, filled, worst, contrast], axis=2)
    best = ((features - _LEVELS[:4]) @ _WEIGHTS[:4]).argmax(axis=1)
    return best, np.asarray(features[np.arange(count), best], dtype=np.float32)


def _unleaned(lean: NDArray[np.float64]) -> Floats:
    """(M, SECTORS): equal shares of the sectors on whose side a token's wall does not show."""
    angles = (np.arange(SECTORS) + 0.5) * 2 * np.pi / SECTORS
    length = np.hypot(lean[:, 0], lean[:, 1])
    towards = (lean[:, :1] * np.cos(angles) + lean[:, 1:] * np.sin(angles)) / np.maximum(length, 1e-6)[
        :, None
    ]
    free = np.where((length > 1.0)[:, None] & (towards > 0.2), 0.0, 1.0)
    return np.asarray(free / free.sum(axis=1, keepdims=True), dtype=np.float32)


def _chances(evidence: Floats) -> Floats:
    """Log-odds a seat → probabilities that sum to 1; two seats that both fit share, and neither is sure."""
    odds = np.exp(np.clip(evidence, -_MOST, _MOST))
    total = 1.0 + odds.sum(axis=1, keepdims=True)
    nothing = 1e-4
    empty = 1.0 / total
    chances = np.concatenate([empty, odds / total, np.full_like(empty, nothing)], axis=1)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), dtype=np.float32)
