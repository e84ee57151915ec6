"""What a caller names of a camera: its lens, and how the table's tokens look."""

from pathlib import Path
from typing import TYPE_CHECKING

from command_line.by_name import read_text
from table.errors import CallError

if TYPE_CHECKING:  # OpenCV is loaded only when a picture is read
    from vision import CameraModel, TokenLooks


def the_camera(path: Path | None) -> "CameraModel | None":
    """A lens from a camera/1 file; None when none was named."""
    from vision import CameraFileError, parse_camera

    if path is None:
        return None
    try:
        return parse_camera(read_text(path, "camera"), source=str(path))
    except CameraFileError as error:
        raise CallError(str(error)) from None


def the_tokens(path: Path | None) -> "TokenLooks | None":
    """How a table's tokens look, from a tokens/1 file; None when none was named."""
    from vision import TokensFileError, parse_looks

    if path is None:
        return None
    try:
        return parse_looks(read_text(path, "tokens"), source=str(path))
    except TokensFileError as error:
        raise CallError(str(error)) from None
