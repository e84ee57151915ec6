"""What docs/wiring.md sends makers to buy is what a board's own list counts, and what its solids hold."""

import csv
import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import Route, RouteId
from printing.lists import MAGNET, parts_csv, parts_txt
from printing.order import TIERS, Tier
from printing.texts import guide, texts_of
from tests.printing.boards import order

DOCS = Path(__file__).parents[2] / "docs"


def bought(text: str) -> list[tuple[str, str]]:
    """Name and number of each row of the table of parts."""
    rows = text.partition("## Parts")[2].partition("## Hub")[0].splitlines()
    return [
        (cells[1], cells[2]) for row in rows if len(cells := [cell.strip() for cell in row.split("|")]) == 7
    ]


@pytest.mark.parametrize("part", ["chip", "sensor", "pin", "magnet"])
def test_given_the_page_on_wiring_when_read_then_it_orders_what_parts_csv_counts(part: str) -> None:
    """It ordered 225 magnets of 3 x 2 mm, which fall out of pockets for 125 of 5 x 3."""
    counted = csv.DictReader(parts_csv(order("usa", "full")).decode().splitlines())
    row = next(one for one in counted if one["part"] == part)
    told = bought((DOCS / "wiring.md").read_text("utf-8"))
    assert [count for name, count in told if row["note"] in name] == [row["count"]]


@pytest.mark.parametrize("tier", ["starter", "full"])
def test_given_panels_when_parts_are_listed_then_rings_and_cord_are_told_to_be_in_them(tier: Tier) -> None:
    made, texts = order("usa", tier), texts_of("en")
    rows = {row["part"]: row["note"] for row in csv.DictReader(parts_csv(made).decode().splitlines())}
    lines = parts_txt(made, texts).decode().splitlines()
    of_panels = [line for line in lines if "rings, " in line or "of cord" in line]
    assert len(of_panels) == 10
    for text in (*of_panels, *(note for part, note in rows.items() if part == "cord" or "collar" in part)):
        assert ("not needed with the panels" in text) == (tier == "full")


@pytest.mark.parametrize(
    ("language", "ring", "rings"),
    [
        ("en", "1 ring, ", "2 rings, "),
        ("de", "1 Ring, ", "2 Ringe, "),
        ("es", "1 anillo, ", "2 anillos, "),
        ("fr", "1 anneau, ", "2 anneaux, "),
    ],
)
def test_given_a_part_of_which_one_is_needed_then_it_is_told_as_one(
    language: str, ring: str, rings: str
) -> None:
    whole = order("starter", language=language)
    routes: dict[RouteId, Route] = {}
    for name, route in whole.game_map.routes.items():
        if [one.colour for one in routes.values()].count(route.colour) < 1 + (route.colour == "gray"):
            routes[name] = route
    few = dataclasses.replace(whole, game_map=replace(whole.game_map, routes=routes))
    lines = parts_txt(few, texts_of(language)).decode().splitlines()
    assert any(line.startswith(ring) for line in lines)
    assert any(line.startswith(rings) for line in lines)
    assert not [line for line in lines if line.startswith(rings.replace("2", "1"))]


def test_given_french_when_rings_are_listed_then_the_colour_agrees_with_its_noun() -> None:
    """It listed « anneaux, verte »."""
    lines = parts_txt(order("usa", "tokens", language="fr"), texts_of("fr")).decode().splitlines()
    assert "7 anneaux, couleur verte." in lines and "7 anneaux, couleur blanche." in lines


Counts = dict[str, int]
USA: Counts = {
    "resistor": 144,
    "capacitor": 18,
    "small-resistor": 24,
    "large-capacitor": 5,
    "buffer": 1,
    "hub": 1,
}


@pytest.mark.parametrize(
    ("board", "tier", "around_chips"),
    [("usa", "full", USA), ("starter", "starter", {}), ("starter", "full", {}), ("usa", "tokens", {})],
)
def test_given_a_wired_board_then_its_list_has_all_that_its_wires_and_buttons_take(
    board: str, tier: Tier, around_chips: Counts
) -> None:
    """It had no switch, no Pi and no hub, nor the resistors and the buffer of docs/wiring.md."""
    made = order(board, tier)
    counted = {
        row["part"]: int(row["count"]) for row in csv.DictReader(parts_csv(made).decode().splitlines())
    }
    wanted = {"key-switch": 6, "key-cap": 6, "pi": 1, "loudspeaker": 1} if made.has("starter") else {}
    names = (*USA, "key-switch", "key-cap", "pi", "loudspeaker")
    assert {name: counted[name] for name in names if counted[name]} == around_chips | wanted
    assert ("6 key switches" in parts_txt(made, texts_of("en")).decode()) == bool(wanted)


@pytest.mark.parametrize("tier", TIERS)
def test_given_a_tier_when_its_parts_are_heard_then_pins_are_of_what_they_are_made_of(tier: Tier) -> None:
    """Paper, whose pins and codes are printed, sent for 20 pins and 11 labels."""
    pins = [
        line
        for line in parts_txt(order("starter", tier), texts_of("en")).decode().splitlines()
        if "pins" in line
    ]
    steel = ["20 pins of soft steel, 5 by 14 millimetres."]
    assert pins == {"paper": [], "tokens": ["20 pins of dowel, 5 by 7 millimetres."]}.get(tier, steel)


def test_given_the_front_page_then_its_price_is_of_as_many_pins_as_are_counted() -> None:
    """It named 128 pins, which no board has."""
    counted = {
        row["part"]: row for row in csv.DictReader(parts_csv(order("usa", "full")).decode().splitlines())
    }
    front = " ".join((DOCS.parent / "README.md").read_text("utf-8").split())
    assert f"the {counted['pin']['count']} pins of the United States take is about 70 dollars" in front
    last = (DOCS / "wiring.md").read_text("utf-8").partition("**with hall switches, with reeds**")[2]
    assert "**74, 69**" in last.splitlines()[0]


def test_given_the_magnet_then_the_guide_to_printing_names_the_same() -> None:
    assert f"magnet of {MAGNET.partition(',')[0]}, glued in" in guide("3d-printing")


def test_given_the_pages_then_none_names_a_sensor_that_stays_closed_on_a_magnetic_pin() -> None:
    for page in (DOCS / "wiring.md", DOCS / "hub-schematic.svg", *(DOCS / "parts").glob("*.md")):
        assert "AH1806" not in page.read_text("utf-8"), page
