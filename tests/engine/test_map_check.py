"""`map_complaints`: what a map of one's own is told, a line each; the maps that ship have no complaint."""

import json
from importlib.resources import files
from typing import cast

import pytest

from engine import (
    EDITIONS,
    MapError,
    game_map,
    map_complaints,
    place_complaints,
    shipped_maps,
    ticket_lengths,
    unplayable,
)

Table = dict[str, object]


def small(**changes: object) -> Table:
    """A triangle with a tail, two tickets; any part may be put in place of another."""
    return {
        "format": "map/1",
        "id": "small",
        "cities": [{"id": city} for city in "abcd"],
        "routes": [
            {"id": "ab", "a": "a", "b": "b", "length": 2},
            {"id": "bc", "a": "b", "b": "c", "length": 3},
            {"id": "ca", "a": "c", "b": "a", "length": 4},
            {"id": "cd", "a": "c", "b": "d", "length": 1},
        ],
        "tickets": [
            {"id": "a-d", "cities": ["a", "d"], "value": 5},
            {"id": "b-d", "cities": ["b", "d"], "value": 4},
        ],
        **changes,
    }


def routes(*more: Table) -> list[Table]:
    return [*cast(list[Table], small()["routes"]), *more]


@pytest.mark.parametrize("name", shipped_maps())
def test_given_a_map_that_ships_then_there_is_no_complaint(name: str) -> None:
    text = files("engine").joinpath("maps", f"{name}.json").read_text(encoding="utf-8")
    board, complaints = map_complaints(json.loads(text), name)
    assert complaints == []
    assert board == game_map(name)


def test_given_the_small_map_then_no_complaint_and_each_ticket_beside_its_shortest_way() -> None:
    board, complaints = map_complaints(small())
    assert complaints == []
    assert board is not None
    assert [(line.ticket, line.value, line.shortest) for line in ticket_lengths(board)] == [
        ("a-d", 5, 5),
        ("b-d", 4, 4),
    ]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"cities": [{"id": c} for c in "abcdd"]}, "city d stands 2 times"),
        ({"routes": routes({"id": "ab", "a": "b", "b": "d", "length": 1})}, "route ab stands 2 times"),
        ({"routes": routes({"id": "x", "a": "a", "b": "zz", "length": 1})}, "route x ends in 'zz'"),
        ({"routes": routes({"id": "x", "a": "a", "b": "a", "length": 1})}, "begins and ends in a"),
        ({"routes": routes({"id": "x", "a": "a", "b": "d", "length": 0})}, "route x: length"),
        ({"routes": routes({"id": "x", "a": "a", "b": "d", "length": 1, "group": "g"})}, "group g has one"),
        ({"routes": routes({"id": "x", "a": "a", "b": "b", "length": 1})}, "could own all: ab, x"),
        (
            {
                "routes": routes(
                    {"id": "x", "a": "a", "b": "d", "length": 1, "group": "g"},
                    {"id": "y", "a": "b", "b": "d", "length": 1, "group": "g"},
                )
            },
            "group g joins different cities: x, y",
        ),
        ({"cities": [{"id": c} for c in "abcde"]}, "city e has no route"),
        (
            {
                "cities": [{"id": c} for c in "abcdef"],
                "routes": routes({"id": "ef", "a": "e", "b": "f", "length": 1}),
            },
            "falls apart; not to be reached from a: e, f",
        ),
        ({"tickets": [{"id": "t", "cities": ["a", "q"], "value": 5}]}, "ticket t names 'q'"),
        (
            {"tickets": [{"id": "t", "cities": ["a", "d"], "value": 11}]},
            "worth 11, but the shortest",
        ),
        ({"tickets": [{"id": "t", "cities": ["a", "d"], "value": 2}]}, "worth 2, but the shortest"),
        (
            {"tickets": [{"id": t, "cities": ["a", "d"], "value": 5} for t in "tu"]},
            "ticket u has the cities of ticket t",
        ),
        ({"tickets": [{"id": "t", "cities": ["a", "a"], "value": 1}]}, "names a city twice"),
        ({"tickets": [{"id": "t", "cities": "ad", "value": 1}]}, "is no list of two cities"),
        (
            {"cities": [{"id": c, "lat": 1, "lon": 2} for c in "abc"] + [{"id": "d", "lon": 3}]},
            "city d has no lat;",
        ),
        (
            {"cities": [{"id": c, "lat": 1, "lon": 2 + (c in "ab")} for c in "abcd"]},
            "city d lies where city c lies",
        ),
        (
            {"routes": routes({"id": "x", "a": "a", "b": "d", "length": 5, "color": "red", "x_note": 1})},
            "route x has a key 'color', which nobody reads; keys are id, a, b, length, colour,",
        ),
        ({"cities": [{"id": c, "harbor": True} for c in "abcd"]}, "city a has a key 'harbor'"),
        (
            {"cities": [{"id": c, "name": "Bergen" if c in "bd" else c} for c in "abcd"]},
            "d is called Bergen, as city b",
        ),
        (
            {"cities": [*({"id": c} for c in "abc"), {"id": "d", "junction": True}]},
            "ticket a-d names d, which is a junction",
        ),
    ],
)
def test_given_a_map_with_a_fault_then_a_line_names_it(change: Table, complaint: str) -> None:
    _, complaints = map_complaints(small(**change), "own.json")
    assert any(complaint in line for line in complaints), complaints
    assert all("\n" not in line for line in complaints)


def test_given_cities_that_cannot_be_laid_out_then_each_is_named() -> None:
    """One without a latitude was laid out on the equator; two in one place took minutes, and then failed."""
    assert place_complaints(small())[0] == "city a has no lat and no lon; say where it is, in degrees"
    placed = [{"id": c, "lat": n, "lon": 5} for n, c in enumerate("abcd")]
    assert place_complaints(small(cities=placed)) == []
    placed[3]["lat"] = 0
    assert place_complaints(small(cities=placed)) == ["city d lies where city a lies; move one of them"]


def test_given_notes_of_ones_own_then_nobody_complains_of_them() -> None:
    noted = [{"id": city, "x_seen": "1912"} for city in "abcd"]
    assert map_complaints(small(cities=noted, sources=["an atlas"]))[1] == []


def test_given_several_faults_then_each_has_its_line() -> None:
    wrong = small(
        cities=[{"id": c} for c in "aabcd"],
        routes=routes({"id": "x", "a": "n", "b": "m", "length": 1}),
        tickets=[{"id": "t", "cities": ["a", "k"], "value": 5}],
    )
    board, complaints = map_complaints(wrong)
    assert board is None
    assert len(complaints) == 4


@pytest.mark.parametrize("raw", [[], 3, None, {}, {"cities": []}, {"cities": 1, "routes": []}])
def test_given_no_map_at_all_then_one_line(raw: object) -> None:
    with pytest.raises(MapError) as caught:
        map_complaints(raw, "own.json")
    assert str(caught.value).startswith("own.json")


def test_given_an_edition_and_a_map_that_do_not_go_together_then_each_route_is_named() -> None:
    lines = unplayable(EDITIONS["us-accessible"], game_map("europe"))
    assert len(lines) == 31
    assert unplayable(EDITIONS["europe"], game_map("usa")) == []
