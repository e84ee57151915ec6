"""A command is done once: ids that come again, games that have not answered, restarts, floods."""

import json

from mqtt.answered import PENDING, REMEMBERED
from mqtt.inbound import BURST, EventLog, InboundHandler, InboundMessage
from mqtt.payloads import Encoder
from mqtt.topics import Topics
from table.answers import Done
from table.requests import Request
from tests.mqtt.handled import ROOT, Table, command, data


def test_given_an_id_that_was_used_when_it_comes_again_then_nothing_is_done_twice() -> None:
    table = Table()
    first = data(table.take("press", command())[0])
    again = data(table.take("press", command())[0])
    assert len(table.asked) == 1
    assert again == {**first, "duplicate": True}


def test_given_another_client_when_it_uses_the_same_id_then_it_is_another_command() -> None:
    table = Table()
    answers = [*table.take("press", command()), *table.take("press", command(src="client/other"))]
    assert [answer.topic.rpartition("/")[2] for answer in answers] == ["lamp", "other"]
    assert len(table.asked) == 2


def test_given_many_commands_when_more_than_are_remembered_then_only_the_newest_are() -> None:
    table = Table()
    for number in range(REMEMBERED + 1):
        table.take("press", command(id=f"n{number}"))
    assert "duplicate" in data(table.take("press", command(id="n1"))[0])
    assert "duplicate" not in data(table.take("press", command(id="n0"))[0])


def test_given_a_game_that_fails_when_asked_then_the_client_hears_internal() -> None:
    table = Table()

    def broken(asked: Request) -> None:
        raise RuntimeError("our own bug")

    inbound = InboundHandler(
        Topics("kitchen"), Encoder("kitchen", "g", "b"), EventLog(), on_command=broken, stamp=table.stamp
    )
    (answer,) = inbound.take(InboundMessage(topic=f"{ROOT}/cmd/press", payload=command()), 0.0)
    assert b'"code":"internal"' in answer.payload


def test_given_a_game_that_has_not_answered_when_asked_again_then_busy_and_done_once() -> None:
    table = Table(answers=False)
    assert table.take("press", command()) == []
    assert table.code("press", command()) == "busy"
    table.asked[0].answer(Done(seq=121))
    table.asked[0].answer(Done(seq=122))
    assert [data(answer) for answer in table.later] == [{"ok": True, "seq": 121}]
    assert data(table.take("press", command())[0]) == {"ok": True, "seq": 121, "duplicate": True}
    assert len(table.asked) == 1


def test_given_a_game_that_hangs_when_many_ask_then_busy_and_nothing_more_is_taken_in() -> None:
    table = Table(answers=False)
    for number in range(PENDING):
        table.take("press", command(id=f"p{number}"))
    assert table.code("press", command(id="one-more")) == "busy"
    assert len(table.asked) == PENDING


def test_given_a_restart_when_an_id_comes_again_then_the_stored_result_is_given() -> None:
    table = Table()
    first = data(table.take("press", command(expect_seq=120, data={"button": "yes"}))[0])
    table.take("replay", command("replay", id="r", data={"from": 1, "to": 2}))
    assert table.code("dance", command("dance", id="d")) == "unknown-command"
    table.inbound = table.new_inbound(before=tuple(table.kept))
    again = command(expect_seq=120, data={"button": "yes"})
    assert data(table.take("press", again)[0]) == {**first, "duplicate": True}
    (pages,) = table.take("replay", command("replay", id="r", data={"from": 1, "to": 2}))
    assert data(pages)["duplicate"] is True and len(json.loads(pages.payload)["data"]["events"]) == 2
    assert data(table.take("dance", command("dance", id="d"))[0])["duplicate"] is True
    assert len(table.asked) == 1


def test_given_a_client_that_floods_when_its_allowance_is_gone_then_others_still_are_heard() -> None:
    table = Table()
    table.now = 100.0
    for number in range(BURST + 10):
        table.now -= 1.0  # all at one instant
        table.take("press", command(id=f"f{number}"))
    assert len(table.asked) == BURST
    assert table.inbound.counts["rate-limited"] == 10
    table.now -= 1.0
    (calm,) = table.take("press", command(src="client/calm", id="c"))
    assert calm.topic == f"{ROOT}/reply/calm" and data(calm)["ok"]
    table.now += 5.0
    (later,) = table.take("press", command(id="later"))
    assert later.topic == f"{ROOT}/reply/lamp" and data(later)["ok"]
    assert len(table.asked) == BURST + 2
