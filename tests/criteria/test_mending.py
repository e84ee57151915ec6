"""Reconcile: criteria 36 to 41 and 44, at a table with pins and camera."""

from math import atan2, degrees, hypot

import pytest

from announce import Wording
from dialog import Mending, TakeBack
from engine import Game, Seat
from reconcile import expected_tokens
from storage.store import GameLog
from table.earlier import EarlierSittings
from table.session import Session
from tabletop import DeviceHealth, Observation, SiteId
from tests.criteria.panel_table import Paper
from tests.criteria.sensed_table import DULUTH, HELENA, LAYOUT, OMAHA, SANTA_FE, SensedTable

BOSTON = SiteId("boston-montreal:1")
SEATTLE = SiteId("helena-seattle")
FIVE = (OMAHA, DULUTH, SANTA_FE, BOSTON, HELENA)
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def fallen_table(*, camera: bool = True, store: GameLog | None = None) -> SensedTable:
    """Five claims, the tokens of four on the floor, the rebuild begun."""
    table = SensedTable(claims=FIVE, camera=camera, store=store)
    table.lift(OMAHA, DULUTH, SANTA_FE, BOSTON)
    table.wait(2.0)
    table.press("yes", "yes")
    assert table.mode == Mending("step")
    return table


def owner(table: SensedTable, site: SiteId) -> Seat:
    return expected_tokens(table.state)[site]


@pytest.mark.criterion(36)
def test_given_three_contacts_opening_at_once_when_quiet_then_one_word_for_all_and_no_event() -> None:
    table = SensedTable(claims=FIVE)
    events = len(table.session.game.events)
    for site in (OMAHA, DULUTH, SANTA_FE):
        table.see(site, "empty")
        table.wait(0.6)
    table.wait(8.0)
    assert table.words() == ["Stop, please: 3 tokens fell. Nothing is lost. Rebuild by voice?"]
    assert table.sounds().count("fallen") == 1
    assert len(table.session.game.events) == events


def test_given_many_fallen_tokens_when_nobody_wants_to_rebuild_by_voice_then_what_to_do_is_said() -> None:
    table = SensedTable(claims=FIVE)
    for site in (OMAHA, DULUTH, SANTA_FE):
        table.see(site, "empty")
    table.wait(2.0)
    assert table.press("no") == [
        "3 tokens are off their pins. Put them back in any order, or rebuild by Menu, Board help."
    ]
    assert table.set_token(owner(table, DULUTH), DULUTH) == ["Chicago to Duluth is right; 2 left."]


@pytest.mark.criterion(37)
def test_given_the_rebuild_when_tokens_come_in_any_order_then_each_is_answered_and_the_count_falls() -> None:
    table = fallen_table()
    first = next(name for name in table.words()[::-1] if "1 of 4" in name)
    for left, site in zip((3, 2, 1), (SANTA_FE, BOSTON, OMAHA), strict=True):
        before = len(table.paper.said)
        table.see(site, owner(table, site))
        table.wait(0.5)  # quiet
        table.wait(1.0)
        [said] = table.words(before)
        assert f"{left} left" in said, first
    before = len(table.paper.said)
    table.set_token(owner(table, DULUTH), DULUTH)
    assert table.words(before)[0].startswith("The board agrees: 5 tokens.")


@pytest.mark.criterion(37)
def test_given_the_rebuild_when_one_is_skipped_then_it_comes_back_at_the_end() -> None:
    table = fallen_table()
    wanted = table.words()[-1].split(": ")[1].split(". ")[0]
    table.press("no")
    assert wanted not in table.words()[-1]
    names = {site: Wording(table.state.game_map, LAYOUT).vocabulary.site(site) for site in FIVE}
    for site in (OMAHA, DULUTH, SANTA_FE, BOSTON):
        if names[site] != wanted:
            table.set_token(owner(table, site), site)
    assert wanted in table.press("back")[-1]


@pytest.mark.criterion(38)
@pytest.mark.parametrize("wrong", [SEATTLE, SiteId("miami-new-orleans"), SiteId("calgary-winnipeg")])
def test_given_a_wrong_site_when_said_then_named_with_the_way_right_to_45_degrees_and_a_centimetre(
    wrong: SiteId,
) -> None:
    table = fallen_table()
    asked = table.words()[-1]
    names = {Wording(table.state.game_map, LAYOUT).vocabulary.site(site): site for site in FIVE}
    wanted = next(site for name, site in names.items() if name in asked)
    [said] = table.set_token("blue", wrong)
    here, there = LAYOUT.sites[wrong], LAYOUT.sites[wanted]
    dx, dy = there.x - here.x, there.y - here.y
    assert Wording(table.state.game_map, LAYOUT).vocabulary.site(wrong) in said
    told_mm = 10 * int(next(word for word in said.split() if word.isdigit()))
    assert abs(told_mm - hypot(dx, dy)) <= 10
    point = said.rstrip(".").split()[-1]
    angle = POINTS.index(point) * 45
    assert abs((degrees(atan2(dx, -dy)) - angle + 180) % 360 - 180) <= 45


@pytest.mark.criterion(39)
def test_given_a_wrong_shape_when_the_camera_is_live_then_it_is_said() -> None:
    table = fallen_table()
    [said] = table.set_token("red", OMAHA)
    assert said == "Right pin, wrong shape: Denver to Omaha is blue disc's. Swap it."


@pytest.mark.criterion(39)
def test_given_no_camera_when_the_rebuild_ends_then_it_is_said_that_shapes_were_not_checked() -> None:
    table = fallen_table(camera=False)
    for site in (OMAHA, DULUTH, SANTA_FE, BOSTON):
        table.set_token(owner(table, site), site)
    told = [one for one in table.paper.said if one.normal][-1]
    assert told.normal.startswith("The board agrees: 5 tokens.")
    assert "could not check shapes" in told.full


@pytest.mark.criterion(40)
def test_given_tokens_that_stay_missing_when_the_table_says_so_then_that_is_kept_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = fallen_table()
    kept: list[tuple[str, object]] = []
    monkeypatch.setattr(table.session.keeper, "note", lambda notes, at: kept.extend(notes.items()))
    for site in (OMAHA, DULUTH):
        table.set_token(owner(table, site), site)
    said = table.press("no", "no")
    assert said[-1] == "2 tokens are still missing. Play on without them? No goes on looking."
    assert table.session.tracker.accepted == ()
    assert table.press("yes")[-1] == "Agreed: 2 tokens are missing. Green triangle to move."
    missing = {SANTA_FE: owner(table, SANTA_FE), BOSTON: owner(table, BOSTON)}
    assert set(table.session.tracker.accepted) == set(missing)
    assert kept == [("missing", missing)]
    table.set_token("green", SEATTLE)
    assert table.claims()[-1] == ("green", SEATTLE)


@pytest.mark.criterion(41)
@pytest.mark.parametrize("answer", ["yes", "token back", "token elsewhere"])
def test_given_grace_when_the_last_token_is_lifted_then_one_question_and_each_answer_settles_it(
    answer: str,
) -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.paper.said.clear()
    table.lift(OMAHA)
    table.wait(5.0)
    assert table.words() == ["Take back Denver to Omaha? Yes, or put the token back."]
    match answer:
        case "yes":
            table.press("yes")
            assert table.state.owners == {}
        case "token back":
            assert table.set_token("blue", OMAHA) == ["Denver to Omaha is right again."]
            assert expected_tokens(table.state) == {OMAHA: "blue"}
        case _:
            table.set_token("blue", SANTA_FE)
            assert expected_tokens(table.state) == {SANTA_FE: "blue"}
    assert not isinstance(table.mode, TakeBack)


@pytest.mark.criterion(41)
def test_given_a_lifted_token_when_the_table_says_that_it_stands_elsewhere_then_the_claim_is_corrected() -> (
    None
):
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.lift(OMAHA)
    table.see(SANTA_FE, "red", 0.8)  # a misread token: whose it is is asked
    table.wait(3.0)
    said = table.press("forward", "forward", "yes")
    assert said[-1].startswith("Corrected: blue disc claims Denver to Santa Fe")
    assert expected_tokens(table.state) == {SANTA_FE: "blue"}
    assert not isinstance(table.mode, TakeBack)


@pytest.mark.criterion(41)
def test_given_a_dirty_pin_when_the_table_says_that_its_token_stands_then_the_next_token_is_the_movers() -> (
    None
):
    table = SensedTable(camera=False)
    table.set_token("blue", OMAHA)
    table.lift(OMAHA)
    assert table.words()[-1] == "Take back Denver to Omaha? Yes, or put the token back."
    table.press("no")
    said = table.set_token("red", SANTA_FE)
    table.wait(4.0)
    assert not any("Corrected" in words for words in said)
    assert expected_tokens(table.state) == {OMAHA: "blue", SANTA_FE: "red"}


@pytest.mark.criterion(44)
@pytest.mark.parametrize("missing", [0, 1, 3])
def test_given_a_resume_with_differences_when_compared_then_their_number_then_one_at_a_time(
    missing: int,
) -> None:
    before = SensedTable(claims=FIVE)
    game = Game.replay(before.session.game.events)
    paper = Paper()
    session = Session(
        game,
        layout=LAYOUT,
        wording=Wording(game.state.game_map, LAYOUT),
        store=None,
        sinks=[paper],
        earlier=EarlierSittings(stored=len(game.events)),
    )
    stands = set(list(FIVE)[missing:])
    session.handle(DeviceHealth(device="hub", condition="live", at=0.0), 0.0)
    for site in LAYOUT.pins():
        seen = "something" if site.id in stands else "empty"
        session.handle(Observation(site=site.id, sense="pin", seen=seen, at=0.0), 0.0)  # type: ignore[arg-type]
    session.begin(0.0)
    for tenth in range(1, 60):
        session.tick(tenth / 10)
    said = [one.normal for one in paper.said if one.normal]
    if missing == 0:
        assert any(words.startswith("All 5 tokens agree") or "agrees: 5 tokens" in words for words in said)
    else:
        differ = next(words for words in said if f"{5 - missing} of 5" in words)
        step = next(words for words in said if words.startswith(f"1 of {missing}"))
        assert said.index(differ) < said.index(step)
        assert "centimetre" in step


@pytest.mark.criterion(39)
@pytest.mark.parametrize("off_s", [0.5, 2.5])
def test_given_a_token_exchanged_for_anothers_at_once_when_seen_then_it_is_said_and_when_right_that_too(
    off_s: float,
) -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(DULUTH, "empty")
    table.wait(off_s)  # too short to be told as fallen
    table.set_token("blue", DULUTH)
    table.wait(4.0)
    assert table.words() == ["Right pin, wrong shape: Chicago to Duluth is red square's. Swap it."]
    table.see(DULUTH, "empty")
    table.wait(off_s)
    table.set_token("red", DULUTH)
    table.wait(30.0)
    assert table.words()[1:] == ["Chicago to Duluth is right again."]


@pytest.mark.criterion(37)
def test_given_a_rebuild_when_a_wrong_token_elsewhere_is_put_right_then_the_count_stays() -> None:
    claims = (OMAHA, DULUTH, SANTA_FE, HELENA)
    table = SensedTable(claims=claims)
    for site in (OMAHA, SANTA_FE, HELENA):
        table.see(site, "empty")
    table.wait(4.0)
    table.press("yes", "yes")
    for seat in ("blue", "red"):
        table.see(DULUTH, "empty")
        table.wait(0.5)
        table.set_token(seat, DULUTH)
    assert table.words()[-1] == "Chicago to Duluth is right; 3 left."
    assert not any("as well" in words for words in table.words())
