"""What the engine orders of a camera node: lessons for the running camera, kept in its files."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from fingerpost.devices.camera_lessons import EmptyLesson, Known, LensLesson, Lesson, TokensLesson
from fingerpost.nodes.node_memory import CAMERA, EMPTY, TOKENS, NodeMemory, keep
from mqtt.ordered import Ordered
from mqtt.orders import LearnLens, LearnTokens, LeastChance, NodeAnswer, Order, TakeEmpty
from table.answers import Code
from tabletop import BoardLayout

if TYPE_CHECKING:
    from fingerpost.devices.camera_part import CameraSetup

PATIENCE_S: Final = 20.0  # for a lesson: less than the engine waits for its answer
_NOT_THERE: Final = (
    "no-picture", "too-dark", "in-motion",
    "board-lost", "mirrored", "twice", "another", "no-fit", "other-lens",
)  # fmt: skip


class Studies(Protocol):
    """A camera that can be taught while it looks."""

    def study(self, lesson: Lesson | None) -> None:
        """Show a lesson each frame until it has ended; None: no more."""

    def tell_from(self, chance: float) -> None:
        """Say what is seen from this chance on."""


@dataclass(slots=True)
class _Open:
    ordered: Ordered
    lesson: Lesson
    due: float


class CameraOrders:
    """Obeys one order at a time.

    Args:
        setup: the files that the camera was given; what is learned goes there, else where `memory` keeps it.
        answer: takes what became of each order.
    """

    def __init__(
        self,
        camera: Studies,
        layout: BoardLayout,
        setup: "CameraSetup",
        memory: NodeMemory,
        answer: Callable[[NodeAnswer], None],
    ) -> None:
        self._camera, self._layout, self._setup = camera, layout, setup
        self._memory, self._answer = memory, answer
        self._open: _Open | None = None

    def obey(self, ordered: Ordered, at: float) -> None:
        """Begin with it; the answer comes when its lesson has ended."""
        if self._open is not None:
            self._no(ordered, "busy", "another-order")
            return
        if isinstance(ordered.order, LeastChance):
            self._camera.tell_from(ordered.order.chance)
            kept = self._memory.change(chance=ordered.order.chance)
            self._answer(NodeAnswer(to=ordered.id, type=ordered.name, ok=True, kept=kept))
            return
        lesson = self._lesson(ordered.order)
        if lesson is None:
            self._no(ordered, "bad-data", "not-for-a-camera")
            return
        self._open = _Open(ordered, lesson, at + PATIENCE_S)
        self._camera.study(lesson)

    def tick(self, at: float) -> None:
        """Time has passed: see whether the lesson has ended, or will not."""
        if self._open is None:
            return
        ordered, lesson = self._open.ordered, self._open.lesson
        if not lesson.ended and at < self._open.due:
            return
        self._open = None
        self._camera.study(None)
        if lesson.learned is not None:
            kept = self._kept(lesson.learned, ordered.order)
            figures = lesson.figures
            self._answer(NodeAnswer(to=ordered.id, type=ordered.name, ok=True, kept=kept, figures=figures))
            return
        self._no(ordered, "source-offline" if lesson.why in _NOT_THERE else "bad-data", lesson.why)

    def _lesson(self, order: Order) -> Lesson | None:
        match order:
            case LearnLens():
                return LensLesson(self._layout)
            case TakeEmpty():
                return EmptyLesson(self._layout)
            case LearnTokens(seat):
                return TokensLesson(self._layout, seat)
            case _:
                return None

    def _kept(self, learned: Known, order: Order) -> bool:
        """Write down what this order was about."""
        from vision import FrameError, encoded_picture

        setup, memory = self._setup, self._memory
        if isinstance(order, LearnLens) and learned.model is not None:
            text = learned.model.to_json() + "\n"  # the old one may be of more views, and then it is better
            return keep(memory.place(CAMERA, setup.calibration), text.encode(), aside=True)
        if isinstance(order, TakeEmpty) and learned.reference is not None:
            place = memory.place(EMPTY, setup.reference)
            try:
                return place is not None and keep(place, encoded_picture(learned.reference.image, place))
            except FrameError:  # it was given under a name that tells no kind of picture
                return False
        if isinstance(order, LearnTokens) and learned.looks is not None:
            return keep(memory.place(TOKENS, setup.tokens), (learned.looks.to_json() + "\n").encode())
        return False

    def _no(self, ordered: Ordered, code: Code, why: str) -> None:
        self._answer(NodeAnswer(to=ordered.id, type=ordered.name, ok=False, code=code, why=why))
