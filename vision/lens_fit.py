"""Views of flat targets → one lens, with how well it fits and how sure it is (docs/calibration.md)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.intrinsics import CameraModel
from vision.targets import TargetView

Floats = NDArray[np.float64]

# What an ordinary camera is like, and how far it may differ; views that tell more overrule it. In shares
# of the picture's width: ln(focal), cx, cy; then k1, k2, p1, p2. One view tells focal and k1 at most.
_USUAL: Final = np.array([math.log(0.77), 0.0, 0.0, -0.03, 0.0, 0.0, 0.0])
_SPREAD: Final = np.array([0.27, 0.008, 0.008, 0.08, 0.015, 0.0007, 0.0007])
_LENS: Final = len(_USUAL)
_SHRINK_PX: Final = (0.4, 0.8)  # by how much printed outlines come out too small: usual, spread
_VIEW: Final = 7  # unknowns of a view: turn, place, shrink
_NOISE_PX: Final = 0.35  # of a corner, also what a lens of six numbers cannot follow
_LEAST_NOISE_PX: Final = 0.15
_STARTS: Final = (0.5, 0.62, 0.77, 0.95, 1.2, 1.6)  # focal lengths to start from, in widths
_ROUNDS: Final = 60
_BAD_PX: Final = 1.0  # a view that fits worse, and much worse than the others, is left out
_NO_LENS: Final = 0.003  # of the picture's width: views that fit worse show something else
_NOTHING_FITS: Final = "no lens fits these pictures; take sharp ones of the flat, whole board"
_MOST_DOUBT: Final = 0.05  # of the focal length: from there on a lens estimated each time is as good
# Standard error of the focal length, as a share; 3 % costs up to 2.5 mm in an oblique view
SURE: Final = 0.008


class CalibrationError(Exception):
    """No lens can be had from these views; the message says what and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ViewFit:
    """How one view fits the lens."""

    view: TargetView
    residual_px: float  # root mean square distance
    rvec: Floats  # (3,), acts on (x, y, 0) of the target with y down
    tvec: Floats  # (3,) mm
    good: bool  # False: it was left out

    @property
    def tilt_deg(self) -> float:
        """The angle between the target's upright and the camera's axis."""
        rotation, _ = cv2.Rodrigues(self.rvec)
        return math.degrees(math.acos(min(1.0, abs(float(rotation[2, 2])))))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration:
    """A lens, and what it rests on."""

    camera: CameraModel
    residual_px: float  # root mean square over the good views
    focal_doubt: float  # standard error of the focal length, as a share of it
    fits: tuple[ViewFit, ...]  # one a view, in their order

    @property
    def good(self) -> int:
        """How many views it was made from."""
        return sum(fit.good for fit in self.fits)

    @property
    def told(self) -> bool:
        """Whether the views tell the focal length well enough for the lens to be used at all."""
        return self.focal_doubt <= _MOST_DOUBT

    @property
    def sure(self) -> bool:
        """Whether the views tell the focal length well enough."""
        return self.focal_doubt <= SURE


def calibrate_lens(views: Sequence[TargetView]) -> Calibration:
    """Find the lens under which all views fit best; a view that contradicts the others is left out.

    Least squares over all corners, with what is usual of a lens as one more, weak measurement: a parameter
    that the views do not tell stays as usual instead of running away.

    Raises:
        CalibrationError: no views, or of pictures of several sizes, or nothing fits.
    """
    if not views:
        raise CalibrationError(
            "no picture shows three markers of the board or enough of the sheet; take others"
        )
    sizes = sorted({view.size for view in views})
    if len(sizes) > 1:
        told = ", ".join(f"{width} x {height}" for width, height in sizes)
        raise CalibrationError(f"the pictures have several sizes ({told}); take all with one camera setting")
    kept = list(range(len(views)))
    while True:
        fit = _fit([views[place] for place in kept])
        if fit is None:
            raise CalibrationError(_NOTHING_FITS)
        residuals = fit.residuals()
        if len(kept) < 3 and residuals.max() > _NO_LENS * views[0].size[0]:
            raise CalibrationError(_NOTHING_FITS)
        worst = int(residuals.argmax())
        if len(kept) < 3 or residuals[worst] <= max(_BAD_PX, 3 * float(np.median(residuals))):
            break
        del kept[worst]
    return _told(fit, views, kept)


@dataclass(slots=True, eq=False)
class _Fit:
    """One state of the search: the lens, then seven unknowns a view."""

    views: list[TargetView]
    state: Floats
    cost: float = math.inf

    def lens(self) -> tuple[Floats, Floats]:
        """The camera matrix and k1, k2, p1, p2, k3."""
        return _matrix(self.state, self.views[0].size)

    def errors(self, place: int) -> tuple[Floats, Floats]:
        """(N, 2), (2N, lens + 7): found minus expected, and how the expected follows the unknowns."""
        view = self.views[place]
        mine = self.state[_LENS + _VIEW * place :][:_VIEW]
        matrix, dist = self.lens()
        points = np.column_stack([view.flat, np.zeros(len(view.flat))])
        expected, jacobian = cv2.projectPoints(points, mine[:3], mine[3:6], matrix, dist)
        found = view.pixels + view.outwards * mine[6]
        width = view.size[0]
        by_focal = jacobian[:, 6] + jacobian[:, 7]
        lens = np.column_stack([by_focal * matrix[0, 0], jacobian[:, 8:10] * width, jacobian[:, 10:14]])
        slopes = np.column_stack([lens, jacobian[:, :6], -view.outwards.reshape(-1, 1)])
        return found - np.asarray(expected).reshape(-1, 2), slopes

    def residuals(self) -> Floats:
        """(views,): root mean square distance of each view's corners, in pixels."""
        squares = [
            float(np.mean(np.sum(self.errors(place)[0] ** 2, axis=1))) for place in range(len(self.views))
        ]
        return np.asarray(np.sqrt(np.array(squares)))


def _matrix(state: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    width, height = size
    focal = width * math.exp(float(np.clip(state[0], -4, 4)))
    centre = (width - 1) / 2 + width * state[1], (height - 1) / 2 + width * state[2]
    matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
    return matrix, np.array([*state[3:7], 0.0])


def _fit(views: list[TargetView]) -> _Fit | None:
    starts = [start for focal in _STARTS if (start := _start(views, focal)) is not None]
    best: _Fit | None = None
    for start in sorted(starts, key=lambda fit: float(np.sum(fit.residuals() ** 2)))[:2]:
        refined = _refined(start)
        if math.isfinite(refined.cost) and (best is None or refined.cost < best.cost):
            best = refined
    return best


def _start(views: list[TargetView], focal: float) -> _Fit | None:
    state = np.concatenate([_USUAL, np.zeros(_VIEW * len(views))])
    state[0] = math.log(focal)
    for place, view in enumerate(views):
        matrix, dist = _matrix(state, view.size)
        points = np.column_stack([view.flat, np.zeros(len(view.flat))])
        try:
            good, rvec, tvec = cv2.solvePnP(points, view.pixels, matrix, dist, flags=cv2.SOLVEPNP_IPPE)
        except cv2.error:
            return None
        if not good or not (np.isfinite(rvec).all() and np.isfinite(tvec).all()):
            return None
        usual = _SHRINK_PX[0] if view.outwards.any() else 0.0
        state[_LENS + _VIEW * place :][:_VIEW] = [*np.ravel(rvec), *np.ravel(tvec), usual]
    return _Fit(views, state)


def _refined(fit: _Fit) -> _Fit:
    """Levenberg and Marquardt's way down."""
    damping = 1e-3
    normal, slope, fit.cost = _normal(fit)
    for _ in range(_ROUNDS):
        scale = np.sqrt(np.maximum(np.diag(normal), 1e-12))
        damped = normal / np.outer(scale, scale) + damping * np.eye(len(slope))
        step = np.linalg.lstsq(damped, slope / scale, rcond=None)[0] / scale
        tried = _Fit(fit.views, fit.state + step)
        tried_normal, tried_slope, tried.cost = _normal(tried)
        if math.isfinite(tried.cost) and tried.cost < fit.cost:
            done = fit.cost - tried.cost < 1e-6 * fit.cost
            fit, normal, slope, damping = tried, tried_normal, tried_slope, max(damping / 5, 1e-9)
            if done:
                break
        else:
            damping *= 8
            if damping > 1e8:
                break
    return fit


def _normal(fit: _Fit, noise_px: float = _NOISE_PX) -> tuple[Floats, Floats, float]:
    """Normal equations and cost, with the usual lens and shrink as measurements; far outliers count less."""
    count = len(fit.state)
    normal, slope = np.zeros((count, count)), np.zeros(count)
    off = (_USUAL - fit.state[:_LENS]) / _SPREAD
    normal[range(_LENS), range(_LENS)] = _SPREAD**-2
    slope[:_LENS] = off / _SPREAD
    cost = float(off @ off)
    for place in range(len(fit.views)):
        errors, slopes = fit.errors(place)
        distance = np.linalg.norm(errors, axis=1) / noise_px
        weight = np.minimum(1.0, 5.0 / np.maximum(distance, 1e-9))
        cost += float(np.sum(weight * (2 - weight) * distance**2))
        heavy = np.repeat(weight, 2) / noise_px**2
        first = _LENS + _VIEW * place
        unknowns = np.array([*range(_LENS), *range(first, first + _VIEW)])
        normal[np.ix_(unknowns, unknowns)] += (slopes * heavy[:, None]).T @ slopes
        slope[unknowns] += slopes.T @ (heavy * errors.ravel())
        shrink = first + _VIEW - 1
        normal[shrink, shrink] += _SHRINK_PX[1] ** -2
        short = _SHRINK_PX[0] - fit.state[shrink]
        slope[shrink] += short / _SHRINK_PX[1] ** 2
        cost += (short / _SHRINK_PX[1]) ** 2
    return normal, slope, cost


def _told(fit: _Fit, views: Sequence[TargetView], kept: list[int]) -> Calibration:
    residuals = fit.residuals()
    squares = [len(view.flat) * residual**2 for view, residual in zip(fit.views, residuals, strict=True)]
    residual = math.sqrt(sum(squares) / sum(len(view.flat) for view in fit.views))
    # How much the corners tell is judged by how well they fit, once they do.
    normal, _, _ = _normal(fit, max(_LEAST_NOISE_PX, residual / math.sqrt(2)))
    doubt = math.sqrt(max(0.0, float(np.linalg.pinv(normal, hermitian=True)[0, 0])))
    matrix, dist = fit.lens()
    k1, k2, p1, p2, k3 = (round(float(value), 7) for value in dist)
    focal = round(float(matrix[0, 0]), 3)
    camera = CameraModel(
        size=views[0].size,
        focal=(focal, focal),
        centre=(round(float(matrix[0, 2]), 3), round(float(matrix[1, 2]), 3)),
        dist=(k1, k2, p1, p2, k3),
    )
    fits = tuple(
        _view_fit(fit, kept.index(place), good=True) if place in kept else _left_out(view, camera)
        for place, view in enumerate(views)
    )
    return Calibration(camera=camera, residual_px=residual, focal_doubt=doubt, fits=fits)


def _view_fit(fit: _Fit, place: int, *, good: bool) -> ViewFit:
    mine = fit.state[_LENS + _VIEW * place :][:_VIEW]
    residual = float(fit.residuals()[place])
    return ViewFit(view=fit.views[place], residual_px=residual, rvec=mine[:3], tvec=mine[3:6], good=good)


def _left_out(view: TargetView, camera: CameraModel) -> ViewFit:
    start = _start([view], camera.focal[0] / camera.size[0])
    if start is None:
        return ViewFit(view=view, residual_px=math.inf, rvec=np.zeros(3), tvec=np.zeros(3), good=False)
    return _view_fit(start, 0, good=False)
