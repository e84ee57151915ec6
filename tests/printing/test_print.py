"""A board's whole folder: what a maker, a camera, a screen reader and a catalogue find in it."""

import csv
import ctypes
import json
import os
import subprocess
import sys
import tomllib
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from engine import SEATS, game_map
from fingerpost.cli import main
from fingerpost.table_file import read_config
from printing.fonts import wide
from printing.order import Order, Paper, most_routes
from printing.sheets import sheets_of
from table.board_drawing import city_radius, drawn
from table.board_drawing.drawn_shapes import Text
from tabletop import BoardLayout, board_layout, layout_text
from tests.printing.boards import BOARDS, order
from vision.frame import Frame
from vision.still import StillReader

PX = 6  # a millimetre
Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The United States on paper."""
    made = tmp_path_factory.mktemp("print") / "usa"
    assert main(["board", "print", "usa", "--tier", "paper", "--out", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def pages(folder: Path) -> list[Image]:
    """Its sheets as pixels, as a printer would print them."""
    return rendered(folder / "sheets.pdf")


def rendered(pdf: Path) -> list[Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=PX * 25.4 / 72).to_numpy()[:, :, :3].copy() for page in document]
    finally:
        document.close()


def at(page: Image, x: float, y: float) -> tuple[int, ...]:
    """The colour (red, green, blue) of a point, mm."""
    return tuple(int(part) for part in page[round(y * PX), round(x * PX)][::-1])


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


PATHS = [pypdfium2.raw.FPDF_PAGEOBJ_PATH]

# The folder


def test_given_a_print_then_its_manifest_names_every_file_with_its_sum(folder: Path) -> None:
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    there = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    del there["manifest.json"]
    assert [one["path"] for one in told["files"]] == sorted(there)
    assert all(
        (one["bytes"], one["sha256"]) == (len(there[one["path"]]), sha256(there[one["path"]]).hexdigest())
        for one in told["files"]
    )
    assert (told["format"], told["map"], told["tier"], told["left_out"]) == ("print/1", "usa", "paper", [])
    assert told["board_sha256"] == sha256(layout_text("usa").encode()).hexdigest()
    assert {"okh.toml", "LICENSE.txt", "cards/reference.brf", "guides/assembly.md"} <= set(there)


def test_given_another_zone_date_and_folder_when_printed_then_every_byte_is_the_same(
    folder: Path, tmp_path: Path
) -> None:
    odd = {"TZ": "Pacific/Apia", "SOURCE_DATE_EPOCH": "1", "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    out = tmp_path / "again"
    called = [
        sys.executable,
        "-m",
        "fingerpost",
        "board",
        "print",
        "usa",
        "--tier",
        "paper",
        "--out",
        str(out),
    ]
    subprocess.run(called, env={**os.environ, **odd}, cwd=tmp_path, check=True, capture_output=True)
    assert (out / "manifest.json").read_bytes() == (folder / "manifest.json").read_bytes()


def test_given_an_earlier_print_when_printed_again_then_it_is_replaced_and_nothing_lies_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "there"
    out.mkdir()
    for language in ("en", "de"):
        called = [
            "board",
            "print",
            "legends-east",
            "--tier",
            "paper",
            "--out",
            str(out),
            "--language",
            language,
        ]
        assert main(called) == 0
        assert "begin with START-HERE.txt" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert "Schritt 1 von" in (out / "START-HERE.txt").read_text("utf-8")
    (out / "notes.txt").write_text("mine")
    assert main(["board", "print", "legends-east", "--tier", "paper", "--out", str(out)]) == 2
    assert capsys.readouterr().err == (
        f"fingerpost: board print --out {out}: holds notes.txt, which is no print's; name another folder\n"
    )
    assert (out / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("without", "complaint"),
    [
        ("panels", "has no panels, and is printed panel by panel"),
        ("markers", "has no markers, and no camera finds it"),
    ],
)
def test_given_a_board_that_cannot_be_printed_then_one_line_says_why(
    without: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "board.json"
    raw = json.loads(layout_text("usa"))
    del raw[without]
    board.write_text(json.dumps(raw))
    assert main(["board", "print", str(board), "--tier", "paper", "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert complaint in told and told.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_given_no_program_for_braille_when_printed_then_it_is_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    assert main(["board", "print", "legends-east", "--tier", "paper", "--out", str(out)]) == 0
    assert "cards/reference.brf is left out; install lou_translate" in capsys.readouterr().err
    assert json.loads((out / "manifest.json").read_text())["left_out"] == ["cards/reference.brf"]
    assert "braille" not in (out / "START-HERE.txt").read_text("utf-8")


def test_given_a_print_then_a_table_plays_on_its_board(folder: Path) -> None:
    config = read_config(folder / "table.toml")
    layout = board_layout_of(folder)
    assert (config.game.map, config.game.layout) == ("usa", str(folder / "board.json"))
    assert config.game.set_up and config.camera.device == "auto"  # the only sense that paper has
    assert (layout.sensing, layout.pin_height_mm, layout.collar_height_mm) == ("none", 1, 0)
    assert (layout.tokens.height_mm, layout.tokens.base_mm) == (6, 0)
    assert layout.channels() == board_layout("usa").channels()


def board_layout_of(folder: Path) -> BoardLayout:
    from command_line.by_name import the_layout

    return the_layout(str(folder / "board.json"))


# The sheets


def test_given_the_sheets_when_measured_then_page_bar_ticks_and_words_are_right(
    folder: Path, pages: list[Image]
) -> None:
    document = pypdfium2.PdfDocument(folder / "sheets.pdf")
    assert len(document) == 15
    assert document[0].get_size() == pytest.approx((210 * 72 / 25.4, 297 * 72 / 25.4), abs=0.01)
    assert b"/PrintScaling /None" in (folder / "sheets.pdf").read_bytes()
    words = document[7].get_textpage().get_text_bounded()  # B3
    for told in ("usa", "B3", "8/15", "100 %", "100 mm", "> A3", "> B2", "> B4", "> C3", "Omaha", "kci"):
        assert told in words
    assert "> " not in words.replace("> A3", "").replace("> B2", "").replace("> B4", "").replace("> C3", "")
    document.close()
    page = pages[7]
    assert at(page, 70, 247) == at(page, 20.5, 247) == at(page, 119.5, 247) == (0, 0, 0)
    assert at(page, 19.5, 247) == at(page, 120.5, 247) == (255, 255, 255)
    for x, y in (
        (12, 19),
        (200, 19),
        (9, 22),
        (203, 22),
        (12, 233),
        (200, 233),
        (9, 230),
        (203, 230),
        (192, 19),
    ):
        assert max(at(page, x, y)) < 130, (x, y)  # a line of 0.3 mm
    assert at(page, 10, 100) == at(page, 202, 100) == (255, 255, 255)  # nothing beside the window


def test_given_the_sheets_joined_when_a_camera_looks_then_it_finds_markers_and_every_place_empty(
    folder: Path, pages: list[Image]
) -> None:
    joined, layout = whole(pages, order("usa")), board_layout_of(folder)
    assert layout.markers is not None
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(joined)
    found = {int(n): c.reshape(4, 2).mean(0) / PX for n, c in zip(ids.ravel(), corners, strict=True)}
    assert set(found) == set(layout.markers.ids)
    for number, place in layout.markers.ids.items():
        assert np.hypot(*(found[number] - place)) <= 0.5, number
    small = cv2.resize(joined, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    framed = cv2.copyMakeBorder(small, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    seen = StillReader(layout, None).read(Frame(np.ascontiguousarray(framed), 0.0, 0))
    assert {site: one for site, one in seen.answers.items() if one != "empty"} == {}


def whole(pages: list[Image], made: Order) -> Image:
    """The board of its sheets, each laid with its first panel's corner where it belongs."""
    board = np.zeros((round(made.layout.height_mm * PX), round(made.layout.width_mm * PX), 3), np.uint8)
    for page, sheet in zip(pages, sheets_of(made), strict=True):
        left, top, right, bottom = sheet.seams
        wide_px, high_px = round((right - left) * PX), round((bottom - top) * PX)
        x, y = round(left * PX), round(top * PX)
        board[y : y + high_px, x : x + wide_px] = page[
            22 * PX : 22 * PX + high_px, 12 * PX : 12 * PX + wide_px
        ]
    return board


def test_given_a_route_when_printed_then_its_ring_pin_and_letter_are_as_specified(pages: list[Image]) -> None:
    joined, layout = whole(pages, order("usa")), board_layout("usa")
    for site, route in order("usa").routes:
        colour = layout.route_rgb[route.colour]
        assert at(joined, site.x, site.y) == pytest.approx((170, 170, 170), abs=2), site.id
        assert at(joined, site.x + 2.3, site.y) >= (200, 200, 200), site.id
        assert at(joined, site.x, site.y + 6) == pytest.approx(colour, abs=2), site.id


@pytest.mark.parametrize("name", BOARDS)
def test_given_a_board_when_drawn_then_no_name_lies_on_a_collar_or_a_marker(name: str) -> None:
    layout, made = board_layout(name), order(name)
    scene = drawn(layout, made.game_map, letters=made.letters)
    names = next(group for group in scene.groups if group.name == "names").shapes
    assert layout.markers is not None
    quiet = layout.markers.side_mm / 2 + layout.markers.quiet_mm
    for text in names:
        assert isinstance(text, Text) and text.height * 72 / 25.4 >= 7
        half_w, half_h = wide(text.text, text.height) / 2, text.height * 0.36
        for site, _ in made.routes:
            near_x = max(0.0, abs(site.x - text.at[0]) - half_w)
            near_y = max(0.0, abs(site.y - text.at[1]) - half_h)
            assert np.hypot(near_x, near_y) > 10, (text.text, site.id)
        for x, y in layout.markers.ids.values():
            assert abs(x - text.at[0]) > half_w + quiet or abs(y - text.at[1]) > half_h + quiet, text.text


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(("paper", "count"), [("a4", 15), ("letter", 15), ("a3", 9)])
def test_given_a_paper_then_its_sheets_cover_the_board_once(name: str, paper: Paper, count: int) -> None:
    sheets = sheets_of(order(name, paper=paper))
    if name == "starter":
        count = {15: 4, 9: 2}[count]  # two rows of two panels
    assert len(sheets) == count
    area = sum((one.seams[2] - one.seams[0]) * (one.seams[3] - one.seams[1]) for one in sheets)
    layout = board_layout(name)
    assert area == pytest.approx(layout.width_mm * layout.height_mm)
    assert [panel.id for panel in sheets_of(order(name, "full"))[-1].panels] == ["K"]


def test_given_templates_then_each_seat_has_its_tokens_in_colour_and_twice_in_white(folder: Path) -> None:
    colours = board_layout("usa").tokens.rgb
    for number, page in enumerate(rendered(folder / "templates.pdf")[: len(SEATS)]):
        mids = [(12 + 11 + 22 * column, 22 + 11 + 22 * row) for row in range(10) for column in range(8)]
        found = [at(page, x, y) for x, y in mids]
        assert found.count(colours[SEATS[number]]) == most_routes(game_map("usa")) == 25
    document = pypdfium2.PdfDocument(folder / "templates.pdf")
    heads = [page.get_textpage().get_text_bounded() for page in document]
    assert [seat for seat in SEATS if f"token {seat}" in "\n".join(heads)] == list(SEATS)
    assert sum("collars" in head for head in heads) == 2  # 100 of them
    for seat in SEATS:
        pages = [page for page, head in zip(document, heads, strict=True) if f"token {seat}" in head]
        bounds = [one.get_bounds() for page in pages for one in page.get_objects(PATHS)]
        sizes = [
            tuple((b - a) * 25.4 / 72 for a, b in ((one[0], one[2]), (one[1], one[3]))) for one in bounds
        ]
        tokens = [size for size in sizes if min(size) > 11 and max(size) < 19]
        assert len(tokens) == 3 * 25, seat  # three layers of card; nothing else is of a token's size
    document.close()


def test_given_markers_when_a_camera_looks_at_their_sheets_then_all_are_there_in_their_size(
    folder: Path,
) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    sides: dict[int, float] = {}
    for page in rendered(folder / "markers.pdf"):
        corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(page)
        for number, found in zip(ids.ravel(), corners, strict=True):
            sides[int(number)] = float(np.linalg.norm(found[0][0] - found[0][1])) / PX
    assert sides == pytest.approx(dict.fromkeys(range(8), 40.0), abs=0.2)


# Lists


def test_given_the_lists_then_their_sums_are_those_of_the_board(folder: Path) -> None:
    cords, parts = (
        rows_of(folder / "strings.csv"),
        {row["part"]: row for row in rows_of(folder / "parts.csv")},
    )
    *routes, total = cords
    assert [row["route"] for row in routes] == sorted(game_map("usa").routes)
    assert total["route"] == "total"
    assert sum(int(row["cord_mm"]) for row in routes) == int(total["cord_mm"]) == int(parts["cord"]["count"])
    assert int(total["ties"]) == sum(route.length for route in game_map("usa").routes.values())
    assert int(parts["pin"]["count"]) == 100
    assert sum(int(row["count"]) for name, row in parts.items() if name.startswith("collar-")) == 100
    assert [parts[name]["count"] for name in ("magnet", "sensor", "chip")] == ["0", "0", "0"]
    layout = board_layout("usa")
    ends = {str(site.id): city_radius(site) for site in layout.sites.values() if site.kind == "city"}
    line = layout.sites[order("usa").routes[0][0].id].path[0]
    long = sum(float(np.hypot(b[0] - a[0], b[1] - a[1])) for a, b in pairwise(line))
    assert int(routes[0]["cord_mm"]) == round(long - ends["atlanta"] - ends["charleston"] - 6 - 22)


def test_given_the_cards_then_text_and_braille_say_the_same_and_the_print_is_large(folder: Path) -> None:
    text = (folder / "cards" / "reference.txt").read_text("utf-8")
    assert "Atlanta, atl" in text and "Sault St. Marie" in text
    assert text.count(" train") == 100
    braille = (folder / "cards" / "reference.brf").read_text("ascii")
    for page in braille.split("\f"):
        assert len(page.splitlines()) <= 25
        assert max(map(len, page.splitlines())) <= 40
    assert ",ATLANTA1 ATL" in braille and ",MONTREAL1 MON" in braille  # 1: a comma, dot 2
    assert braille.replace("\f", "").count("TRA9") + braille.count("TRAIN") == 100
    document = pypdfium2.PdfDocument(folder / "cards" / "reference.pdf")
    pdfium = pypdfium2.raw
    size = ctypes.c_float()
    for one in document[0].get_objects():
        assert pdfium.FPDFTextObj_GetFontSize(one.raw, size) and size.value == pytest.approx(18)
    document.close()


def test_given_the_publication_then_guides_are_whole_and_catalogues_can_read_it(folder: Path) -> None:
    guides = {path.stem: path.read_text("utf-8") for path in (folder / "guides").iterdir()}
    assert len(guides) == 7
    for name, text in guides.items():
        assert text.startswith("# ") and "{" not in text
        assert len(text.split()) >= (20 if name == "changelog" else 120), name
    okh = tomllib.loads((folder / "okh.toml").read_text("utf-8"))
    for key in ("readme", "bom", "manufacturing-instructions", "user-manual"):
        assert (folder / okh[key]).is_file()
    license_text = (folder / "LICENSE.txt").read_text("utf-8")
    assert all(one in license_text for one in ("CERN-OHL-P-2.0", "CC-BY-SA-4.0", "MIT"))
