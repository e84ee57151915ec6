import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.hands import Hand
from tabletop import SiteId, TokenColour, board_layout

LAYOUT = board_layout("usa")
SOME: dict[SiteId, TokenColour] = {
    SiteId("atlanta-charleston"): "red",
    SiteId("denver-omaha"): "yellow",
    SiteId("calgary-winnipeg"): "blue",
}


@pytest.fixture(scope="module")
def camera() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, seed=5)


def test_given_the_same_arguments_when_rendered_by_two_cameras_with_other_pasts_then_the_same_bytes(
    camera: SimulatedCamera,
) -> None:
    camera.render({SiteId("el-paso-houston"): "green"}, at=0, number=1, hand=Hand(reach=(300, 300)))
    hand = Hand(reach=(500, 250), edge="left", extent=0.8)
    ours = camera.render(SOME, at=1.0, number=4, hand=hand, light=0.8, nudge=(2.0, 1.0, 0.5))
    other = SimulatedCamera(LAYOUT, seed=5).render(
        SOME, at=1.0, number=4, hand=hand, light=0.8, nudge=(2.0, 1.0, 0.5)
    )
    assert np.array_equal(ours.image, other.image)
    assert (ours.at, ours.number) == (1.0, 4)


def test_given_two_numbers_when_rendered_then_only_noise_differs(camera: SimulatedCamera) -> None:
    one, other = (camera.render(SOME, at=0, number=number).image.astype(int) for number in (1, 2))
    difference = np.abs(one - other)
    assert 0.5 < difference.mean() < 6
    assert difference.max() < 40


def test_given_a_token_when_rendered_then_its_colour_shows_where_its_top_is_projected(
    camera: SimulatedCamera,
) -> None:
    for site, colour in SOME.items():
        place = LAYOUT.sites[site]
        x, y = (
            camera.view().project(np.array([[place.x, place.y, LAYOUT.tokens.top_mm]]))[0].round().astype(int)
        )
        blue, green, red = camera.render(SOME, at=0, number=1).image[y, x].astype(int)
        expected = {
            "red": red - green > 80,
            "blue": blue - red > 80,
            "yellow": red - blue > 80 and green - blue > 60,
        }
        assert expected[colour]


def test_given_a_hand_when_it_comes_in_then_more_of_the_picture_changes_the_farther_it_reaches(
    camera: SimulatedCamera,
) -> None:
    empty = camera.render({}, at=0, number=1).image.astype(int)
    changed = [
        (
            np.abs(
                camera.render({}, at=0, number=1, hand=Hand(reach=(450, 200), extent=extent)).image - empty
            )
            > 25
        ).mean()
        for extent in (0.0, 0.4, 0.7, 1.0)
    ]
    assert changed[0] == 0
    assert changed[1] < changed[2] < changed[3]


def test_given_a_site_without_pin_when_a_token_is_put_there_then_refused(camera: SimulatedCamera) -> None:
    with pytest.raises(KeyError):
        camera.render({SiteId("denver"): "red"}, at=0, number=1)


@pytest.mark.parametrize("extent", [-0.1, 1.1])
def test_given_an_extent_out_of_range_when_a_hand_is_made_then_refused(extent: float) -> None:
    with pytest.raises(ValueError, match="extent"):
        Hand(reach=(0, 0), extent=extent)
