"""What a reader saw, drawn over its picture: the board's outline, at each site shape, colour and letter."""

import math
from collections import Counter
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Seen, Shape, Site, SiteId, TokenColour, with_score_pins
from vision.frame import Frame, Image
from vision.pose import Pose
from vision.still import Still

LETTERS: Final[dict[TokenColour, str]] = {"blue": "B", "red": "R", "green": "G", "yellow": "Y", "black": "K"}
"""K for black, as on the boards."""

_LEAST_PX_PER_MM: Final = 2.4  # of the drawing: a letter of 5 mm can be read
_MOST_PX: Final = 3400  # of its longer side
CROP_PX: Final = 320  # of a crop's side
_CROP_TOKENS: Final = 4.0  # widths of a token across a crop: its neighbours tell where one is
_CORNER: Final = np.zeros(2)
_FADED: Final = 0.55  # how much of the picture's colour stays under the drawing
_SHIFT: Final = 4
_INK: Final = (20, 20, 20)
_PAPER: Final = (255, 255, 255)
_OUTLINE: Final = (255, 220, 0)
_UNKNOWN: Final = (255, 0, 255)
_STEP: Final = np.array([5.0, 0.0, 0.0])
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX

Colour = tuple[int, int, int]
"""Blue, green, red."""

Rgb = tuple[int, int, int]

Points = NDArray[np.float64]


def draw_still(frame: Frame, layout: BoardLayout, still: Still, title: str = "") -> Image:
    """Draw one picture and what was read from it.

    Returns:
        (H, W, 3) uint8 BGR, enlarged where letters would be too small, with a line of words below.
    """
    scale = _scale(frame, layout, still.pose)
    size = (round(frame.size[0] * scale), round(frame.size[1] * scale))
    picture = _faded(np.asarray(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    if still.pose is not None:
        sheet = _Sheet(picture, with_score_pins(layout), still.pose, scale)
        sheet.board()
        # Near tokens overlap far ones, so what is sure goes on last.
        order = sorted(still.answers, key=lambda site: _RANK.get(still.answers[site], 2))
        for name in order:
            sheet.site(sheet.layout.sites[name], still.answers[name])
    return _with_words(picture, _words(still, title))


def draw_crop(frame: Frame, layout: BoardLayout, pose: Pose, name: SiteId, seen: Seen) -> Image | None:
    """One site as the camera sees it, with its surroundings, and round it what is believed to stand there.

    Returns:
        (CROP_PX, CROP_PX, 3) uint8 BGR; None where the site does not lie in the picture.
    """
    known = with_score_pins(layout)
    site, top = known.sites[name], layout.tokens.top_mm
    middle, side = pose.project(np.array([[site.x, site.y, top], [site.x + 1.0, site.y, top]]))
    half = layout.tokens.footprint_mm * _CROP_TOKENS / 2 * float(np.linalg.norm(side - middle))
    wide, high = frame.size
    if not (half >= 1 and 0 <= middle[0] < wide and 0 <= middle[1] < high):
        return None
    size = (round(2 * half), round(2 * half))
    cut = cv2.getRectSubPix(frame.image, size, (float(middle[0]), float(middle[1])))
    picture = np.asarray(cv2.resize(cut, (CROP_PX, CROP_PX), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    corner = np.asarray(middle - (size[0] - 1) / 2)
    _Sheet(picture, known, pose, CROP_PX / size[0], corner).outline(site, seen)
    return picture


_RANK: Final[dict[Seen, int]] = {"empty": 0, "unknown": 1}


def token_outline(shape: Shape, radius: float) -> Points:
    """(N, 2): a token's outline round (0, 0), within a circle of `radius`; y to the front."""
    if shape == "disc":
        return _ring([radius] * 28, 0)
    if shape == "square":
        return _ring([radius] * 4, math.pi / 4)
    if shape == "triangle":
        return _ring([radius] * 3, -math.pi / 2)
    if shape == "star":
        return _ring([radius, 0.45 * radius] * 5, -math.pi / 2)
    half = 0.36 * radius
    far = math.sqrt(radius * radius - half * half)
    arm = [(half, -half), (half, -far), (-half, -far)]
    return np.array([_quarters(x, y, turn) for turn in (0, 3, 2, 1) for x, y in arm])


def _ring(radii: list[float], start: float) -> Points:
    angles = start + np.arange(len(radii)) * (2 * math.pi / len(radii))
    return np.asarray(np.column_stack([np.cos(angles), np.sin(angles)]) * np.array(radii)[:, None])


def _quarters(x: float, y: float, turns: int) -> tuple[float, float]:
    for _ in range(turns):
        x, y = -y, x
    return x, y


class _Sheet:
    """A picture to draw on, in board millimetres."""

    def __init__(
        self, picture: Image, layout: BoardLayout, pose: Pose, scale: float, corner: Points = _CORNER
    ) -> None:
        """`corner`: (2,) where the picture begins in the frame, in the frame's pixels."""
        self.layout = layout
        self._picture = picture
        self._pose = pose
        self._scale = scale
        self._corner = corner

    def board(self) -> None:
        """The board's edge, and the markers that the pose rests on."""
        wide, high = self.layout.width_mm, self.layout.height_mm
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high], [0, 0.0]])
        edge = np.concatenate([np.linspace(a, b, 16) for a, b in pairwise(corners)])
        self._line(edge, 0.0, _OUTLINE, 2)
        if self.layout.markers is None:
            return
        half = self.layout.markers.side_mm / 2
        for number in self._pose.used:
            x, y = self.layout.markers.ids[number]
            square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]) * half + [x, y]
            self._line(square, 0.0, _OUTLINE, 2)

    def site(self, site: Site, seen: Seen) -> None:
        """One site's belief."""
        self.outline(site, seen)
        here = np.array([site.x, site.y])
        if seen == "unknown" or seen == "something":
            self._letter(here, "?", _UNKNOWN, _PAPER)
        elif seen != "empty":
            rgb = self.layout.tokens.rgb[seen]
            self._letter(here, LETTERS[seen], _bgr(rgb), _on(rgb))

    def outline(self, site: Site, seen: Seen) -> None:
        """What is believed to stand there, round it, so that the thing itself stays to be seen."""
        tokens = self.layout.tokens
        here = np.array([site.x, site.y])
        radius = tokens.footprint_mm / 2 + 1.5
        if seen == "empty":
            pin_top = self.layout.collar_height_mm + self.layout.pin_height_mm
            self._line(_ring([2.6] * 16, 0)[np.r_[:16, 0]] + here, pin_top, _PAPER, 1)
        elif seen == "unknown" or seen == "something":
            self._line(_ring([radius] * 28, 0)[np.r_[:28, 0]] + here, tokens.top_mm, _UNKNOWN, 2)
        else:
            ring = token_outline(tokens.shapes[seen], radius) + here
            self._line(np.concatenate([ring, ring[:1]]), tokens.top_mm, _bgr(tokens.rgb[seen]), 3)

    def _pixels(self, flat: Points, z_mm: float) -> Points | None:
        pixels = self._pose.project(np.column_stack([flat, np.full(len(flat), z_mm)]))
        if not np.isfinite(pixels).all() or np.abs(pixels).max() > 30_000:
            return None
        return np.asarray((pixels - self._corner + 0.5) * self._scale - 0.5)

    def _line(self, flat: Points, z_mm: float, colour: Colour, width: int) -> None:
        pixels = self._pixels(flat, z_mm)
        if pixels is None:
            return
        fixed = np.round(pixels * (1 << _SHIFT)).astype(np.int32)
        halo = _INK if sum(colour) > 300 else _PAPER
        cv2.polylines(self._picture, [fixed], False, halo, width + 2, cv2.LINE_AA, _SHIFT)
        cv2.polylines(self._picture, [fixed], False, colour, width, cv2.LINE_AA, _SHIFT)

    def _letter(self, here: Points, letter: str, ground: Colour, ink: Colour) -> None:
        """A badge in the middle of the token: a disc of its colour, and the letter."""
        middle = self._pixels(here[None], self.layout.tokens.top_mm)
        side = self._pixels(here[None] + [1.0, 0.0], self.layout.tokens.top_mm)
        if middle is None or side is None:
            return
        px_per_mm = float(np.linalg.norm(side - middle))
        x, y = (round(value) for value in middle[0].tolist())
        radius = max(6, round(4.6 * px_per_mm))
        cv2.circle(self._picture, (x, y), radius + 1, ink, -1, cv2.LINE_AA)
        cv2.circle(self._picture, (x, y), radius, ground, -1, cv2.LINE_AA)
        size = radius / 15
        (wide, high), _ = cv2.getTextSize(letter, _FONT, size, 2)
        cv2.putText(self._picture, letter, (x - wide // 2, y + high // 2), _FONT, size, ink, 2, cv2.LINE_AA)


def _scale(frame: Frame, layout: BoardLayout, pose: Pose | None) -> float:
    """How much to enlarge or shrink the picture by."""
    wanted = 1.0
    if pose is not None:
        middle = np.array([[layout.width_mm / 2, layout.height_mm / 2, 0.0]])
        ahead = pose.project(middle + _STEP) - pose.project(middle - _STEP)
        px_per_mm = float(np.linalg.norm(ahead)) / 10
        wanted = max(1.0, _LEAST_PX_PER_MM / px_per_mm) if px_per_mm > 0 else 1.0
    return min(wanted, _MOST_PX / max(frame.size))


def _faded(picture: Image) -> Image:
    """Paler and greyer, so that the drawing stands out."""
    grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(picture, _FADED, grey, 1 - _FADED, 0), dtype=np.uint8)


def _words(still: Still, title: str) -> list[str]:
    counts = Counter(still.answers.values())
    named = [f"{counts[colour]} {colour} {letter}" for colour, letter in LETTERS.items() if counts[colour]]
    told = ", ".join([*named, f"{counts['unknown']} unknown ?", f"{counts['empty']} empty"])
    scale = f"; {still.reading.px_per_mm:.2f} px/mm at the farthest site" if still.pose is not None else ""
    lines = [f"{title}: {told}{scale}" if title else f"{told}{scale}"]
    return [*lines, still.note] if still.note else lines


def _with_words(picture: Image, lines: list[str]) -> Image:
    """Plain lines below the picture; OpenCV's letters are ASCII."""
    width = picture.shape[1]
    longest = max(len(line) for line in lines)
    size = float(np.clip(width / max(1, longest) / 21, 0.35, 1.0))
    step = round(36 * size) + 6
    strip = np.full((step * len(lines) + 12, width, 3), 255, np.uint8)
    for place, line in enumerate(lines):
        plain = line.encode("ascii", "replace").decode()
        at = (10, step * (place + 1) - 4)
        cv2.putText(strip, plain, at, _FONT, size, _INK, 1 if size < 0.6 else 2, cv2.LINE_AA)
    return np.concatenate([picture, strip])


def _bgr(rgb: Rgb) -> Colour:
    return rgb[2], rgb[1], rgb[0]


def _on(rgb: Rgb) -> Colour:
    """Ink that is read on a colour."""
    return _INK if 0.3 * rgb[0] + 0.6 * rgb[1] + 0.1 * rgb[2] > 120 else _PAPER
