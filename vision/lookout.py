"""What a camera shows to who asks: one picture of now, or one site of it; nothing of either is kept.

Only the newest frame is held, in memory, until the next one comes. Whoever asks does so in a thread of its
own, so what was seen last is replaced whole.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tabletop import BoardLayout, SiteId
from vision.frame import Frame
from vision.intrinsics import CameraFileError, CameraModel
from vision.overlay import draw_crop, draw_still
from vision.pictures import encoded_picture
from vision.pose import Pose
from vision.sensor import CameraSensor
from vision.still import StillReader
from vision.tokens import TokenLooks

_JPEG: Final = Path("now.jpg")  # of that kind; there is no such file


@dataclass(frozen=True, slots=True, eq=False)
class _Newest:
    frame: Frame
    pose: Pose | None
    sensor: CameraSensor
    camera: CameraModel | None
    looks: TokenLooks | None


class Lookout:
    """The newest frame of one camera, for who wants to see what is believed."""

    def __init__(self, layout: BoardLayout) -> None:
        self._layout = layout
        self._newest: _Newest | None = None

    def note(
        self,
        frame: Frame,
        sensor: CameraSensor,
        camera: CameraModel | None = None,
        looks: TokenLooks | None = None,
    ) -> None:
        """This frame was seen by this sensor, by this lens and these looks of the tokens."""
        self._newest = _Newest(frame, sensor.pose, sensor, camera, looks)

    def forget(self) -> None:
        """There is no picture of now."""
        self._newest = None

    def picture(self) -> bytes | None:
        """The newest frame with what a still reader believes drawn on it, as JPEG; None: there is none."""
        newest = self._newest
        if newest is None:
            return None
        try:
            reader = StillReader(self._layout, newest.camera, looks=newest.looks)
            return encoded_picture(draw_still(newest.frame, self._layout, reader.read(newest.frame)), _JPEG)
        except CameraFileError:
            return None

    def crop(self, site: SiteId) -> bytes | None:
        """One site in the newest frame, what is believed to stand there round it, as JPEG; None: not seen."""
        newest = self._newest
        if newest is None or newest.pose is None or site not in {one.id for one in self._layout.pins()}:
            return None
        picture = draw_crop(newest.frame, self._layout, newest.pose, site, newest.sensor.believes(site))
        return None if picture is None else encoded_picture(picture, _JPEG)
