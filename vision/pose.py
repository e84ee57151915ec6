"""Where the board lies under the camera: one pose from all the markers' corners at once."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import Markers
from vision.intrinsics import CameraModel
from vision.lens_fit import CalibrationError, calibrate_lens
from vision.markers import Corners, marker_points
from vision.targets import board_view

Floats = NDArray[np.float64]

_WORST_RMS: Final = 0.004  # of the picture's diagonal: more is no pose of this board
_MISFIT: Final = 0.0009  # of it: corners that fit a given lens worse belong to another
_NEAREST_MM: Final = 50.0  # of a camera over the board
_GOOD_PX: Final = 1.5  # a marker that fits worse than this, and much worse than the others, is left out
_CORNER_NOISE_PX: Final = 0.35
_MOST_SHRUNK_PX: Final = 2.5


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A board in front of a camera. `rvec` and `tvec` act on (x, y, -z): board/1 is left-handed."""

    camera: CameraModel
    rvec: Floats  # (3, 1)
    tvec: Floats  # (3, 1), mm
    rms_px: float  # of the corners that it was made from
    used: frozenset[int]  # ids of the markers that it was made from

    @property
    def fits_its_lens(self) -> bool:
        """Whether the markers lie where a lens that was given can have put them."""
        return self.rms_px <= _MISFIT * math.hypot(*self.camera.size)

    def project(self, points: Floats) -> Floats:
        """(N, 3) board millimetres → (N, 2) pixels; points behind the camera come out as NaN."""
        mirrored = points * np.array([1.0, 1.0, -1.0])
        pixels, _ = cv2.projectPoints(
            mirrored, self.rvec, self.tvec, self.camera.matrix, self.camera.distortion
        )
        flat = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        flat[self._depths(mirrored) <= 1.0] = np.nan
        return flat

    def _depths(self, mirrored: Floats) -> Floats:
        rotation, _ = cv2.Rodrigues(self.rvec)
        return np.asarray((mirrored @ rotation.T + self.tvec.reshape(3))[:, 2])

    def centre(self) -> Floats:
        """(3,): where the camera is, in board millimetres; z up."""
        rotation, _ = cv2.Rodrigues(self.rvec)
        x, y, minus_z = -(rotation.T @ self.tvec.reshape(3))
        return np.array([x, y, -minus_z])

    def residual_px(self, markers: Markers, found: Mapping[int, Corners]) -> float:
        """Median distance of found corners from where this pose expects them."""
        ids = sorted(found)
        flat = np.concatenate([marker_points(markers, number) for number in ids])
        expected = self.project(np.column_stack([flat, np.zeros(len(flat))]))
        distances = np.linalg.norm(expected - np.concatenate([found[number] for number in ids]), axis=1)
        return float(np.median(distances))

    def doubt_mm(self, markers: Markers, points: Floats) -> Floats:
        """(N,): standard error of where board points are projected, in millimetres on the board.

        From the corners' noise through the normal equations: markers on one side leave the other in doubt.
        """
        flat = np.concatenate([marker_points(markers, number) for number in sorted(self.used)])
        at_markers = self._jacobian(np.column_stack([flat, np.zeros(len(flat))]))
        noise = max(_CORNER_NOISE_PX, self.rms_px)
        scale = np.linalg.norm(at_markers, axis=0)
        normal = (at_markers / scale).T @ (at_markers / scale)
        spread = np.linalg.pinv(normal) * noise**2
        at_points = (self._jacobian(points) / scale).reshape(len(points), 2, 6)
        variance = np.einsum("nij,jk,nik->n", at_points, spread, at_points)
        ahead = self.project(points + np.array([1.0, 0, 0])) - self.project(points - np.array([1.0, 0, 0]))
        px_per_mm = np.linalg.norm(ahead, axis=1) / 2
        return np.asarray(np.sqrt(np.maximum(variance, 0)) / np.maximum(px_per_mm, 1e-6))

    def _jacobian(self, points: Floats) -> Floats:
        mirrored = points * np.array([1.0, 1.0, -1.0])
        _, jacobian = cv2.projectPoints(
            mirrored, self.rvec, self.tvec, self.camera.matrix, self.camera.distortion
        )
        return np.asarray(jacobian, dtype=np.float64)[:, :6]


def solve_pose(markers: Markers, found: Mapping[int, Corners], camera: CameraModel) -> Pose | None:
    """The pose that fits all found corners; a marker that contradicts the others is left out.

    Returns:
        None with fewer than two markers, or when no pose of this board fits.
    """
    ids = sorted(found)
    while len(ids) >= 2:
        pose = _fit(markers, {number: found[number] for number in ids}, camera)
        if pose is None:
            return None
        worst, misfit = _worst(pose, markers, found, ids)
        if misfit <= max(_GOOD_PX, 3 * pose.rms_px / math.sqrt(len(ids))) or len(ids) <= 3:
            limit = _WORST_RMS * math.hypot(*camera.size)
            if pose.rms_px > limit or pose.centre()[2] < _NEAREST_MM:
                return None
            kept = _regrown(pose, markers, {number: found[number] for number in ids})
            return _fit(markers, kept, camera) or pose
        ids.remove(worst)
    return None


def _worst(pose: Pose, markers: Markers, found: Mapping[int, Corners], ids: list[int]) -> tuple[int, float]:
    misfits = {number: pose.residual_px(markers, {number: found[number]}) for number in ids}
    worst = max(ids, key=lambda number: misfits[number])
    return worst, misfits[worst]


def _fit(markers: Markers, found: Mapping[int, Corners], camera: CameraModel) -> Pose | None:
    ids = sorted(found)
    flat = np.concatenate([marker_points(markers, number) for number in ids])
    board = np.column_stack([flat, np.zeros(len(flat))])
    pixels = np.concatenate([found[number] for number in ids])
    try:
        count, rvecs, tvecs, _ = cv2.solvePnPGeneric(
            board, pixels, camera.matrix, camera.distortion, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return None
    best: Pose | None = None
    for rough, place in zip(rvecs[:count], tvecs[:count], strict=True):
        if not (np.isfinite(rough).all() and np.isfinite(place).all()):
            continue
        rvec, tvec = cv2.solvePnPRefineLM(
            board, pixels, camera.matrix, camera.distortion, rough.copy(), place.copy()
        )
        pose = Pose(camera, np.asarray(rvec), np.asarray(tvec), 0.0, frozenset(ids))
        distance = np.linalg.norm(pose.project(board) - pixels, axis=1)
        if not np.isfinite(distance).all() or pose.centre()[2] <= 0:
            continue
        rms = float(np.sqrt(np.mean(distance**2)))
        if best is None or rms < best.rms_px:
            best = Pose(camera, pose.rvec, pose.tvec, rms, pose.used)
    return best


def slid(pose: Pose, markers: Markers, found: Mapping[int, Corners]) -> Pose | None:
    """The pose after the board was pushed on its table: three unknowns, so that two markers suffice."""
    ids = sorted(found)
    if not ids:
        return None
    flat = np.concatenate([marker_points(markers, number) for number in ids])
    pixels = np.concatenate([found[number] for number in ids])
    state = np.zeros(3)  # x, y in mm; turn in units of 0.01 rad
    moved = pose
    for _ in range(8):
        error = (pixels - _seen(moved, flat)).ravel()
        steps = np.column_stack(
            [
                (_seen(_pushed(pose, state + step), flat) - _seen(moved, flat)).ravel()
                for step in np.eye(3) * 0.1
            ]
        )
        change = np.linalg.lstsq(steps / 0.1, error, rcond=None)[0]
        if not np.isfinite(change).all() or np.abs(change).max() > 500:
            return None
        state = state + change
        moved = _pushed(pose, state)
        if np.abs(change).max() < 1e-3:
            break
    rms = float(np.sqrt(np.mean(np.sum((pixels - _seen(moved, flat)) ** 2, axis=1))))
    return Pose(pose.camera, moved.rvec, moved.tvec, rms, pose.used)


def _seen(pose: Pose, flat: Floats) -> Floats:
    return pose.project(np.column_stack([flat, np.zeros(len(flat))]))


def _pushed(pose: Pose, state: Floats) -> Pose:
    spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, state[2] * 0.01]))
    rotation, _ = cv2.Rodrigues(pose.rvec)
    shift = rotation @ np.array([state[0], state[1], 0.0])
    rvec, _ = cv2.Rodrigues(rotation @ spin)
    return Pose(pose.camera, np.asarray(rvec), pose.tvec + shift.reshape(3, 1), pose.rms_px, pose.used)


def guess_camera(markers: Markers, found: Mapping[int, Corners], size: tuple[int, int]) -> CameraModel | None:
    """A lens from the board's own markers in one picture, for pictures without a camera file.

    One picture of a flat board tells the focal length only when it is oblique; what the corners do not tell
    is as with ordinary lenses (vision/lens_fit.py).

    Returns:
        None with fewer than three markers, or when no lens fits.
    """
    if len(found) < 3:
        return None
    try:
        return calibrate_lens([board_view(markers, found, size, "picture")]).camera
    except CalibrationError:
        return None


def _regrown(pose: Pose, markers: Markers, found: Mapping[int, Corners]) -> dict[int, Corners]:
    """The corners pushed outwards by as much as all outlines came out too small.

    Blur in linear light and then the camera's tone curve let white paper grow into black print.
    """
    outwards = {number: corners - corners.mean(axis=0) for number, corners in found.items()}
    outwards = {number: out / np.linalg.norm(out, axis=1)[:, None] for number, out in outwards.items()}
    shrunk = [
        ((_seen(pose, marker_points(markers, number)) - corners) * outwards[number]).sum(axis=1)
        for number, corners in found.items()
    ]
    by_px = float(np.clip(np.median(np.concatenate(shrunk)), -_MOST_SHRUNK_PX, _MOST_SHRUNK_PX))
    return {number: corners + outwards[number] * by_px for number, corners in found.items()}
