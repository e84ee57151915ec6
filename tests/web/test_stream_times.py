"""When a page's stream sends something: what another seat does in private moves no byte of it in time."""

import asyncio
from collections.abc import Callable, Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Seat
from table.moment import Moment, Viewer
from tests.web.page_table import PageTable
from tests.web.virtual_time import run
from web.stream import BEAT_S, Streams, told

Shown = Callable[[], tuple[Moment, Viewer, list[tuple[str, str]]]]
# Between two looks: what happens at the very instant of one has no before and after.
TIMES = st.lists(st.integers(0, 7000).map(lambda n: n / 100 + 0.005), max_size=8)


@pytest.fixture(scope="module")
def moment() -> Moment:
    return PageTable(cards="untracked").moment


def heard_by(
    moment: Moment, viewer: Viewer, public: Collection[float], private: Collection[float]
) -> list[tuple[float, str]]:
    """What comes out of one stream, and when, while things happen for everybody and for another seat."""

    async def listened() -> list[tuple[float, str]]:
        streams, loop, found = Streams(), asyncio.get_running_loop(), list[tuple[float, str]]()
        count = [0]

        def happened(more: int) -> None:
            count[0] += more
            streams.ring()

        for more, times in ((0, private), (1, public)):
            for at in times:
                loop.call_at(at, happened, more)
        loop.call_at(75.0, streams.close)
        async for text in told(streams, lambda: (moment, viewer, [("now", str(count[0]))]), "b", None):
            found.append((round(loop.time(), 6), text))
        return found

    return run(listened())


@pytest.mark.parametrize("viewer", [None, "red"])
@given(public=TIMES, private=TIMES, other=TIMES)
@settings(max_examples=60, deadline=None)
def test_given_private_acts_at_any_times_when_listened_to_then_no_byte_and_no_time_of_others_changes(
    moment: Moment, viewer: Seat | None, public: list[float], private: list[float], other: list[float]
) -> None:
    quiet = heard_by(moment, viewer, public, ())
    assert heard_by(moment, viewer, public, private) == quiet
    assert heard_by(moment, viewer, public, other) == quiet
    beats = [at for at, text in quiet if text == ": beat\n\n"]
    assert beats == [BEAT_S * number for number in range(1, 5)] + [BEAT_S * 5] * (len(beats) - 4)


def test_given_something_for_everybody_when_it_happens_then_it_is_told_within_a_hundredth_of_a_second(
    moment: Moment,
) -> None:
    told_at = [at for at, text in heard_by(moment, None, (1.033, 20.02, 20.318), ()) if "parts" in text]
    assert [at - was for at, was in zip(told_at[1:], (1.033, 20.02, 20.318), strict=True)] == pytest.approx(
        [0.007, 0.01, 0.002], abs=0.001
    )
