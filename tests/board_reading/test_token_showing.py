"""`fingerpost calibrate --tokens`: a lesson led by words, or from pictures; one line for wrong calls."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from announce import Wording
from board_reading.commands.token_showing import followed
from engine import game_map
from fingerpost.cli import main
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SiteId, TokenColour, board_layout
from vision import Frame, TokenLesson, TokenLook, TokenLooks, parse_looks

USA = board_layout("usa")
PINS = [site.id for site in USA.pins()]
PINK = (240, 130, 180)  # as blue never is taught
OTHER = replace(USA, tokens=replace(USA.tokens, rgb={**USA.tokens.rgb, "blue": PINK}))
SHOWN: dict[TokenColour, SiteId] = {"blue": PINS[20], "red": PINS[60]}


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The empty board, pink tokens of blue, usual ones of red, and red's again under green's name."""
    folder, film = tmp_path_factory.mktemp("shown"), SimulatedCamera(OTHER, seed=5)
    (folder / "camera.json").write_text(film.model.to_json(), encoding="utf-8")
    stands: dict[SiteId, TokenColour] = {}
    paths = []
    for number, name in enumerate(("empty", "blue", "red-2", "green")):
        stands |= {SHOWN[seat]: seat for seat in SHOWN if name.startswith(seat)}
        paths.append(str(folder / f"{name}.png"))
        cv2.imwrite(paths[-1], film.render(stands, at=0, number=number).image)
    return paths


BLACK = TokenLooks(board="usa", seats={"black": TokenLook(rgb=(30, 31, 32), footprint_mm=14.0)})
"""What the file knew before of a seat that is not shown."""


def _run(pictures: list[str], out: Path) -> int:
    camera = str(Path(pictures[0]).with_name("camera.json"))
    return main(["calibrate", "--board", "usa", "--camera", camera, *pictures, "--tokens", str(out)])


def test_given_a_picture_for_each_seat_when_calibrated_then_a_file_with_what_differs(
    pictures: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tokens.json"
    out.write_text(BLACK.to_json(), encoding="utf-8")
    assert _run(pictures, out) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {"seats": ["blue", "red"], "other": ["blue"], "out": str(out)}
    assert "green.png: shows no token of green" in told.err
    looks = parse_looks(out.read_text(encoding="utf-8"))
    assert looks.seats["black"] == BLACK.seats["black"] and "as they were: black" in told.err
    assert max(abs(a - b) for a, b in zip(looks.seats["blue"].rgb, PINK, strict=True)) < 40


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["#0"], "give the empty board first"),
        (["#0", "#0"], "empty.png: tells no seat"),
        (["#0", "#1", "#1"], "blue.png: tells no seat, or one again"),
        (["#0", "#1", "--device", "0"], "pictures and --device"),
        (["#0", "#1", "--out", "x.json"], "--tokens and --out"),
        (["#1", "#2"], "blue.png: is called after a seat; give the empty board first"),
        (["--device", "elsewhere"], "no camera"),
        ([], "no pictures"),
    ],
)
def test_given_a_wrong_call_when_run_then_one_line(
    pictures: list[str],
    tmp_path: Path,
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    named = [pictures[int(item[1:])] if item.startswith("#") else item for item in arguments]
    call = ["calibrate", "--board", "usa", *named, "--tokens", str(tmp_path / "tokens.json")]
    assert main(call) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err.splitlines()[-1]


def test_given_a_picture_that_shows_nothing_new_when_run_then_one_line(
    pictures: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tmp_path / "empty.png"
    before.write_bytes(Path(pictures[3]).read_bytes())
    call = [
        "calibrate",
        "--board",
        "usa",
        str(before),
        pictures[2],
        "--tokens",
        str(tmp_path / "tokens.json"),
    ]
    assert main(call) == 2
    assert "no token was seen" in capsys.readouterr().err.splitlines()[-1]


def test_given_a_running_camera_when_tokens_are_shown_then_words_lead_through_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    film = SimulatedCamera(USA, seed=5)

    def frames() -> Iterator[Frame]:
        for number in range(12):
            stands: dict[SiteId, TokenColour] = {PINS[20]: "blue"} if number >= 6 else {}
            yield film.render(stands, at=number / 2, number=number)

    wording = Wording(game_map("usa"), USA, language="de")
    followed(TokenLesson(USA, film.model, ("blue",)), frames(), wording)
    asked, seen, done = capsys.readouterr().err.splitlines()
    assert asked.startswith("fingerpost: Zeig Scheibe Blau: Setz einen Stein auf einen Stift")
    assert seen == "fingerpost: Scheibe Blau: gesehen."
    assert done == "fingerpost: Alle Steine sind bekannt. Nimm sie weg."
