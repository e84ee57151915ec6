"""A camera on another machine: a folder of pictures is seen there, and the table claims what they show."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import RouteClaimed
from fingerpost.cli import main, parser
from fingerpost.commands.node import camera_setup
from fingerpost.devices.camera_part import CameraSetup
from fingerpost.nodes.node_memory import CAMERA, EMPTY, TOKENS, NodeMemory
from lab.camera.drawn_camera import SimulatedCamera
from mqtt import TableOptions
from tabletop import SiteId, board_layout
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import HouseTable, Outside, Place
from tests.mqtt.test_mqtt_node import Program
from vision import save_picture

BEFORE, STANDS = 40, 3000  # pictures; ten a second are shown, and the last are there for whoever is slow
ROUTE = SiteId("denver-omaha")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A board that is empty for four seconds; then a blue token stands on one of its pins."""
    film, folder = SimulatedCamera(board_layout("usa"), seed=3), tmp_path / "pictures"
    folder.mkdir()
    for number in range(4):
        frame = film.render({ROUTE: "blue"} if number > 1 else {}, at=0.0, number=number)
        save_picture(tmp_path / f"{number}.jpg", frame.image)
    for number in range(BEFORE + STANDS):
        shown = number % 2 + (2 if number >= BEFORE else 0)
        (folder / f"{number:04}.jpg").hardlink_to(tmp_path / f"{shown}.jpg")
    return folder


@pytest.fixture
def table(broker: LocalBroker) -> Iterator[HouseTable]:
    table = HouseTable(Place(broker.port, broker), options=TableOptions(nodes={"porch": "camera"}))
    yield table
    table.close()


def test_given_a_folder_of_pictures_when_a_node_shows_them_then_the_table_claims_once_and_misses_the_camera(
    broker: LocalBroker, table: HouseTable, pictures: Path
) -> None:
    wall = Outside(Place(broker.port, broker), "viewer", "wall")
    node = Program(
        *("node", "camera", "--device", str(pictures), "--board", "usa"),
        *("--table", "kitchen", "--name", "porch", "--url", broker.url),
    )
    try:
        node.hears("connected")
        wall.wait(lambda: any(one["type"] == "route-claimed" for one in wall.told("event")))
    finally:
        assert node.close() == 0
    wall.wait(lambda: any("computer does not answer" in str(one) for one in wall.told("announce")))
    claims = [event for event in table.session.game.events if isinstance(event, RouteClaimed)]
    assert [(claim.seat, claim.route) for claim in claims] == [("blue", "denver-omaha")]
    wall.close()


def test_given_a_folder_without_pictures_when_it_is_named_as_camera_then_one_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--board", "usa", "--table", "kitchen", "--name", "porch")
    assert main(["node", "camera", "--device", str(tmp_path), *where]) == 2
    said = capsys.readouterr().err
    assert "without pictures" in said and said.count("\n") == 1


@pytest.mark.parametrize("option", ["--camera", "--reference", "--tokens"])
def test_given_a_file_that_cannot_be_used_when_a_camera_is_told_of_it_then_one_line_says_which(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]")
    where = ("--device", "0", "--board", "usa", "--table", "kitchen", "--name", "porch")
    assert main(["node", "camera", *where, option, str(wrong)]) == 2
    said = capsys.readouterr().err
    assert "wrong.json" in said and said.count("\n") == 1


def test_given_files_for_a_camera_elsewhere_when_called_then_it_is_set_up_with_each_of_them(
    tmp_path: Path,
) -> None:
    call = ("node", "camera", "--device", "2", "--board", "usa", "--table", "kitchen", "--name", "porch")
    files = ("--camera", "lens.json", "--reference", "empty.jpg", "--tokens", "looks.json")
    named = CameraSetup(
        device="2", calibration="lens.json", reference="empty.jpg", tokens="looks.json", least=0.9
    )
    memory = NodeMemory(tmp_path)
    assert memory.change(chance=0.9)
    for name in (CAMERA, EMPTY, TOKENS):
        (tmp_path / name).touch()
    assert camera_setup(parser().parse_args([*call, *files]), NodeMemory(tmp_path)) == named
    kept = CameraSetup(
        device="2",
        calibration=str(tmp_path / CAMERA),
        reference=str(tmp_path / EMPTY),
        tokens=str(tmp_path / TOKENS),
        least=0.9,
    )
    assert camera_setup(parser().parse_args(call), NodeMemory(tmp_path)) == kept
    assert camera_setup(parser().parse_args(call), NodeMemory(None)).calibration == ""
