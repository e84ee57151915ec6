"""What is typed finds pins by the words that are said of them too."""

import pytest

from announce import TypedWords
from engine import game_map
from fingerpost.devices.keyboard import Keyboard, Placed, Told
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
    keyboard = Keyboard(PLACES, words=words, named=name)
    told = keyboard.line("place den kan")
    assert isinstance(told, Told)
    first, second = SiteId("denver-kansas-city:1"), SiteId("denver-kansas-city:2")
    assert f"{name(first)}; {name(second)}" in told.text
    assert keyboard.line(f"place den kan {side}") == Placed(first)
    assert keyboard.line("place den kan 2") == Placed(second)
