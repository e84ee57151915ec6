"""Set-up: tokens that are shown, phones that join, and earphones that are tried and passed."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from dialog import PutOut, Say
from dialog.setup import (
    BeginShowing,
    Clear,
    Desk,
    Draft,
    EarWay,
    EndShowing,
    Facts,
    NoEar,
    SeatsRight,
    SetupPanel,
    SetupPhone,
    Showing,
    ShowTokens,
    Start,
    StarterList,
    Summary,
    WantTokens,
    Who,
)
from engine import EDITIONS, SEATS, Seat
from tabletop import DeviceHealth, LessonNews
from tests.dialog.setup_bench import FACTS, THREE, WELL, at, desk, pressed, words


def shows(**changes: Any) -> SetupPanel:
    """A first evening whose camera can be shown the tokens, after practice and self-test."""
    panel = SetupPanel(Desk(facts=Facts(editions=tuple(EDITIONS)), findings=(WELL,), showable=THREE))
    panel.desk = replace(panel.desk, **changes)
    panel.begin(0.0)
    pressed(panel, "yes", "no", "no")
    return panel


def test_given_a_first_evening_with_a_camera_when_tested_then_the_tokens_are_asked_for_once() -> None:
    panel = shows()
    assert isinstance(panel.mode, ShowTokens)
    assert words(panel, panel.tick(121.0))[0].startswith("Show me your tokens, so that I know their colours?")
    assert words(panel, pressed(panel, "no"))[0].startswith("Ready. New game: Yes.")
    pressed(panel, "forward", "forward", "yes", "no", "no")  # practice once more, then the tests
    assert not isinstance(panel.mode, ShowTokens)
    known = replace(panel.desk.facts, tokens=True)
    assert [shows(showable=()).mode, shows(offered=True).mode, shows(facts=known).mode] == [Start()] * 3


def test_given_tokens_that_are_shown_when_seen_then_each_step_is_said_and_the_list_follows() -> None:
    panel = shows()
    effects = pressed(panel, "yes")
    assert effects[0] == BeginShowing()
    assert words(panel, effects) == ["Take all tokens off; the camera looks at the empty board first."]
    assert words(panel, pressed(panel, "forward")) == words(panel, effects)  # nobody's are asked for yet
    want = "Show {}: set one on a pin, or two far apart, and take your hand away."
    assert words(panel, panel.shown(LessonNews(step="wanted", seat="blue"), 101.0)) == [
        want.format("blue disc")
    ]
    assert panel.tick(999.0) == ()  # the camera asks again by itself
    effects = pressed(panel, "back")
    assert (effects[0], words(panel, effects)) == (WantTokens("green"), [want.format("green triangle")])
    assert words(panel, pressed(panel, "forward", "yes")) == [want.format("blue disc")]
    for seat, after in pairwise(THREE):
        assert words(panel, panel.shown(LessonNews(step="taken", seat=seat), 102.0))[0].endswith(": seen.")
        panel.shown(LessonNews(step="wanted", seat=after), 102.0)
    panel.shown(LessonNews(step="crowded"), 103.0)
    assert words(panel, pressed(panel, "yes"))[0].startswith("Something lies over the board.")
    said = words(panel, panel.shown(LessonNews(step="done"), 104.0))
    assert said[0] == "All tokens are known. Take them off."
    assert said[1].startswith("Ready. New game: Yes.")
    assert words(panel, panel.shown(LessonNews(step="unsaved"), 104.1))[0].startswith(
        "The tokens are known, but"
    )
    assert panel.shown(LessonNews(step="crowded"), 104.2) == ()


def test_given_a_showing_that_is_left_when_no_or_the_camera_goes_then_it_ends_with_what_was_shown() -> None:
    panel = at(Showing(Start(), THREE))
    assert words(panel, pressed(panel, "no"))[0] == "No tokens were shown."
    panel = at(Showing(Start(), ("red",)))
    effects = pressed(panel, "no")
    assert (effects[0], words(panel, effects)[0]) == (EndShowing(), "2 of 3 kinds of token were shown.")
    gone = DeviceHealth(device="camera", condition="lost", at=0.0, cause="unplugged")
    assert panel.camera(gone, 1.0) == ()
    panel = at(Showing(Start(), THREE))
    effects = panel.camera(gone, 1.0)
    assert effects[0] == EndShowing()
    assert "amera" in words(panel, effects)[0]
    assert panel.mode == Start()
    lost = at(Start(4), panel.desk)
    assert [*map(type, pressed(lost, "yes"))] == [Say, Say]  # why, and the same list again
    assert words(panel, effects) == words(lost, pressed(at(Start(4), panel.desk), "yes"))


def test_given_a_phone_that_joins_meanwhile_when_kept_then_the_showing_goes_on_where_it_is() -> None:
    panel = at(Showing(Start(), THREE, asked=True))
    panel.phone("green", 1.0)
    assert panel.shown(LessonNews(step="taken", seat="blue"), 2.0) == ()
    panel.shown(LessonNews(step="wanted", seat="red"), 2.0)
    assert words(panel, pressed(panel, "yes"))[0].startswith("Show red square")
    panel.phone("green", 200.0)
    panel.shown(LessonNews(step="done"), 201.0)
    panel.press("no", 300.0)
    assert panel.mode == Start()


@pytest.mark.criterion(76)
def test_given_a_phone_that_joins_while_its_ear_is_asked_when_it_stays_then_that_seat_hears_by_it() -> None:
    draft = Draft(edition="europe", cards="dealt", seats=("red", "blue"))
    ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("shared", "page"))
    panel = at(NoEar("red"), desk(facts=replace(FACTS, ways=ways), draft=draft))
    assert words(panel, panel.phone("red", 99.0)) == [
        "A phone joined as red square. If that is wrong, press No. Yes lets it stay."
    ]
    assert words(panel, panel.press("no", 99.2))[0].startswith(
        "A phone joined"
    )  # that was meant for the list
    assert words(panel, pressed(panel, "yes"))[0].startswith("Blue disc has no ear yet.")
    assert panel.desk.draft.ears == (("red", "page"),)


@pytest.mark.criterion(76)
def test_given_a_phone_that_joins_when_no_then_it_is_put_out_and_the_question_is_asked_again() -> None:
    panel = at(Clear(), desk())
    panel.phone("green", 99.0)
    panel.phone("red", 99.1)  # another one: the first stays
    panel.standing((), 99.2)  # meanwhile the last token is lifted
    effects = pressed(panel, "no")
    assert effects[0] == PutOut("red")
    assert panel.mode == Summary()
    assert dict(panel.desk.draft.ears)["blue"] == "own"


def test_given_phones_that_join_one_after_the_other_when_nobody_presses_then_each_is_its_seats_ear() -> None:
    panel = at(NoEar("blue"), shared_for_all())
    panel.phone("blue", 99.0)
    assert words(panel, panel.phone("red", 99.2))[0].startswith("A phone joined as red square.")
    pressed(panel, "yes")
    assert dict(panel.desk.draft.ears) == {"blue": "page", "red": "page"}
    assert not isinstance(panel.mode, NoEar)


def test_given_a_phone_of_which_nobody_heard_when_another_joins_then_it_is_asked_about_after() -> None:
    panel = at(NoEar("blue"), shared_for_all())
    panel.phone("blue", 99.0)
    panel.hear(99.0, begun=False)
    panel.phone("red", 99.1)
    assert panel.desk.draft.ears == ()  # no private word goes to a phone that nobody was told of
    panel.hear(101.0, begun=True)
    panel.press("yes", 103.0)
    assert panel.mode == SetupPhone("blue", NoEar("blue"))


def test_given_a_seat_with_an_earphone_when_its_phone_joins_too_then_the_earphone_is_still_tried() -> None:
    panel = at(StarterList(), desk())
    panel.phone("blue", 99.0)
    pressed(panel, "yes")
    assert panel.mode == StarterList()
    assert dict(panel.desk.draft.ears)["blue"] == "own"


def shared_for_all(**facts: Any) -> Desk:
    """Blue and red play with cards dealt; there is an earphone to be passed round, and pages."""
    ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("shared", "page"))
    draft = Draft(edition="europe", cards="dealt", seats=("blue", "red"))
    return desk(facts=replace(FACTS, ways=ways, **facts), draft=draft, standing=())


def test_given_a_yes_to_the_shared_earphone_by_mistake_when_no_then_it_is_asked_again() -> None:
    panel = at(NoEar("blue"), shared_for_all())
    pressed(panel, "yes")
    assert panel.mode == NoEar("red")
    said = words(panel, pressed(panel, "no"))
    assert said[0].startswith("Blue disc has no ear yet.")
    assert not panel.desk.draft.ears
    pressed(panel, "forward", "yes", "yes")
    assert dict(panel.desk.draft.ears) == {"blue": "page", "red": "shared"}
    pressed(panel, "no", "no", "no")
    assert isinstance(panel.mode, Who)  # before the first seat's ear stands the step before


def test_given_last_evenings_ears_when_somebody_goes_back_to_them_then_each_is_asked_about_again() -> None:
    ears: tuple[tuple[Seat, EarWay], ...] = (("blue", "shared"), ("red", "shared"))
    last = Draft(edition="europe", cards="dealt", seats=("blue", "red"), ears=ears)
    panel = at(SeatsRight(), shared_for_all(last=last))
    pressed(panel, "yes")
    assert isinstance(panel.mode, StarterList)  # they are as last time, unasked
    assert panel.desk.draft.ears == ears
    assert words(panel, pressed(panel, "no"))[0].startswith("Blue disc has no ear yet.")
    pressed(panel, "forward", "yes", "forward", "yes")
    assert dict(panel.desk.draft.ears) == {"blue": "page", "red": "page"}
