"""Single pictures → what stands on every site: the answer of `fingerpost read`."""

from collections.abc import Iterable
from pathlib import Path

from tabletop import BoardLayout
from vision.frame import Frame, FrameError
from vision.intrinsics import CameraFileError, CameraModel
from vision.pictures import load_frame
from vision.reading import BoardReader


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
    empty = load_frame(reference) if reference is not None else None
    answers: dict[str, dict[str, str]] = {}
    for number, path in enumerate(paths):
        if path.name in answers:
            raise FrameError(f"{path}: a second picture with this name; answers are told apart by file name")
        frame = load_frame(path, number=number)
        try:
            answers[path.name] = read_still(frame, layout, camera, empty)
        except CameraFileError as error:
            raise CameraFileError(f"{path}: {error}") from None
    return answers


def read_still(
    frame: Frame, layout: BoardLayout, camera: CameraModel | None = None, reference: Frame | None = None
) -> dict[str, str]:
    """Read one picture: site → `empty`, a colour, or `unknown`."""
    reader = BoardReader(layout, camera, reference)
    sightings = reader.read(frame).sightings
    answers: dict[str, str] = {}
    for site in reader.sites:
        seen = sightings[site].seen if site in sightings else "unknown"
        answers[site] = "unknown" if seen == "something" else seen
    return answers
