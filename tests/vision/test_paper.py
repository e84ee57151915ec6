"""A board of paper is read as any other; its printed pins tell whether it is the file's print."""

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
from vision.printed_pins import printed, share_shown

PICTURES = Path(__file__).parents[2] / "benchmarks" / "board_pictures"
PAPER = parse_layout((PICTURES / "usa" / "board.json").read_text("utf-8"))
YELLOW, WHITE, BLACK, GREY = (0.22, 0.75, 0.92), (0.93, 0.93, 0.93), (0.18, 0.18, 0.18), (0.607, 0.607, 0.607)
STEPS = (np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * MM_PER_PX


def place(ring: tuple[float, float, float], middle: tuple[float, float, float]) -> NDArray[np.float32]:
    """(1, 3, P, P): a ring of one tone with a spot of another, seen from above."""
    away = np.hypot(STEPS[None, :], STEPS[:, None])
    tones = np.where(away <= 10, np.array(ring)[:, None, None], 0.93)
    return np.where(away <= 2.4, np.array(middle)[:, None, None], tones)[None].astype(np.float32)


def test_given_boards_when_a_reader_is_chosen_then_on_paper_it_tells_of_no_token_beside_its_place() -> None:
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
