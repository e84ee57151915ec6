"""SHELL: a bounded folder of what decisions rested on: the decided sites and the markers, nothing else.

Only on request. Each picture is as large as the frame and black but for squares round the decided sites and
the board's markers, so no face at the table is kept, and a reader can judge it again as it judges any
picture: such a folder is a regression test (docs/calibration.md, "Evidence").
"""

import json
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tabletop import BoardLayout, Observation, SiteId
from vision.board_tracker import BoardTracker
from vision.frame import Frame, FrameError, Image
from vision.intrinsics import CameraFileError, CameraModel, parse_camera
from vision.pictures import load_frame
from vision.pose import Pose
from vision.still import StillReader
from vision.tokens import TokenLooks, TokensFileError, parse_looks

log = logging.getLogger(__name__)

FORMAT: Final = "evidence/1"
_SITE_MM: Final = 27.0  # from a site's middle to its square's sides: patch, neighbour's edge, some misfit
_MARKER_SHARE: Final = 0.8  # of a marker's side, the same: its quiet zone and a little
_MOST_SITES: Final = 24  # in one picture: at the start of a game all sites settle at once
_NAME: Final = re.compile(r"^(\d{6})\.json$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A site that is read otherwise now than the evidence says."""

    file: str
    site: SiteId
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.file}: {self.site} was {self.was}, is read as {self.now}"


class EvidenceRing:
    """Keeps the newest decisions of one camera in a folder.

    Args:
        keep: pictures; the oldest goes when there is one more.
        most_bytes: of all pictures together.
    Raises:
        FrameError: the folder cannot be made, or the board has no markers.
    """

    def __init__(
        self,
        folder: Path,
        layout: BoardLayout,
        camera: CameraModel | None = None,
        looks: TokenLooks | None = None,
        *,
        keep: int = 300,
        most_bytes: int = 60_000_000,
    ) -> None:
        if layout.markers is None:
            raise FrameError(f"evidence {folder}: the board {layout.map} has no markers; give one that has")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FrameError(f"evidence {folder}: {error.strerror}; choose another folder") from None
        self._folder, self._layout, self._markers, self._camera = folder, layout, layout.markers, camera
        self._looks = looks
        self._keep, self._most_bytes = keep, most_bytes
        self._tracker = BoardTracker(layout.markers, camera)
        self._stopped = False
        numbers = [int(path.stem) for path in _records(folder)]
        self._next = max(numbers, default=-1) + 1

    def note(self, frame: Frame, observations: Sequence[Observation]) -> None:
        """Keep what one frame's decisions rested on; a full disk ends the keeping, never the game."""
        decided = [item for item in observations if item.seen not in ("unknown", "something")]
        if not decided or self._stopped:
            return
        pose = self._tracker.look(frame).pose
        if pose is None:
            return
        decided = sorted(decided, key=lambda item: item.seen == "empty")[:_MOST_SITES]  # tokens first
        try:
            self._write(frame, decided, pose)
            self._prune()
        except OSError as error:
            self._stopped = True
            log.warning("evidence %s: %s; nothing more is kept", self._folder, error.strerror)

    def _write(self, frame: Frame, decided: Sequence[Observation], pose: Pose) -> None:
        record = {
            "format": FORMAT,
            "board": self._layout.map,
            "frame": frame.number,
            "at": round(frame.at, 3),
            "camera": json.loads(self._camera.to_json()) if self._camera is not None else None,
            "tokens": json.loads(self._looks.to_json()) if self._looks is not None else None,
            "decisions": [
                {"site": str(item.site), "seen": item.seen, "confidence": round(item.confidence, 4)}
                for item in decided
            ],
        }
        picture = self._picture(frame, [item.site for item in decided], pose)
        stem = self._folder / f"{self._next:06d}"
        self._next += 1
        _, content = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 3])
        stem.with_suffix(".png").write_bytes(content.tobytes())
        # The record comes last: a picture without one is half written and is passed over.
        stem.with_suffix(".json").write_text(json.dumps(record) + "\n", encoding="utf-8")

    def _picture(self, frame: Frame, sites: Sequence[SiteId], pose: Pose) -> Image:
        kept = np.zeros_like(frame.image)
        squares = [(self._layout.sites[name].x, self._layout.sites[name].y, _SITE_MM) for name in sites]
        reach = _MARKER_SHARE * self._markers.side_mm
        squares += [(x, y, reach) for x, y in self._markers.ids.values()]
        for x, y, half in squares:
            ends = np.array([(x + i * half, y + j * half, 0.0) for i in (-1, 1) for j in (-1, 1)])
            pixels = pose.project(ends)
            if not np.isfinite(pixels).all():
                continue
            left, top = (int(max(0, value)) for value in np.floor(pixels.min(axis=0)))
            right, bottom = (int(max(0, value)) for value in np.ceil(pixels.max(axis=0)))
            kept[top:bottom, left:right] = frame.image[top:bottom, left:right]
        return kept

    def _prune(self) -> None:
        records = _records(self._folder)
        sizes = [
            path.with_suffix(".png").stat().st_size for path in records if path.with_suffix(".png").exists()
        ]
        total = sum(sizes)
        while len(records) > self._keep or (total > self._most_bytes and len(records) > 1):
            oldest = records.pop(0)
            total -= sizes.pop(0) if sizes else 0
            oldest.unlink(missing_ok=True)
            oldest.with_suffix(".png").unlink(missing_ok=True)


def disagreements(folder: Path, layout: BoardLayout) -> Iterator[Disagreement]:
    """Read a folder of evidence again; a developer may have put right what a record says was seen.

    Raises:
        FrameError: a record or picture cannot be read; names it.
    """
    for path in _records(folder):
        decisions, camera, looks = _parsed(path)
        reader = StillReader(layout, camera, pieces=True, looks=looks)
        answers = reader.read(load_frame(path.with_suffix(".png"))).answers
        for site, was in decisions:
            now = answers.get(site, "no such site")
            if now != was:
                yield Disagreement(file=path.name, site=site, was=was, now=now)


def _parsed(path: Path) -> tuple[list[tuple[SiteId, str]], CameraModel | None, TokenLooks | None]:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        decisions = [(SiteId(str(item["site"])), str(item["seen"])) for item in raw["decisions"]]
        camera = parse_camera(json.dumps(raw["camera"]), source=str(path)) if raw["camera"] else None
        looks = parse_looks(json.dumps(raw["tokens"]), source=str(path)) if raw.get("tokens") else None
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        CameraFileError,
        TokensFileError,
    ) as error:
        raise FrameError(f"{path}: no evidence record ({error}); remove it") from None
    return decisions, camera, looks


def _records(folder: Path) -> list[Path]:
    """Oldest first."""
    names: Iterable[Path] = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in names if _NAME.match(path.name))
