"""What is typed finds pins by the words that are said of them too."""

import pytest

from announce import TypedWords
from engine import EDITIONS, game_map
from table.typed_lines import Placed, Told, TypedLines
from tabletop import SiteId, board_layout

LAYOUT = board_layout("usa")
PLACES = [site.id for site in LAYOUT.pins()]


@pytest.mark.parametrize(
    ("language", "side"), [("en", "nor"), ("de", "Nord"), ("fr", "voie n"), ("es", "vía nor")]
)
def test_given_a_double_when_typed_then_its_routes_are_named_as_they_are_said_and_their_side_finds_one(
    language: str, side: str
) -> None:
    words, board = TypedWords(language), game_map("usa")
    name = words.names(board, LAYOUT)
    keyboard = TypedLines(PLACES, words=words, named=name)
    told = keyboard.line("place den kan")
    assert isinstance(told, Told)
    first, second = SiteId("denver-kansas-city:1"), SiteId("denver-kansas-city:2")
    assert f"{name(first)}; {name(second)}" in told.text.replace("\u202f", "")  # French has a space there
    assert keyboard.line(f"place den kan {side}") == Placed(first)
    assert keyboard.line("place den kan 2") == Placed(second)


def keyboard(board: str = "usa") -> TypedLines:
    game, layout, words = game_map(board), board_layout(board), TypedWords("en")
    places = [site.id for site in layout.pins()]
    return TypedLines(
        places, routes=game.routes, cities=game.cities, words=words, named=words.names(game, layout)
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("om den", "denver-omaha"),
        ("omaha denver", "denver-omaha"),
        ("la el", "el-paso-los-angeles"),
        ("nashville st louis", "nashville-saint-louis"),
        ("st louis nas", "nashville-saint-louis"),
        ("slc hel", "helena-salt-lake-city"),
        ("hel slc", "helena-salt-lake-city"),
        ("ny wash nor", None),
        ("kan den nor", "denver-kansas-city:1"),
    ],
)
def test_given_cities_in_any_order_initials_and_short_names_when_typed_then_the_pin_is_found(
    typed: str, meant: str | None
) -> None:
    found = keyboard().find(typed)
    assert found == ([] if meant is None else [SiteId(meant)])


def test_given_a_whole_name_when_typed_then_no_initials_of_another_are_meant() -> None:
    keys = keyboard()
    assert keys.find("denver omaha") == [SiteId("denver-omaha")]
    assert all(keys.find(site.replace("-", " ")) == [site] for site in PLACES)
    assert {SiteId("new-york-washington:1"), SiteId("new-york-washington:2")} == set(keys.find("was ny"))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("place denvr omaha", "Denvr omaha: no such pin; perhaps Denver to Omaha."),
        ("city denvr", "Denvr: not known; perhaps Denver."),
        ("place zzz", "Zzz: no such pin; type the first letters of its cities, as in: place atl cha."),
    ],
)
def test_given_a_name_that_is_none_when_typed_then_the_answer_names_what_could_be_meant(
    typed: str, said: str
) -> None:
    told = keyboard().line(typed)
    assert isinstance(told, Told)
    assert told.text == said


@pytest.mark.parametrize("board", sorted({rules.map for rules in EDITIONS.values()}))
def test_given_any_map_when_an_example_is_told_then_it_can_be_typed_there(board: str) -> None:
    lines = keyboard(board)
    told = lines.line("place zzz")
    assert isinstance(told, Told) and told.text.endswith(f"as in: place {lines.example}.")
    assert lines.find(lines.example)
    helped = lines.line("help")
    assert isinstance(helped, Told) and f"First letters do: place {lines.example}." in helped.text


@pytest.mark.parametrize(
    ("board", "typed"),
    [("great-lakes", "dul thu"), ("usa", "den kan"), ("europe", "fra par")],
)
def test_given_routes_between_the_same_cities_when_typed_then_the_example_finds_one(
    board: str, typed: str
) -> None:
    lines = keyboard(board)
    told = lines.line(f"place {typed}")
    assert isinstance(told, Told)
    example = told.text.partition("as in: ")[2].removesuffix(".")
    assert isinstance(lines.line(f"place {example}"), Placed), told.text
