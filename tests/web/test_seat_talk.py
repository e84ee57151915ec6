"""What a seat of this home says to the host's page, step by step, with neither sockets nor threads."""

import msgspec
import pytest

from engine import Seat
from table.linked import LinkNews, SeatPage
from web.seat_talk import (
    BrokenError,
    HangUp,
    NextLine,
    OpenStream,
    PageCall,
    PageReply,
    Rest,
    SeatTalk,
)


class NothingKept:
    """Nothing is remembered of an earlier sitting."""

    def of(self, seat: Seat) -> str:
        return ""

    def keep(self, seat: Seat, given: str) -> None: ...

    def forget(self, seat: Seat) -> None: ...


@pytest.mark.parametrize(
    "way", ["the call breaks", "it is no page", "the stream breaks", "the seat is put out"]
)
def test_given_an_open_stream_when_it_is_read_no_more_then_it_is_hung_up_before_the_next(way: str) -> None:
    news = list[LinkNews]()
    talk = SeatTalk("https://bremen.example", "red", news.append, kept=NothingKept(), language="en")
    listens = talk.listens()
    next(listens)
    talk.joined = True
    assert isinstance(listens.send(None), OpenStream)
    need = listens.send(None)
    assert isinstance(need, NextLine)
    if way == "the stream breaks":
        need = listens.throw(BrokenError("gone"))
    else:
        assert isinstance(listens.send(b"event: moment\n"), PageCall)
        if way == "the call breaks":
            need = listens.throw(BrokenError("gone"))
        elif way == "it is no page":
            need = listens.send(PageReply(status=502, body=b"<html>"))
        else:
            need = listens.send(PageReply(status=200, body=msgspec.json.encode({"seat": None, "token": ""})))
    assert isinstance(need, HangUp)
    assert isinstance(listens.send(None), Rest)
    assert news == [SeatPage(seat="red", condition="put-out" if way == "the seat is put out" else "gone")]
