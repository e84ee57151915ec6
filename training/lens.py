"""What a camera makes of a drawn place: pixels, blur, noise, tone curve, JPEG, and the patch cut from it."""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.palette import Tint
from training.solids import SCALE, SIZE, Canvas, Points

PATCH_PX: Final = 40  # the same as vision.patches
PATCH_MM: Final = 34.0
_MARGIN_PX: Final = 9


@dataclass(frozen=True, slots=True)
class Lens:
    """One camera, drawn once for a place and used for its picture and its empty look alike."""

    to_pixels: NDArray[np.float64]  # (2, 3) canvas → camera pixels
    size: int
    blur_px: float
    smear: NDArray[np.float32] | None
    exposure: Tint
    shot: float
    read: float
    grain: float
    power: float
    toe: float
    saturation: float
    quality: int
    flare: float  # light strewn over all of the picture
    balance: tuple[float, float, float]  # BGR: how much a camera lifts each colour, and its noise with it
    smooth_px: float  # by how much the camera blurs colours, against noise
    sharpen: float

    def light(self, tint: Tint) -> NDArray[np.float32]:
        """(3,) linear value that a reader finds where paper of this light was, as by vision.light."""
        value = self._tone((tint * self.exposure + self.flare).reshape(1, 1, 3).astype(np.float32))
        bytes_ = np.clip(np.rint(value * 255), 0, 255)
        return np.asarray((bytes_[0, 0] / 255) ** 2.2, dtype=np.float32)

    def take(self, rng: np.random.Generator, canvas: Canvas, misfit: Points) -> NDArray[np.uint8]:
        """(PATCH_PX, PATCH_PX, 3): the patch; its middle is `misfit` mm beside the pin's place."""
        per_mm = math.sqrt(abs(np.linalg.det(self.to_pixels[:, :2]))) * SCALE
        sigma = 0.42 * SCALE / per_mm
        soft = cv2.GaussianBlur(canvas, (0, 0), sigma) if sigma > 0.3 else canvas
        raw = cv2.warpAffine(
            soft,
            self.to_pixels,
            (self.size, self.size),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        if self.blur_px > 0.15:
            raw = cv2.GaussianBlur(raw, (0, 0), self.blur_px)
        if self.smear is not None:
            raw = cv2.filter2D(raw, -1, self.smear)
        exposed = np.asarray(raw * self.exposure.astype(np.float32) + self.flare, dtype=np.float32)
        developed = self._developed(self._tone(self._noisy(rng, exposed)))
        picture = np.clip(np.rint(developed * 255), 0, 255).astype(np.uint8)
        if self.quality < 100:
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
            picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
        return self._cut(picture, misfit)

    def _developed(self, value: NDArray[np.float32]) -> NDArray[np.float32]:
        """Colours smoothed and edges sharpened, as cameras do."""
        if self.smooth_px > 0:
            grey = value.mean(axis=2, keepdims=True)
            value = grey + cv2.GaussianBlur(value - grey, (0, 0), self.smooth_px)
        if self.sharpen > 0:
            value = value + self.sharpen * (value - cv2.GaussianBlur(value, (0, 0), 1.1))
        return np.asarray(value, dtype=np.float32)

    def _noisy(self, rng: np.random.Generator, raw: NDArray[np.float32]) -> NDArray[np.float32]:
        noise = rng.standard_normal(raw.shape, dtype=np.float32)
        if self.grain > 0.3:  # a camera that smooths leaves blotches
            noise = cv2.GaussianBlur(noise, (0, 0), self.grain) * (0.6 + 2.2 * self.grain)
        lift = np.array(self.balance, np.float32)
        spread = np.sqrt(np.maximum(raw, 0) * self.shot**2 * lift + (self.read * lift) ** 2)
        return np.asarray(raw + noise * spread, dtype=np.float32)

    def _tone(self, raw: NDArray[np.float32]) -> NDArray[np.float32]:
        value = np.maximum(raw, 0) ** (1 / self.power)
        value = value + self.toe * (value * value * (3 - 2 * np.minimum(value, 1)) - value)
        grey = value.mean(axis=2, keepdims=True)
        return np.asarray(np.clip(grey + (value - grey) * self.saturation, 0, 1), dtype=np.float32)

    def _cut(self, picture: NDArray[np.uint8], misfit: Points) -> NDArray[np.uint8]:
        step = PATCH_MM / PATCH_PX * SCALE
        across = np.array([[step, 0.0], [0.0, step]])
        start = (SIZE - 1) / 2 - step * (PATCH_PX - 1) / 2 + misfit * SCALE
        matrix = self.to_pixels[:, :2] @ across
        shift = self.to_pixels[:, :2] @ start + self.to_pixels[:, 2]
        return np.asarray(
            cv2.warpAffine(
                picture,
                np.column_stack([matrix, shift]),
                (PATCH_PX, PATCH_PX),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            dtype=np.uint8,
        )


def random_lens(rng: np.random.Generator, lean: Points, top_mm: float) -> Lens:
    """A camera that sees the place from where `lean` says."""
    px_per_mm = float(np.exp(rng.uniform(math.log(0.68), math.log(2.4))))
    aslant = math.cos(math.atan(float(np.linalg.norm(lean)) / top_mm))
    way = math.atan2(lean[1], lean[0])
    squash = _turn(way) @ np.diag([aslant, 1.0]) @ _turn(-way)
    matrix = _turn(float(rng.uniform(0, 2 * np.pi))) @ squash * px_per_mm / math.sqrt(aslant) / SCALE
    size = int(PATCH_MM * 1.45 * px_per_mm) + 2 * _MARGIN_PX
    middle = np.full(2, size / 2) + rng.uniform(-4, 4, 2)
    shift = middle - matrix @ np.full(2, (SIZE - 1) / 2)
    bright = float(np.exp(rng.normal(-0.6, 0.55)))
    noisy = float(np.exp(rng.normal(-4.2, 0.8)))
    return Lens(
        to_pixels=np.column_stack([matrix, shift]),
        size=size,
        blur_px=float(abs(rng.normal(0, 0.6)) + 0.2),
        smear=_smear(rng) if rng.random() < 0.28 else None,
        exposure=np.clip(bright, 0.10, 1.7) * _cast(rng),
        shot=noisy,
        read=noisy * float(rng.uniform(0.05, 0.4)),
        grain=float(rng.uniform(0.4, 1.2)) if rng.random() < 0.45 else 0.0,
        power=float(rng.uniform(2.0, 2.5)),
        toe=float(rng.uniform(-0.1, 0.5)),
        saturation=float(rng.normal(1.0, 0.12)),
        quality=int(rng.integers(50, 97)) if rng.random() < 0.93 else 100,
        flare=float(rng.uniform(0, 0.03)) * bright if rng.random() < 0.5 else 0.0,
        balance=(1.0, 1.0, 1.0),
        smooth_px=float(rng.uniform(0.6, 3.0)) if rng.random() < 0.35 else 0.0,
        sharpen=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.35 else 0.0,
    )


def in_dim_light(rng: np.random.Generator, lens: Lens) -> Lens:
    """The same camera in a dim warm room: it amplifies, blue most, and smooths what comes of it."""
    noisy = float(np.exp(rng.uniform(-4.4, -2.9)))
    return replace(
        lens,
        shot=noisy,
        read=noisy * float(rng.uniform(0.1, 0.6)),
        grain=float(rng.uniform(0.3, 1.2)),
        balance=(float(rng.uniform(1.2, 3.5)), 1.0, float(rng.uniform(0.7, 1.3))),
        smooth_px=float(rng.uniform(0.6, 3.0)) if rng.random() < 0.6 else 0.0,
        smear=_smear(rng) if rng.random() < 0.4 else lens.smear,
    )


def _cast(rng: np.random.Generator) -> Tint:
    """(3,) BGR: what the white balance leaves of the light's colour; in warm light blue drowns in noise."""
    if rng.random() < 0.7:
        return np.asarray(np.exp(rng.normal(0, 0.09, 3)))
    warm = float(rng.uniform(-0.25, 1.0))
    return np.asarray(np.exp(np.array([-warm, 0.0, 0.35 * warm]) + rng.normal(0, 0.06, 3)))


def _turn(angle: float) -> NDArray[np.float64]:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def _smear(rng: np.random.Generator) -> NDArray[np.float32]:
    """A shaken camera's kernel."""
    kernel = np.zeros((9, 9), np.float32)
    way = rng.uniform(0, np.pi)
    reach = float(rng.uniform(0.3, 1.7))
    for place in np.linspace(-reach, reach, 17):
        x, y = 4 + place * math.cos(way), 4 + place * math.sin(way)
        column, row = int(x), int(y)
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            weight = abs(1 - dx - (x - column)) * abs(1 - dy - (y - row))
            kernel[row + dy, column + dx] += weight
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)
