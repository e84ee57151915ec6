"""SHELL: the tokens that a camera is shown: led from the table's thread, looked at in the camera's."""

import logging
import queue
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from storage.whole_file import write_whole
from table.errors import why
from tabletop import BoardLayout, LessonNews, TokenColour

if TYPE_CHECKING:  # OpenCV is loaded only where a camera is
    from vision import CameraModel, Frame, TokenLesson, TokenLooks

log = logging.getLogger("fingerpost.devices.token_showing_part")


class TokenShowing:
    """One lesson at a time. `begin`, `want` and `end`: from any thread; `look`: from the camera's alone.

    Args:
        kept: the tokens/1 file to write; what it knows of seats that are not shown stays.
    """

    def __init__(self, layout: BoardLayout, kept: Path, known: "TokenLooks | None") -> None:
        self._layout, self._kept, self._known = layout, kept, known
        self._asked: queue.SimpleQueue[Callable[[float, CameraModel | None], None]] = queue.SimpleQueue()
        self._lesson: TokenLesson | None = None
        self._ended = False

    def begin(self) -> None:
        """From the next frame on."""
        self._asked.put(self._begin)

    def want(self, seat: TokenColour) -> None:
        """This seat's tokens are shown next."""
        self._asked.put(partial(self._want, seat))

    def end(self) -> None:
        """No more are shown."""
        self._asked.put(self._end)

    def look(
        self, frame: "Frame", camera: "CameraModel | None"
    ) -> "tuple[tuple[LessonNews, ...], TokenLooks | None]":
        """What one frame adds to a lesson: news, and (at its end) how the tokens look from now on."""
        with suppress(queue.Empty):
            while True:
                self._asked.get_nowait()(frame.at, camera)
        if self._lesson is None:
            return (), None
        news = () if self._ended else self._lesson.look(frame)
        if not (self._ended or self._lesson.done):
            return news, None
        learned, self._lesson = self._lesson.looks(), None
        if learned is None:
            return news, None
        saved = self._keep(learned)
        return (news if saved else (*news, LessonNews(step="unsaved"))), self._known

    def _begin(self, at: float, camera: "CameraModel | None") -> None:
        from vision import TokenLesson

        self._lesson, self._ended = TokenLesson(self._layout, camera, cleared_at=at), False

    def _want(self, seat: TokenColour, at: float, camera: "CameraModel | None") -> None:
        if self._lesson is not None:
            self._lesson.want(seat, at)

    def _end(self, at: float, camera: "CameraModel | None") -> None:
        self._ended = True

    def _keep(self, learned: "TokenLooks") -> bool:
        """Write it all down; False: it could not be."""
        self._known = learned.over(self._known)
        try:
            write_whole(self._kept, (self._known.to_json() + "\n").encode())
        except OSError as error:
            log.warning("how the tokens look, %s: %s; check the memory card", self._kept, why(error))
            return False
        return True
