"""SHELL: pictures from and to files: read whole or refused in one line."""

import os
import re
import tempfile
from pathlib import Path
from typing import IO, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import MOST_PX, Frame, FrameError, Image, LargeFrameError
from vision.intact import announced_size, complaint_flaw, flaw

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".pgm"})
_MOST_BYTES: Final = 200_000_000
_DECODERS: Final = re.compile(rb"JPEG|libpng|libtiff|TIFF|WebP|jpeg|marker", re.IGNORECASE)


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
        if not path.is_file():  # a device or a pipe has no end
            raise FrameError(f"{path}: is no file; give picture files")
        content = path.read_bytes()
    except OSError as error:
        raise FrameError(f"{path}: cannot be read ({error.strerror}); check name and rights") from None
    return decode_frame(content, source=str(path), at=at, number=number)


def decode_frame(
    content: bytes, *, source: str, at: float = 0.0, number: int = 0, turned: bool = False
) -> Frame:
    """Decode one picture's bytes; see `load_frame`.

    Args:
        turned: as its EXIF says that it was held. A camera's own file knows only its sensor's way up.
    """
    if not content:
        raise FrameError(f"{source}: empty file; give a picture")
    size = announced_size(content)
    if size is not None and size[0] * size[1] > MOST_PX:
        raise LargeFrameError(
            f"{source}: {size[0]} x {size[1]} pixels; give at most {MOST_PX // 1_000_000} million"
        )
    wrong = flaw(content)
    if wrong is not None:
        raise FrameError(f"{source}: the picture {wrong}; copy it again")
    image, said = _decoded(content, turned=turned)
    wrong = complaint_flaw(said, content)
    if wrong is not None:
        raise FrameError(f"{source}: the picture {wrong}; copy it again")
    if image is None:
        raise FrameError(f"{source}: no picture that can be read; give a JPEG or PNG file")
    try:
        return Frame(np.asarray(image, dtype=np.uint8), at, number)
    except FrameError as error:
        raise FrameError(f"{source}: {str(error).partition(': ')[2]}") from None


def shrunk(frame: Frame, most_px: int) -> Frame:
    """The same picture, of at most so many pixels a side."""
    width, height = frame.size
    scale = most_px / max(width, height)
    if scale >= 1:
        return frame
    size = round(width * scale), round(height * scale)
    smaller = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
    return Frame(np.asarray(smaller, dtype=np.uint8), frame.at, frame.number)


def save_picture(path: Path, image: Image) -> None:
    """Write a picture as the ending of its name says.

    Raises:
        FrameError: no such kind of picture, or the place cannot be written to.
    """
    content = encoded_picture(image, path)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise FrameError(f"{path}: {error.strerror}; choose another place") from None


def encoded_picture(image: Image, path: Path) -> bytes:
    """The bytes of a picture file of this name.

    Raises:
        FrameError: no such kind of picture.
    """
    if path.suffix.lower() not in PICTURES:
        raise FrameError(f"{path}: no kind of picture; give a name that ends in .png or .jpg")
    try:
        good, content = cv2.imencode(path.suffix.lower(), image)
    except cv2.error:
        good = False
    if not good:
        raise FrameError(f"{path}: cannot be encoded; give a name that ends in .png")
    return content.tobytes()


def _decoded(content: bytes, *, turned: bool) -> tuple[NDArray[Any] | None, bytes]:
    """The picture, and what the decoder's C code wrote to standard error: it has no other way to complain."""
    previous = cv2.utils.logging.setLogLevel(0)
    try:
        with _Overheard() as overheard:
            way = 0 if turned else cv2.IMREAD_IGNORE_ORIENTATION
            image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR | way)
    except (cv2.error, MemoryError):
        image = None
    finally:
        cv2.utils.logging.setLogLevel(previous)
    return image, overheard.said


class _Overheard:
    """Standard error's file, taken for a moment; lines that are no decoder's are handed on."""

    def __init__(self) -> None:
        self.said = b""
        self._kept: int | None = None
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "_Overheard":
        try:
            self._kept = os.dup(2)
        except OSError:  # a service without a standard error
            return self
        self._file = tempfile.TemporaryFile()
        os.dup2(self._file.fileno(), 2)
        return self

    def __exit__(self, *_: object) -> None:
        if self._kept is None or self._file is None:
            return
        os.dup2(self._kept, 2)
        os.close(self._kept)
        self._file.seek(0)
        self.said = self._file.read()
        self._file.close()
        others = [line for line in self.said.splitlines(keepends=True) if not _DECODERS.search(line)]
        if others:
            os.write(2, b"".join(others))
