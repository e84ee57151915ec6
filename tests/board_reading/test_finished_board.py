"""`fingerpost score --photo`: a finished board, drawn and read back, scores as its position does."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from board_reading.finished_board import marks_off, photographed, seat_holdings
from engine import game_map, score_position
from fingerpost.cli import main
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import Site, SiteId, TokenColour, board_layout, layout_text
from vision import TokenLook, TokenLooks

LAYOUT = board_layout("usa")
USA = game_map("usa")
ROUTES = [site.id for site in LAYOUT.pins() if site.kind == "route"]
COLOURS: tuple[TokenColour, ...] = ("blue", "red", "green")
TOKENS: dict[SiteId, TokenColour] = {site: COLOURS[place % 3] for place, site in enumerate(ROUTES[::3])}
HELD = {"red": ["boston-miami"], "blue": ["denver-el-paso"], "green": []}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("photo")
    camera = SimulatedCamera(LAYOUT, seed=4)
    cv2.imwrite(str(place / "done.png"), camera.render(TOKENS, at=0, number=0).image)
    cv2.imwrite(str(place / "bare.png"), camera.render({}, at=0, number=0).image)
    cv2.imwrite(str(place / "black.png"), np.zeros((720, 1280, 3), np.uint8))
    (place / "camera.json").write_text(camera.model.to_json(), encoding="utf-8")
    (place / "tickets.json").write_text(json.dumps(HELD), encoding="utf-8")
    return place


def _score(folder: Path, picture: str, *more: str) -> int:
    camera = str(folder / "camera.json")
    usual = ["--edition", "us-accessible", "--board", "usa", "--camera", camera]
    return main(["score", "--photo", str(folder / picture), *usual, *more])


def test_given_a_finished_board_when_photographed_then_scored_as_its_position(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _score(folder, "done.png", "--tickets", str(folder / "tickets.json")) == 0
    told = capsys.readouterr()
    seats = [
        {"seat": seat, "routes": [site for site in TOKENS if TOKENS[site] == seat], "tickets": tickets}
        for seat, tickets in HELD.items()
    ]
    expected = score_position({"edition": "us-accessible", "map": "usa", "seats": seats})
    assert json.loads(told.out) == json.loads(json.dumps(expected))
    assert told.err == ""


def test_given_a_board_of_ones_own_map_when_photographed_then_it_is_scored_on_that_map(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No call could name the map: a board of one's own was another edition's, and refused."""
    own = {**json.loads(files("engine").joinpath("maps", "usa.json").read_text("utf-8")), "id": "own"}
    (folder / "own.json").write_text(json.dumps(own), "utf-8")
    board = json.loads(layout_text("usa"))
    (folder / "board.json").write_text(json.dumps({**board, "map": "own"}), "utf-8")
    given = ["--board", str(folder / "board.json"), "--map", str(folder / "own.json")]
    assert _score(folder, "done.png", *given) == 0
    score = json.loads(capsys.readouterr().out)
    assert [one["seat"] for one in score["seats"]] == ["blue", "red", "green"]
    assert main(["score", str(folder / "tickets.json"), "--map", "usa"]) == 2
    assert "a position names its map itself" in capsys.readouterr().err


def test_given_pins_off_the_picture_when_photographed_then_one_line_names_them(folder: Path) -> None:
    camera = SimulatedCamera(LAYOUT, seed=4)
    path = folder / "aside.png"
    cv2.imwrite(str(path), camera.render(TOKENS, at=0, number=0, nudge=(-330.0, 0.0, 0.0)).image)
    found = photographed(path, LAYOUT, "us-accessible", USA, {}, camera.model)
    (note,) = found.notes
    assert "cannot be read and count as empty; look at " in note
    assert "seattle" in note  # the westernmost
    assert "\n" not in note
    seats = found.position["seats"]
    assert isinstance(seats, list)
    claimed = {route: row["seat"] for row in seats for route in row["routes"]}
    assert len(claimed) > 15
    assert all(TOKENS[SiteId(route)] == seat for route, seat in claimed.items())


def test_given_score_markers_when_off_then_a_sentence_a_seat(folder: Path) -> None:
    spaces = [
        Site(id=SiteId(f"score:{seat}:{value}"), kind="score", x=70.0 + 24 * step, y=578.0, has_pin=False)
        for step, (seat, value) in enumerate([("blue", 10), ("blue", 7), ("red", 20), ("red", 4)])
    ]
    layout = replace(LAYOUT, sites={**LAYOUT.sites, **{site.id: site for site in spaces}})
    shown = replace(
        layout, sites={k: replace(s, has_pin=True) if s in spaces else s for k, s in layout.sites.items()}
    )
    camera = SimulatedCamera(shown, size=(1920, 1080), seed=4)
    marks: dict[SiteId, TokenColour] = {spaces[0].id: "blue", spaces[1].id: "blue", spaces[3].id: "red"}
    path = folder / "marks.png"
    cv2.imwrite(str(path), camera.render({ROUTES[0]: "blue", **marks}, at=0, number=0).image)
    found = photographed(path, layout, "us-accessible", USA, {}, camera.model)
    assert found.marks == {"blue": 17, "red": 4}
    score = {"seats": [{"seat": "blue", "total": 17}, {"seat": "red", "total": 24}]}
    assert marks_off(found.marks, score, layout) == ["red's marker stands at 4, should be 24"]


def test_given_an_edition_that_builds_on_cities_when_photographed_then_tokens_there_are_buildings(
    folder: Path,
) -> None:
    city = next(site.id for site in LAYOUT.sites.values() if site.kind == "city")
    pinned = replace(LAYOUT, sites={**LAYOUT.sites, city: replace(LAYOUT.sites[city], has_pin=True)})
    camera = SimulatedCamera(pinned, seed=4)
    path = folder / "city.png"
    cv2.imwrite(str(path), camera.render({city: "red", ROUTES[0]: "red"}, at=0, number=0).image)
    seats = photographed(path, pinned, "europe", USA, {}, camera.model).position["seats"]
    assert isinstance(seats, list)
    (row,) = seats
    assert (row["stations"], row["routes"]) == ([city], [ROUTES[0]])
    plain = photographed(path, pinned, "us-accessible", USA, {}, camera.model)
    assert f"builds nothing: {city}; not counted" in plain.notes[0]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[]", "no object"),
        ('{"pink": []}', "pink is no seat"),
        ('{"red": 3}', "a list of ticket ids"),
    ],
)
def test_given_wrong_tickets_when_read_then_one_line(text: str, complaint: str) -> None:
    with pytest.raises(Exception, match=complaint) as trouble:
        seat_holdings(text, "t.json")
    assert "\n" not in str(trouble.value)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ([], "no position"),
        (["--photo", "{t}/done.png", "--board", "usa"], "--edition is missing"),
        (["--photo", "{t}/done.png", "--edition", "us-accessible"], "--board is missing"),
        (["-", "--photo", "{t}/done.png", "--edition", "us-accessible", "--board", "usa"], "one of them"),
        (["--photo", "{t}/black.png", "--edition", "us-accessible", "--board", "usa"], "board is not found"),
        (["--photo", "{t}/bare.png", "--edition", "us-accessible", "--board", "usa"], "no token is seen"),
        (["--photo", "{t}/none.png", "--edition", "us-accessible", "--board", "usa"], "none.png"),
        (["--photo", "{t}/done.png", "--edition", "chess", "--board", "usa"], "chess"),
        (["--photo", "{t}/done.png", "--edition", "europe", "--board", "usa"], "the map europe has not"),
    ],
)
def test_given_a_photograph_that_cannot_be_scored_when_run_then_one_line_and_exit_2(
    folder: Path, arguments: list[str], names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", *(item.replace("{t}", str(folder)) for item in arguments)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
    assert names in told.err


def test_given_tokens_of_another_colour_when_photographed_then_their_file_makes_them_count(
    folder: Path,
) -> None:
    purple = (120, 60, 160)
    tokens = replace(LAYOUT.tokens, rgb={**LAYOUT.tokens.rgb, "blue": purple})
    film = SimulatedCamera(replace(LAYOUT, tokens=tokens), seed=4)
    path = folder / "purple.png"
    cv2.imwrite(str(path), film.render(dict.fromkeys(ROUTES[:6], "blue"), at=0, number=0).image)
    blue = TokenLook(rgb=purple, footprint_mm=18.0, shown_as=LAYOUT.tokens.rgb["blue"])
    looks = TokenLooks(board="usa", seats={"blue": blue})
    found = photographed(path, LAYOUT, "us-accessible", USA, {}, film.model, looks)
    assert found.notes == ()
    seats = found.position["seats"]
    assert isinstance(seats, list)
    assert [sorted(row["routes"]) for row in seats] == [sorted(ROUTES[:6])]
