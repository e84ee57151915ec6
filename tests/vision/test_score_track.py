"""Score sites: strips whose tokens add up, a shared track with one marker a seat, and doubt."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import (
    BoardLayout,
    Seen,
    Site,
    SiteId,
    board_layout,
    score_differences,
    shown_scores,
    with_score_pins,
)
from vision import StillReader

USA = board_layout("usa")
STEPS = [*range(0, 101, 10), *range(0, 11)]


def _with_score(sites: list[Site]) -> BoardLayout:
    return replace(USA, sites={**USA.sites, **{site.id: site for site in sites}})


def _space(seat: str, value: int, x: float, y: float) -> Site:
    return Site(id=SiteId(f"score:{seat}:{value}"), kind="score", x=x, y=y, has_pin=False)


STRIPS = _with_score(
    [
        _space(seat, value, 60 + 18.5 * step, 640.0 + 26 * row)
        for row, seat in enumerate(("blue", "red"))
        for step, value in enumerate((0, 10, 20, 30, 100, 7, 3))
    ]
)
TRACK = _with_score([_space("any", value, 40 + 19.0 * value, 620.0) for value in range(40)])


def _seen(layout: BoardLayout, **marks: str) -> dict[SiteId, Seen]:
    """All score spaces empty but those named: score_blue_30="blue"."""
    seen: dict[SiteId, Seen] = {site.id: "empty" for site in layout.sites.values() if site.kind == "score"}
    for name, token in marks.items():
        place = SiteId(name.replace("_", ":"))
        assert place in seen
        seen[place] = token  # type: ignore[assignment]
    return seen


def test_given_tokens_on_a_strip_when_read_then_their_values_add_up() -> None:
    seen = _seen(STRIPS, score_blue_100="blue", score_blue_30="blue", score_blue_7="blue", score_red_3="red")
    shown = {item.seat: item.points for item in shown_scores(STRIPS, seen)}
    assert shown == {"blue": 137, "red": 3}


def test_given_a_marker_on_the_wrong_space_when_compared_then_where_it_stands_and_should() -> None:
    shown = shown_scores(TRACK, _seen(TRACK, score_any_23="blue", score_any_4="red"))
    (moved,) = score_differences(TRACK, shown, {"blue": 27, "red": 4})
    assert str(moved) == "blue's marker stands at 23, should be 27"


def test_given_a_strip_with_an_unknown_space_when_read_then_no_points_and_which_space() -> None:
    seen = _seen(STRIPS, score_blue_100="blue", score_blue_7="unknown")
    blue, red = shown_scores(STRIPS, seen)
    assert (blue.points, blue.doubtful) == (None, ("score:blue:7",))
    assert red.points == 0
    assert score_differences(STRIPS, (blue, red), {"blue": 100, "red": 0}) == ()


def test_given_two_markers_of_a_seat_on_the_track_when_read_then_no_points() -> None:
    (blue,) = shown_scores(TRACK, _seen(TRACK, score_any_23="blue", score_any_27="blue"))
    assert blue.points is None
    assert set(blue.doubtful) == {"score:any:23", "score:any:27"}


def test_given_a_board_without_score_sites_when_asked_then_it_is_the_same_board() -> None:
    assert with_score_pins(USA) is USA
    assert shown_scores(USA, {}) == ()


@given(tens=st.sets(st.sampled_from([0, 10, 20, 30, 100])), ones=st.sets(st.sampled_from([7, 3])))
def test_given_any_tokens_of_one_seat_when_read_then_the_sum(tens: set[int], ones: set[int]) -> None:
    seen = _seen(STRIPS, **{f"score_red_{value}": "red" for value in tens | ones})
    assert shown_scores(STRIPS, seen)[1].points == sum(tens | ones)


@pytest.mark.parametrize("name", ["score:blue", "score:blue:x", "marks:blue:3"])
def test_given_another_name_when_asked_then_no_score_site(name: str) -> None:
    odd = Site(id=SiteId(name), kind="score", x=1, y=1, has_pin=False)
    assert with_score_pins(_with_score([odd])).sites[odd.id].has_pin is False


def test_given_a_drawn_track_when_read_then_the_markers_are_found() -> None:
    spaces = [_space("any", value, 60 + 24.0 * value, 578.0) for value in range(1, 8)]
    layout = with_score_pins(_with_score(spaces))
    camera = SimulatedCamera(layout, size=(1920, 1080), seed=1)
    frame = camera.render({SiteId("score:any:2"): "blue", SiteId("score:any:6"): "red"}, at=0, number=0)
    answers = StillReader(_with_score(spaces), camera.model).read(frame).answers
    shown = {item.seat: item.points for item in shown_scores(layout, answers)}
    assert shown == {"blue": 2, "red": 6}


@pytest.mark.parametrize(
    ("first", "last", "stands", "points", "should"),
    [
        (0, 99, 42, 42, None),
        (0, 99, 37, 137, None),
        (0, 99, 36, 137, 37),
        (1, 100, 100, 0, None),
        (1, 100, 100, 200, None),
        (1, 100, 99, 200, 100),
        (0, 100, 5, 204, 4),
        (1, 100, 95, -5, None),
    ],
)
def test_given_more_points_than_a_track_has_when_compared_then_laps_do_not_count(
    first: int, last: int, stands: int, points: int, should: int | None
) -> None:
    track = _with_score([_space("any", value, 9.0 * value, 620.0) for value in range(first, last + 1)])
    shown = shown_scores(track, _seen(track, **{f"score_any_{stands}": "blue"}))
    assert [one.should for one in score_differences(track, shown, {"blue": points})] == (
        [] if should is None else [should]
    )
