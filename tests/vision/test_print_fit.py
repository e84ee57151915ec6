"""Another print of the same map, whose pins lie elsewhere, is told from the file's own."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, BoardLayout, DeviceHealth, SiteId, TokenColour, board_layout
from vision import CameraSensor, Frame, FrameError, StillReader
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
    assert "print of the map" in other.note or other.note.startswith(f"{other.reading.doubtful:.0%}")
    own = StillReader(LAYOUT, model).read(frame)
    assert own.note == ""
    assert not own.reading.other_print


def test_given_a_print_of_which_nothing_looks_doubtful_when_read_then_its_pins_alone_tell() -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    still = StillReader(other_print(9.0), camera.model).read(camera.render({}, at=0, number=0))
    assert still.reading.other_print


def moved_print(right_mm: float, front_mm: float, scale: float = 1.0) -> BoardLayout:
    """The same board; its file has every site so far to the left and back of where it is, or scaled."""
    x0, y0 = LAYOUT.width_mm / 2, LAYOUT.height_mm / 2
    return replace(
        LAYOUT,
        sites={
            name: replace(
                site, x=(site.x - right_mm - x0) / scale + x0, y=(site.y - front_mm - y0) / scale + y0
            )
            for name, site in LAYOUT.sites.items()
        },
    )


@pytest.mark.parametrize(
    ("right", "front", "scale", "told"),
    [
        (7.0, 3.0, 1.0, ("mm to the right and 3 mm to the front, measured", "pasted askew")),
        (-6.5, 0.0, 1.0, ("mm to the left, measured", "pasted askew")),
        (0.0, 0.0, 0.97, ("at 97 % of the size", "100 %")),
    ],
)
def test_given_a_print_that_lies_aside_as_a_whole_when_read_then_how_far_is_measured_and_said(
    right: float, front: float, scale: float, told: tuple[str, ...]
) -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    still = StillReader(moved_print(right, front, scale), camera.model).read(
        camera.render(TOKENS, at=0, number=0)
    )
    assert set(still.answers.values()) == {"unknown"}
    assert "tokens stand beside the places of the board file" in still.note
    for words in told:
        assert words in still.note
    assert still.reading.aside is not None
    shift = still.reading.aside.shift
    assert shift is not None
    assert abs(shift.right_mm - right) < 1.5
    assert abs(shift.front_mm - front) < 1.5
    assert abs(shift.scale - scale) < 0.008


def test_given_a_watched_print_that_lies_aside_when_tokens_come_then_that_is_said() -> None:
    camera = SimulatedCamera(LAYOUT, size=(1280, 960), view="over", seed=3)
    sensor = CameraSensor(moved_print(7.0, 3.0), camera.model)
    causes: list[str] = []
    empty, full = (camera.render(shown, at=0, number=0).image for shown in ({}, TOKENS))
    for step in range(22):
        for told in sensor.see(Frame(empty if step < 6 else full, step * 0.5, step)):
            causes += [told.cause] if isinstance(told, DeviceHealth) else []
    assert causes[-1] == "other-print"


def test_given_a_reference_of_another_print_when_taken_up_then_refused() -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    with pytest.raises(FrameError, match="reference picture: "):
        StillReader(other_print(9.0), camera.model, camera.render({}, at=0, number=0))


def test_given_a_print_whose_pins_lie_elsewhere_when_watched_then_that_is_said_and_of_sites_nothing() -> None:
    camera = SimulatedCamera(LAYOUT, view="over", seed=3)
    sensor = CameraSensor(other_print(9.0), camera.model)
    causes, sites = [], 0
    for step in range(20):
        for told in sensor.see(camera.render(TOKENS, at=step / 4, number=step)):
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
