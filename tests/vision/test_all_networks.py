"""What every network sees is said, though some of them are not sure of it by themselves."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import Seen, board_layout
from tests.vision.test_agreement import row
from vision.agreement import all_own, all_plainly_see_pin, all_see_pin
from vision.detect import Verdicts
from vision.frame_reading import BoardReader
from vision.learnt import LearntDetector
from vision.model import Looks, SiteModel
from vision.sensor import CameraSensor

USA = board_layout("usa")
_Chances = NDArray[np.float32]


@pytest.mark.parametrize(
    ("found", "glance", "outline", "bare", "seen", "plainly"),
    [
        (0.48, 0.9, 0.86, 0.98, True, False),  # colours fear something over it, the others see it alike
        (0.63, 0.48, 0.995, 0.99, True, False),  # green print around it, but its outline is as good as sure
        (0.96, 0.97, 0.99, 0.99, True, True),
        (0.2, 0.9, 0.9, 0.98, False, False),  # colours rather see something else
        (0.9, 0.9, 0.9, 0.9, False, False),  # something may lie loose at it
        (0.9, 0.9, 0.8, 0.99, False, False),
        (0.9, 0.45, 0.97, 0.99, False, False),
    ],
)
def test_given_a_place_when_every_network_sees_its_pin_then_it_stands_bare(
    found: float, glance: float, outline: float, bare: float, seen: bool, plainly: bool
) -> None:
    said = [row(empty=chance, red=1 - chance) for chance in (found, glance, outline, bare)]
    assert all_see_pin(*said).tolist() == [seen]
    assert all_plainly_see_pin(*said).tolist() == [plainly]


@pytest.mark.parametrize(
    ("glance", "outline", "bare", "owned"),
    [
        (row(red=0.98), row(red=0.7, blue=0.2), row(red=0.99), True),
        (row(red=0.9), row(red=0.7, blue=0.2), row(red=0.99), False),
        (row(red=0.98), row(red=0.45, blue=0.5), row(red=0.99), False),  # colours may be exchanged
        (row(red=0.98), row(red=0.4, blue=0.3), row(red=0.99), False),
        (row(red=0.98), row(red=0.7, blue=0.2), row(red=0.945, other=0.055), True),
        (row(red=0.98), row(red=0.7, blue=0.2), row(red=0.94, other=0.06), False),  # it fell over its pin
        (row(red=0.98), row(red=0.7, blue=0.2), row(red=0.5, empty=0.5), False),
    ],
)
def test_given_a_claim_when_every_network_says_the_same_then_it_is_owned(
    glance: _Chances, outline: _Chances, bare: _Chances, owned: bool
) -> None:
    assert all_own(row(red=0.95, other=0.05), glance, outline, bare).tolist() == [owned]
    assert not all_own(row(red=0.94, other=0.06), glance, outline, bare).any()


class _Networks(SiteModel):
    """Every network is asked for the first place only; the others are plainly empty."""

    def __init__(self, found: _Chances, glance: _Chances, outline: _Chances, bare: _Chances) -> None:
        self._found, self._glance, self._outline, self._bare = found, glance, outline, bare
        self.first = np.float32(np.nan)  # of the first pin, as it was seen on the way

    def looks(self, shown: NDArray[np.float32]) -> Looks:
        chances = np.tile(row(empty=1.0), (len(shown), 1))
        glanced = chances.copy()
        chances[0], glanced[0] = self._found[0], self._glance[0]
        bare = chances[:, 0].copy()
        bare[0] = self.first
        return Looks(chances, glanced, np.full(chances.shape, np.nan, np.float32), bare)

    def glance(self, shown: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        return np.tile(row(empty=1.0), (len(shown), 1)), np.ones(len(shown), dtype=bool)

    def outlines(
        self,
        shown: NDArray[np.float32],
        claimed: NDArray[np.intp] | None = None,
        straight: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        return np.tile(self._outline, (len(shown), 1))

    def bare_pins(self, shown: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.tile(self._bare, (len(shown), 1))


@pytest.mark.parametrize(
    ("found", "glance", "outline", "bare", "said"),
    [
        (row(empty=0.45, other=0.55), row(empty=0.9, other=0.1), row(empty=0.9, other=0.1), 0.98, "empty"),
        (row(empty=0.45, other=0.55), row(empty=0.9, other=0.1), row(empty=0.9, other=0.1), 0.96, "unknown"),
        (row(empty=0.45, other=0.55), row(empty=0.9, other=0.1), row(empty=0.8, other=0.2), 0.98, "unknown"),
        (row(empty=0.63, green=0.37), row(empty=0.48, green=0.52), row(empty=0.995), 0.99, "empty"),
    ],
)
def test_given_a_bare_pin_that_no_rule_of_one_network_tells_when_all_see_it_then_one_picture_says_so(
    found: _Chances, glance: _Chances, outline: _Chances, bare: float, said: Seen
) -> None:
    assert _read(found, glance, outline, row(empty=bare, other=1 - bare)) == said


@pytest.mark.parametrize(("loose", "said"), [(0.003, "red"), (0.08, "unknown")])
def test_given_a_token_whose_outline_is_not_plain_when_all_see_it_then_one_picture_says_so(
    loose: float, said: Seen
) -> None:
    found, glance = row(red=0.955, empty=0.045), row(red=0.97, empty=0.03)
    outline, bare = row(red=0.7, blue=0.3), row(red=1 - loose, other=loose)
    assert _read(found, glance, outline, bare) == said


@pytest.mark.parametrize(
    ("loose", "closely", "disturbed"), [(0.75, True, True), (0.75, False, False), (0.65, True, False)]
)
def test_given_a_pin_plain_at_a_glance_when_looked_at_closely_then_what_lies_loose_at_it_is_seen(
    loose: float, closely: bool, disturbed: bool
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector, plain = LearntDetector(USA), row(empty=0.999, other=0.001)
    networks = _Networks(plain, plain, plain, row(empty=1 - loose, other=loose))
    detector._model = networks
    frame = camera.render({}, at=0, number=1)
    _, plan = BoardReader(USA, camera.model).locate(frame)
    assert plan is not None
    patches, light = plan.cutter.cut(frame.image), plan.probe.measure(frame.image)
    networks.first = np.float32(0.999)
    found = detector.judge(patches[:1], plan.cutter, light, np.arange(1), closely=closely)
    assert found.disturbed is not None and found.disturbed.tolist() == [disturbed]
    assert found.chances[0, 0] > 0.99, "that a pin shows is not disputed"


@pytest.mark.criterion(88)
@pytest.mark.parametrize(("loose", "said"), [(0.75, "unknown"), (0.65, "empty")])
def test_given_a_token_beside_a_pin_plain_at_a_glance_when_read_once_then_it_is_looked_at_closely(
    loose: float, said: Seen
) -> None:
    plain = row(empty=0.999, other=0.001)
    assert _read(plain, plain, plain, row(empty=1 - loose, other=loose), first=0.999) == said


@pytest.mark.parametrize(("taken", "closely"), [(40, True), (41, False)])
def test_given_a_camera_when_few_places_have_changed_then_they_are_looked_at_closely(
    taken: int, closely: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[int, bool]] = []
    real = BoardReader.judge

    def judge(reader: BoardReader, *given: Any, closely: bool = False) -> Verdicts:
        looked.append((len(given[3]), closely))
        return real(reader, *given, closely=closely)

    monkeypatch.setattr(BoardReader, "judge", judge)
    monkeypatch.setattr(CameraSensor, "_due", lambda *given: np.arange(taken))
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    sensor = CameraSensor(USA, camera.model)
    for number in range(3):
        sensor.see(camera.render({}, at=number / 5, number=number))
    assert set(looked) == {(taken, closely)}


def _read(
    found: _Chances, glance: _Chances, outline: _Chances, bare: _Chances, first: float = math.nan
) -> Seen:
    """What a picture says of its first place; `first`: its pin as it was seen on the way."""
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = LearntDetector(USA)
    detector._model = networks = _Networks(found, glance, outline, bare)
    networks.first = np.float32(first)
    reader = BoardReader(USA, camera.model, detector=detector)
    return reader.read(camera.render({}, at=0, number=1)).sightings[reader.sites[0]].seen
