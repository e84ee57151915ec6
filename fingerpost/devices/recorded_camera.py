"""SHELL: a folder of pictures in a camera's place, for trying a table out: shown once, at a camera's pace."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fingerpost.devices.camera_part import FRAMES_PER_S
from table.errors import CallError
from vision import CameraError, Frame, FrameError, NewestFrame, frames_of


class RecordedCamera:
    """Opens a folder once; then the camera is gone, for what it showed does not come again.

    Raises:
        CallError: there is no picture in it that can be used.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._frames: Iterator[Frame] = frames_of([str(folder)], FRAMES_PER_S)
        try:
            self._first: Frame | None = next(self._frames)
        except (CameraError, FrameError) as error:
            raise CallError(str(error)) from None

    def opened(self, device: str) -> NewestFrame:
        """Show the pictures in the order of their names.

        Raises:
            CameraError: they have been shown.
        """
        if self._first is None:
            raise CameraError(f"folder {self._folder}: all its pictures have been shown; start again")
        reel, self._first = _Reel(self._first, self._frames), None
        return NewestFrame(reel, device)


class _Reel:
    """The pictures as a source of frames: each when it is due."""

    def __init__(self, first: Frame, rest: Iterator[Frame]) -> None:
        self._next: Frame | None = first
        self._rest = rest
        self._began = time.monotonic()
        self._closed = threading.Event()

    def grab(self) -> NDArray[np.uint8] | None:
        """The next picture; None when there is none any more."""
        frame = self._next
        if frame is None:
            return None
        self._closed.wait(max(self._began + frame.at - time.monotonic(), 0.0))
        try:
            self._next = next(self._rest, None)
        except FrameError:  # told after all others: some could not be used
            self._next = None
        return frame.image

    def close(self) -> None:
        """Show no more."""
        self._closed.set()
