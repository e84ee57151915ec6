"""Score markers at the table: told once, after a while, by camera or pins; never a question."""

from dataclasses import replace

import pytest
from msgspec import structs

from announce import Wording
from engine import Game, Seat, State, edition, game_map
from table.score_marks import GRACE_S, ScoreMarks
from table.session import Session
from tabletop import BoardLayout, DeviceHealth, Observation, Seen, Sense, Site, SiteId, board_layout
from tests.table.test_session import Paper

USA = board_layout("usa")
GAME = Game.new(edition("us-accessible"), game_map("usa"), ("blue", "red"), cards="untracked", seed=1)


def _with(sites: list[Site]) -> BoardLayout:
    return replace(USA, sites={**USA.sites, **{site.id: site for site in sites}})


def _space(seat: str, value: int) -> Site:
    return Site(id=SiteId(f"score:{seat}:{value}"), kind="score", x=9.0 * value, y=640, has_pin=False)


STRIPS = _with([_space(seat, value) for seat in ("blue", "red") for value in (*range(11), 20, 30)])
TRACK = _with([_space("any", value) for value in range(1, 101)])


def _points(blue: int, red: int = 0) -> State:
    points: dict[Seat, int] = {"blue": blue, "red": red}
    return structs.replace(GAME.state, points=points)


class _Marks:
    """Score sites, all empty at first, and time that passes."""

    def __init__(self, layout: BoardLayout, sense: Sense = "camera") -> None:
        self.marks = ScoreMarks(layout, Wording(game_map("usa"), layout))
        self.sense: Sense = sense
        self.at = 0.0
        for site in layout.sites.values():
            if site.kind == "score":
                self.see(site.id, "empty")

    def see(self, site: str, seen: Seen, sense: Sense | None = None) -> None:
        told = Observation(site=SiteId(site), sense=sense or self.sense, seen=seen, at=self.at)
        assert self.marks.take(told)

    def told(self, state: State, seconds: float = GRACE_S + 2) -> list[str]:
        said = []
        for _ in range(round(seconds)):
            self.at += 1.0
            said += [announcement.normal for announcement in self.marks.tick(state, self.at)]
        return said


def test_given_a_marker_that_stays_behind_when_time_passes_then_it_is_told_once() -> None:
    table = _Marks(TRACK)
    table.see("score:any:23", "blue")
    assert table.told(_points(23)) == []
    assert table.told(_points(27), GRACE_S - 1) == []
    assert table.told(_points(27)) == ["Blue disc's marker stands at 23, should be 27."]
    assert table.told(_points(27), 100) == []
    table.see("score:any:23", "empty")
    table.see("score:any:26", "blue")
    assert table.told(_points(27)) == ["Blue disc's marker stands at 26, should be 27."]


def test_given_a_marker_that_is_moved_in_time_when_time_passes_then_nothing_is_told() -> None:
    table = _Marks(TRACK)
    table.see("score:any:23", "blue")
    assert table.told(_points(27), 10) == []
    table.see("score:any:23", "empty")
    assert table.told(_points(27), 10) == []
    table.see("score:any:27", "blue")
    assert table.told(_points(27), 100) == []
    assert table.told(_points(127), 100) == []


def test_given_markers_at_the_start_of_a_track_when_nobody_has_points_then_nothing_is_told() -> None:
    table = _Marks(TRACK)
    table.see("score:any:100", "blue")  # boards print 100 where a lap begins and ends
    assert table.told(_points(0)) == []
    assert table.told(_points(200)) == []
    assert table.told(_points(7)) == ["Blue disc's marker stands at 100, should be 7."]


def test_given_pins_alone_when_felt_on_a_seats_strip_then_they_are_its_markers() -> None:
    table = _Marks(STRIPS, "pin")
    table.see("score:blue:20", "something")
    table.see("score:blue:3", "something")
    assert table.told(_points(27)) == ["Blue disc's marker stands at 23, should be 27."]


def test_given_pins_alone_on_a_shared_track_when_felt_then_nobody_is_named() -> None:
    table = _Marks(TRACK, "pin")
    table.see("score:any:20", "something")
    assert table.told(_points(27, 3)) == []


@pytest.mark.parametrize(
    ("sense", "seen"), [("camera", "unknown"), ("pin", "empty"), ("camera", "red"), ("camera", "something")]
)
def test_given_a_doubtful_space_when_time_passes_then_nothing_is_told(sense: Sense, seen: Seen) -> None:
    table = _Marks(TRACK)
    table.see("score:any:23", "blue")
    table.see("score:any:23", seen, sense)
    assert [words for words in table.told(_points(27)) if "Blue" in words] == []


def test_given_strips_that_nobody_uses_or_a_game_that_is_over_when_time_passes_then_nothing_is_told() -> None:
    table = _Marks(STRIPS)
    assert table.told(_points(27)) == []
    table.see("score:blue:3", "blue")
    assert table.told(structs.replace(_points(27), phase="over")) == []


def test_given_a_marker_at_the_table_when_it_stands_wrong_then_it_is_said_and_claims_nothing() -> None:
    paper = Paper()
    session = Session(GAME, layout=TRACK, wording=Wording(game_map("usa"), TRACK), store=None, sinks=[paper])
    session.handle(DeviceHealth(device="camera", condition="live", at=0.0), 0.0)
    for site, where in TRACK.sites.items():
        if where.has_pin or where.kind == "score":
            seen: Seen = "blue" if site == "score:any:5" else "empty"
            session.handle(Observation(site=site, sense="camera", seen=seen, at=0.0), 0.0)
    session.begin(0.0)
    for step in range(60):
        session.tick(0.5 * step)
    assert paper.words()[-1] == "Blue disc's marker stands at 5, should be 0."
    assert session.game.state.owners == {}
