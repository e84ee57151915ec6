"""What a camera makes of a linear picture: distortion, blur, a Bayer sensor, its own developing, JPEG."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.rooms.stage import Pinhole, Points

SUPER: Final = 2  # drawn pixels a camera pixel
_NO_MAP: Final = np.empty(0, np.float32)


@dataclass(frozen=True, slots=True)
class Body:
    """One camera with its lens and habits."""

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    dist: tuple[float, float, float, float, float]
    blur_px: float
    smear_px: float
    fringe: float  # how much larger red is than blue
    vignette: float
    shot: float
    read: float
    sharpen: float
    smooth: int
    curve: float
    white_error: Points
    quality: int

    @property
    def matrix(self) -> Points:
        """(3, 3) OpenCV's camera matrix."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])


def random_body(rng: np.random.Generator) -> Body:
    """A web camera, a camera module or a phone."""
    sizes = [(1280, 720), (1920, 1080), (2304, 1296)]
    wide, high = sizes[int(rng.choice(3, p=[0.25, 0.5, 0.25]))]
    focal = wide / 2 / math.tan(math.radians(float(rng.uniform(54, 76)) / 2))
    noisy = float(np.exp(rng.uniform(math.log(0.004), math.log(0.05))))
    return Body(
        size=(wide, high),
        focal=focal,
        centre=(wide / 2 + float(rng.normal(0, 8)), high / 2 + float(rng.normal(0, 8))),
        dist=(float(rng.uniform(-0.14, 0.03)), float(rng.uniform(0, 0.03)), *rng.normal(0, 4e-4, 2), 0.0),
        blur_px=float(rng.uniform(0.45, 1.5)),
        smear_px=float(rng.uniform(0.5, 3.5)) if rng.random() < 0.2 else 0.0,
        fringe=float(rng.uniform(0, 8e-4)),
        vignette=float(rng.uniform(0, 0.5)),
        shot=noisy,
        read=noisy * float(rng.uniform(0.02, 0.2)),
        sharpen=float(rng.uniform(0, 1.4)),
        smooth=int(rng.choice([0, 1, 2])),
        curve=float(rng.uniform(0, 0.6)),
        white_error=np.exp(rng.normal(0, 0.07, 3)),
        quality=int(rng.integers(55, 96)),
    )


def drawn_size(body: Body) -> tuple[tuple[int, int], Points]:
    """Size and matrix of the straight, larger picture that the lens bends."""
    border = 1.12
    wide, high = (int(side * SUPER * border) for side in body.size)
    focal = body.focal * SUPER
    middle = np.array(body.centre) * SUPER + (np.array([wide, high]) - np.array(body.size) * SUPER) / 2
    return (wide, high), np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])


def bent_maps(body: Body, *, scale: float = 1.0) -> NDArray[np.float32]:
    """(H, W, 2): where each camera pixel lies in the straight picture."""
    steps = [np.linspace(-8, side + 8, 65) for side in body.size]
    x, y = np.meshgrid(*steps)
    middle = np.array(body.centre)
    points = np.stack([x, y], axis=2).reshape(-1, 1, 2)
    points = middle + (points - middle) * scale
    flat = np.asarray(cv2.undistortPoints(points, body.matrix, np.array(body.dist))).reshape(-1, 2)
    _, matrix = drawn_size(body)
    straight = flat * matrix[[0, 1], [0, 1]] + matrix[:2, 2]
    coarse = straight.reshape(65, 65, 2).astype(np.float32)
    column = (np.arange(body.size[0], dtype=np.float32) + 8) / (body.size[0] + 16) * 64
    row = (np.arange(body.size[1], dtype=np.float32) + 8) / (body.size[1] + 16) * 64
    return np.asarray(cv2.remap(coarse, *np.meshgrid(column, row), cv2.INTER_LINEAR), dtype=np.float32)


def photograph(
    rng: np.random.Generator, body: Body, picture: NDArray[np.float32], white: Points
) -> NDArray[np.uint8]:
    """The camera's picture, BGR bytes; `white` is the light of paper, for exposure and white balance."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), body.blur_px * SUPER), dtype=np.float32)
    if body.smear_px:
        soft = _smeared(soft, body.smear_px * SUPER, float(rng.uniform(0, math.pi)))
    planes = []
    for channel, scale in enumerate((1 - body.fringe, 1.0, 1 + body.fringe)):
        maps = bent_maps(body, scale=scale)
        plane = np.ascontiguousarray(soft[:, :, channel])
        planes.append(cv2.remap(plane, maps, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    raw = cv2.merge(planes) * _vignette(body)[:, :, None]
    level = float(np.exp(rng.normal(math.log(0.62), 0.22)))
    raw = np.asarray(raw / float(white.mean()) * level, dtype=np.float32)
    balance = white.mean() / white * body.white_error
    developed = _balanced(_sensor(rng, body, raw), balance)
    coded = np.clip(np.rint(_developed(body, developed) * 255), 0, 255).astype(np.uint8)
    if body.smooth:
        coded = np.asarray(cv2.bilateralFilter(coded, 5, 14 * body.smooth, 2), dtype=np.uint8)
    return coded


def _smeared(picture: NDArray[np.float32], reach: float, way: float) -> NDArray[np.float32]:
    kernel = np.zeros((15, 15), np.float32)
    end = np.array([math.cos(way), math.sin(way)]) * reach / 2
    ends = np.rint((np.array([7.0, 7.0]) + np.array([end, -end])) * 16).astype(int)
    cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(1e-6, float(kernel.sum()))), dtype=np.float32)


def _vignette(body: Body) -> NDArray[np.float32]:
    x, y = np.meshgrid(np.linspace(-1, 1, body.size[0]), np.linspace(-0.6, 0.6, body.size[1]))
    return (1 - body.vignette * (x * x + y * y) / 1.36).astype(np.float32)


def _sensor(rng: np.random.Generator, body: Body, raw: NDArray[np.float32]) -> NDArray[np.float32]:
    """One colour a pixel, with noise, made whole again."""
    mosaic = raw[:, :, 1].copy()
    mosaic[0::2, 0::2] = raw[0::2, 0::2, 0]
    mosaic[1::2, 1::2] = raw[1::2, 1::2, 2]
    noise = rng.standard_normal(mosaic.shape, dtype=np.float32)
    mosaic += noise * np.sqrt(np.maximum(mosaic, 0) * body.shot**2 + body.read**2)
    counts = np.clip(np.rint((mosaic * 0.5 + 0.02) * 65535), 0, 65535).astype(np.uint16)
    whole = cv2.cvtColor(counts, cv2.COLOR_BayerRG2BGR)
    return np.asarray((whole.astype(np.float32) / 65535 - 0.02) * 2, dtype=np.float32)


def _balanced(picture: NDArray[np.float32], balance: Points) -> NDArray[np.float32]:
    return np.asarray(np.clip(picture * balance.astype(np.float32), 0, 1), dtype=np.float32)


def _developed(body: Body, linear: NDArray[np.float32]) -> NDArray[np.float32]:
    value = np.where(
        linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-6) ** (1 / 2.4) - 0.055
    )
    value = value + body.curve * (value * value * (3 - 2 * value) - value)
    if body.sharpen:
        grey = cv2.cvtColor(value.astype(np.float32), cv2.COLOR_BGR2GRAY)
        value = value + body.sharpen * (grey - cv2.GaussianBlur(grey, (0, 0), 1.4))[:, :, None]
    return np.asarray(np.clip(value, 0, 1), dtype=np.float32)


def pinhole(body: Body, rotation: Points, eye: Points) -> Pinhole:
    """The straight camera at `eye` (board millimetres, z up); `rotation` acts on (x, y, -z)."""
    size, matrix = drawn_size(body)
    mirror = np.diag([1.0, 1, -1])
    shift = -rotation @ (mirror @ eye)
    return Pinhole(matrix @ np.column_stack([rotation @ mirror, shift]), eye, size)
