"""The sensor on drawn films: hands, lamps, pushes and cloths, and what is told of each site meanwhile."""

from collections.abc import Iterator

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.hands import Hand
from tabletop import DeviceHealth, Motion, Observation, SiteId, TokenColour, board_layout
from vision import CameraSensor, Frame, watch

LAYOUT = board_layout("usa")
IDS = [site.id for site in LAYOUT.pins()]


@pytest.fixture(scope="module")
def over() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, view="over", seed=1)


class Film:
    """A scene that is filmed at ten frames a second."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self.sensor = CameraSensor(LAYOUT, camera.model)
        self.tokens: dict[SiteId, TokenColour] = {}
        self.nudge = (0.0, 0.0, 0.0)
        self.light = 1.0
        self._camera = camera
        self.number = 0

    def frame(self, hand: Hand | None = None) -> Frame:
        self.number += 1
        return self._camera.render(
            self.tokens,
            at=self.number / 10,
            number=self.number,
            hand=hand,
            nudge=self.nudge,
            light=self.light,
        )

    def see(self, count: int, hand: Hand | None = None) -> list[Observation | Motion | DeviceHealth]:
        return [item for _ in range(count) for item in self.sensor.see(self.frame(hand))]

    def news(self, count: int, hand: Hand | None = None) -> dict[SiteId, str]:
        """The last that was told of each site."""
        return {item.site: item.seen for item in self.see(count, hand) if isinstance(item, Observation)}


@pytest.fixture
def film(over: SimulatedCamera) -> Film:
    film = Film(over)
    film.see(6)
    return film


def test_given_the_first_frames_when_seen_then_every_site_is_told_once(over: SimulatedCamera) -> None:
    film = Film(over)
    told = film.see(8)
    observations = [item for item in told if isinstance(item, Observation)]
    assert sorted(item.site for item in observations) == sorted(IDS)
    assert {item.seen for item in observations} == {"empty"}
    assert [(item.condition, item.cause) for item in told if isinstance(item, DeviceHealth)] == [("live", "")]


def test_given_a_still_board_when_watched_then_at_most_a_clearer_confidence_is_told(film: Film) -> None:
    told = film.see(20)
    assert len(told) <= 2
    assert all(isinstance(item, Observation) and item.seen == "empty" for item in told)
    assert film.see(20) == []


def test_given_a_hand_that_puts_a_token_when_gone_then_that_site_alone_has_changed(film: Film) -> None:
    site = SiteId("denver-kansas-city:1")
    place = LAYOUT.sites[site]
    told = [
        item
        for extent in (0.3, 0.6, 0.9)
        for item in film.see(1, Hand(reach=(place.x, place.y + 4), extent=extent))
    ]
    film.tokens[site] = "red"
    for extent in (0.9, 0.6, 0.3):
        told += film.see(1, Hand(reach=(place.x, place.y + 4), extent=extent))
    assert any(isinstance(item, Motion) and site in item.sites for item in told)
    news = film.news(12)
    assert news[site] == "red"
    assert {answer for name, answer in news.items() if name != site} <= {"empty"}


def test_given_a_resting_hand_when_it_stays_then_tokens_under_it_are_never_called_empty(film: Film) -> None:
    film.tokens = {site: "yellow" for site in IDS if 350 < LAYOUT.sites[site].x < 560}
    assert set(film.news(10).values()) == {"yellow"}
    news = film.news(40, Hand(reach=(450, 200)))
    assert "unknown" in news.values()
    assert {site for site, answer in news.items() if answer == "empty"} & set(film.tokens) == set()


def test_given_a_lamp_that_goes_out_when_it_is_dimmer_then_no_site_changes(film: Film) -> None:
    film.tokens = {IDS[3]: "blue", IDS[30]: "black", IDS[60]: "green"}
    film.see(10)
    film.light = 0.5
    assert {
        item.site for item in film.see(15) if isinstance(item, Observation) and item.seen != "unknown"
    } == set()


def test_given_a_push_when_the_board_rests_again_then_moved_is_told_and_no_site_changes(film: Film) -> None:
    film.tokens = {IDS[3]: "blue", IDS[30]: "black", IDS[60]: "green"}
    film.see(10)
    film.nudge = (7.0, -4.0, 1.2)
    told = film.see(15)
    assert [(item.condition, item.cause) for item in told if isinstance(item, DeviceHealth)] == [
        ("stale", "moved"),
        ("live", ""),
    ]
    changed = {item.site: item.seen for item in told if isinstance(item, Observation)}
    assert all(answer in ("unknown", film.tokens.get(site, "empty")) for site, answer in changed.items())


def test_given_a_cloth_over_the_camera_when_it_stays_then_lost_and_found_again(film: Film) -> None:
    grey = np.full((720, 1280, 3), 60, np.uint8)
    told: list[object] = []
    for number in range(40):
        told += film.sensor.see(Frame(grey, 0.8 + number / 10, number))
    assert [(item.condition, item.cause) for item in told if isinstance(item, DeviceHealth)] == [
        ("lost", "board-lost")
    ]
    film.number = 60
    again = film.see(10)
    assert [item.condition for item in again if isinstance(item, DeviceHealth)] == ["live"]
    assert {item.site for item in again if isinstance(item, Observation)} == set(IDS)


def test_given_a_film_when_watched_then_json_objects_of_settled_changes_only(over: SimulatedCamera) -> None:
    film = Film(over)
    first, second = IDS[10], IDS[40]
    film.tokens = {first: "blue"}

    def frames() -> Iterator[Frame]:
        yield from (film.frame() for _ in range(8))
        film.tokens = {first: "blue", second: "green"}
        yield from (film.frame() for _ in range(10))
        film.tokens = {second: "green"}
        yield from (film.frame() for _ in range(40))

    records = list(watch(frames(), LAYOUT, over.model))
    assert records[0] == {"frame": 1, "board": "found"}
    assert [(record["site"], record["token"]) for record in records[1:]] == [
        (first, "blue"),
        (second, "green"),
        (first, None),
    ]
    assert all(isinstance(record["confidence"], float) for record in records[1:])
