"""Single pictures → what stands on every site: the answer of `fingerpost read`."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import cv2
import numpy as np

from tabletop import BoardLayout, Markers, Seen, SiteId, with_score_pins
from vision.frame import Frame, FrameError
from vision.frame_reading import BoardReader, FrameReading
from vision.intrinsics import CameraModel
from vision.markers import Corners, MarkerFinder, marker_points
from vision.pose import Pose, guess_camera, solve_pose
from vision.targets import LEAST_MARKERS
from vision.tokens import TokenLooks
from vision.unfound import Cause, unfound
from vision.unlike import STRANGE_BOARD, UNLIKE_BOARD

_OTHER_LENS: Final = 20.0  # on 32 path-traced pictures the lens that took them scored 3 at most
_LEAST_NOISE_PX: Final = 0.3
_SMOOTH_PX: Final = 1.0
_ASLANT: Final = 48.0  # degrees from straight above, beyond which tokens hide each other and their pins
_ELSEWHERE_DEG: Final = 6.0  # between the ways to the camera in a picture and in the reference
_MOST_TOKENS: Final = 0.06  # share of the pins of an empty board that may seem to carry a token
_OTHER_PRINT: Final = (
    "no pins show where the board file has them: is this an older or another print of the map?"
)


Amiss = Literal[
    "",
    "lost",
    "twice",
    "mirrored",
    "lens",
    "dark",
    "aslant",
    "unlike",
    "print",
    "colours",
    "colourless",
    "elsewhere",
    "another",
]
"""What is amiss with a picture: the board is not found, there twice, mirrored, or another's markers are; the
camera file is another's; too dark; seen too much aslant; unlike the board or covered; another print; odd
colours, or none; taken from elsewhere than the reference."""

_AMISS: Final[Mapping[Cause, Amiss]] = {
    "hidden": "lost",
    "twice": "twice",
    "mirrored": "mirrored",
    "another": "another",
    "small": "lost",
    "no-fit": "lost",
    "other-lens": "lost",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Still:
    """What one picture shows."""

    answers: dict[SiteId, Seen]  # every site: `empty`, a colour, or `unknown`
    reading: FrameReading
    pose: Pose | None  # None: the board was not found
    note: str  # one line for people when something is amiss, else ""
    amiss: Amiss = ""  # the same for a program


class StillReader:
    """Reads pictures of one board, each on its own; what is the same for all is prepared once.

    Args:
        camera: the lens of all of them; None: guessed for each from the board's markers.
        reference: a picture of the empty board by the same camera from the same place.
        pieces: the pictures show only pieces of the board, as evidence does.
        looks: how this table's tokens look; None: as the board's file says.
    Raises:
        FrameError: the board has no markers, or the reference shows another, none or not an empty one.
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
        self._plain = BoardReader(self._layout, camera, looks=looks)
        self._finder = MarkerFinder(self._markers)
        self._compared: BoardReader | None = None
        self._reference_from: Pose | None = None
        if reference is not None:
            self._compared = BoardReader(self._layout, camera, reference, looks=looks)
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
        reader, pose, amiss, note = self._reader_for(frame)
        if pose is None:
            reading = FrameReading(number=frame.number, at=frame.at, board="lost", sightings={})
            return Still(answers=self._answers(reading), reading=reading, pose=None, note=note, amiss=amiss)
        reading = reader.read(frame)
        if reading.dark:
            amiss = "dark"
            note = "too dark to tell colours; everything is unknown; give more light"
        elif (
            _another_board(reading)
            and not self._pieces
            and (aslant := _aslant_deg(pose, self._layout)) > _ASLANT
        ):
            amiss = "aslant"
            note = (
                f"the board is seen too much aslant ({aslant:.0f} degrees), so everything is unknown; "
                "hold the camera more from above"
            )
            reading = replace(reading, sightings={})
        elif _another_board(reading) and reading.aside is None and not self._pieces:
            amiss = "unlike"
            note = (
                f"{_unlike_words(reading)}, so everything is unknown; "
                "is the board file this board's, and is the board clear?"
            )
            reading = replace(reading, sightings={})
        elif (reading.other_print or reading.aside is not None) and not self._pieces:
            amiss, note = "print", _other_print_words(reading)
            reading = replace(reading, sightings={})
        elif reading.colours_off:
            amiss = "colours"
            note = (
                "its colours contradict the tokens' shapes, so only shapes are believed; "
                "is red exchanged with blue, or the white balance off?"
            )
        elif reading.colourless:
            amiss, note = "colourless", "a picture without colours; everything is unknown; give one in colour"
        return Still(answers=self._answers(reading), reading=reading, pose=pose, note=note, amiss=amiss)

    def _reader_for(self, frame: Frame) -> tuple[BoardReader, Pose | None, Amiss, str]:
        """Which reader is right for a picture, where the board lies in it, and what to say about it."""
        reader = self._compared or self._plain
        pose, seen = self._located(reader, frame)
        if pose is None:
            return reader, None, *self._lost_words(frame, seen)
        if self._camera is not None and not self._fits(frame, pose):
            off = f"markers lie {pose.rms_px:.1f} px off"
            todo = "give this camera's own file, or none"
            return (
                reader,
                None,
                "lens",
                f"the camera file does not fit ({off}), everything is unknown; {todo}",
            )
        if self._compared is not None and self._reference_from is not None:
            apart = _apart_deg(pose, self._reference_from, self._layout)
            if apart > _ELSEWHERE_DEG:
                pose, _ = self._located(self._plain, frame)
                words = f"taken from elsewhere than the reference ({apart:.0f} degrees), so read without it"
                return self._plain, pose, "elsewhere", words
        return reader, pose, "", ""

    def _fits(self, frame: Frame, pose: Pose) -> bool:
        """Whether the lens that was given can be the picture's."""
        if not pose.fits_its_lens:
            return False
        grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        places = {}
        for number in pose.used:
            flat = marker_points(self._markers, number)
            places[number] = pose.project(np.column_stack([flat, np.zeros(len(flat))]))
        found = self._finder.around(grey, places)
        if _lens_misfit(self._markers, found, pose) < _OTHER_LENS:
            return True
        # In a dim picture corners wander by its noise: as far as they do when it is smoothed a little.
        smooth = self._finder.around(np.asarray(cv2.GaussianBlur(grey, (0, 0), _SMOOTH_PX), np.uint8), places)
        wander = [found[number] - smooth[number] for number in found if number in smooth]
        if not wander:
            return False
        noise = float(np.std(np.concatenate(wander)))
        return _lens_misfit(self._markers, found, pose, max(_LEAST_NOISE_PX, noise)) < _OTHER_LENS

    def _lost_words(self, frame: Frame, seen: Collection[int]) -> tuple[Amiss, str]:
        grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        lens = self._camera is not None
        why = unfound(self._finder, self._layout, grey, seen, lens_given=lens)
        return _AMISS[why.cause], f"{why.what}, everything is unknown; {why.todo}"

    def _located(self, reader: BoardReader, frame: Frame) -> tuple[Pose | None, Collection[int]]:
        reader.forget()
        tracked, _ = reader.locate(frame)
        return tracked.pose, tracked.in_view

    @property
    def _markers(self) -> Markers:
        assert self._layout.markers is not None  # BoardReader has refused a board without
        return self._layout.markers

    def _checked(self, reference: Frame) -> Pose | None:
        """Where the reference was taken from; tokens on it would be taken for the empty board."""
        pose, _ = self._located(self._plain, reference)
        reading = self._plain.read(reference)
        if _another_board(reading):
            raise FrameError(
                f"reference picture: {_unlike_words(reading)}; "
                "give a picture of the empty board whose file is used"
            )
        if reading.other_print or reading.aside is not None:
            raise FrameError(
                f"reference picture: {_OTHER_PRINT}; give a picture of the board whose file is used"
            )
        standing = [name for name, seen in self._answers(reading).items() if seen not in ("empty", "unknown")]
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


def _another_board(reading: FrameReading) -> bool:
    """Whether so many sites look like neither pin nor token that the board file is not this board's."""
    return reading.strange > STRANGE_BOARD or reading.doubtful > UNLIKE_BOARD


def _other_print_words(reading: FrameReading) -> str:
    if reading.aside is None:
        return f"{_OTHER_PRINT}, so everything is unknown; give the file of this print"
    told = (
        f"{reading.aside.tokens} tokens stand beside the places of the board file, so everything is unknown"
    )
    return f"{told}; the places lie {reading.aside.shift.words()}"


def _unlike_words(reading: FrameReading) -> str:
    return f"{max(reading.strange, reading.doubtful):.0%} of the places do not look like a pin or a token"


def _lens_misfit(
    markers: Markers, found: Mapping[int, Corners], pose: Pose, least_noise_px: float = _LEAST_NOISE_PX
) -> float:
    """How much worse corners fit under a pose's lens than under the best one, in units of their own noise.

    A wrong lens that fits as well (from straight above the focal length is made good by the distance) also
    puts the tokens where they are; only one that fits worse does harm.

    Returns:
        A sum of squares; from _OTHER_LENS on it is another lens. 0 where too little is seen to tell.
    """
    if len(found) < LEAST_MARKERS:
        return 0.0
    best_lens = guess_camera(markers, found, pose.camera.size)
    given = solve_pose(markers, found, pose.camera)
    best = solve_pose(markers, found, best_lens) if best_lens is not None else None
    if given is None or best is None:
        return 0.0
    noise = max(least_noise_px, best.rms_px)
    return float(4 * len(found) * (given.rms_px**2 - best.rms_px**2) / noise**2)


def _aslant_deg(pose: Pose, layout: BoardLayout) -> float:
    """How far from straight above a camera looks at the board's middle."""
    way = pose.centre() - np.array([layout.width_mm / 2, layout.height_mm / 2, 0.0])
    return math.degrees(math.acos(min(1.0, abs(float(way[2])) / max(1e-9, float(np.linalg.norm(way))))))


def _apart_deg(pose: Pose, other: Pose, layout: BoardLayout) -> float:
    """The angle at the board's middle between two cameras."""
    middle = np.array([layout.width_mm / 2, layout.height_mm / 2, 0.0])
    ways = [item.centre() - middle for item in (pose, other)]
    share = float(ways[0] @ ways[1] / max(1e-9, np.linalg.norm(ways[0]) * np.linalg.norm(ways[1])))
    return math.degrees(math.acos(min(1.0, max(-1.0, share))))
