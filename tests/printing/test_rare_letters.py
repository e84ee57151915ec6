"""Names in letters that few typefaces have, and longer than a line: printed whole, and told in braille."""

import json
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from fingerpost.cli import main
from printing.fonts import BOLD, FONT, RARE, folded, font_for, shapeless, wide
from printing.plain_letters import plain, strange
from tests.printing.boards import corner_of_usa

NAMES = ("Gdańsk", "Świnoujście", "Rēzekne", "Đakovo", "Ďáblice", "Bakı Əliyev", "Αθήνα", "Київ", "Łódź")
LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"


@pytest.mark.parametrize("name", [*NAMES, LONG, "Ísafjörður"])
@pytest.mark.parametrize("bold", [False, True])
def test_given_a_name_when_it_is_set_then_its_typeface_has_every_letter(name: str, bold: bool) -> None:
    from reportlab.pdfbase import pdfmetrics

    shapes = pdfmetrics.getFont(font_for(name, bold=bold)).face.charToGlyph
    assert all(shapes[ord(one)] for one in name)
    assert shapeless(name) == ""


def test_given_a_usual_name_then_it_is_set_as_ever_and_a_rare_one_by_the_sister() -> None:
    assert (font_for("Zürich"), font_for("Zürich", bold=True), font_for("Gdańsk")) == (FONT, BOLD, RARE)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ísafjörður", "Isafjordur"),
        ("Þórshöfn", "Thorshofn"),
        ("Bakı Əliyev", "Baki Aliyev"),
        ("Αθήνα", "Athina"),
        ("Київ", "Kiiv"),
        ("Щёлково", "Shchelkovo"),
        ("Đakovo", "Dakovo"),
        ("Straße 5", "Strasse 5"),
        ("L’Île", "L'Ile"),
        ("Kilometer 5°", "Kilometer 5°"),
    ],
)
def test_given_a_name_when_it_is_told_in_plain_letters_then_none_is_another_letter(
    name: str, told: str
) -> None:
    """Fjörður read FJORBUR in braille, and Київ as the numbers of its letters."""
    assert plain(name) == told
    assert strange(name) == ""


def test_given_a_word_wider_than_the_line_when_folded_then_every_part_fits_and_nothing_is_lost() -> None:
    parts = list(folded(f"Åland–{LONG}: 6 trains", 60.0, 6.35))
    assert all(wide(part, 6.35) <= 60.0 for part in parts)
    assert "".join(parts).replace(" ", "") == f"Åland–{LONG}:6trains"


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board whose cities have such names, in French."""
    folder = tmp_path_factory.mktemp("rare")
    board, game_map = corner_of_usa(folder)
    raw = json.loads(game_map.read_text("utf-8"))
    for city, name in zip(raw["cities"], renamed(len(raw["cities"])), strict=True):
        city["name"] = name
    game_map.write_text(json.dumps(raw), "utf-8")
    call = ["board", "print", str(board), "--map", str(game_map), "--tier", "paper", "--out"]
    assert main([*call, str(folder / "made"), "--language", "fr"]) == 0
    return folder / "made"


def renamed(count: int) -> Iterator[str]:
    yield from (LONG, *NAMES, *(f"Şehir {n}" for n in range(count)))[:count]


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()


def test_given_such_names_when_printed_then_sheets_and_cards_have_them_and_no_line_leaves_the_page(
    printed: Path,
) -> None:
    cities = (printed / "cards" / "reference.txt").read_text("utf-8").split("\n\n")[1].splitlines()
    names = [line.rpartition(",")[0] for line in cities]
    assert LONG in names
    sheets, card = text_of(printed / "sheets.pdf"), text_of(printed / "cards" / "reference.pdf")
    assert {"Rēzekne", "Świnoujście", "Đakovo"} <= {name for name in names if name in sheets}
    assert [name for name in names if name not in card] == [LONG]  # in two lines
    document = pypdfium2.PdfDocument(printed / "cards" / "reference.pdf")
    for page in document:
        assert all(one.get_bounds()[2] < page.get_width() - 20 for one in page.get_objects())
    document.close()


def test_given_such_names_when_printed_then_braille_is_forty_cells_wide_and_has_no_escapes(
    printed: Path,
) -> None:
    braille = (printed / "cards" / "reference.brf").read_text("ascii")
    lines = [line for page in braille.split("\f") for line in page.splitlines()]
    assert max(map(len, lines)) == 40
    assert "\\X" not in braille


@pytest.mark.parametrize("call", ["make", "print"])
@pytest.mark.parametrize("name", ["北京", "🚂"])
def test_given_a_name_in_letters_that_nothing_here_has_then_one_line_names_city_and_letters(
    name: str, call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small picture in a name was laid out for minutes, and then not printed."""
    board, game_map = corner_of_usa(tmp_path)
    raw = json.loads(game_map.read_text("utf-8"))
    raw["cities"][0]["name"] = name
    game_map.write_text(json.dumps(raw), "utf-8")
    out = tmp_path / "out"
    given = [str(game_map)] if call == "make" else [str(board), "--map", str(game_map), "--tier", "paper"]
    assert main(["board", call, *given, "--out", str(out)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert raw["cities"][0]["id"] in line and name in line and "Latin, Greek or Cyrillic" in line
    assert not out.exists()
    assert main(["map", "check", str(game_map)]) == 1
    assert f"city {raw['cities'][0]['id']}: no board can bear {name}; spell" in capsys.readouterr().out


@pytest.mark.parametrize("call", ["make", "print", "draw"])
def test_given_a_route_of_a_colour_that_no_board_has_then_one_line_names_both(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was laid out, and then printing ended with a KeyError that nobody foresaw."""
    board, game_map = corner_of_usa(tmp_path)
    raw = json.loads(game_map.read_text("utf-8"))
    raw["routes"][0]["colour"] = "pink"
    game_map.write_text(json.dumps(raw), "utf-8")
    out = tmp_path / "out.svg"
    given = [str(game_map)] if call == "make" else [str(board), "--map", str(game_map)]
    given += ["--tier", "paper"] if call == "print" else []
    assert main(["board", call, *given, "--out", str(out)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert f"route {raw['routes'][0]['id']} is pink, which no board can show; give one of gray, " in line
    assert not out.exists()
