"""The camera: frames → sightings → settled observations. Imports only `tabletop` of ours."""

from vision.frame import Frame, FrameError
from vision.intrinsics import CameraFileError, CameraModel, parse_camera
from vision.markers import DictionaryError
from vision.reading import BoardReader, FrameReading, NoMarkersError, Sighting
from vision.sensor import CameraSensor
from vision.settle import Pace
from vision.tracker import BoardState

__all__ = [
    "BoardReader",
    "BoardState",
    "CameraFileError",
    "CameraModel",
    "CameraSensor",
    "DictionaryError",
    "Frame",
    "FrameError",
    "FrameReading",
    "NoMarkersError",
    "Pace",
    "Sighting",
    "parse_camera",
]
