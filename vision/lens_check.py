"""Whether a camera that sees the board also shows it large and sharp enough. Pure: time is passed in."""

import math
from collections import deque
from collections.abc import Collection
from typing import Final, Literal

import cv2
import numpy as np

from tabletop import BoardLayout, Markers
from vision.frame import Frame
from vision.pose import Pose
from vision.sharpness import LEAST_PX_PER_MM, MOST_BLUR_MM, sharpness

Trouble = Literal["", "blurred", "far"]

_EVERY_S: Final = 5.0
_LOOKS: Final = 3  # the median of so many: a hand that nudges the camera smears one picture
_WELL_AGAIN: Final = 0.9  # of the limit, so that a camera at the limit is not told of again and again


class LensCheck:
    """Measures now and then; show it frames in which the board rests."""

    def __init__(self, layout: BoardLayout, markers: Markers) -> None:
        self._layout, self._markers = layout, markers
        self._blurs: deque[float] = deque(maxlen=_LOOKS)
        self._scales: deque[float] = deque(maxlen=_LOOKS)
        self._due_at = -math.inf
        self.trouble: Trouble = ""

    def look(self, frame: Frame, pose: Pose, in_view: Collection[int]) -> Trouble:
        """What is wrong, after three looks: `blurred` (a dirty or unfocused lens), `far`, or nothing."""
        if self._due_at - _EVERY_S <= frame.at < self._due_at or not in_view:
            return self.trouble
        self._due_at = frame.at + _EVERY_S
        grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        seen = sharpness(grey, self._layout, self._markers, pose, in_view)
        if not math.isnan(seen.blur_mm):
            self._blurs.append(seen.blur_mm)
        self._scales.append(seen.px_per_mm)
        if len(self._blurs) == _LOOKS:
            self.trouble = self._judged()
        return self.trouble

    def _judged(self) -> Trouble:
        ease = {name: _WELL_AGAIN if self.trouble == name else 1.0 for name in ("far", "blurred")}
        # Too far away edges are smeared over more millimetres as well; nearer is then what helps.
        if float(np.median(self._scales)) * ease["far"] < LEAST_PX_PER_MM:
            return "far"
        return "blurred" if float(np.median(self._blurs)) > MOST_BLUR_MM * ease["blurred"] else ""
