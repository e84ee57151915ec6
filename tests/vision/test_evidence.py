"""Evidence: a bounded folder that holds decided sites and markers only, and reads the same again."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, Observation, Seen, SiteId, TokenColour, board_layout
from vision import EvidenceRing, Frame, FrameError, TokenLook, TokenLooks, disagreements, watch

LAYOUT = board_layout("usa")
IDS = [site.id for site in LAYOUT.pins()]
TOKENS: dict[SiteId, TokenColour] = {site: TOKEN_COLOURS[place % 5] for place, site in enumerate(IDS[:50:5])}


@pytest.fixture(scope="module")
def camera() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, seed=6)


@pytest.fixture(scope="module")
def frame(camera: SimulatedCamera) -> Frame:
    return camera.render(TOKENS, at=1.0, number=3)


def _decided(*sites: SiteId, seen: Seen | None = None) -> list[Observation]:
    decided = []
    for site in sites:
        what: Seen = seen if seen is not None else TOKENS.get(site, "empty")
        decided.append(Observation(site=site, sense="camera", seen=what, at=1.0, confidence=0.99))
    return decided


def test_given_decisions_when_noted_then_they_read_the_same_again(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path
) -> None:
    ring = EvidenceRing(tmp_path, LAYOUT, camera.model)
    ring.note(frame, _decided(*TOKENS))
    assert list(disagreements(tmp_path, LAYOUT)) == []
    (path,) = tmp_path.glob("*.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (record["format"], record["board"], record["frame"]) == ("evidence/1", "usa", 3)
    assert {item["site"]: item["seen"] for item in record["decisions"]} == TOKENS


def test_given_tokens_that_look_otherwise_when_noted_then_their_looks_are_kept_with_them(
    tmp_path: Path,
) -> None:
    rgb = (120, 60, 160)
    film = SimulatedCamera(
        replace(LAYOUT, tokens=replace(LAYOUT.tokens, rgb={**LAYOUT.tokens.rgb, "blue": rgb})), seed=6
    )
    blue = TokenLook(rgb=rgb, footprint_mm=18.0, shown_as=LAYOUT.tokens.rgb["blue"])
    looks = TokenLooks(board="usa", seats={"blue": blue})
    ring = EvidenceRing(tmp_path, LAYOUT, film.model, looks)
    ring.note(film.render(dict.fromkeys(TOKENS, "blue"), at=1.0, number=3), _decided(*TOKENS, seen="blue"))
    assert list(disagreements(tmp_path, LAYOUT)) == []


def test_given_a_record_put_right_by_hand_when_read_again_then_the_disagreement_is_told(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path
) -> None:
    site = next(iter(TOKENS))
    EvidenceRing(tmp_path, LAYOUT, camera.model).note(frame, _decided(site, seen="yellow"))
    (told,) = disagreements(tmp_path, LAYOUT)
    assert str(told) == f"000000.json: {site} was yellow, is read as {TOKENS[site]}"


def test_given_a_frame_with_people_when_noted_then_only_sites_and_markers_are_kept(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path
) -> None:
    image = frame.image.copy()
    image[:, :150] = (80, 120, 200)  # somebody at the table's end
    EvidenceRing(tmp_path, LAYOUT, camera.model).note(Frame(image, 1.0, 0), _decided(*TOKENS))
    kept = cv2.imread(str(tmp_path / "000000.png"))
    assert kept is not None
    assert kept.shape == image.shape
    assert (kept[:, :120] == 0).all()
    assert (kept.max(axis=2) > 0).mean() < 0.2
    same = kept.max(axis=2) > 0
    assert (kept[same] == image[same]).all()


def test_given_more_than_the_ring_holds_when_noted_then_the_oldest_go_and_numbers_count_on(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path
) -> None:
    ring = EvidenceRing(tmp_path, LAYOUT, camera.model, keep=3)
    for site in list(TOKENS)[:5]:
        ring.note(frame, _decided(site))
    again = EvidenceRing(tmp_path, LAYOUT, camera.model, keep=3)
    again.note(frame, _decided(next(iter(TOKENS))))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{number:06d}.{kind}" for number in (3, 4, 5) for kind in ("json", "png")
    ]


def test_given_a_limit_of_bytes_when_noted_then_it_holds(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path
) -> None:
    ring = EvidenceRing(tmp_path, LAYOUT, camera.model, most_bytes=500_000)
    for _ in range(6):
        ring.note(frame, _decided(*TOKENS))
    assert sum(path.stat().st_size for path in tmp_path.glob("*.png")) <= 500_000
    assert len(list(tmp_path.glob("*.json"))) >= 1


@pytest.mark.parametrize("seen", ["unknown", "something"])
def test_given_no_decision_when_noted_then_nothing_is_kept(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path, seen: Seen
) -> None:
    ring = EvidenceRing(tmp_path, LAYOUT, camera.model)
    ring.note(frame, _decided(IDS[0], seen=seen))
    ring.note(frame, [])
    ring.note(Frame(np.zeros_like(frame.image), 0, 0), _decided(IDS[0]))  # no board to cut it out of
    assert list(tmp_path.iterdir()) == []


def test_given_a_disk_that_fails_when_noted_then_the_keeping_ends_quietly(
    camera: SimulatedCamera, frame: Frame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = EvidenceRing(tmp_path, LAYOUT, camera.model)

    def full(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    ring.note(frame, _decided(IDS[0]))
    monkeypatch.undo()
    ring.note(frame, _decided(IDS[0]))
    assert list(tmp_path.glob("*.json")) == []


def test_given_what_is_no_folder_or_no_record_when_used_then_one_line(
    camera: SimulatedCamera, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(FrameError, match="choose another folder"):
        EvidenceRing(tmp_path / "file" / "ring", LAYOUT, camera.model)
    for text in ("{", "[]", '{"decisions": [1], "camera": null}', '{"decisions": [], "camera": {"a": 1}}'):
        (tmp_path / "000000.json").write_text(text, encoding="utf-8")
        with pytest.raises(FrameError, match="no evidence record") as trouble:
            list(disagreements(tmp_path, LAYOUT))
        assert "\n" not in str(trouble.value)


def test_given_a_watch_when_decisions_settle_then_the_ring_is_told_with_the_frame(
    camera: SimulatedCamera,
) -> None:
    image = camera.render({IDS[0]: "red"}, at=0, number=0).image
    told: list[tuple[int, SiteId]] = []

    def note(frame: Frame, observations: Sequence[Observation]) -> None:
        told.extend((frame.number, item.site) for item in observations if item.seen == "red")

    changes = list(watch((Frame(image, n / 10, n) for n in range(8)), LAYOUT, camera.model, decided=note))
    assert told == [(changes[1]["frame"], IDS[0])]
