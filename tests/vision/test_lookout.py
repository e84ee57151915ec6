"""What a camera shows to who asks: one site of the newest frame, what is believed round it, nothing kept."""

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SiteId, TokenColour, board_layout
from vision import CameraSensor, Lookout
from vision.frame import Image
from vision.overlay import CROP_PX

LAYOUT = board_layout("usa")
SITE, BARE = SiteId("denver-omaha"), SiteId("calgary-winnipeg")


def looked(film: SimulatedCamera, tokens: dict[SiteId, TokenColour]) -> tuple[Lookout, CameraSensor]:
    """A lookout through which the board was seen, bare at first, until all has settled."""
    lookout, sensor = Lookout(LAYOUT), CameraSensor(LAYOUT, film.model)
    for number in range(24):
        frame = film.render(tokens if number > 6 else {}, at=number * 0.2, number=number)
        sensor.see(frame)
        lookout.note(frame, sensor, film.model)
    return lookout, sensor


def picture(content: bytes | None) -> Image:
    assert content is not None
    found = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, dtype=np.uint8)


@pytest.mark.parametrize("view", ["over", "oblique"])
def test_given_a_token_when_its_site_is_cut_out_then_it_stands_in_the_middle_with_its_outline_round_it(
    view: str,
) -> None:
    film = SimulatedCamera(LAYOUT, size=(1280, 960), view="over" if view == "over" else "oblique", seed=3)
    lookout, sensor = looked(film, {SITE: "red"})
    assert (sensor.believes(SITE), sensor.believes(BARE)) == ("red", "empty")
    shown, bare = picture(lookout.crop(SITE)), picture(lookout.crop(BARE))
    assert shown.shape == bare.shape == (CROP_PX, CROP_PX, 3)
    half = CROP_PX // 2
    blue, green, red = shown[half - 12 : half + 12, half - 12 : half + 12].mean(axis=(0, 1))
    assert red > green + 60 and red > blue + 60
    drawn = np.asarray(LAYOUT.tokens.rgb["red"][::-1])  # the outline's own; a square's corner is up right
    corner = shown[: half - 12, half + 12 :].reshape(-1, 3).astype(int)
    assert (np.abs(corner - drawn).max(axis=1) < 40).any()
    blue, green, red = bare[half - 12 : half + 12, half - 12 : half + 12].mean(axis=(0, 1))
    assert red < green + 40


def test_given_a_board_out_of_view_when_a_site_is_asked_for_then_there_is_no_picture_of_before() -> None:
    film = SimulatedCamera(LAYOUT, size=(1280, 960), seed=3)
    lookout, sensor = looked(film, {})
    assert lookout.crop(SITE) is not None
    assert lookout.crop(SiteId("no-such-site")) is None
    frame = film.render({}, at=9.0, number=99, light=1.0)
    frame.image[:] = 128
    for _ in range(2):
        sensor.see(frame)
        lookout.note(frame, sensor, film.model)
    assert sensor.pose is None and lookout.crop(SITE) is None
    lookout.forget()
    assert lookout.picture() is None


def test_given_a_sensor_that_has_seen_nothing_when_asked_then_it_believes_nothing() -> None:
    sensor = CameraSensor(LAYOUT)
    assert (sensor.believes(SITE), sensor.believes(SiteId("no-such-site")), sensor.pose) == (
        "unknown",
        "unknown",
        None,
    )
