"""A token that slid off its pin, lies beside it or fell over it: neither empty nor a seat's."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.solids import outline
from lab.camera.things import Thing
from tabletop import TOKEN_COLOURS, SiteId, TokenColour, board_layout
from vision import BoardReader
from vision.detect import Places, Verdicts
from vision.learnt import _DISTURBED, _RATHER_DISTURBED, _SURE_OF_BARE, LearntDetector
from vision.light import Light
from vision.model import CLASSES, Floats, Looks, SiteModel
from vision.patches import Cutter, Patches

WORLD = board_layout("world")
CAMERA = SimulatedCamera(WORLD, view="over", seed=3)
RED = CLASSES.index("red") + 1
PLACES = WORLD.pins()[5::9]
STANDS: dict[SiteId, TokenColour] = {
    site.id: TOKEN_COLOURS[place % 5] for place, site in enumerate(WORLD.pins()[2::9])
}


class _Claimed(SiteModel):
    """All places but the first are empty: there colours say red, its outline hardly; it may lie loose."""

    loose, empty, bare = 0.0, 0.999, 1.0

    def __init__(self) -> None:
        """Without weights."""

    def looks(self, shown: Floats) -> Looks:
        chances = np.tile(np.array([self.empty, 0, 0, 0, 0, 0, 1 - self.empty], np.float32), (len(shown), 1))
        if len(shown) == len(WORLD.pins()):
            chances[0] = 0.0
            chances[0, RED], chances[0, -1] = 0.99, 0.01
        return Looks(chances, chances, np.full_like(chances, np.nan), np.full(len(shown), self.bare))

    def outlines(
        self, shown: Floats, claimed: NDArray[np.intp] | None = None, straight: Floats | None = None
    ) -> Floats:
        found = np.zeros((len(shown), 7), np.float32)
        found[:, RED], found[:, -1] = 0.8, 0.2
        return found

    def bare_pins(self, shown: Floats) -> Floats:
        found = np.zeros((len(shown), 7), np.float32)
        found[:, RED], found[:, -1] = 1 - self.loose, self.loose
        return found


@pytest.mark.criterion(88)
@pytest.mark.parametrize(("loose", "seen"), [(0.02, "red"), (0.2, "unknown")])
def test_given_a_claim_that_is_not_plain_where_something_lies_loose_when_read_once_then_it_is_not_said(
    loose: float, seen: str
) -> None:
    model, detector = _Claimed(), LearntDetector(WORLD)
    model.loose, detector._model = loose, model
    reader = BoardReader(WORLD, CAMERA.model, detector=detector)
    reading = reader.read(CAMERA.render({}, at=0, number=1), print_proven=True)
    assert reading.sightings[reader.sites[0]].seen == seen


@pytest.mark.parametrize(("sure", "seen"), [(0.001, "empty"), (-0.001, "unknown")])
def test_given_a_pin_that_is_rather_disturbed_when_it_is_hardly_plain_then_it_is_not_said_to_be_bare(
    sure: float, seen: str
) -> None:
    model, detector = _Claimed(), LearntDetector(WORLD)
    model.empty, model.bare = _SURE_OF_BARE + sure, (_DISTURBED + _RATHER_DISTURBED) / 2
    detector._model = model
    reader = BoardReader(WORLD, CAMERA.model, detector=detector)
    reading = reader.read(CAMERA.render({}, at=0, number=1), print_proven=True)
    assert {one.seen for site, one in reading.sightings.items() if site != reader.sites[0]} == {seen}


class _Beside(LearntDetector):
    """Every pin plainly stands bare; the first is not to be told, the second hardly plain."""

    disturbed = True

    def judge(
        self, patches: Patches, cutter: Cutter, light: Light, places: Places, *more: Any, **how: Any
    ) -> Verdicts:
        chances = np.tile(np.array([0.995, 0, 0, 0, 0, 0, 0.005], np.float32), (len(places), 1))
        chances[places == 1, 0], chances[places == 1, -1] = 0.85, 0.15
        first = places == 0
        disturbed = first if self.disturbed else None
        return Verdicts(chances, cutter.inside[places], weak=first, disturbed=disturbed)


@pytest.mark.criterion(88)
@pytest.mark.parametrize(("disturbed", "seen"), [(True, "empty"), (False, "unknown")])
def test_given_a_place_that_cannot_be_told_when_read_once_then_only_a_sleeve_may_lie_over_the_next_too(
    disturbed: bool, seen: str
) -> None:
    detector = _Beside(WORLD)
    detector.disturbed = disturbed  # a token that slid off its pin lies over no other
    reader = BoardReader(WORLD, CAMERA.model, detector=detector)
    first, second = (WORLD.sites[site] for site in reader.sites[:2])
    assert np.hypot(first.x - second.x, first.y - second.y) < 35
    sightings = reader.read(CAMERA.render({}, at=0, number=1), print_proven=True).sightings
    assert (sightings[first.id].seen, sightings[second.id].seen) == ("unknown", seen)


def lying(aside_mm: float) -> tuple[dict[SiteId, TokenColour], list[Thing]]:
    """A token beside each of the places, each of the next seat's and another way; whose each is."""
    tokens = WORLD.tokens
    whose: dict[SiteId, TokenColour] = {}
    things: list[Thing] = []
    for place, site in enumerate(PLACES):
        seat = TOKEN_COLOURS[place % 5]
        way = np.array([np.cos(2.4 * place), np.sin(2.4 * place)])
        ring = outline(tokens.shapes[seat], tokens.footprint_mm / 2)
        middle = np.array([site.x, site.y]) + way * aside_mm
        things.append(Thing(ring + middle, (1.2, 1.2 + tokens.height_mm), tokens.rgb[seat]))
        whose[site.id] = seat
    return whose, things


@pytest.mark.criterion(88)
@pytest.mark.parametrize(("aside_mm", "most"), [(4.5, 0), (6.0, 0), (7.5, 1), (9.0, 7)], ids=str)
def test_given_a_token_beside_its_pin_when_read_once_then_hardly_a_place_is_called_empty(
    aside_mm: float, most: int
) -> None:
    # At 9 mm half of its outline's corners lie beyond the ring: without a network for it 14 of 19 are.
    whose, things = lying(aside_mm)
    seen = BoardReader(WORLD, CAMERA.model).read(CAMERA.render(STANDS, at=0, number=1, things=things))
    said = {site: seen.sightings[site].seen for site in whose}
    assert sum(one == "empty" for one in said.values()) <= most
    assert all(said[site] in ("empty", "unknown", seat) for site, seat in whose.items())


def test_given_tokens_on_neighbouring_pins_when_read_once_then_the_bare_ones_between_stay_empty() -> None:
    seen = BoardReader(WORLD, CAMERA.model).read(CAMERA.render(STANDS, at=0, number=1, things=[]))
    bare = [site.id for site in WORLD.pins() if site.id not in STANDS]
    assert {seen.sightings[site].seen for site in bare} == {"empty"}
