"""What a running camera can be taught: its lens, how its empty board looks, a seat's tokens.

A lesson is shown each frame, in the camera's thread, until it has ended. What it cannot learn is an end, too;
it never raises.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from tabletop import BoardLayout, LessonNews, LessonStep, TokenColour

if TYPE_CHECKING:  # OpenCV is loaded only where a camera is
    from vision import CameraModel, Frame, TargetView, TokenLesson, TokenLooks

_VIEWS: Final = 3
_APART_S: Final = 0.3
_WHY: Final[dict[LessonStep, str]] = {
    "lost": "board-lost",
    "dark": "too-dark",
    "clear": "not-empty",
    "wanted": "no-token",
    "unlike": "no-such-token",
    "alike": "like-another",
    "crowded": "too-much-new",
}


def _why(news: LessonNews, before: str) -> str:
    return news.cause or _WHY.get(news.step, before)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """What a camera is read with; None: nothing is known of that."""

    model: "CameraModel | None" = None
    reference: "Frame | None" = None  # the empty board, from where it stands now
    looks: "TokenLooks | None" = None


@dataclass(eq=False)
class Lesson(ABC):
    """One lesson and how it stands; `why` says what it waits for, or what hindered it."""

    why: str = "no-picture"
    ended: bool = False  # set last, so that another thread sees the rest when it sees this
    learned: Known | None = None  # what it knows beyond before; None: nothing
    figures: dict[str, float] = field(default_factory=dict)

    def look(self, frame: "Frame", known: Known) -> Known | None:
        """Judge one frame; what the camera is to be read with from now on, once that is another."""
        from vision import CameraFileError, FrameError

        try:
            return self._judged(frame, known)
        except (CameraFileError, FrameError):  # the empty board's picture is of another camera, or size
            return self._end(None, "no-empty-picture")

    @abstractmethod
    def _judged(self, frame: "Frame", known: Known) -> Known | None:
        pass

    def _end(self, learned: Known | None, why: str) -> Known | None:
        self.learned, self.why = learned, why
        self.ended = True
        return learned


class LensLesson(Lesson):
    """The lens, by the board's own markers.

    Frames of a fixed camera share their errors, so the best one counts: all together would feign to be sure.
    """

    def __init__(self, layout: BoardLayout) -> None:
        from vision import TargetFinder

        super().__init__()
        self._layout = layout
        self._finder = TargetFinder(layout.markers)
        self._views: list[TargetView] = []
        self._next_at = float("-inf")

    def _judged(self, frame: "Frame", known: Known) -> Known | None:
        if frame.at < self._next_at:
            return None
        self._next_at = frame.at + _APART_S
        from vision import no_target

        seen, views = self._finder.look(frame, "now")
        found = [view for view in views if view.target == "board"]
        if not found:
            why = no_target(self._finder, self._layout, frame, seen)
            self.why = why.health if why is not None else "board-lost"
            return None
        self._views += found
        return self._reckoned(known) if len(self._views) >= _VIEWS else None

    def _reckoned(self, known: Known) -> Known | None:
        from vision import BoardReader, CalibrationError, calibrate_lens

        best = max(self._views, key=lambda view: len(view.flat))
        try:
            result = calibrate_lens([best])
        except CalibrationError:
            return self._end(None, "lens-not-told")
        self.figures = {
            "residual_px": round(result.residual_px, 3),
            "focal_px": result.camera.focal[0],
            "focal_doubt": round(result.focal_doubt, 4),
        }
        if not result.told:
            return self._end(None, "lens-not-told")
        if known.reference is not None:  # it is read by the new lens, too, from the next frame on
            BoardReader(self._layout, result.camera, known.reference)
        return self._end(replace(known, model=result.camera), "")


class EmptyLesson(Lesson):
    """How the empty board looks: taken when nothing moves and hardly a pin seems to carry a token."""

    def __init__(self, layout: BoardLayout) -> None:
        super().__init__()
        self._layout = layout
        self._lesson: TokenLesson | None = None

    def _judged(self, frame: "Frame", known: Known) -> Known | None:
        from vision import BoardReader, FrameError, TokenLesson

        if self._lesson is None:
            self._lesson, self.why = TokenLesson(self._layout, known.model), "in-motion"
        for news in self._lesson.look(frame):
            self.why = _why(news, self.why)
        if self._lesson.wanted is None:
            return None
        try:
            BoardReader(self._layout, known.model, frame)
        except FrameError:  # followed from frame to frame it was found; alone it cannot be
            self.why = "board-lost"
            return None
        return self._end(replace(known, reference=frame), "")


class TokensLesson(Lesson):
    """How a seat's tokens look: those that stand now and did not on the picture of the empty board."""

    def __init__(self, layout: BoardLayout, seat: TokenColour) -> None:
        super().__init__()
        self._layout, self._seat = layout, seat
        self._lesson: TokenLesson | None = None

    def _judged(self, frame: "Frame", known: Known) -> Known | None:
        if self._lesson is None:
            if known.reference is None:
                return self._end(None, "no-empty-picture")
            self._lesson, self.why = self._begun(frame.at, known, known.reference), "no-token"
            if self._lesson.wanted is None:
                return self._end(None, "no-empty-picture")
        for news in self._lesson.look(frame):
            self.why = _why(news, self.why)
        looks = self._lesson.looks()
        if looks is None:
            return None
        return self._end(replace(known, looks=looks.over(known.looks)), "")

    def _begun(self, at: float, known: Known, empty: "Frame") -> "TokenLesson":
        """A lesson that has seen the empty board for long enough, just before now."""
        from vision import Frame, TokenLesson

        lesson = TokenLesson(self._layout, known.model, [self._seat])
        for part in range(3):
            lesson.look(Frame(empty.image, at - 3.0 + part, part))
        return lesson
