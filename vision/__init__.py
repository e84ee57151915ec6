"""The camera: frames → sightings → settled observations. Imports only `tabletop` of ours.

A frame's printed markers give the board's place under the lens (`markers`, `pose`); at each site a small
square is cut at the height of a token's top (`patches`), the light is taken out of it (`light`), and
colour, outline and a small network say what stands there, or that it cannot be seen (`detect`, `learnt`).
Over time sightings settle (`settle`): one frame never decides, a moving hand decides nothing. `still` and
`watching` answer `fingerpost read` and `watch`; `sensor` is the camera as a sense of a table. Cameras and
files are shells: `camera`, `choosing`, `devices`, `pictures`, `evidence`.

Deliberately absent: the game, and any guess where nothing can be seen.
"""

from vision.camera import NewestFrame, frames_of, is_device, lasting_frames, open_camera
from vision.choosing import AUTO, choose_camera
from vision.devices import CameraError, FrozenCameraError
from vision.evidence import EvidenceRing, disagreements
from vision.frame import Frame, FrameError, LargeFrameError, UnreadableBoardError
from vision.frame_reading import BoardReader, FrameReading
from vision.guidance import Guide, lacking_words, missing_words, result_words, sharpness_words, view_sharpness
from vision.intrinsics import CameraFileError, CameraModel, parse_camera
from vision.lens_fit import Calibration, CalibrationError, calibrate_lens
from vision.lookout import Lookout
from vision.overlay import draw_still
from vision.pictures import decode_frame, encoded_picture, load_frame, save_picture, shrunk
from vision.sensor import CameraSensor
from vision.settling import Pace
from vision.sheet import sheet_pdf
from vision.still import Still, StillReader
from vision.targets import TargetFinder, TargetView
from vision.token_lesson import TokenLesson
from vision.tokens import TokenLook, TokenLooks, TokensFileError, parse_looks
from vision.unfound import no_target
from vision.watching import watch

__all__ = [
    "AUTO",
    "BoardReader",
    "Calibration",
    "CalibrationError",
    "CameraError",
    "CameraFileError",
    "CameraModel",
    "CameraSensor",
    "EvidenceRing",
    "Frame",
    "FrameError",
    "FrameReading",
    "FrozenCameraError",
    "Guide",
    "LargeFrameError",
    "Lookout",
    "NewestFrame",
    "Pace",
    "Still",
    "StillReader",
    "TargetFinder",
    "TargetView",
    "TokenLesson",
    "TokenLook",
    "TokenLooks",
    "TokensFileError",
    "UnreadableBoardError",
    "calibrate_lens",
    "choose_camera",
    "decode_frame",
    "disagreements",
    "draw_still",
    "encoded_picture",
    "frames_of",
    "is_device",
    "lacking_words",
    "lasting_frames",
    "load_frame",
    "missing_words",
    "no_target",
    "open_camera",
    "parse_camera",
    "parse_looks",
    "result_words",
    "save_picture",
    "sharpness_words",
    "sheet_pdf",
    "shrunk",
    "view_sharpness",
    "watch",
]
