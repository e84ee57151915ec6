"""position/1 → score/1: what is read, what is refused by one line, what is scored with a remark."""

import json
from collections.abc import Mapping
from typing import cast

import pytest

from engine import Game, PositionError, game_map, parse_map, position_of, score_position

KEYS = {
    "seat",
    "routes",
    "tickets",
    "tickets_completed",
    "ticket_list",
    "borrowed",
    "stations",
    "stations_placed",
    "longest",
    "longest_trail",
    "longest_bonus",
    "harbors",
    "harbor_list",
    "harbors_missing",
    "exchange",
    "coins",
    "trains_bonus",
    "total",
    "place",
}


def position(*seats: Mapping[str, object], **more: object) -> dict[str, object]:
    listed: tuple[Mapping[str, object], ...] = seats or ({"seat": "blue"}, {"seat": "red"})
    return {"edition": "us-accessible", "map": "usa", "seats": list(listed), **more}


def violations(*seats: Mapping[str, object], **more: object) -> list[str]:
    return cast(list[str], score_position(position(*seats, **more))["violations"])


def test_given_a_position_then_all_keys_of_score_1_are_there_and_it_is_json() -> None:
    score = score_position(
        position(
            {"seat": "blue", "routes": ["boston-montreal:1"], "tickets": ["boston-miami"]}, {"seat": "red"}
        )
    )
    assert set(score) == {
        "edition", "settings", "seats", "longest_max", "longest_holders", "places", "winners", "caboose",
        "violations",
    }  # fmt: skip
    lines = cast(list[dict[str, object]], score["seats"])
    assert all(set(line) == KEYS for line in lines)
    assert lines[0]["ticket_list"] == [
        {"id": "boston-miami", "completed": False, "points": -12, "tour": None}
    ]
    assert json.loads(json.dumps(score)) == score


def test_given_claims_beside_routes_then_both_count() -> None:
    score = score_position(
        position(
            {"seat": "blue", "routes": ["boston-montreal:1"]},
            {"seat": "red"},
            claims={"boston-montreal:1": "blue", "miami-new-orleans": "red"},
        )
    )
    assert [line["routes"] for line in cast(list[dict[str, object]], score["seats"])] == [2, 15]


def test_given_a_map_as_an_object_or_by_a_loader_then_used() -> None:
    small = {
        "format": "map/1",
        "id": "small",
        "name": "Small",
        "cities": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
        "routes": [{"id": "a-b", "a": "a", "b": "b", "length": 6, "colour": "red"}],
        "tickets": [{"id": "t", "cities": ["a", "b"], "value": 5}],
    }
    seats: tuple[Mapping[str, object], ...] = (
        {"seat": "blue", "routes": ["a-b"], "tickets": ["t"]},
        {"seat": "red"},
    )
    by_object = score_position(position(*seats, map=small))
    by_path = score_position(
        position(*seats, map="some/where.json"), lambda _: parse_map(json.dumps(small), source="where.json")
    )
    assert by_object == by_path
    assert cast(list[dict[str, object]], by_object["seats"])[0]["total"] == 30


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ([], "the position"),
        ({}, "edition"),
        ({"edition": "mars"}, "mars"),
        (position(edition=["us-accessible"]), "edition"),
        (position(map="atlantis"), "atlantis"),
        (position(map=7), "map"),
        (position(map={"cities": 1}), "cities"),
        (position(settings={"no_such": 1}), "no_such"),
        (position(settings=[1]), "settings"),
        (position(settings={"trains": "many"}), "trains"),
        (position(settings={"route_points": [1, "two"]}), "route_points"),
        (position(seats={}), "seats"),
        (position(seats=[]), "seats"),
        (position(seats=[1]), "seats[0]"),
        (position({"seat": "pink"}), "pink"),
        (position({"seat": ["blue"]}), "blue"),
        (position({"seat": "blue"}, {"seat": "blue"}), "blue"),
        (position({"seat": "blue", "routes": ["paris-rome"]}), "paris-rome"),
        (position({"seat": "blue", "routes": "boston-montreal:1"}), "blue"),
        (position({"seat": "blue", "routes": [["boston-montreal:1"]]}), "boston-montreal:1"),
        (position({"seat": "blue", "tickets": ["paris-rome"]}), "paris-rome"),
        (position({"seat": "blue", "tickets": [{}]}), "blue"),
        (position({"seat": "blue", "stations": 3}), "stations"),
        (position({"seat": "blue", "colour": "blue"}), "colour"),
        (position({"seat": "blue", "routes": ["boston-montreal:1"] * 2}), "boston-montreal:1"),
        (
            position(
                {"seat": "blue", "routes": ["miami-new-orleans"]},
                {"seat": "red", "routes": ["miami-new-orleans"]},
            ),
            "miami-new-orleans",
        ),
        (position(claims={"boston-montreal:1": "green"}), "green"),
        (position(claims={"boston-montreal:1": "pink"}), "pink"),
        (position(claims={"paris-rome": "blue"}), "paris-rome"),
        (position(claims=["boston-montreal:1"]), "claims"),
        (position(points=3), "points"),
        (
            position(
                {"seat": "blue", "routes": ["boston-montreal:1"]},
                {"seat": "red"},
                claims={"boston-montreal:1": "red"},
            ),
            "boston-montreal:1",
        ),
    ],
)
def test_given_a_position_that_cannot_be_read_then_one_line_names_what(raw: object, named: str) -> None:
    with pytest.raises(PositionError) as caught:
        score_position(cast(dict[str, object], raw))
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 700


def test_given_a_legal_position_then_no_violations() -> None:
    assert violations() == []
    assert (
        violations({"seat": "blue", "routes": ["boston-montreal:1"], "trains_left": 3}, {"seat": "red"}) == []
    )


def test_given_broken_rules_then_each_is_named_and_the_score_is_there() -> None:
    longest = [route.id for route in game_map("usa").routes.values() if route.length == 6]
    assert (
        "US-34: blue has used 54 trains"
        in violations({"seat": "blue", "routes": longest}, {"seat": "red"})[0]
    )
    assert "US-1: 1 seat" in violations({"seat": "blue"})[0]
    both: dict[str, object] = {"seat": "blue", "routes": ["boston-montreal:1", "boston-montreal:2"]}
    assert violations(both, {"seat": "red"}) == [
        "US-38: blue has both boston-montreal:1 and boston-montreal:2"
    ]
    sides: tuple[Mapping[str, object], ...] = (
        {"seat": "blue", "routes": ["boston-montreal:2"]},
        {"seat": "red", "routes": ["boston-montreal:1"]},
        {"seat": "green"},
    )
    assert "US-39" in violations(*sides)[0]
    assert violations(*sides, {"seat": "black"}) == []
    assert violations(*sides, settings={"double_lock_max_seats": 2}) == []
    tickets = (
        {"seat": "blue", "tickets": ["boston-miami"] * 2},
        {"seat": "red", "tickets": ["boston-miami"]},
    )
    assert len(violations(*tickets)) == 2
    assert "1910" in violations({"seat": "blue", "tickets": ["1910-santa-fe-winnipeg"]}, {"seat": "red"})[0]
    assert "stations" in violations({"seat": "blue", "stations": ["boston"]}, {"seat": "red"})[0]


def test_given_a_routes_length_beyond_the_table_then_no_points_and_a_remark() -> None:
    long = {"cities": [{"id": "a"}, {"id": "b"}], "routes": [{"id": "r", "a": "a", "b": "b", "length": 20}]}
    assert "US-42" in violations({"seat": "blue", "routes": ["r"]}, {"seat": "red"}, map=long)[0]


def test_given_a_running_game_then_its_position_can_be_scored() -> None:
    game = Game.new("us-accessible", "usa", ("red", "blue"), "untracked", 4, {"longest_bonus": 3})
    raw = position_of(game.state)
    assert json.loads(json.dumps(raw)) == raw
    score = score_position(raw)
    assert cast(dict[str, object], score["settings"])["longest_bonus"] == 3
    assert [line["seat"] for line in cast(list[dict[str, object]], score["seats"])] == ["red", "blue"]
