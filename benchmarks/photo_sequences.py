"""Sequences made of stills: tokens of a full board appear one by one in the picture of the empty one.

Both pictures are by the same camera in the same light, so what appears is photo-like: tokens, their shadows,
JPEG. A hand with a sleeve is drawn; noise and JPEG are added afresh to every frame. For vision_sequences.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.photo_pairs import Floats, Pair, pairs_in
from benchmarks.sequence_judge import Sequence, Shot
from lab.camera.hands import Edge, Hand
from tabletop import SiteId, TokenColour
from vision import Frame
from vision.frame import Image

FPS: Final = 2.5
_EDGES: Final[tuple[Edge, ...]] = ("front", "back", "left", "right")
_SLEEVES: Final = ((70, 90, 120), (180, 40, 50), (40, 120, 70), (30, 30, 34))
_SKINS: Final = ((205, 150, 120), (110, 75, 58))


class _Film:
    """Frames of one pair, as tokens come and go."""

    def __init__(self, pair: Pair, seed: int) -> None:
        self.pair = pair
        self.rng = np.random.default_rng(seed)
        self.stands: dict[SiteId, TokenColour] = {}
        self.hand: Hand | None = None
        self.gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
        self.push: tuple[float, float, float] = (0.0, 0.0, 0.0)  # pixels, degrees
        self._picture = pair.empty.copy()
        self._number = 0
        waiting = sorted(pair.stands)
        self.waiting: list[SiteId] = [waiting[place] for place in self.rng.permutation(len(waiting))]

    def put(self, site: SiteId) -> None:
        self._show(site, self.pair.full)
        self.stands[site] = self.pair.stands[site]

    def lift(self, site: SiteId) -> None:
        self._show(site, self.pair.empty)
        del self.stands[site]

    def _show(self, site: SiteId, source: Floats) -> None:
        spot = self.pair.spot(site)
        self._picture += (source - self._picture) * spot

    def shot(self, *, pushed: bool = False) -> Shot:
        picture, hidden = self._picture, frozenset[SiteId]()
        if self.hand is not None:
            cover, paint = self.pair.hand(self.hand, float(np.median(picture)) / 170)
            hidden = self.pair.hidden(cover)
            picture = picture * (1 - cover) + paint * cover
        if self.gain != (1.0, 1.0, 1.0):
            picture = picture * np.array(self.gain, np.float32)
        if any(self.push):
            high, wide = picture.shape[:2]
            turn = np.asarray(cv2.getRotationMatrix2D((wide / 2, high / 2), self.push[2], 1.0))
            turn[:, 2] += np.array(self.push[:2])
            pushed_by = cv2.warpAffine(picture, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(pushed_by, dtype=np.float32)
        noisy = (
            picture + self.rng.normal(0, self.pair.noise, picture.shape[:2]).astype(np.float32)[:, :, None]
        )
        number, self._number = self._number, self._number + 1
        frame = Frame(_through_jpeg(noisy, self.pair.quality), number / FPS, number)
        return Shot(frame, dict(self.stands), hidden, pushed=pushed)

    def rest(self, frames: int) -> Iterator[Shot]:
        for _ in range(frames):
            yield self.shot()

    def by_hand(self, sites: list[SiteId], *, lift: bool = False) -> Iterator[Shot]:
        """A hand comes, puts or lifts tokens, goes."""
        for site in sites:
            place = self.pair.layout.sites[site]
            arm = Hand(
                reach=(place.x, place.y),
                edge=_EDGES[int(self.rng.integers(4))],
                lean_deg=float(self.rng.uniform(-25, 25)),
                sleeve_rgb=_SLEEVES[int(self.rng.integers(len(_SLEEVES)))],
                skin_rgb=_SKINS[int(self.rng.integers(len(_SKINS)))],
            )
            for extent in (0.6, 0.9, 1.0):
                self.hand = replace(arm, extent=extent)
                yield self.shot()
            (self.lift if lift else self.put)(site)
            for extent in (1.0, 0.7):
                self.hand = replace(arm, extent=extent)
                yield self.shot()
            self.hand = None
            yield from self.rest(int(self.rng.integers(3, 8)))


def _through_jpeg(picture: Floats, quality: int) -> Image:
    _, content = cv2.imencode(
        ".jpg", np.clip(picture + 0.5, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), dtype=np.uint8)


def _hands(film: _Film) -> Iterator[Shot]:
    yield from film.rest(5)
    yield from film.by_hand(film.waiting[:8])
    yield from film.by_hand(film.waiting[:2], lift=True)
    yield from film.rest(6)


def _lamp(film: _Film) -> Iterator[Shot]:
    for site in film.waiting[:20]:
        film.put(site)
    yield from film.rest(6)
    for gain in ((0.55, 0.5, 0.45), (1.0, 1.0, 1.0), (1.1, 1.2, 1.35), (1.0, 1.0, 1.0)):
        film.gain = gain
        yield from film.rest(6)
    yield from film.by_hand(film.waiting[20:22])


def _nudge(film: _Film) -> Iterator[Shot]:
    for site in film.waiting[:20]:
        film.put(site)
    yield from film.rest(6)
    for place, push in enumerate(((4.0, -3.0, 0.3), (18.0, 12.0, -1.2), (0.0, 0.0, 0.0))):
        film.push = push
        film.put(film.waiting[20 + place])
        yield film.shot(pushed=True)
        yield from film.rest(8)


_KINDS: Final = {"hands": _hands, "lamp": _lamp, "nudge": _nudge}


def photo_sequences(folders: list[Path]) -> Iterator[tuple[str, Sequence]]:
    """Every kind, of every pair with tokens enough, with and without camera file and reference."""
    pairs = [pair for folder in folders for pair in pairs_in(folder)]
    for kind, known, compared in itertools.product(_KINDS, (True, False), (False, True)):
        title = f"{kind}{', camera' * known}{', reference' * compared}"
        for number, pair in enumerate(pairs):
            camera = pair.pose.camera if known else None
            reference = Frame(np.asarray(pair.empty, dtype=np.uint8), 0.0, 0) if compared else None
            shots = _KINDS[kind](_Film(pair, number))
            yield title, Sequence(f"{title} {pair.name}", pair.layout, FPS, shots, camera, reference)
