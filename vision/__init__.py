"""The camera: frames → sightings → settled observations. Imports only `tabletop` of ours."""

from vision.calibrate import Calibration, CalibrationError, ViewFit, calibrate_lens
from vision.camera import CameraError, NewestFrame, frames_of, open_camera
from vision.frame import Frame, FrameError, UnreadableBoardError
from vision.guidance import Guide, missing_words, result_words, sharpness_words, view_sharpness
from vision.intrinsics import CameraFileError, CameraModel, parse_camera
from vision.pictures import load_frame
from vision.reading import BoardReader, FrameReading, Sighting
from vision.sensor import CameraSensor
from vision.settle import Pace
from vision.sheet import sheet_pdf
from vision.still import read_images, read_still
from vision.targets import TargetFinder, View
from vision.tracker import BoardState
from vision.watching import watch

__all__ = [
    "BoardReader",
    "BoardState",
    "Calibration",
    "CalibrationError",
    "CameraError",
    "CameraFileError",
    "CameraModel",
    "CameraSensor",
    "Frame",
    "FrameError",
    "FrameReading",
    "Guide",
    "NewestFrame",
    "Pace",
    "Sighting",
    "TargetFinder",
    "UnreadableBoardError",
    "View",
    "ViewFit",
    "calibrate_lens",
    "frames_of",
    "load_frame",
    "missing_words",
    "open_camera",
    "parse_camera",
    "read_images",
    "read_still",
    "result_words",
    "sharpness_words",
    "sheet_pdf",
    "view_sharpness",
    "watch",
]
