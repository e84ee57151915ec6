"""The learned reader: when it is used, what it promises, and how well it reads drawn places."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, BoardLayout, SiteId, TokenColour, board_layout
from training.scene import OTHER, Look, Sample, sample
from training.teach import LESSONS, lesson_places
from vision import BoardReader
from vision.detect import Detector
from vision.learnt import LearntDetector, detector_for
from vision.light import Light
from vision.model import CLASSES, PLANES, Floats, _Network, features, fits, seen_tones, site_model

LAYOUT = board_layout("usa")
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def drawn() -> list[Sample]:
    """Places that the network has not learnt from: the trainer's files are drawn from seeds below 100."""
    every = (sample(np.random.default_rng([977, number])) for number in range(420))
    return [one for one in every if one is not None]


def _tones(looks: list[Look]) -> Floats:
    light = Light(np.stack([one.black for one in looks]), np.stack([one.white for one in looks]))
    return seen_tones(np.stack([one.patch for one in looks]), light.tones(np.arange(len(looks))))


def _shown(samples: list[Sample], *, compared: bool = False) -> Floats:
    lean = np.stack([one.lean for one in samples])
    empty = _tones([one.empty or one.now for one in samples])
    empty[[one.empty is None for one in samples]] = np.nan
    return features(_tones([one.now for one in samples]), lean, empty if compared else None)


def test_given_unseen_drawn_places_when_judged_then_nearly_all_are_right_and_none_is_claimed_wrongly(
    drawn: list[Sample],
) -> None:
    chances = site_model().chances(_shown(drawn))
    truth = np.array([one.label for one in drawn])
    plain = truth != OTHER
    best = chances.argmax(axis=1)
    assert (best == truth)[plain].mean() >= 0.975
    sure = (best > 0) & (best < OTHER) & (chances.max(axis=1) >= LearntDetector.in_turn.token)
    assert (
        (best != truth) & sure & plain
    ).sum() <= 0.01 * plain.sum()  # a good quarter of them are meant to mislead


def test_given_covered_places_when_judged_then_hardly_any_is_called_a_token(drawn: list[Sample]) -> None:
    covered = [one for one in drawn if one.label == OTHER]
    assert len(covered) >= 20
    chances = site_model().chances(_shown(covered))
    assert (chances[:, 1:OTHER].max(axis=1) >= LearntDetector.in_turn.token).mean() <= 0.05


def test_given_any_patches_when_judged_then_chances_sum_to_one_and_do_not_hang_on_their_company(
    drawn: list[Sample],
) -> None:
    shown = _shown(drawn[:40])
    model = site_model()
    together = model.chances(shown)
    assert np.allclose(together.sum(axis=1), 1, atol=1e-5)
    assert together.shape == (40, len(CLASSES) + 2)
    alone = np.concatenate([model.chances(shown[number : number + 1]) for number in range(40)])
    assert np.allclose(alone, together, atol=1e-4)
    assert model.chances(shown[:0]).shape == (0, len(CLASSES) + 2)


def test_given_places_that_look_as_when_empty_when_that_is_known_then_they_are_surer_to_be_empty(
    drawn: list[Sample],
) -> None:
    then = [one.empty for one in drawn if one.empty is not None]
    lean = np.stack([one.lean for one in drawn if one.empty is not None])
    tones = _tones(then)
    without, compared = (site_model().chances(features(tones, lean, empty))[:, 0] for empty in (None, tones))
    assert np.log(compared).mean() > np.log(without).mean()
    assert compared.min() > 0.5


def test_given_sites_of_which_some_are_known_empty_when_shown_then_only_those_carry_their_empty_look(
    drawn: list[Sample],
) -> None:
    now = _tones([one.now for one in drawn[:4]])
    empty = now.copy()
    empty[1] = np.nan
    shown = features(now, np.zeros((4, 2)), empty)
    assert shown.shape[1] == PLANES
    assert shown[:, -1].mean(axis=(1, 2)).tolist() == [1, 0, 1, 1]
    assert not shown[1, 5:].any()
    assert (shown[0, 5:8] == now[0]).all()


def test_given_nothing_of_the_empty_board_when_judged_then_it_is_as_if_no_place_of_it_were_known(
    drawn: list[Sample],
) -> None:
    now, lean = _tones([one.now for one in drawn[:24]]), np.stack([one.lean for one in drawn[:24]])
    shown, nowhere = features(now, lean), features(now, lean, np.full_like(now, np.nan))
    assert nowhere.shape[1] == PLANES
    assert (shown == nowhere[:, : shown.shape[1]]).all()
    assert not nowhere[:, shown.shape[1] :].any()
    model = site_model()
    assert np.allclose(model.study(shown), model.study(nowhere), atol=1e-6)
    assert np.allclose(model.chances(shown), model.chances(nowhere), atol=1e-6)


@pytest.mark.parametrize(
    ("network", "decision"),
    [
        ("sites", "0006-a-small-network-reads-the-sites"),
        ("glance", "0011-a-glance-settles-most-sites"),
        ("outline", "0016-shapes-whatever-their-colours"),
    ],
)
def test_given_the_weights_that_ship_when_asked_then_they_say_how_they_were_made(
    network: str, decision: str
) -> None:
    folder = files("vision") / "weights"
    weights = (folder / f"{network}.onnx").read_bytes()
    note = json.loads((folder / f"{network}.json").read_text())
    assert note["sha256"] == hashlib.sha256(weights).hexdigest()
    assert len(weights) <= 1_000_000  # all four together stay below three megabytes
    assert list(note["data"]) == [one.name for one in lesson_places(network)]
    assert note["patches"] == sum(one.count for one in lesson_places(network))
    lesson = LESSONS[network]
    assert [str(note["epochs"]), note["outline"]] == [
        lesson[lesson.index("--epochs") + 1],
        "--outline" in lesson,
    ]
    docs = _decision("0018-prints-and-mishaps-are-learnt")
    assert note["sha256"][:12] in docs
    for library in ("torch", "opencv"):
        assert note[library].partition("+")[0] in docs
    assert all(name in docs for name in note["data"])
    _says_how_it_began(network, note["start"], _decision(decision))


def test_given_the_network_of_bare_pins_when_asked_then_it_says_how_it_was_made() -> None:
    folder = files("vision") / "weights"
    note, docs = json.loads((folder / "bare.json").read_text()), _decision("0021-what-lies-at-a-bare-pin")
    assert note["sha256"] == hashlib.sha256((folder / "bare.onnx").read_bytes()).hexdigest()
    assert note["start"] == json.loads((folder / "outline.json").read_text())
    assert list(note["data"]) == [one.name for one in lesson_places("bare")]
    assert note["patches"] == sum(one.count for one in lesson_places("bare"))
    assert str(note["epochs"]) == LESSONS["bare"][LESSONS["bare"].index("--epochs") + 1]
    said = (note["sha256"][:12], f"torch {note['torch'].partition('+')[0]}", f"OpenCV {note['opencv']}")
    assert all(word in docs for word in (*said, *note["data"]))


def _says_how_it_began(network: str, note: Mapping[str, Any], docs: str) -> None:
    weights = (ROOT / "training" / "before" / f"{network}.onnx").read_bytes()
    assert note["sha256"] == hashlib.sha256(weights).hexdigest()
    for lesson in (note.get("start", note), note):
        assert f"--epochs {lesson['epochs']} --seed {lesson['seed']}" in docs
    assert f"torch {note['torch'].partition('+')[0]}" in docs
    assert all(name in docs for name in note["data"])
    assert note["sha256"][:12] in docs


def _decision(name: str) -> str:
    return " ".join((ROOT / "docs" / "decisions" / f"{name}.md").read_text().split())


def test_given_unseen_drawn_places_when_glanced_at_then_few_are_left_and_none_is_settled_wrongly(
    drawn: list[Sample],
) -> None:
    shown, truth = _shown(drawn), np.array([one.label for one in drawn])
    found, settled = site_model().glance(shown)
    assert settled[truth != OTHER].mean() >= 0.35
    assert (found.argmax(axis=1) == truth)[settled].all()
    looks = site_model().looks(shown)
    assert (looks.chances[settled] == found[settled]).all()
    bare = (looks.bare >= 0.985) & (found[:, 0] < 0.998) & ~settled
    assert np.count_nonzero(bare) >= 10
    assert (truth[bare] == 0).all()
    assert (looks.chances[bare, 0] == looks.bare[bare]).all()
    studied = ~(looks.chances == found).all(axis=1) & ~bare
    assert np.allclose(looks.chances[studied], site_model().study(shown[studied]), atol=1e-4)


def test_given_a_token_plain_at_a_glance_and_by_outline_when_judged_then_it_is_not_studied_black_ones_too(
    drawn: list[Sample],
) -> None:
    shown, truth = _shown(drawn), np.array([one.label for one in drawn])
    model = site_model()
    looks, (glanced, settled) = model.looks(shown), model.glance(shown)
    spared = (looks.chances == glanced).all(axis=1) & ~settled
    black = 1 + CLASSES.index("black")
    assert np.count_nonzero(spared & (truth == black)) >= 5
    assert (glanced.argmax(axis=1) == truth)[spared].all()
    assert glanced[spared].max(axis=1).min() >= 0.98
    plain = model.outlines(shown[spared], truth[spared], looks.straight[spared])
    assert (plain.argmax(axis=1) == truth[spared]).all()
    assert not np.isnan(looks.straight[spared]).any()


def test_given_a_token_whose_outline_is_anothers_when_judged_then_it_is_studied(drawn: list[Sample]) -> None:
    seats = np.array([one.label for one in drawn])
    shown = _shown(drawn)
    shown[:, [0, 2]] = shown[:, [2, 0]]  # red and blue exchanged
    model = site_model()
    looks, (glanced, settled) = model.looks(shown), model.glance(shown)
    spared = (looks.chances == glanced).all(axis=1) & ~settled
    assert not spared[np.isin(seats, (1 + CLASSES.index("red"), 1 + CLASSES.index("blue")))].any()


class _OneSided(_Network):
    """Sees a pin bare by how bright the left of a place is, and notes how many it was shown."""

    def __init__(self) -> None:
        self.shown = list[int]()

    def logodds(self, shown: Floats) -> Floats:
        self.shown.append(len(shown))
        found = np.zeros((len(shown), len(CLASSES) + 2), np.float32)
        found[:, 0] = shown[:, 0, :, : shown.shape[3] // 2].mean(axis=(1, 2))
        return found


def test_given_a_pin_that_hardly_stands_bare_when_looked_at_then_its_mirror_images_are_looked_at_too() -> (
    None
):
    model, network = site_model(), _OneSided()
    model._baring = network
    shown = np.zeros((3, 5, 40, 40), np.float32)
    shown[0, 0] = 6.0  # plainly bare
    shown[1, 0, :, 20:] = 6.0  # on its other side only
    shown[2, 0, :, :20] = 1.0
    found = model.bare_pins(shown)
    assert network.shown == [3, 6]
    once = model.bare_pins(shown[2:, :, :, ::-1])
    assert np.allclose(found[2], once[0])  # a mirrored board is a board too
    assert found[1, 0] > found[2, 0]


def test_given_covered_places_and_black_tokens_when_glanced_at_then_they_are_left_to_be_studied(
    drawn: list[Sample],
) -> None:
    shown = _shown([one for one in drawn if one.label in (OTHER, 1 + CLASSES.index("black"))])
    assert len(shown) >= 40
    assert not site_model().glance(shown)[1].any()


def test_given_a_black_and_a_white_patch_when_judged_then_no_token_is_claimed() -> None:
    patches = np.stack([np.full((40, 40, 3), level, np.uint8) for level in (0, 255)])
    light = Light(np.full((2, 3), 0.01, np.float32), np.full((2, 3), 0.6, np.float32))
    chances = site_model().chances(features(seen_tones(patches, light.tones(np.arange(2))), np.zeros((2, 2))))
    assert chances[:, 1:-1].max() < LearntDetector.in_turn.token


@pytest.mark.parametrize("name", ["usa", "europe", "world", "great-lakes", "legends-east"])
def test_given_a_board_that_ships_when_read_then_its_tokens_are_of_the_kind_that_was_learnt(
    name: str,
) -> None:
    assert fits(board_layout(name))


@pytest.mark.parametrize(
    "strange",
    [
        replace(LAYOUT, tokens=replace(LAYOUT.tokens, footprint_mm=26.0)),
        replace(LAYOUT, tokens=replace(LAYOUT.tokens, height_mm=2.0)),
        replace(LAYOUT, tokens=replace(LAYOUT.tokens, shapes={**LAYOUT.tokens.shapes, "red": "disc"})),
    ],
    ids=["wide", "flat", "red disc"],
)
def test_given_tokens_that_were_not_learnt_when_a_board_is_read_then_hue_and_outline_decide(
    strange: BoardLayout,
) -> None:
    assert isinstance(detector_for(strange, 1.2), Detector)


def test_given_tokens_of_other_colours_when_a_board_is_read_then_the_network_is_shown_the_taught_ones() -> (
    None
):
    tokens = LAYOUT.tokens
    other: dict[TokenColour, tuple[int, int, int]] = {"green": (230, 130, 40), "blue": (120, 60, 160)}
    layout = replace(LAYOUT, tokens=replace(tokens, rgb={**tokens.rgb, **other}))
    camera = SimulatedCamera(layout, seed=4)
    ids = [site.id for site in layout.pins()]
    stand: dict[SiteId, TokenColour] = {site: TOKEN_COLOURS[place % 5] for place, site in enumerate(ids[:50])}
    frame = camera.render(stand, at=0, number=1)

    def wrong(reader: BoardReader) -> list[SiteId]:
        seen = reader.read(frame).sightings
        return [site for site in ids if seen[site].seen != stand.get(site, "empty")]

    assert wrong(BoardReader(layout, camera.model)) == []
    assert len(wrong(BoardReader(layout, camera.model, None, LearntDetector(layout)))) >= 1


def test_given_fewer_seats_when_a_board_is_read_then_a_missing_seats_token_is_no_other_seats() -> None:
    few: tuple[TokenColour, ...] = ("red", "black")
    tokens = LAYOUT.tokens
    layout = replace(
        LAYOUT,
        tokens=replace(
            tokens, shapes={c: tokens.shapes[c] for c in few}, rgb={c: tokens.rgb[c] for c in few}
        ),
    )
    camera = SimulatedCamera(LAYOUT, seed=4)
    ids = [site.id for site in LAYOUT.pins()]
    stand: dict[SiteId, TokenColour] = {
        site: TOKEN_COLOURS[number % 5] for number, site in enumerate(ids[:40])
    }
    seen = BoardReader(layout, camera.model).read(camera.render(stand, at=0, number=1)).sightings
    for site in ids:
        colour = stand.get(site)
        wanted = {"empty"} if colour is None else {colour} if colour in few else {"unknown"}
        assert seen[site].seen in wanted
