"""The table before its game: presses and tokens in, words out, until a game is chosen."""

from dataclasses import replace

import pytest

from dialog.setup import DeviceWell, Draft, EarWay, Facts, Stage, Who
from engine import EDITIONS, SEATS, Seat
from table.surroundings import Made, Surroundings
from tabletop import DeviceHealth
from tests.table.setting_up_table import BOTH, DENVER, LIVE, SEES, Before, pressing, ready


def test_given_speech_that_starts_slowly_when_waited_for_then_a_soft_sound_every_five_seconds() -> None:
    spoken: list[bool] = []
    before = Before(around=Surroundings(ready=lambda: bool(spoken)))
    before.sense(LIVE)
    assert before.wait(11.0) == []
    assert before.sounds() == ["wait"] * 3
    assert before.press("yes") == ["I am starting; one moment, please."]
    spoken.append(True)
    assert before.wait(0.2)[0] == "Hello, this is Fingerpost. If you hear this, the loudspeaker works."


def test_given_tokens_that_tell_no_seat_when_set_then_the_button_or_the_list_is_offered() -> None:
    before = ready(Before(coded=False))
    before.press("yes", "no", "no", "yes", "yes", "yes")
    assert isinstance(before.table.panel.mode, Who)
    count = len(before.paper.said)
    before.see(DENVER, "something")
    assert before.said(count)[0].startswith("A token, but whose? Press your seat button")
    before.sense(*pressing(before.at, seat="green"))
    assert before.table.panel.desk.draft.seats == ("green",)


def test_given_a_pin_and_a_camera_when_a_token_is_set_then_it_joins_once_by_what_the_camera_sees() -> None:
    before = ready(Before(expected=BOTH, coded=False))
    before.sense(SEES)
    before.board(sense="camera")
    before.press("yes", "no", "no", "yes", "yes", "yes")
    count = len(before.paper.said)
    before.see(DENVER, "something")
    assert before.said(count) == []
    before.see(DENVER, "red", "camera")
    assert before.said(count) == ["Red square sits first. Lift it again."]


def test_given_a_lot_when_drawn_then_the_same_seed_draws_the_same_seat_and_it_starts() -> None:
    draft = Draft(edition="europe", cards="untracked", seats=("blue", "red", "green"))
    given: frozenset[Stage] = frozenset({"edition", "cards", "seats"})
    ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("screen",))
    facts = Facts(editions=("europe",), given=given, first=False, ways=ways)
    starters = set()
    for _ in range(2):
        before = ready(Before(draft=draft, facts=facts))
        before.press("yes", "back", "yes", "yes")
        choice = before.table.choice
        assert isinstance(choice, Made)
        assert choice.draft.turn_order()[0] == choice.draft.starter
        starters.add(choice.draft.starter)
    assert len(starters) == 1


def test_given_later_evenings_when_set_up_then_the_words_are_brief_and_the_long_ones_are_kept() -> None:
    before = ready(Before(facts=Facts(editions=tuple(EDITIONS), first=False)))
    assert before.said() == ["Fingerpost. Loudspeaker works.", "The board is well.", "Ready. New game?"]
    assert before.paper.said[-1].full.startswith("Ready. New game: Yes.")


def test_given_full_words_on_a_later_evening_when_set_up_then_they_are_as_full_as_on_the_first() -> None:
    full = []
    for first in (True, False):
        draft = Draft(edition="europe", cards="untracked", seats=("blue", "red"), starter="blue")
        given: frozenset[Stage] = frozenset({"edition", "cards", "seats", "starter"})
        ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("screen",))
        facts = Facts(editions=("europe",), given=given, ways=ways, first=first)
        before = ready(Before(draft=draft, facts=facts))
        if first:
            before.press("yes", "no", "no")  # the speed, the practice
        before.press("yes")
        full.append(before.paper.said[-1].text("full"))
    assert full[0] == full[1] and "Each has 45 trains." in full[0]


def test_given_a_repeat_a_seat_button_and_history_when_pressed_then_each_is_answered() -> None:
    before = ready(Before())
    assert before.press("repeat") == []
    assert [one.normal for one in before.paper.repeated][-1].startswith("Slower")
    count = len(before.paper.said)
    before.sense(*pressing(before.at, seat="red"))
    assert before.said(count) == ["Red square."]


@pytest.mark.criterion(72)
def test_given_an_earphone_that_is_not_there_when_tried_then_the_ways_out_are_offered_at_once() -> None:
    ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("own", "shared"))
    given: frozenset[Stage] = frozenset({"edition", "cards", "seats", "starter"})
    draft = Draft(edition="europe", cards="dealt", seats=("blue", "red"), starter="blue")
    before = ready(
        Before(draft=draft, facts=Facts(editions=("europe",), ways=ways, given=given, first=False))
    )
    said = before.press("yes")
    assert said == ["Blue disc, do you hear me?", "Your ear."]
    assert before.paper.said[-1].audience == "blue"
    count = len(before.paper.said)
    before.sense(DeviceHealth(device="ear", ear="blue", condition="lost", at=before.at, cause="none"))
    assert before.said(count)[0].startswith("Blue disc has no ear yet. Pass round the shared earphone?")
    before.press("yes", "yes", "yes")
    assert isinstance(before.table.choice, Made)
    assert dict(before.table.choice.draft.ears) == {"blue": "shared", "red": "own"}


def test_given_a_camera_that_stays_away_when_it_tells_so_again_and_again_then_the_test_goes_on() -> None:
    saved = DeviceWell(device="store")
    before = ready(Before(expected=BOTH, around=Surroundings(looked=lambda: [saved])))
    gone = DeviceHealth(device="camera", condition="lost", at=before.at, cause="unplugged")
    before.sense(gone)
    before.press("yes", "no", "no")
    assert before.said()[-1].startswith("Camera lost")
    assert before.press("no") == ["Games are being saved."]
    count = len(before.paper.said)
    for second in range(3):
        before.sense(replace(gone, at=before.at + second))
    assert before.said(count) == []
    before.sense(replace(gone, cause="board-lost", at=before.at + 3))
    assert len(before.said(count)) == 1


def test_given_a_press_that_the_network_held_up_when_it_comes_then_it_is_refused_in_words() -> None:
    before = ready(Before())
    place, count = before.table.panel.mode, len(before.paper.said)
    before.sense(*pressing(before.at - 1.6, button="yes"), *pressing(before.at - 1.6, seat="red"))
    assert before.said(count) == ["That press came too late. Nothing was done."] * 2
    assert before.table.panel.mode == place
    before.wait(2.0)
    before.sense(*pressing(before.at - 1.4, button="yes"))
    assert before.table.panel.mode != place
