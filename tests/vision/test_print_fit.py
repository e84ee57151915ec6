"""Another print of the same map, whose pins lie elsewhere, is told from the file's own."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, BoardLayout, SiteId, TokenColour, board_layout
from vision import CameraSensor, FrameError, StillReader
from vision.print_fit import fits

LAYOUT = board_layout("usa")
IDS = [site.id for site in LAYOUT.pins()]
TOKENS: dict[SiteId, TokenColour] = {
    site: TOKEN_COLOURS[place % 5] for place, site in enumerate(IDS) if place % 4 == 0
}


def other_print(apart_mm: float) -> BoardLayout:
    """The same board with the same markers, each site so far off, every one another way."""
    chance = np.random.default_rng(4)
    moved = {}
    for name, site in LAYOUT.sites.items():
        way = chance.uniform(0, 2 * np.pi)
        moved[name] = replace(
            site, x=site.x + apart_mm * float(np.cos(way)), y=site.y + apart_mm * float(np.sin(way))
        )
    return replace(LAYOUT, sites=moved)


@pytest.mark.parametrize("view", ["over", "oblique"])
@pytest.mark.parametrize("known", [True, False])
def test_given_a_print_whose_pins_lie_elsewhere_when_read_then_all_unknown_and_said(
    view: Literal["over", "oblique"], known: bool
) -> None:
    camera = SimulatedCamera(LAYOUT, view=view, seed=3)
    frame = camera.render(TOKENS, at=0, number=0)
    model = camera.model if known else None
    other = StillReader(other_print(9.0), model).read(frame)
    assert other.pose is not None
    assert set(other.answers.values()) == {"unknown"}
    assert other.note.startswith(
        ("no pins show where the board file has them", f"{other.reading.doubtful:.0%}")
    )
    own = StillReader(LAYOUT, model).read(frame)
    assert own.note == ""
    assert not own.reading.other_print


def test_given_a_print_of_which_nothing_looks_doubtful_when_read_then_its_pins_alone_tell() -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    still = StillReader(other_print(9.0), camera.model).read(camera.render({}, at=0, number=0))
    assert still.reading.other_print


def test_given_a_reference_of_another_print_when_taken_up_then_refused() -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    with pytest.raises(FrameError, match="reference picture: "):
        StillReader(other_print(9.0), camera.model, camera.render({}, at=0, number=0))


def test_given_a_print_whose_pins_lie_elsewhere_when_watched_then_that_is_said_and_of_sites_nothing() -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    sensor = CameraSensor(other_print(9.0), camera.model)
    causes, sites = [], 0
    for step in range(45):
        for told in sensor.see(camera.render(TOKENS, at=step / 10, number=step)):
            causes += [told.cause] if hasattr(told, "cause") else []
            sites += hasattr(told, "site") and hasattr(told, "seen")
    assert sites == 0
    assert causes[-1] in ("other-print", "covered")


def test_given_too_few_bare_pins_then_no_print_is_refused() -> None:
    assert fits(None)
    assert not fits(0.1)
    frame = SimulatedCamera(LAYOUT, view="over", seed=3)
    every = dict.fromkeys(IDS, TOKEN_COLOURS[0])
    still = StillReader(LAYOUT, frame.model).read(frame.render(every, at=0, number=0))
    assert still.note == ""
    assert not still.reading.other_print
