"""Keeps the board in view: where it lies, whether it was moved, whether it is lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from tabletop import Markers
from vision.frame import Frame
from vision.intrinsics import CameraModel
from vision.marker_watch import MarkerWatch
from vision.markers import Corners, MarkerFinder
from vision.pose import Pose, guess_camera, slid, solve_pose
from vision.pose_check import PoseCheck, apart_px
from vision.unfound import Shown, shown_instead

BoardState = Literal["found", "moved", "lost"]

_STILL_PX: Final = 0.6  # markers that wander less than this are where they were
_PATIENCE_S: Final = 2.0  # how long a pose is believed while no marker shows
# Between searches of the whole picture, which take ten times as long as the rest
_SEARCH_EVERY_S: Final = 0.4
_INSTEAD_EVERY_S: Final = 2.0  # more searches of the whole picture, where the first found no marker
_GOOD_SLIDE_PX: Final = 1.2
_PLAIN_MARKERS: Final = 4  # in view, from which the board is no more hidden than found


@dataclass(frozen=True, slots=True, eq=False)
class Tracked:
    """What the markers of one frame say.

    `pose` is the same object until the board moves, or a better one is known.
    """

    state: BoardState
    pose: Pose | None  # None: lost
    in_view: frozenset[int]  # ids of the markers seen in this frame, or when the pose was found
    instead: Shown = ""  # what is seen in its place, where no marker is

    @property
    def unfit(self) -> bool:
        """Markers enough are in view, but the camera's file, or the board's, does not fit them."""
        return self.pose is None and len(self.in_view) >= _PLAIN_MARKERS

    def cause(self, *, lens_given: bool) -> str:
        """Why the board is lost, as in `DeviceHealth`; empty: no more than that is known."""
        if self.unfit:
            return "other-lens" if lens_given else "no-fit"
        return self.instead


class BoardTracker:
    """Follows one board under one camera; feed it frames in order."""

    def __init__(self, markers: Markers, camera: CameraModel | None) -> None:
        self._markers = markers
        self._finder = MarkerFinder(markers)
        self._watch = MarkerWatch(self._finder)
        self._given = camera
        self._pose: Pose | None = None
        self._check: PoseCheck | None = None  # of that pose
        self._places: dict[int, Corners] = {}  # where each marker was when the pose was made
        self._seen_at = 0.0
        self._unsettled = 0  # frames in a row that contradict the pose
        self._searched_at = float("-inf")
        self._instead_at = float("-inf")  # when that was looked for last
        self._instead: Shown = ""

    def look(self, frame: Frame) -> Tracked:
        """Judge one frame.

        Raises:
            CameraFileError: the frame's aspect is not the camera file's.
        """
        self._seen_at = min(self._seen_at, frame.at)  # a clock may jump back
        if self._pose is not None and self._pose.camera.size == frame.size:
            return self._follow(self._pose, frame)
        return self._find(frame)

    def _find(self, frame: Frame) -> Tracked:
        if not self._search_due(frame.at):
            return Tracked("lost", None, frozenset(), self._instead)
        found = self._everywhere(frame)
        camera = self._camera(found, frame.size)
        pose = solve_pose(self._markers, found, camera) if camera else None
        if pose is None:
            return Tracked("lost", None, frozenset(found), self._in_its_place(found, frame))
        # From now on they are looked for in small regions, which puts blurred corners a little elsewhere.
        places = {**found, **self._watch.around(frame.image, found)}
        return self._adopt(pose, places, frame.at, "found")

    def _in_its_place(self, found: Mapping[int, Corners], frame: Frame) -> Shown:
        """As it was seen last: looked for now and then, where no marker is seen as it is."""
        if found:
            self._instead, self._instead_at = "", float("-inf")
        elif not 0 <= frame.at - self._instead_at < _INSTEAD_EVERY_S:
            self._instead_at = frame.at
            grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
            self._instead = shown_instead(self._finder, np.asarray(grey, dtype=np.uint8), found)
        return self._instead

    def _camera(self, found: Mapping[int, Corners], size: tuple[int, int]) -> CameraModel | None:
        if self._given is not None:
            return self._given.scaled(size)
        return guess_camera(self._markers, found, size)

    def _adopt(self, pose: Pose, found: Mapping[int, Corners], at: float, state: BoardState) -> Tracked:
        self._pose = pose
        self._check = PoseCheck(self._markers, self._finder, pose)
        self._places = dict(found)
        self._seen_at = at
        self._unsettled = 0
        return Tracked(state, pose, frozenset(found))

    def _everywhere(self, frame: Frame) -> dict[int, Corners]:
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        return self._finder.everywhere(np.asarray(grey, dtype=np.uint8))

    def _follow(self, pose: Pose, frame: Frame) -> Tracked:
        found = self._watch.around(frame.image, self._places)
        kept = {number: corners for number, corners in found.items() if number in self._places}
        if kept and self._wandered(kept) <= _STILL_PX:
            self._seen_at, self._unsettled = frame.at, 0
            return self._checked(pose, frame) or Tracked("found", pose, frozenset(kept))
        self._unsettled += 1
        if self._unsettled == 1 and frame.at - self._seen_at <= _PATIENCE_S:
            return Tracked("found", pose, frozenset(kept))  # one frame decides nothing
        if len(found) < 3 and self._search_due(frame.at):
            found = self._everywhere(frame)
        moved = self._moved(pose, found)
        if moved is not None:
            return self._adopt(moved, found, frame.at, "moved")
        if frame.at - self._seen_at > _PATIENCE_S:
            self._pose, self._places, self._unsettled = None, {}, 0
            return Tracked("lost", None, frozenset())
        return Tracked("found", pose, frozenset(kept))

    def _checked(self, pose: Pose, frame: Frame) -> Tracked | None:
        """A better pose than the one believed, once some frames of the resting board tell of one."""
        means = self._check.add(frame.image, frame.at) if self._check is not None else None
        camera = self._camera(means, frame.size) if means else None
        better = solve_pose(self._markers, means, camera) if means and camera else None
        if better is None or len(better.used) < len(pose.used):
            return None
        if len(better.used) == len(pose.used) and apart_px(pose, better, self._markers) <= _STILL_PX:
            return None
        return self._adopt(better, means or {}, frame.at, "found")

    def _search_due(self, at: float) -> bool:
        """Whether the whole picture may be searched again; if so, it counts as searched."""
        if 0 <= at - self._searched_at < _SEARCH_EVERY_S:
            return False
        self._searched_at = at
        return True

    def _wandered(self, found: Mapping[int, Corners]) -> float:
        # Middles, not corners: in another light white grows more or less into black, evenly on all sides.
        before = np.stack([self._places[number] for number in found])
        shifts = np.linalg.norm((np.stack(list(found.values())) - before).mean(axis=1), axis=1)
        return float(np.median(shifts))

    def _moved(self, pose: Pose, found: Mapping[int, Corners]) -> Pose | None:
        if len(found) >= 3:
            return solve_pose(self._markers, found, pose.camera)
        pushed = slid(pose, self._markers, found) if len(found) == 2 else None
        return pushed if pushed is not None and pushed.rms_px <= _GOOD_SLIDE_PX + pose.rms_px else None
