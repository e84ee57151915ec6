"""A refused command is remembered with its result: the same id asks for nothing new later."""

import pytest

from tests.mqtt.handled import Table, command, data


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"expect_seq": 119, "data": {"from": 1, "to": 2}}, "stale"),
        ({"game": "another", "data": {"from": 1, "to": 2}}, "stale"),
        ({"data": {"from": 0, "to": 2}}, "bad-data"),
        ({"expect_seq": -1, "data": {"from": 1, "to": 2}}, "bad-envelope"),
    ],
)
def test_given_a_replay_that_was_refused_when_its_id_comes_again_then_so_is_its_answer(
    first: dict[str, object], code: str
) -> None:
    table = Table()
    (answer,) = table.take("replay", command("replay", id="one", **first))
    assert data(answer)["error"]["code"] == code  # type: ignore[index]
    good = {"data": {"from": 1, "to": 2}}
    (answer,) = table.take("replay", command("replay", id="one", **good))
    assert data(answer)["error"]["code"] == code and data(answer)["duplicate"] is True  # type: ignore[index]
    (page,) = table.take("replay", command("replay", id="two", **good))
    assert data(page)["page"] == 1


def test_given_a_replay_where_the_game_is_when_asked_for_again_later_then_its_pages_come_again() -> None:
    table = Table()
    asked = command("replay", id="one", expect_seq=120, data={"from": 1, "to": 2})
    (page,) = table.take("replay", asked)
    assert data(page)["page"] == 1
    table.log.last = 121
    (page,) = table.take("replay", asked)
    assert data(page)["page"] == 1 and data(page)["duplicate"] is True
