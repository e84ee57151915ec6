"""How a camera's lens maps directions to pixels: camera/1 files (docs/vision.md, "The camera's file")."""

import json
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop.json_text import read_json

FORMAT: Final = "camera/1"
_ASPECT_TOLERANCE: Final = 0.01


class CameraFileError(Exception):
    """A camera/1 text that cannot be used; the message says what, which and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraModel:
    """One lens at one picture size.

    Pixel centres are whole numbers. `dist` is OpenCV's k1, k2, p1, p2, k3.
    """

    size: tuple[int, int]  # width, height in pixels
    focal: tuple[float, float]  # fx, fy in pixels
    centre: tuple[float, float]  # cx, cy in pixels
    dist: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """(3, 3): the camera matrix."""
        (fx, fy), (cx, cy) = self.focal, self.centre
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @property
    def distortion(self) -> NDArray[np.float64]:
        """(5,): k1, k2, p1, p2, k3."""
        return np.array(self.dist)

    def scaled(self, size: tuple[int, int]) -> "CameraModel":
        """The same lens for pictures of another size but the same aspect.

        Raises:
            CameraFileError: the aspect differs, so the picture was cropped in a way that is not known.
        """
        if size == self.size:
            return self
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across / down - 1) > _ASPECT_TOLERANCE:
            raise CameraFileError(
                f"the camera file is for {self.size[0]} x {self.size[1]} pixels, "
                f"the picture has {size[0]} x {size[1]}; "
                "calibrate at the picture's size, or leave the camera file out"
            )
        # Pixel centres are whole numbers, so the picture's corner lies at -0.5.
        return CameraModel(
            size=size,
            focal=(self.focal[0] * across, self.focal[1] * down),
            centre=((self.centre[0] + 0.5) * across - 0.5, (self.centre[1] + 0.5) * down - 0.5),
            dist=self.dist,
        )

    def to_json(self) -> str:
        """The camera/1 text of this lens."""
        record = {
            "format": FORMAT,
            "size_px": list(self.size),
            "matrix": self.matrix.tolist(),
            "dist": list(self.dist),
        }
        return json.dumps(record, indent=1)


def parse_camera(text: str | bytes, *, source: str = "camera") -> CameraModel:
    """Read a camera/1 text.

    Raises:
        CameraFileError: not JSON, a key missing or of the wrong type, a lens that cannot be.
    """
    raw = read_json(text, source=source, advice="give a camera/1 file", error=CameraFileError)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise CameraFileError(f'{source}: no camera file; give one with "format": "{FORMAT}"')
    width, height = _numbers(raw.get("size_px"), 2, f"{source}: size_px")
    rows = raw.get("matrix")
    if not isinstance(rows, list) or len(rows) != 3:
        raise CameraFileError(
            f"{source}: matrix is missing or has not three rows; give [[fx,0,cx],[0,fy,cy],[0,0,1]]"
        )
    top, middle, bottom = (_numbers(row, 3, f"{source}: matrix") for row in rows)
    dist = raw.get("dist", [0, 0, 0, 0, 0])
    k1, k2, p1, p2, k3 = _numbers(
        [*dist, 0] if isinstance(dist, list) and len(dist) == 4 else dist, 5, f"{source}: dist"
    )
    whole = width.is_integer() and height.is_integer() and 16 <= width <= 30_000 and 16 <= height <= 30_000
    if not whole:
        raise CameraFileError(f"{source}: size_px is {width:g} x {height:g}; give the picture's pixels")
    if min(top[0], middle[1]) < width / 20 or max(top[0], middle[1]) > width * 50 or bottom != [0, 0, 1]:
        raise CameraFileError(
            f"{source}: matrix is no camera's for {width:g} x {height:g} pixels; calibrate again"
        )
    if not (0 < top[2] < width and 0 < middle[2] < height) or max(map(abs, (k1, k2, p1, p2, k3))) > 100:
        raise CameraFileError(f"{source}: cx, cy or dist is out of range; calibrate again")
    return CameraModel(
        size=(int(width), int(height)),
        focal=(top[0], middle[1]),
        centre=(top[2], middle[2]),
        dist=(k1, k2, p1, p2, k3),
    )


def _numbers(raw: object, count: int, where: str) -> list[float]:
    if not isinstance(raw, list) or len(raw) != count:
        raise CameraFileError(f"{where} is {repr(raw)[:60]}; give {count} numbers")
    numbers: list[float] = []
    for item in raw:
        if isinstance(item, bool) or not isinstance(item, int | float) or not abs(item) < 1e9:
            raise CameraFileError(f"{where} holds {repr(item)[:30]}; give numbers")
        numbers.append(float(item))
    return numbers
