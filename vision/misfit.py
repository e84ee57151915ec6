"""Whether a lens that was given is the one that took a picture."""

from collections.abc import Mapping
from typing import Final

from tabletop import Markers
from vision.markers import Corners
from vision.pose import Pose, guess_camera, solve_pose

OTHER_LENS: Final = 20.0  # on 32 path-traced pictures the lens that took them scored 3 at most
_LEAST_NOISE_PX: Final = 0.3
_LEAST_MARKERS: Final = 3


def lens_misfit(markers: Markers, found: Mapping[int, Corners], pose: Pose) -> float:
    """How much worse corners fit under a pose's lens than under the best one, in units of their own noise.

    A wrong lens that fits as well (from straight above the focal length is made good by the distance) also
    puts the tokens where they are; only one that fits worse does harm.

    Returns:
        A sum of squares; from OTHER_LENS on the lens is another camera's. 0 where too little is seen to tell.
    """
    if len(found) < _LEAST_MARKERS:
        return 0.0
    best_lens = guess_camera(markers, found, pose.camera.size)
    given = solve_pose(markers, found, pose.camera)
    best = solve_pose(markers, found, best_lens) if best_lens is not None else None
    if given is None or best is None:
        return 0.0
    noise = max(_LEAST_NOISE_PX, best.rms_px)
    return float(4 * len(found) * (given.rms_px**2 - best.rms_px**2) / noise**2)
