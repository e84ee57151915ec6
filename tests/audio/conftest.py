"""What the tests of sound share: announcements with little typing, and waiting without sleeping."""

from collections.abc import Callable

import pytest

from announce import Announcement, Audience, Earcon, Purpose, Urgency
from tests import waiting

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
        unsaid_in_brief: bool = False,
        purpose: Purpose = "news",
    ) -> Announcement:
        return Announcement(
            audience=to,
            urgency=urgency,
            normal=words,
            earcon=earcon,
            seq=seq,
            brief=brief,
            unsaid_in_brief=unsaid_in_brief,
            purpose=purpose,
        )

    return announcement


@pytest.fixture
def until() -> Until:
    """Wait for a condition that another thread or process makes true; False: it never was."""
    return waiting.until
