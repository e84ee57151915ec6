"""The first text of a board's folder, and how many tokens a seat needs."""

import re
from collections.abc import Mapping
from importlib.resources import files

import pytest

from announce import languages
from engine import game_map
from printing.lists import parts_of
from printing.order import TIERS, Tier, most_routes
from printing.start_here import start_here
from printing.texts import guide, texts_of
from tests.printing.boards import BOARDS, order

STOCK = {"usa": 25, "europe": 24, "world": 36, "great-lakes": 30, "legends-east": 18, "starter": 7}


@pytest.mark.parametrize("name", BOARDS)
def test_given_a_map_then_a_seat_has_as_many_tokens_as_it_can_ever_place(name: str) -> None:
    assert most_routes(game_map(name)) == STOCK[name]


def files_named(text: str) -> set[str]:
    return set(re.findall(r"\b[\w-]+\.(?:txt|csv|pdf|toml|json|dxf|svg)\b", text))


OF_TIER: Mapping[Tier, set[str]] = {
    "paper": {"parts.txt", "parts.csv", "sheets.pdf", "markers.pdf", "templates.pdf", "strings.csv",
              "board.json", "table.toml", "okh.toml", "LICENSE.txt", "cards", "guides"},
    "tokens": {"tokens", "collars", "labels"},
    "starter": {"drill.dxf", "drill.svg", "wiring.csv", "wiring.txt", "wiring.pdf"},
    "full": {"panels", "swell.pdf"},
}  # fmt: skip
FOLDERS = {"cards", "guides", "tokens", "collars", "labels", "panels"}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("language", languages())
def test_given_a_tier_then_its_first_text_can_be_heard_and_names_each_of_its_files(
    language: str, tier: Tier
) -> None:
    made, texts = order("usa", tier, language), texts_of(language)
    text = start_here(made, texts, braille=True).decode()
    wanted: set[str] = set().union(*(OF_TIER[one] for one in TIERS if made.has(one)))
    words = set(re.findall(r"[\w.-]*\w", text))
    assert files_named(text) | (words & FOLDERS) == wanted
    assert not set("|*#_<>→×Ø•=") & set(text)
    *lines, play = text.splitlines()
    for sentence in re.split(r"(?<=[.!?;:])\s+", " ".join(lines)):
        assert len(sentence.split()) <= 25, sentence
    head = re.compile(re.escape(texts.counted).replace(r"\{k\}", r"(\d+)").replace(r"\{n\}", r"(\d+)"))
    steps = [(int(found[1]), int(found[2])) for line in lines if (found := head.match(line))]
    assert steps == [(number, len(steps)) for number in range(1, len(steps) + 1)]
    assert play.startswith("fingerpost play ")
    assert "100 %" in text


def test_given_rings_without_holes_then_pieces_of_dowel_are_told_of_in_that_tier_alone() -> None:
    """Printed rings leave the printed pin at the bottom of a hole, where a camera misses it."""
    told = {tier: start_here(order("starter", tier), texts_of("en"), braille=True) for tier in TIERS}
    assert [tier for tier in TIERS if b"Cut a dowel" in told[tier]] == ["tokens"]
    notes = {
        tier: next(one.note for one in parts_of(order("starter", tier)) if one.key == "pin") for tier in TIERS
    }
    assert notes["tokens"] == "5 x 7 mm, dowel" and notes["starter"] == notes["full"] == "5 mm, soft steel"


def work_of(tier: Tier) -> list[str]:
    """The lines of work of a tier, without their heads."""
    told = start_here(order("starter", tier), texts_of("en"), braille=True).decode()
    return [line.partition(". ")[2] for line in told.splitlines() if line.startswith("Step ")]


MADE_IN_ORDER: Mapping[Tier, tuple[str, ...]] = {
    "tokens": ("sheets.pdf", "folder collars", "dowel", "folder labels", "strings.csv"),
    "starter": ("sheets.pdf", "drill.dxf", "steel pin", "folder collars", "folder labels", "strings.csv"),
    "full": (
        "folder panels",
        "drill.dxf",
        "Glue the panels on the base",
        "steel pin",
        "folder labels",
        "markers.pdf",
        "wiring.txt",
    ),
}


@pytest.mark.parametrize(("tier", "parts"), MADE_IN_ORDER.items())
def test_given_a_printed_tier_when_heard_step_by_step_then_each_thing_is_there_before_it_is_used(
    tier: Tier, parts: tuple[str, ...]
) -> None:
    """Rings and labels were glued on before the drill went through them, round pins that came later."""
    work = work_of(tier)
    at = [next(number for number, line in enumerate(work) if part in line) for part in parts]
    assert at == sorted(at)


@pytest.mark.parametrize("tier", TIERS)
def test_given_printed_tokens_then_no_step_cuts_others_out_of_card(tier: Tier) -> None:
    cut = [line for line in work_of(tier) if "templates.pdf" in line]
    assert len(cut) == (1 if tier == "paper" else 0)


def test_given_a_pin_without_its_ring_then_its_height_is_told_above_the_sheet() -> None:
    """BOARD.md: the tip is 7.2 mm above the face, of which the ring that comes later takes 1.2."""
    assert any("7.2 millimetres above the sheet" in line for line in work_of("starter"))
    assert any("6 millimetres above the ring" in line for line in work_of("full"))
    german = start_here(order("starter", "starter", "de"), texts_of("de"), braille=True).decode()
    assert "7,2 Millimeter" in german


@pytest.mark.parametrize("tier", TIERS)
def test_given_wires_then_the_panel_of_buttons_is_made_and_each_is_told_by_its_place(tier: Tier) -> None:
    """Nothing told that panel K is none of the board, has openings to be cut, and which button is which."""
    work = work_of(tier)
    cut = [line for line in work if "Cut an opening of 14 millimetres" in line]
    press = [n for n, line in enumerate(work) if "Left, from the back: Ask, Back, No. Right, from" in line]
    assert len(cut) == (tier == "starter") and len(press) == (tier in ("starter", "full"))
    for number in press:
        assert "the hub and its chips where there are any, the sensors, then the buttons" in work[number + 1]
    if cut:
        assert work.index(cut[0]) < next(
            n for n, line in enumerate(work) if "Glue the pages together" in line
        )


@pytest.mark.parametrize(("board", "has_hub"), [("usa", True), ("starter", False)])
def test_given_a_board_with_chips_then_its_hub_is_given_its_program_and_no_other_is(
    board: str, has_hub: bool
) -> None:
    """A Pico as it comes from the shop stayed silent."""
    told = start_here(order(board, "full"), texts_of("en"), braille=True).decode()
    assert ("fingerpost hub flash auto" in told) == ("MicroPython" in told) == has_hub


def test_given_the_guide_to_assembly_then_it_goes_in_the_order_of_the_first_text() -> None:
    """Each of its points says of which tiers it is."""
    points = re.findall(r"(?m)^\d+\. \*\*(.*?)\*\*", guide("assembly"))
    assert points == [
        "Print", "Cut", "Join", "Back", "Tokens of card", "Panels", "Holes and pins", "Rings", "Labels",
        "Cords", "Magnets", "Buttons", "Markers", "Wires",
    ]  # fmt: skip


def test_given_the_texts_then_each_language_has_the_same_rows() -> None:
    english = texts_of("en")
    for language in languages():
        other = texts_of(language)
        assert [(one.tiers, one.only, one.step, one.sight) for one in other.line] == [
            (one.tiers, one.only, one.step, one.sight) for one in english.line
        ]
        for one, there in zip(other.line, english.line, strict=True):
            assert files_named(one.text) == files_named(there.text)
            assert set(re.findall(r"\d+", one.text)) == set(re.findall(r"\d+", there.text))
        for told in ("tiers", "words", "parts"):
            assert set(getattr(other, told)) == set(getattr(english, told))


def test_given_the_user_guide_when_it_sends_to_the_buttons_lesson_then_by_the_words_that_are_heard() -> None:
    """It sent to a tutorial in Menu, where none is."""
    said = re.search(r'Forward to "(.*?)", then Yes', guide("user-guide"))
    assert said is not None
    phrases = files("announce").joinpath("phrases", "fingerpost.pot").read_text(encoding="utf-8")
    assert f'msgid "{said[1]}."' in phrases
