"""A board from a map: laid out so that every distance is kept, or refused in one line."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from engine import game_map, parse_map
from fingerpost.cli import main
from printing.distances import Distance, Measured
from printing.making import MakeError, tries
from printing.making.city_codes import codes_of, words_of
from printing.making.city_places import start_of
from printing.making.fans import order_round
from printing.making.forces import Forces
from printing.making.growing import first_points
from printing.making.lines import Names, drawn_lines, parts_of
from printing.making.writing import the_board
from tabletop import board_layout, parse_layout
from tests.printing.boards import BOARDS

TREES = {"ash": (50, 0), "birch": (52, 6), "cedar": (47, 3), "date": (46, 9)}
ROUTES = (("ash", "birch"), ("ash", "cedar"), ("ash", "cedar"), ("birch", "cedar"), ("cedar", "date"))


def map_text(cities: Mapping[str, tuple[float, float]], ends: Sequence[tuple[str, str]]) -> str:
    """A map/1 file of one's own."""
    routes = []
    for number, (a, b) in enumerate(ends):
        beside = [n for n, pair in enumerate(ends) if pair == (a, b)]
        several = len(beside) > 1
        name = f"{a}-{b}:{beside.index(number) + 1}" if several else f"{a}-{b}"
        routes.append({
            "id": name, "a": a, "b": b, "length": 2, "colour": "gray", "kind": "train",
            "group": f"{a}-{b}" if several else None,
        })  # fmt: skip
    return json.dumps({
        "format": "map/1", "id": "trees", "name": "Trees",
        "cities": [{"id": name, "name": name.title(), "lat": lat, "lon": lon, "port": name == "ash"}
                   for name, (lat, lon) in cities.items()],
        "routes": routes,
        "tickets": [{"id": "far", "cities": [ends[0][0], ends[-1][1]], "value": 4}],
    })  # fmt: skip


def test_given_a_map_of_ones_own_when_its_board_is_made_then_it_keeps_every_distance_and_can_be_wired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, out = tmp_path / "trees.json", tmp_path / "board.json"
    given.write_text(map_text(TREES, ROUTES))
    assert main(["board", "make", str(given), "--out", str(out)]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "fingerpost: pins 31 mm apart: every distance kept"
    assert any(line.startswith("site-site ") and line.endswith(", at least 24") for line in told)
    layout, board = parse_layout(out.read_text()), parse_map(given.read_text())
    assert Measured(layout, board).broken() == []
    assert {str(site.id) for site in layout.sites.values() if site.kind == "route"} == {
        *map(str, board.routes)
    }
    assert len(layout.channels()) == 6  # five routes, one port
    for site in layout.pins():
        assert site.channel is not None
        panel = next(p for p in layout.panels if p.x <= site.x < p.x + 180 and p.y <= site.y < p.y + 200)
        assert 0 <= site.channel - panel.first_channel < 8 * panel.chips
    for route in board.routes.values():
        ends = layout.sites[route.id].path[0]  # type: ignore[index]
        for city, end in ((route.a, ends[0]), (route.b, ends[-1])):
            assert (layout.sites[city].x, layout.sites[city].y) == end  # type: ignore[index]


@pytest.mark.parametrize(
    ("cities", "routes", "complaint"),
    [
        (
            {name: (50 + np.cos(n), np.sin(n)) for n, name in enumerate("abcdef")},
            [(one, two) for one in "abcdef" for two in "abcdef" if one < two],
            " cross, however they are led; move a city or leave out a route",
        ),
    ],
)
def test_given_a_map_that_cannot_be_laid_out_then_one_line_says_why_and_nothing_is_written(
    cities: Mapping[str, tuple[float, float]],
    routes: Sequence[tuple[str, str]],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given, out = tmp_path / "own.json", tmp_path / "board.json"
    given.write_text(map_text(cities, routes))
    assert main(["board", "make", str(given), "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"fingerpost: board make {given}: ") and told.endswith(f"{complaint}\n")
    assert told.count("\n") == 1 and not out.exists()


def test_given_more_lines_than_a_board_has_room_for_then_that_is_said_with_two_that_stay_too_near(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {31: 9, 30: 4, 29: 6}
    near = [Distance("site-site", 20.0, "ash-birch:1", "ash-birch:2")]
    monkeypatch.setattr(tries, "AIMS", tuple(left))
    monkeypatch.setattr(tries, "_tried", lambda *given: ("", near * left[given[-1]]))
    given, out = tmp_path / "own.json", tmp_path / "board.json"
    given.write_text(map_text({"ash": (50, 0), "birch": (50, 6)}, [("ash", "birch")] * 2))
    assert main(["board", "make", str(given), "--out", str(out)]) == 2
    *tried, told = capsys.readouterr().err.splitlines()
    assert tried[0] == "fingerpost: pins 31 mm apart: 9 distances too small, trying with less room"
    assert len(tried) == 3
    assert told.endswith(
        "no board of 900 x 600 mm has room for it: 4 distances too small at best,"
        " as ash-birch:1 and ash-birch:2; leave out routes"
    )
    assert not out.exists()


def test_given_a_folder_that_is_not_there_then_that_is_said_before_anything_is_laid_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "make", "usa", "--out", str(tmp_path / "no" / "board.json")]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", BOARDS)
def test_given_a_map_that_ships_then_its_codes_are_those_of_its_board(name: str) -> None:
    codes = codes_of(game_map(name))
    cities = [site for site in board_layout(name).sites.values() if site.kind == "city"]
    assert {str(site.id): site.label for site in cities if site.label} == codes
    assert len(set(codes.values())) == len(codes)


def test_given_names_with_accents_then_their_words_are_plain() -> None:
    assert words_of("Sault St. Marie") == ["sault", "st", "marie"]
    assert words_of("København") == ["kobenhavn"] and words_of("Æsir-Straße") == ["aesir", "strasse"]


def test_given_europe_when_its_lines_are_led_then_only_palermo_to_smyrna_goes_round_a_city() -> None:
    start = start_of(game_map("europe"), {})
    assert [way.id for way in start.ways if way.round is not None] == ["palermo-smyrna"]
    assert all(city.sensed for city in start.cities)  # stations
    assert not any(city.sensed for city in start_of(game_map("usa"), {}).cities)


def test_given_the_world_then_what_goes_round_it_leaves_at_the_edges() -> None:
    start = start_of(game_map("world"), {})
    names = Names(start)
    points = first_points(names, 3.0)
    parts = list(parts_of(names, points))
    wraps = [number for number, way in enumerate(start.ways) if way.wraps]
    assert len(wraps) == 10
    for number in wraps:
        ends = sorted(round(float(part.at(points)[-1][0])) for part in parts if part.way == number)
        assert ends == [10, 890]


def test_given_any_places_then_the_slope_of_the_energy_is_how_it_changes() -> None:
    start = start_of(game_map("world"), {})
    names, board = Names(start), the_board()
    points = first_points(names, 20.0)
    parts = list(parts_of(names, points))
    drawn = drawn_lines(names, parts, points, 5.0)
    order = order_round(parts, points)
    forces = Forces(names, parts, drawn, points, board, order, 31.0)
    flat = points.ravel()
    total, slope = forces.energy(flat, 0.8, 1.0)
    assert total > 0
    way = np.sin(np.arange(len(flat)))
    step = 1e-5
    ahead, behind = (forces.energy(flat + sign * step * way, 0.8, 1.0)[0] for sign in (1, -1))
    assert (ahead - behind) / (2 * step) == pytest.approx(float(slope @ way), rel=1e-3)


def test_given_no_routes_then_there_is_nothing_to_make() -> None:
    with pytest.raises(MakeError, match="has no routes"):
        start_of(
            parse_map(
                json.dumps(
                    {
                        "format": "map/1",
                        "id": "none",
                        "name": "None",
                        "cities": [],
                        "routes": [],
                        "tickets": [],
                    }
                )
            ),
            {},
        )


IN_A_LINE = {"ash": (48, 0), "birch": (48, 1), "cedar": (48, 2)}
PAST_BIRCH = (("ash", "birch"), ("birch", "cedar"), ("ash", "cedar"))


def test_given_a_city_on_the_line_of_a_route_that_passes_it_when_a_board_is_made_then_it_goes_round_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The two lay in each other, and a board was tried for with ever less room."""
    given, out = tmp_path / "trees.json", tmp_path / "board.json"
    given.write_text(map_text({**IN_A_LINE, "date": (49, 1)}, (*PAST_BIRCH, ("birch", "date"))))
    assert main(["board", "make", str(given), "--out", str(out)]) == 0, capsys.readouterr().err
    assert Measured(parse_layout(out.read_text()), parse_map(given.read_text())).broken() == []


@pytest.mark.parametrize("turned", [False, True])
def test_given_all_cities_in_a_line_and_a_route_past_one_when_a_board_is_made_then_one_line_says_so_at_once(
    turned: bool,
) -> None:
    cities = {name: (place[1], place[0]) if turned else place for name, place in IN_A_LINE.items()}
    game_map = parse_map(map_text(cities, PAST_BIRCH))
    with pytest.raises(MakeError, match="Ash to Cedar runs through Birch; move a city aside"):
        start_of(game_map, codes_of(game_map))
    neighbours = parse_map(map_text(cities, PAST_BIRCH[:2]))
    assert len(start_of(neighbours, codes_of(neighbours)).ways) == 2
