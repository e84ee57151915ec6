"""A camera over a simulated table: draws what a real one would see, frame by frame, from a seed."""

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.camera.board_art import MARGIN_MM, PX_PER_MM, bgr, draw_board
from lab.camera.hands import Hand, Outline
from lab.camera.solids import CameraView, Ring, Sprite, draw_prism, outline, turned
from lab.camera.things import Thing, lay_things
from tabletop import BoardLayout, SiteId, TokenColour
from vision import CameraModel, Frame

Nudge = tuple[float, float, float]
"""How far the board was pushed: millimetres along x and y, degrees clockwise about its middle."""

_HALF_VIEW: Final = math.radians(33)  # half of the picture's width, as an ordinary camera module has it
_DIST: Final = (-0.052, 0.006, 0.0002, -0.0001, 0.0)
_OBLIQUE_DEG: Final = {"over": 2.5, "oblique": 31.0}
_HAND_MM: Final = 34.0  # height of a hand's middle over the board
_BLUR_PX: Final = 0.55
_NOISE: Final = 2.2  # standard deviation, of 255
_STEEL: Final = (168.0, 172.0, 176.0)


class SimulatedCamera:
    """Draws frames of a board with tokens: same arguments, same bytes.

    `model` is its lens, as `fingerpost calibrate` would find it. `view` is `over` (straight above, a little
    tilted) or `oblique` (from the front edge, 31 degrees).
    """

    def __init__(
        self,
        layout: BoardLayout,
        size: tuple[int, int] = (1280, 720),
        view: Literal["over", "oblique"] = "over",
        seed: int = 0,
    ) -> None:
        self._layout = layout
        self._seed = seed
        focal = size[0] / 2 / math.tan(_HALF_VIEW)
        self.model = CameraModel(
            size=size, focal=(focal, focal), centre=(size[0] / 2 + 3.5, size[1] / 2 - 2.5), dist=_DIST
        )
        self._stand = _Stand(_Board(layout), self.model, _OBLIQUE_DEG[view], seed)
        self._rest = _at_rest(self._stand)

    def render(
        self,
        tokens: Mapping[SiteId, TokenColour],
        *,
        at: float,
        number: int,
        hand: Hand | None = None,
        light: float = 1.0,
        nudge: Nudge = (0.0, 0.0, 0.0),
        things: Sequence[Thing] = (),
    ) -> Frame:
        """One frame of the board with these tokens on its pins.

        Args:
            at: monotonic seconds, copied into the frame.
            number: of the frame; also chooses its noise.
            light: 1 as it was; 0.5 after half of the light went out.
            nudge: how far the board was pushed from where it stood.
            things: what else lies on it or is held over it; pushed with it.
        Raises:
            KeyError: a token on a site that the board has not.
        """
        picture = _scene(self._stand, nudge).with_tokens(tokens)
        picture = lay_things(picture, self.view(nudge), things, in_hand=False)
        if hand is not None and hand.extent > 0:
            picture = self._with_hand(picture, hand)
        picture = lay_things(picture, self.view(nudge), things, in_hand=True)
        if light != 1.0:
            tones = np.clip(np.arange(256) * light ** (1 / 2.2), 0, 255).astype(np.uint8)
            picture = np.asarray(cv2.LUT(picture, tones), dtype=np.uint8)
        brighter, darker = self._noise
        rng = np.random.default_rng([self._seed, number, 7])
        down, across = int(rng.integers(0, 64)), int(rng.integers(0, 64))
        height, width = picture.shape[:2]
        window = (slice(down, down + height), slice(across, across + width))
        noisy = cv2.subtract(cv2.add(picture, brighter[window]), darker[window])
        return Frame(np.asarray(noisy, dtype=np.uint8), at, number)

    @cached_property
    def _noise(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        return _noise_tile(self.model.size, self._seed)

    def view(self, nudge: Nudge = (0.0, 0.0, 0.0)) -> CameraView:
        """Where the camera is, seen from the pushed board: the truth for tests."""
        return _view(self._stand, nudge)

    def _with_hand(self, picture: NDArray[np.uint8], hand: Hand) -> NDArray[np.uint8]:
        wide, high = self._layout.width_mm, self._layout.height_mm
        skin = [self._hand_px(shape, _HAND_MM) for shape in hand.outlines(wide, high)]
        sleeve = [self._hand_px(hand.sleeve(wide, high), _HAND_MM + 8)]
        shadow = [
            self._hand_px(shape, 0.0, shift=(14, 22))
            for shape in (*hand.outlines(wide, high), hand.sleeve(wide, high))
        ]
        everything = np.concatenate([*skin, *sleeve, *shadow])
        size = self.model.size
        left, top = (int(max(0, value)) for value in np.floor(everything.min(axis=0) / 16) - 8)
        right, bottom = (
            int(min(limit, value))
            for limit, value in zip(size, np.ceil(everything.max(axis=0) / 16) + 8, strict=True)
        )
        if right - left < 4 or bottom - top < 4:
            return picture
        picture = picture.copy()
        area = picture[top:bottom, left:right]
        offset = np.array([left * 16, top * 16], np.int32)
        dark = np.full(area.shape[:2], 255, np.uint8)
        for polygon in shadow:
            cv2.fillPoly(dark, [polygon - offset], 150, cv2.LINE_8, 4)
        dark = np.asarray(cv2.blur(dark, (21, 21)), dtype=np.uint8)
        area[:] = cv2.multiply(area, cv2.merge([dark, dark, dark]), scale=1 / 255)
        for polygons, rgb in ((sleeve, hand.sleeve_rgb), (skin, hand.skin_rgb)):
            edge = tuple(part * 0.62 for part in bgr(rgb))
            for polygon in polygons:
                cv2.polylines(area, [polygon - offset], True, edge, 5, cv2.LINE_AA, 4)
            for polygon in polygons:
                cv2.fillPoly(area, [polygon - offset], bgr(rgb), cv2.LINE_AA, 4)
        return picture

    def _hand_px(self, shape: Outline, z_mm: float, shift: tuple[float, float] = (0, 0)) -> NDArray[np.int32]:
        ring = np.array(shape) + np.array(shift)
        flat = CameraView(
            CameraModel(size=self.model.size, focal=self.model.focal, centre=self.model.centre),
            self._rest.rvec,
            self._rest.tvec,
        )
        # Without distortion: an arm reaches far out of the picture, where the polynomial means nothing.
        pixels = np.clip(flat.project_at(ring, z_mm), -4000, 8000)
        return np.round(pixels * 16).astype(np.int32)


class _Board:
    """A layout as the key of what is drawn once: the very object, for what it holds has no hash."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout

    def __hash__(self) -> int:
        return id(self.layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Board) and self.layout is other.layout


@dataclass(frozen=True)
class _Stand:
    """A camera over a board: all that what it sees of an empty one depends on."""

    board: _Board
    model: CameraModel
    oblique_deg: float
    seed: int


class _Scene:
    """The board at one place under the camera, with every sprite drawn there once."""

    def __init__(
        self,
        layout: BoardLayout,
        view: CameraView,
        art: NDArray[np.uint8],
        seed: int,
    ) -> None:
        self._layout = layout
        self._view = view
        self._light = _light_field(view.model.size)
        self._seed = seed
        self._sprites: dict[tuple[SiteId, TokenColour], Sprite | None] = {}
        # Sprites nearer to the camera go on later.
        camera = -cv2.Rodrigues(view.rvec)[0].T @ view.tvec.reshape(3)
        self._far_first = sorted(
            (site.id for site in layout.pins()),
            key=lambda name: -math.dist((layout.sites[name].x, layout.sites[name].y), (camera[0], camera[1])),
        )
        self._empty = self._draw_empty(art)
        self._last: tuple[tuple[tuple[SiteId, TokenColour], ...], NDArray[np.uint8]] | None = None

    def with_tokens(self, tokens: Mapping[SiteId, TokenColour]) -> NDArray[np.uint8]:
        for name in tokens:
            if not self._layout.sites[name].has_pin:
                raise KeyError(name)
        wanted = tuple((name, tokens[name]) for name in self._far_first if name in tokens)
        if self._last is not None and self._last[0] == wanted:
            return self._last[1]
        picture = self._laid_on(self._empty, [self._sprite(name, colour) for name, colour in wanted])
        self._last = (wanted, picture)
        return picture

    def _laid_on(self, ground: NDArray[np.uint8], sprites: list[Sprite | None]) -> NDArray[np.uint8]:
        picture = ground.astype(np.float32)
        for sprite in sprites:
            if sprite is not None:
                sprite.darken(picture)
        for sprite in sprites:
            if sprite is not None:
                sprite.lay(picture)
        return np.asarray(cv2.convertScaleAbs(picture), dtype=np.uint8)

    def _draw_empty(self, art: NDArray[np.uint8]) -> NDArray[np.uint8]:
        across, down = _art_map(self._view)
        flat = cv2.remap(art, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lit = np.asarray(cv2.convertScaleAbs(flat * self._light[:, :, None]), dtype=np.uint8)
        low = self._layout.collar_height_mm
        pin = outline("disc", self._layout.pin_diameter_mm / 2)
        sprites = []
        for name in self._far_first:
            site = self._layout.sites[name]
            ring = turned(pin, 0, site.x, site.y)
            sprites.append(self._prism(ring, (low, low + self._layout.pin_height_mm), _STEEL))
        return self._laid_on(lit, sprites)

    def _sprite(self, name: SiteId, colour: TokenColour) -> Sprite | None:
        if (name, colour) not in self._sprites:
            tokens, site = self._layout.tokens, self._layout.sites[name]
            rng = np.random.default_rng([self._seed, zlib.crc32(f"{name} {colour}".encode())])
            dx, dy = rng.normal(0, 0.2, 2)
            ring = outline(tokens.shapes[colour], tokens.footprint_mm / 2)
            ring = turned(ring, float(rng.uniform(0, 360)), site.x + dx, site.y + dy)
            body = self._prism(ring, (tokens.base_mm, tokens.top_mm), bgr(tokens.rgb[colour]))
            self._sprites[name, colour] = body
        return self._sprites[name, colour]

    def _prism(
        self, ring: Ring, z_mm: tuple[float, float], colour: tuple[float, float, float]
    ) -> Sprite | None:
        x, y = self._view.project_at(ring.mean(axis=0, keepdims=True), z_mm[1])[0]
        height, width = self._light.shape
        light = float(self._light[int(np.clip(y, 0, height - 1)), int(np.clip(x, 0, width - 1))])
        return draw_prism(self._view, ring, z_mm, colour, light=light, blur_px=_BLUR_PX)


@lru_cache(maxsize=6)
def _scene(stand: _Stand, nudge: Nudge) -> _Scene:
    """Shared by all cameras that see the same: the board and each token are drawn once."""
    layout = stand.board.layout
    return _Scene(layout, _view(stand, nudge), _art(stand.board, stand.seed), stand.seed)


@lru_cache(maxsize=2)
def _art(board: _Board, seed: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(draw_board(board.layout, seed), (0, 0), 1.3), dtype=np.uint8)


def _view(stand: _Stand, nudge: Nudge) -> CameraView:
    layout, rest = stand.board.layout, _at_rest(stand)
    dx, dy, degrees = nudge
    turn = math.radians(degrees)
    middle = np.array([layout.width_mm / 2, layout.height_mm / 2, 0.0])
    spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    rotation, _ = cv2.Rodrigues(rest.rvec)
    moved = middle + np.array([dx, dy, 0.0]) - spin @ middle
    rvec, _ = cv2.Rodrigues(rotation @ spin)
    return CameraView(
        stand.model, np.asarray(rvec, dtype=np.float64), rest.tvec + (rotation @ moved).reshape(3, 1)
    )


@lru_cache(maxsize=4)
def _at_rest(stand: _Stand) -> CameraView:
    return _view_over(stand.board.layout, stand.model, stand.oblique_deg)


def _view_over(layout: BoardLayout, model: CameraModel, oblique_deg: float) -> CameraView:
    """A camera that looks at the board's middle from just far enough to see all of it and a margin."""
    slope = math.radians(oblique_deg)
    rvec, _ = cv2.Rodrigues(
        np.array(
            [[1.0, 0, 0], [0, math.cos(slope), -math.sin(slope)], [0, math.sin(slope), math.cos(slope)]]
        ).T
    )
    rotation, _ = cv2.Rodrigues(rvec)
    wide, high = layout.width_mm, layout.height_mm
    corners = np.array([[x, y, 0.0] for x in (-28.0, wide + 28) for y in (-22.0, high + 22)])
    for distance in range(400, 4000, 10):
        tvec = np.array([0.0, 0.0, distance]) - rotation @ np.array([wide / 2, high / 2, 0.0])
        view = CameraView(model, np.asarray(rvec, dtype=np.float64), tvec.reshape(3, 1))
        pixels = view.project(corners)
        if pixels.min() >= 0 and pixels[:, 0].max() < model.size[0] and pixels[:, 1].max() < model.size[1]:
            return view
    raise ValueError(f"board {layout.map}: does not fit into a picture of {model.size}")


def _art_map(view: CameraView) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every pixel of the picture: where on the drawn board it looks."""
    width, height = view.model.size
    rotation, _ = cv2.Rodrigues(view.rvec)
    directions = _rays(view.model) @ rotation
    origin = -(rotation.T @ view.tvec.reshape(3))
    share = -origin[2] / directions[:, 2]
    places = (origin[:2] + directions[:, :2] * share[:, None] + MARGIN_MM) * PX_PER_MM - 0.5
    where = places.astype(np.float32).reshape(height, width, 2)
    return np.ascontiguousarray(where[:, :, 0]), np.ascontiguousarray(where[:, :, 1])


@lru_cache(maxsize=1)
def _rays(model: CameraModel) -> NDArray[np.float64]:
    """(height * width, 3): where each pixel of a lens looks, row by row, one unit ahead of it."""
    width, height = model.size
    grid = np.stack(
        np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64)), axis=-1
    )
    rays = cv2.undistortPoints(grid.reshape(-1, 1, 2), model.matrix, model.distortion).reshape(-1, 2)
    return np.column_stack([rays, np.ones(len(rays))])


@lru_cache(maxsize=2)
def _light_field(size: tuple[int, int]) -> NDArray[np.float32]:
    """A window at the back left, and the lens's dark corners."""
    width, height = size
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height) * height / width)
    window = 0.93 - 0.10 * x - 0.12 * y
    corners = 1 - 0.16 * (x * x + y * y)
    return np.asarray(window * corners, dtype=np.float32)


@lru_cache(maxsize=2)
def _noise_tile(size: tuple[int, int], seed: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    rng = np.random.default_rng([seed, 5])
    grain = rng.normal(0, _NOISE, (size[1] + 64, size[0] + 64, 3)).round()
    return np.clip(grain, 0, 255).astype(np.uint8), np.clip(-grain, 0, 255).astype(np.uint8)
