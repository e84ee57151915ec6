"""The stream of an open page: what it tells, what it leaves out, how it ends."""

import asyncio
import json

from tabletop import Button
from tests.web.page_table import PageTable
from web.guard import read_cursor
from web.stream import StreamClient, Streams, reader, told


def events(text: str) -> list[tuple[str, object]]:
    """The events of a stream: kind and data."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def test_given_a_browser_that_comes_back_when_it_missed_words_then_it_gets_those_and_no_other() -> None:
    table = PageTable(cards="untracked")
    moment = table.moment
    reader = StreamClient("b", None, 0, 0)
    first = [data for kind, data in events(reader.news(moment, [])) if kind == "heard"]
    assert len(first) == len(moment.heard("everyone"))
    table.press("yes")
    moment = table.moment
    fresh = [data for kind, data in events(reader.news(moment, [("now", "x")])) if kind == "heard"]
    assert [one["text"] for one in fresh] == [moment.heard("everyone")[-1].text]  # type: ignore[index]
    assert reader.news(moment, [("now", "x")]) == ""
    assert events(reader.news(moment, [("now", "y")])) == [("parts", {"now": "y"})]


def test_given_a_stream_that_breaks_between_two_words_when_it_is_back_then_the_rest_is_told() -> None:
    table = PageTable(cards="untracked")
    begun = table.moment.heard("everyone")[-1].number
    table.press("ask", "yes", "yes")
    moment = table.moment
    sent = StreamClient("b", None, begun, 0).news(moment, [])
    ids = [line.removeprefix("id: ") for line in sent.split("\n") if line.startswith("id: ")]
    assert len(ids) >= 2
    again = reader("b", None, moment, read_cursor(ids[0], "b"))
    assert events(again.news(moment, [])) == events(sent)[1:]


def test_given_equal_words_twice_when_told_then_both_are_on_the_page_and_in_the_stream() -> None:
    table = PageTable(cards="untracked")
    moment = table.moment
    reader = StreamClient("b", None, moment.heard("everyone")[-1].number, 0)
    table.press("ask", "yes", "yes")  # the same answer twice
    moment = table.moment
    texts = [data["text"] for kind, data in events(reader.news(moment, [])) if kind == "heard"]  # type: ignore[index]
    assert len(texts) >= 2 and texts[-1] == texts[-2]


def test_given_a_stream_when_nothing_happens_it_beats_and_when_closing_or_nobodys_it_ends() -> None:
    async def listened() -> list[str]:
        table = PageTable(cards="untracked")
        moment = table.moment
        streams, found, there = Streams(), list[str](), [True]
        stream = told(
            streams, lambda: (moment, None, [("now", "x")]) if there else None, "b", None, beat_s=0.0
        )
        async for text in stream:
            found.append(text)
            if len(found) == 3:
                there.clear()
        assert not streams._bells
        second = told(streams, lambda: (moment, None, []), "b", None, beat_s=60.0)
        await anext(second)
        waiting = asyncio.ensure_future(anext(second, None))
        await asyncio.sleep(0)
        streams.close()
        assert await waiting is None
        return found

    found = asyncio.run(listened())
    assert found[0].startswith("retry:") and "event: parts" in found[1]
    assert found[2] == ": beat\n\n" and found[3].startswith("event: gone")


def test_given_words_said_once_more_when_somebody_asks_then_they_are_read_again_and_listed_once() -> None:
    table = PageTable(cards="untracked")
    table.press("yes")
    table.show()
    reader = StreamClient("b", None, table.moment.heard("everyone")[-1].number, 0, table.moment.repeated)
    count = len(table.moment.heard("everyone"))
    for _ in range(2):
        table.press("repeat")
        told = events(reader.news(table.moment, []))
        assert told == [("heard", {"text": "Blue disc: no claim. Red square to move.", "alert": False})]
    assert reader.news(table.moment, []) == ""
    assert len(table.moment.heard("everyone")) == count


def test_given_history_walked_by_back_when_told_then_it_is_read_again_and_stands_there_once() -> None:
    table = PageTable(cards="untracked")
    table.press("yes")
    listed = [entry.text for entry in table.moment.heard("everyone")]
    assert len(listed) >= 2
    reader = StreamClient("b", None, table.moment.heard("everyone")[-1].number, 0, table.moment.repeated)
    steps: tuple[tuple[Button, str], ...] = (
        ("back", listed[-1]),
        ("back", listed[-2]),
        ("forward", listed[-1]),
    )
    for button, text in steps:
        table.press(button)
        assert events(reader.news(table.moment, [])) == [("heard", {"text": text, "alert": False})]
    assert [entry.text for entry in table.moment.heard("everyone")] == listed
