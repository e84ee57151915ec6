"""A full and an empty board by one camera in one light, from stills with truth. For photo_sequences."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.camera.hands import Hand
from tabletop import BoardLayout, SiteId, TokenColour, parse_layout
from vision import CameraModel, load_frame, parse_camera
from vision.pose import Pose

Floats = NDArray[np.float32]

_TOKEN_MM: Final = 13.0  # what is carried over: a token, its wall, the root of its shadow
_SOFT_MM: Final = 2.0
_HAND_MM: Final = 30.0
_LEAST_TOKENS: Final = 23


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A full and an empty board by one camera."""

    name: str
    layout: BoardLayout
    empty: Floats
    full: Floats
    stands: dict[SiteId, TokenColour]
    pose: Pose
    noise: float  # standard deviation, of 255
    quality: int  # of the JPEG

    def spot(self, site: SiteId) -> Floats:
        """(H, W, 1): how much of each pixel belongs to a site's token."""
        place = self.layout.sites[site]
        mask = np.zeros(self.empty.shape[:2], np.float32)
        cv2.fillPoly(mask, [self._ring(place.x, place.y, _TOKEN_MM)], 1.0, cv2.LINE_AA)
        pixels = self._scale(place.x, place.y) * _SOFT_MM
        return np.asarray(
            cv2.blur(mask, (round(pixels) | 1, round(pixels) | 1))[:, :, None], dtype=np.float32
        )

    def hand(self, hand: Hand, tone: float) -> tuple[Floats, Floats]:
        """(H, W, 1) and (H, W, 3): where a hand and its sleeve lie, and their colour."""
        wide, high = self.layout.width_mm, self.layout.height_mm
        cover = np.zeros(self.empty.shape[:2], np.float32)
        paint = np.zeros_like(self.empty)
        parts = [
            (hand.sleeve(wide, high), hand.sleeve_rgb),
            *((one, hand.skin_rgb) for one in hand.outlines(wide, high)),
        ]
        for outline, rgb in parts:
            shape = self._pixels(np.array(outline), _HAND_MM)
            cv2.fillPoly(cover, [shape], 1.0, cv2.LINE_AA)
            cv2.fillPoly(paint, [shape], [tone * part for part in rgb[::-1]], cv2.LINE_AA)
        return np.asarray(cv2.blur(cover, (5, 5))[:, :, None], dtype=np.float32), paint

    def hidden(self, cover: Floats) -> frozenset[SiteId]:
        """Sites of which a hand or its edge covers a part."""
        reach = round(7 * self._scale(300, 300)) + 1
        near = np.asarray(
            cv2.dilate(cover[:, :, 0], np.ones((3, 3), np.uint8), iterations=reach), dtype=np.float32
        )
        return frozenset(
            site.id
            for site in self.layout.pins()
            if _at(near, self._pixels(np.array([[site.x, site.y]]), 8.0)[0]) > 0.05
        )

    def _ring(self, x: float, y: float, radius: float) -> NDArray[np.int32]:
        turns = np.linspace(0, 2 * math.pi, 28, endpoint=False)
        return self._pixels(np.column_stack([x + radius * np.cos(turns), y + radius * np.sin(turns)]), 4.0)

    def _pixels(self, flat: NDArray[np.float64], z_mm: float) -> NDArray[np.int32]:
        pose = self.pose
        if z_mm == _HAND_MM:  # an arm reaches out of the picture, where a lens's curve means nothing
            lens = pose.camera
            straight = CameraModel(size=lens.size, focal=lens.focal, centre=lens.centre)
            pose = Pose(straight, pose.rvec, pose.tvec, 0.0, pose.used)
        pixels = pose.project(np.column_stack([flat, np.full(len(flat), z_mm)]))
        return np.round(np.clip(np.nan_to_num(pixels, nan=-9e3), -9e3, 9e3)).astype(np.int32)

    def _scale(self, x: float, y: float) -> float:
        ends = self.pose.project(np.array([[x - 5, y, 0.0], [x + 5, y, 0.0]]))
        return float(np.linalg.norm(ends[1] - ends[0])) / 10


def _at(mask: Floats, pixel: NDArray[np.int32]) -> float:
    x, y = pixel.tolist()
    return float(mask[y, x]) if 0 <= y < mask.shape[0] and 0 <= x < mask.shape[1] else 1.0


def pairs_in(folder: Path) -> Iterator[Pair]:
    """The pairs of a folder with tokens enough."""
    layout = parse_layout((folder / "board.json").read_text(), source=str(folder / "board.json"))
    for path in sorted(folder.glob("frame_*.json")):
        truth = json.loads(path.read_text())
        stands = {
            SiteId(name): seat
            for name, seat in truth["sites"].items()
            if seat and name not in truth["occluded"]
        }
        if truth.get("reference") is None or len(stands) < 23:
            continue
        full, empty = load_frame(folder / truth["image"]), load_frame(folder / truth["reference"])
        lens = truth["camera"]
        text = {
            "format": "camera/1",
            "size_px": list(full.size),
            "matrix": lens["matrix"],
            "dist": lens["dist"],
        }
        rvec, tvec = (np.array(lens[key], dtype=np.float64).reshape(3, 1) for key in ("rvec", "tvec"))
        pose = Pose(
            parse_camera(json.dumps(text)),
            rvec,
            tvec,
            0.0,
            frozenset(layout.markers.ids if layout.markers else ()),
        )
        conditions = truth["conditions"]
        yield Pair(
            path.stem,
            layout,
            empty.image.astype(np.float32),
            full.image.astype(np.float32),
            stands,
            pose,
            noise=0.6 * math.sqrt(conditions["gain"]),
            quality=conditions["jpeg_quality"],
        )
