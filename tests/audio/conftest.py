"""What the tests of sound share: announcements with little typing, and waiting without sleeping."""

import time
from collections.abc import Callable

import pytest

from announce import Announcement, Audience, Earcon, Urgency

Make = Callable[..., Announcement]
Until = Callable[[Callable[[], bool]], bool]


@pytest.fixture
def make() -> Make:
    def announcement(
        words: str,
        *,
        to: Audience = "everyone",
        urgency: Urgency = "polite",
        earcon: Earcon | None = None,
        seq: int | None = None,
        brief: str = "",
    ) -> Announcement:
        return Announcement(audience=to, urgency=urgency, normal=words, earcon=earcon, seq=seq, brief=brief)

    return announcement


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], bool]:
    """Wait for a condition that another thread or process makes true; False after 5 s."""

    def waited(condition: Callable[[], bool]) -> bool:
        end = time.monotonic() + 5.0
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.005)
        return True

    return waited
