"""Single pictures → what stands on every site: the answer of `fingerpost read`."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tabletop import BoardLayout, Markers, Seen, SiteId, with_score_pins
from vision.board_tracker import BoardTracker
from vision.frame import Frame, FrameError
from vision.frame_reading import STRANGE_BOARD, UNLIKE_BOARD, BoardReader, FrameReading
from vision.intrinsics import CameraFileError, CameraModel
from vision.markers import MarkerFinder, marker_points
from vision.misfit import OTHER_LENS, lens_misfit
from vision.pictures import load_frame
from vision.pose import Pose
from vision.tokens import TokenLooks

_MISFIT: Final = 0.0009  # of the picture's diagonal: corners that fit a given lens worse belong to another
_ELSEWHERE_DEG: Final = 6.0  # between the ways to the camera in a picture and in the reference
_MOST_TOKENS: Final = 0.06  # share of the pins of an empty board that may seem to carry a token


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Still:
    """What one picture shows."""

    answers: dict[SiteId, Seen]  # every site: `empty`, a colour, or `unknown`
    reading: FrameReading
    pose: Pose | None  # None: the board was not found
    note: str  # one line for people when something is amiss, else ""


class _Single(BoardReader):
    """A reader of pictures that have nothing to do with each other."""

    def forget(self, markers: Markers, camera: CameraModel | None) -> None:
        """Look for the board afresh in the next picture; banks and tables are kept."""
        self._tracker = BoardTracker(markers, camera)
        self._plan = None


class StillReader:
    """Reads pictures of one board, each on its own; what is the same for all is prepared once.

    Args:
        camera: the lens of all of them; None: guessed for each from the board's markers.
        reference: a picture of the empty board by the same camera from the same place.
        pieces: the pictures show only pieces of the board, as evidence does.
        looks: how this table's tokens look; None: as the board's file says.
    Raises:
        FrameError: the board has no markers, or the reference does not show it, or not empty.
    """

    def __init__(
        self,
        layout: BoardLayout,
        camera: CameraModel | None = None,
        reference: Frame | None = None,
        *,
        pieces: bool = False,
        looks: TokenLooks | None = None,
    ) -> None:
        self._layout = with_score_pins(layout)
        self._pieces = pieces
        self._camera = camera
        self._plain = _Single(self._layout, camera, looks=looks)
        self._finder = MarkerFinder(self._markers)
        self._compared: _Single | None = None
        self._reference_from: Pose | None = None
        if reference is not None:
            self._compared = _Single(self._layout, camera, reference, looks=looks)
            self._reference_from = self._checked(reference)

    @property
    def sites(self) -> tuple[SiteId, ...]:
        """Every site that is answered for."""
        return self._plain.sites

    def read(self, frame: Frame) -> Still:
        """Read one picture.

        Raises:
            CameraFileError: its aspect is not the camera's.
        """
        reader, pose, note = self._reader_for(frame)
        if pose is None:
            reading = FrameReading(number=frame.number, at=frame.at, board="lost", sightings={})
            return Still(answers=self._answers(reading), reading=reading, pose=None, note=note)
        reading = reader.read(frame)
        if reading.dark:
            note = "too dark to tell colours; everything is unknown; give more light"
        elif (reading.strange > STRANGE_BOARD or reading.doubtful > UNLIKE_BOARD) and not self._pieces:
            unlike = max(reading.strange, reading.doubtful)
            note = (
                f"{unlike:.0%} of the places do not look like a pin or a token, so everything is unknown; "
                "is the board file this board's, and is the board clear?"
            )
            reading = replace(reading, sightings={})
        elif reading.colourless:
            note = "a picture without colours; everything is unknown; give one in colour"
        return Still(answers=self._answers(reading), reading=reading, pose=pose, note=note)

    def _reader_for(self, frame: Frame) -> tuple[BoardReader, Pose | None, str]:
        """Which reader is right for a picture, where the board lies in it, and what to say about it."""
        reader = self._compared or self._plain
        pose, seen = self._located(reader, frame)
        if pose is None:
            return reader, None, self._lost_words(seen)
        if self._camera is not None and not self._fits(frame, pose):
            off = f"markers lie {pose.rms_px:.1f} px off"
            todo = "give this camera's own file, or none"
            return reader, None, f"the camera file does not fit ({off}), everything is unknown; {todo}"
        if self._compared is not None and self._reference_from is not None:
            apart = _apart_deg(pose, self._reference_from, self._layout)
            if apart > _ELSEWHERE_DEG:
                pose, _ = self._located(self._plain, frame)
                words = f"taken from elsewhere than the reference ({apart:.0f} degrees), so read without it"
                return self._plain, pose, words
        return reader, pose, ""

    def _fits(self, frame: Frame, pose: Pose) -> bool:
        """Whether the lens that was given can be the picture's."""
        if pose.rms_px > _MISFIT * math.hypot(*frame.size):
            return False
        grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        places = {}
        for number in pose.used:
            flat = marker_points(self._markers, number)
            places[number] = pose.project(np.column_stack([flat, np.zeros(len(flat))]))
        return lens_misfit(self._markers, self._finder.around(grey, places), pose) < OTHER_LENS

    def _lost_words(self, seen: int) -> str:
        every = len(self._markers.ids)
        todo = "show all of the board, sharp and in light"
        if self._camera is not None and seen >= 3:
            todo = "is the camera file this camera's own, and the board file this board's?"
        return f"the board is not found ({seen} of its {every} markers seen), everything is unknown; {todo}"

    def _located(self, reader: _Single, frame: Frame) -> tuple[Pose | None, int]:
        reader.forget(self._markers, self._camera)
        tracked, _ = reader.locate(frame)
        return tracked.pose, len(tracked.in_view)

    @property
    def _markers(self) -> Markers:
        assert self._layout.markers is not None  # BoardReader has refused a board without
        return self._layout.markers

    def _checked(self, reference: Frame) -> Pose | None:
        """Where the reference was taken from; tokens on it would be taken for the empty board."""
        pose, _ = self._located(self._plain, reference)
        standing = [
            name
            for name, seen in self._answers(self._plain.read(reference)).items()
            if seen not in ("empty", "unknown")
        ]
        if len(standing) > _MOST_TOKENS * len(self._plain.sites):
            raise FrameError(
                f"reference picture: shows tokens on {len(standing)} pins, {standing[0]} among them; "
                "give a picture of the empty board"
            )
        return pose

    def _answers(self, reading: FrameReading) -> dict[SiteId, Seen]:
        answers: dict[SiteId, Seen] = {}
        for site in self._plain.sites:
            seen = reading.sightings[site].seen if site in reading.sightings else "unknown"
            answers[site] = "unknown" if seen == "something" else seen
        return answers


def read_images(
    paths: Iterable[Path],
    layout: BoardLayout,
    camera: CameraModel | None = None,
    reference: Path | None = None,
) -> dict[str, dict[str, str]]:
    """Read each picture on its own.

    Args:
        camera: the lens of all of them; None: guessed for each from the board's markers.
        reference: a picture of the empty board by the same camera from the same place.
    Returns:
        File name → site → `empty`, a colour, or `unknown`. Where the board is not found all is unknown.
    Raises:
        FrameError: a file is no whole picture, two have the same name, or the board has no markers.
        CameraFileError: a picture's aspect is not the camera's.
    """
    reader = StillReader(layout, camera, load_frame(reference) if reference is not None else None)
    answers: dict[str, dict[str, str]] = {}
    for number, path in enumerate(paths):
        if path.name in answers:
            raise FrameError(f"{path}: a second picture with this name; answers are told apart by file name")
        frame = load_frame(path, number=number)
        try:
            answers[path.name] = {str(site): seen for site, seen in reader.read(frame).answers.items()}
        except CameraFileError as error:
            raise CameraFileError(f"{path}: {error}") from None
    return answers


def read_still(
    frame: Frame, layout: BoardLayout, camera: CameraModel | None = None, reference: Frame | None = None
) -> dict[str, str]:
    """Read one picture: site → `empty`, a colour, or `unknown`."""
    answers = StillReader(layout, camera, reference).read(frame).answers
    return {str(site): seen for site, seen in answers.items()}


def _apart_deg(pose: Pose, other: Pose, layout: BoardLayout) -> float:
    """The angle at the board's middle between two cameras."""
    middle = np.array([layout.width_mm / 2, layout.height_mm / 2, 0.0])
    ways = [item.centre() - middle for item in (pose, other)]
    share = float(ways[0] @ ways[1] / max(1e-9, np.linalg.norm(ways[0]) * np.linalg.norm(ways[1])))
    return math.degrees(math.acos(min(1.0, max(-1.0, share))))
