"""A board of paper is read by its printed pins: one that shows is bare, whatever its ring's colour."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop import BoardLayout, parse_layout
from vision import StillReader, load_frame
from vision.learnt import LearntDetector, detector_for
from vision.patches import MM_PER_PX, PATCH_PX
from vision.print_fit import fits
from vision.printed_pins import doubted, printed, share_shown, spots_shown, weighed

PICTURES = Path(__file__).parents[2] / "benchmarks" / "board_pictures"
PAPER = parse_layout((PICTURES / "usa" / "board.json").read_text("utf-8"))
YELLOW, WHITE, BLACK, GREY = (0.22, 0.75, 0.92), (0.93, 0.93, 0.93), (0.18, 0.18, 0.18), (0.607, 0.607, 0.607)
STEPS = (np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * MM_PER_PX
ABOVE = np.zeros((1, 2))


def place(ring: tuple[float, float, float], middle: tuple[float, float, float]) -> NDArray[np.float32]:
    """(1, 3, P, P): a ring of one tone with a spot of another, seen from above."""
    away = np.hypot(STEPS[None, :], STEPS[:, None])
    tones = np.where(away <= 10, np.array(ring)[:, None, None], 0.93)
    return np.where(away <= 2.4, np.array(middle)[:, None, None], tones)[None].astype(np.float32)


@pytest.mark.parametrize("ring", [YELLOW, WHITE, BLACK])
def test_given_a_ring_of_any_colour_when_its_printed_pin_shows_then_it_is_seen_and_not_under_a_token(
    ring: tuple[float, float, float],
) -> None:
    bare, covered = place(ring, GREY), place(ring, ring)
    assert spots_shown(PAPER, bare, ABOVE)[0] > 0.8
    assert abs(spots_shown(PAPER, covered, ABOVE)[0]) < 0.05


def test_given_a_ring_as_grey_as_the_pin_then_nothing_is_told() -> None:
    assert np.isnan(spots_shown(PAPER, place(GREY, GREY), ABOVE)[0])


def chances(empty: float, yellow: float) -> NDArray[np.float32]:
    return np.array([[empty, 0, 0, 0, yellow, 0, 1 - empty - yellow]], np.float32)


def test_given_a_yellow_ring_that_passes_for_a_star_when_its_pin_shows_then_it_is_empty() -> None:
    said, hues = chances(0.05, 0.95), chances(0.2, 0.8)
    left = weighed(said, np.array([0.4], np.float32), hues, np.array([True]))
    assert left[0, 0] > 0.95
    stands = weighed(said, np.array([0.0], np.float32), hues, np.array([True]))
    assert stands[0, 4] > 0.95


def test_given_a_place_that_seems_empty_when_no_printed_pin_shows_then_it_is_not_called_so() -> None:
    empty, none = chances(0.99, 0.01), chances(1.0, 0.0)
    shown = np.array([0.0, 0.9, np.nan], np.float32)
    found = doubted(np.repeat(empty, 3, 0), np.repeat(empty, 3, 0), shown, np.repeat(none, 3, 0))
    assert found.tolist() == [True, False, False]


def test_given_a_token_for_both_ways_of_judging_when_a_pin_seems_to_show_then_it_is_not_called_empty() -> (
    None
):
    said = chances(0.01, 0.99)
    assert doubted(chances(0.99, 0.01), said, np.array([0.5], np.float32), said).tolist() == [True]


def test_given_boards_when_a_reader_is_chosen_then_printed_pins_are_weighed_on_paper_alone() -> None:
    assert printed(PAPER)
    card = detector_for(PAPER, 1.2)
    assert isinstance(card, LearntDetector)
    assert not card.tells_aside
    raised = replace(PAPER, collar_height_mm=1.2, pin_height_mm=6.0)
    assert not printed(raised)


# Pictures in which hue and outline alone claimed nine and five yellow and blue rings as tokens.
@pytest.mark.parametrize("name", ["usa/0003.jpg", "legends-east/0002.jpg"])
def test_given_a_large_paper_board_when_read_small_then_no_empty_ring_is_claimed(name: str) -> None:
    told = next(
        line
        for line in map(json.loads, (PICTURES / "labels.jsonl").read_text("utf-8").splitlines())
        if line["image"] == name
    )
    answers = StillReader(parse_layout((PICTURES / told["board"]).read_text("utf-8"))).read(
        load_frame(PICTURES / name)
    )
    count: Counter[str] = Counter()
    for site, label in told["sites"].items():
        said = answers.answers[site]
        count["right" if said == label else said] += label != "hidden"
    assert count["right"] >= 0.94 * count.total()
    assert count.total() - count["right"] - count["unknown"] == 0


def moved(layout: BoardLayout, right_mm: float) -> BoardLayout:
    sites = {name: replace(site, x=site.x + right_mm) for name, site in layout.sites.items()}
    return replace(layout, sites=sites)


def test_given_an_older_print_on_paper_when_read_then_its_pins_tell_and_nothing_is_said() -> None:
    frame = load_frame(PICTURES / "usa" / "0005.jpg")
    other = StillReader(moved(PAPER, 4.0)).read(frame)
    assert other.amiss == "print"
    assert set(other.answers.values()) == {"unknown"}


def test_given_pins_paler_than_one_ring_and_darker_than_another_then_they_show_where_the_file_has_them() -> (
    None
):
    away = np.hypot(*np.meshgrid(STEPS, STEPS)).ravel()
    rings = [YELLOW, WHITE, BLACK, WHITE]
    bare = np.stack([place(ring, GREY)[0].reshape(3, -1).T for ring in rings])
    assert fits(share_shown(bare, away), spots=True)
    without = np.stack([place(ring, ring)[0].reshape(3, -1).T for ring in rings])
    assert not fits(share_shown(without, away), spots=True)
