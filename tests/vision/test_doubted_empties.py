"""A place that seems empty while something may lie over it is left unknown by a single picture."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import Seen, board_layout
from vision import BoardReader
from vision.detect import Verdicts
from vision.learnt import LearntDetector, blown_out
from vision.patches import PATCH_PX, Patches

USA = board_layout("usa")
SITES = tuple(site.id for site in USA.pins())
SPOTS = np.array([(site.x, site.y) for site in USA.pins()])
FAR_MM = np.linalg.norm(SPOTS[:, None] - SPOTS, axis=2)
COVERED, BESIDE = (int(place) for place in np.argwhere((FAR_MM > 20) & (FAR_MM < 35))[0])
AWAY = int(np.flatnonzero(FAR_MM[COVERED] > 120)[0])


class Sleeve(LearntDetector):
    """One place is covered, two others seem empty with `empty`; all the rest is plain."""

    empty = 0.95
    least = 0.97
    borne_out = False

    def judge(self, *given: Any, **how: Any) -> Verdicts:
        verdicts = super().judge(*given, **how)
        assert verdicts.beside is not None and len(given[3]) == len(SITES)
        chances, beside, borne_out = (
            verdicts.chances.copy(),
            verdicts.beside.copy(),
            np.zeros(len(SITES), bool),
        )
        chances[COVERED] = (0.1, 0, 0, 0, 0, 0, 0.9)
        for place in (BESIDE, AWAY):
            chances[place] = (self.empty, 0, 0, 0, 0, 0, 1 - self.empty)
            beside[place], borne_out[place] = self.least, self.borne_out
        seen = chances.argmax(axis=1) < chances.shape[1] - 1
        return replace(verdicts, chances=chances, seen=seen, weak=None, borne_out=borne_out, beside=beside)


@pytest.mark.parametrize(
    ("empty", "least", "borne_out", "said"),
    [
        (0.95, 0.97, False, "unknown"),
        (0.98, 0.97, False, "empty"),  # plain enough
        (0.98, 0.998, False, "unknown"),  # at a glance no pin was seen there
        (0.95, 0.5, True, "empty"),  # all networks see the pin
    ],
)
def test_given_a_place_beside_a_covered_one_when_it_seems_empty_then_it_must_be_plain(
    empty: float, least: float, borne_out: bool, said: Seen
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = Sleeve(USA)
    detector.empty, detector.least, detector.borne_out = empty, least, borne_out
    found = BoardReader(USA, camera.model, detector=detector).read(camera.render({}, at=0, number=1))
    assert found.sightings[SITES[BESIDE]].seen == said
    assert found.sightings[SITES[AWAY]].seen == "empty", "no sleeve reaches so far"


@pytest.mark.parametrize(("share", "blown"), [(0.1, False), (0.3, True)])
def test_given_a_place_when_a_good_part_of_it_is_as_bright_as_can_be_then_it_is_blown_out(
    share: float, blown: bool
) -> None:
    patches = np.full((2, PATCH_PX, PATCH_PX, 3), 120, np.uint8)
    side = round(float(np.sqrt(share)) * (PATCH_PX - 16))
    patches[0, 8 : 8 + side, 8 : 8 + side] = 252
    patches[1, 8:-8, 8:-8, 2] = 255  # red is bright there, no lamp's image
    patches[:, :6] = 255  # what lies beside the place says nothing of it
    assert blown_out(patches).tolist() == [blown, False]


def _veiled(patches: Patches) -> NDArray[np.uint8]:
    """A lamp's image over the right half of each place."""
    veiled = patches.copy()
    veiled[:, :, PATCH_PX // 2 + 2 :] = 255
    return veiled


def test_given_a_lamp_over_part_of_a_bare_place_when_not_all_see_its_pin_then_it_is_not_called_empty() -> (
    None
):
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    reader, detector = BoardReader(USA, camera.model), LearntDetector(USA)
    frame = camera.render({}, at=0, number=1)
    _, plan = reader.locate(frame)
    assert plan is not None
    patches, light = plan.cutter.cut(frame.image), plan.probe.measure(frame.image)
    every = np.arange(len(SITES))
    plain = detector.judge(patches, plan.cutter, light, every)
    lit = detector.judge(_veiled(patches), plan.cutter, light, every)
    shown = detector.pins_shown(_veiled(patches), plan.cutter, light, every)
    assert plain.weak is not None and lit.weak is not None
    rather = (lit.chances[:, 0] >= 0.5) & (lit.chances[:, 0] < 0.998)
    assert not plain.weak.any() and (rather & ~shown).sum() >= 5
    assert lit.weak[rather & ~shown].all()
    assert (rather & shown).any() and not lit.weak[rather & shown].any(), "the pin shows beside it"
