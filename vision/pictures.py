"""Pictures from files: read whole or refused in one line."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frame import MOST_PX, Frame, FrameError

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".pgm"})
_MOST_BYTES: Final = 200_000_000
_JPEG: Final = b"\xff\xd8\xff"
_JPEG_END: Final = b"\xff\xd9"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_END: Final = b"IEND"


def load_frame(path: Path, *, at: float = 0.0, number: int = 0) -> Frame:
    """Read one picture file.

    Raises:
        FrameError: missing, no picture, cut off, too small or too large.
    """
    try:
        if path.is_dir():
            raise FrameError(f"{path}: is a folder; give picture files")
        if path.stat().st_size > _MOST_BYTES:
            raise FrameError(f"{path}: larger than {_MOST_BYTES // 1_000_000} MB; give a camera's picture")
        content = path.read_bytes()
    except OSError as error:
        raise FrameError(f"{path}: cannot be read ({error.strerror}); check name and rights") from None
    return decode_frame(content, source=str(path), at=at, number=number)


def decode_frame(content: bytes, *, source: str, at: float = 0.0, number: int = 0) -> Frame:
    """Decode one picture's bytes; see `load_frame`."""
    if not content:
        raise FrameError(f"{source}: empty file; give a picture")
    # The decoders fill what is missing with grey and say nothing; a half picture must not be judged.
    if content.startswith(_JPEG) and _JPEG_END not in content[-4096:]:
        raise FrameError(f"{source}: the picture is cut off; copy it again")
    if content.startswith(_PNG) and _PNG_END not in content[-64:]:
        raise FrameError(f"{source}: the picture is cut off; copy it again")
    size = _announced_size(content)
    if size is not None and size[0] * size[1] > MOST_PX:
        raise FrameError(
            f"{source}: {size[0]} x {size[1]} pixels; give at most {MOST_PX // 1_000_000} million"
        )
    previous = cv2.utils.logging.setLogLevel(0)
    try:
        image = cv2.imdecode(
            np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
        )
    except (cv2.error, MemoryError):
        image = None
    finally:
        cv2.utils.logging.setLogLevel(previous)
    if image is None:
        raise FrameError(f"{source}: no picture that can be read; give a JPEG or PNG file")
    try:
        return Frame(np.asarray(image, dtype=np.uint8), at, number)
    except FrameError as error:
        raise FrameError(f"{source}: {str(error).partition(': ')[2]}") from None


def _announced_size(content: bytes) -> tuple[int, int] | None:
    """Width and height as a JPEG's or PNG's header says, before anything is unpacked."""
    if content.startswith(_PNG) and len(content) >= 24:
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    place = 2
    while content.startswith(_JPEG) and place + 9 < len(content) and content[place] == 0xFF:
        kind = content[place + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = content[place + 5 : place + 7], content[place + 7 : place + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    return None
