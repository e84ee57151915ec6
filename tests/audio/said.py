"""What a queue says, as the tests of it hear it."""

from collections.abc import Callable

from announce import Announcement
from audio import Saying, SpeechQueue

Make = Callable[..., Announcement]


def heard(queue: SpeechQueue, at: float = 0.0) -> list[str]:
    """Everything that is said from now on when nothing more comes."""
    texts = []
    while (saying := queue.next(at)) is not None:
        texts.append(saying.text)
        queue.finished()
    return texts


def begin(queue: SpeechQueue, at: float = 0.0) -> Saying:
    saying = queue.next(at)
    assert saying is not None
    return saying
