"""The camera: frames → sightings → settled observations. Imports only `tabletop` of ours."""

from vision.camera import CameraError, NewestFrame, frames_of, open_camera
from vision.frame import Frame, FrameError, UnreadableBoardError
from vision.intrinsics import CameraFileError, CameraModel, parse_camera
from vision.pictures import load_frame
from vision.reading import BoardReader, FrameReading, Sighting
from vision.sensor import CameraSensor
from vision.settle import Pace
from vision.still import read_images, read_still
from vision.tracker import BoardState
from vision.watching import watch

__all__ = [
    "BoardReader",
    "BoardState",
    "CameraError",
    "CameraFileError",
    "CameraModel",
    "CameraSensor",
    "Frame",
    "FrameError",
    "FrameReading",
    "NewestFrame",
    "Pace",
    "Sighting",
    "UnreadableBoardError",
    "frames_of",
    "load_frame",
    "open_camera",
    "parse_camera",
    "read_images",
    "read_still",
    "watch",
]
