"""Set-up at the panel: every button at every place, the way to a game and back, and what Ask tells."""

from collections import deque

import pytest
from msgspec.structs import replace

from dialog import Edge, History, Repeat, Say, StillWaiting, Where
from dialog.setup import (
    SETUP_ROWS,
    CardList,
    Clear,
    Desk,
    Draft,
    EarTry,
    EditionList,
    Goodbye,
    GoOnWith,
    LookAgain,
    NewGame,
    NoEar,
    PinTour,
    Resume,
    SeatsRight,
    SelfTest,
    SetupMode,
    SetupPanel,
    Speed,
    Start,
    StarterList,
    Summary,
    SwitchOff,
    TurnRate,
    Who,
    start_items,
)
from engine import EDITIONS, SEATS, CardMode
from tabletop import BUTTONS
from tests.dialog.kinds import kinds
from tests.dialog.setup_bench import (
    FACTS,
    FAULT,
    OTHER,
    PLACES,
    SITE,
    WELL,
    WORDING,
    at,
    desk,
    first,
    pressed,
    words,
)


def test_given_every_place_then_it_has_its_row_and_its_sample() -> None:
    assert set(SETUP_ROWS) == set(PLACES) == kinds(SetupMode, set_up=True)


@pytest.mark.criterion(12)
@pytest.mark.parametrize("kind", SETUP_ROWS)
def test_given_a_place_of_set_up_when_a_button_is_pressed_then_something_is_said_or_done(
    kind: type,
) -> None:
    for button in BUTTONS:
        assert pressed(at(PLACES[kind]), button), button
    for seat in SEATS:
        assert at(PLACES[kind]).press_seat(seat, 100.0), seat


@pytest.mark.criterion(80)
def test_given_any_state_of_set_up_when_ask_is_pressed_then_where_and_yes_and_no_in_25_words() -> None:
    """From power-on, by every button and both ways of a device's answer; with seats, ears and games there."""
    seen: set[tuple[SetupMode, Draft]] = set()
    waiting = deque((mode, desk()) for mode in PLACES.values())
    while waiting and len(seen) < 2500:
        mode, here = waiting.popleft()
        if (mode, here.draft) in seen:
            continue
        seen.add((mode, here.draft))
        told = [e for e in pressed(at(mode, here), "ask") if isinstance(e, Say)]
        assert any(isinstance(effect.prompt, Where) for effect in told)
        [said] = [WORDING.prompt(e.prompt, here)[0].normal for e in told if isinstance(e.prompt, Where)]
        assert len(said.split()) <= 25, said
        assert "Yes" in said and "No" in said, said
        for button in BUTTONS:
            panel = at(mode, here)
            panel.press(button, 100.0)
            waiting.append((panel.mode, panel.desk))
    assert {type(mode) for mode, _ in seen} == set(PLACES)


def test_given_the_first_power_on_when_answered_then_speed_practice_test_and_a_new_game() -> None:
    panel = first()
    assert pressed(panel, "back") == (TurnRate(-1),)
    assert words(panel, panel.rate(150, 1.0)) == [
        "Slower: Back. Faster: Forward. Yes when this speed is right."
    ]
    assert words(panel, pressed(panel, "yes"))[0].startswith("Button practice")
    assert words(panel, pressed(panel, "repeat")) == ["Repeat: says the last words again."]
    said = words(panel, pressed(panel, "no", "no"))
    assert said[0] == "Board: 148 pins answer. All are empty."
    assert said[1].startswith("Ready. New game: Yes.")
    edition = f"Which edition? United States. 1 of {len(EDITIONS)}."
    assert words(panel, pressed(panel, "yes"))[0].startswith(edition)


@pytest.mark.criterion(14)
def test_given_the_first_question_when_answered_at_once_then_it_starts_again() -> None:
    panel = first()
    assert words(panel, panel.press("yes", 0.3))[0].startswith("Slower")
    assert panel.mode == Speed()


@pytest.mark.criterion(19)
def test_given_a_question_of_set_up_when_nobody_answers_then_once_more_and_then_only_a_sound() -> None:
    panel = first()
    pressed(panel, "yes", "no", "no")
    assert panel.tick(120.9) == ()  # the last press was at 101
    assert words(panel, panel.tick(121.0))[0].startswith("Ready")
    assert panel.tick(150.9) == ()
    assert panel.tick(151.0) == (StillWaiting(),)


def test_given_tokens_when_set_in_seating_order_then_seats_and_the_summary_tells_them() -> None:
    panel = first(ways=dict.fromkeys(SEATS, ("screen",)))
    pressed(panel, "yes", "no", "no", "yes", "forward", "forward", "yes", "yes")
    assert isinstance(panel.mode, Who)
    assert words(panel, panel.token("blue", SITE, 101.0)) == ["Blue disc sits first. Lift it again."]
    assert words(panel, panel.token("red", OTHER, 102.0)) == ["Red square is number 2. Lift it again."]
    assert panel.token("red", OTHER, 103.0) == ()
    assert "whose" in words(panel, panel.token(None, OTHER, 104.0))[0]
    assert words(panel, pressed(panel, "yes")) == ["2 seats: blue disc and red square. Right?"]
    assert words(panel, pressed(panel, "yes"))[0].startswith("Who starts? Whoever visited most countries")
    assert words(panel, pressed(panel, "forward", "forward")) == ["Drawn by lot? 3 of 3."]
    said = words(panel, pressed(panel, "back", "yes"))
    assert said == ["Europe, cards dealt. Red square starts. One of each double route only. Start?"]
    assert pressed(panel, "yes") == (NewGame(),)
    assert panel.desk.draft.turn_order() == ("red", "blue")


def test_given_too_few_or_too_many_seats_when_going_on_then_the_words_name_the_number() -> None:
    panel = at(Who(4), desk(draft=Draft(edition="europe", cards="dealt", seats=("blue",))))
    assert words(panel, pressed(panel, "yes")) == [
        "This game needs 2 seats. Add one: Back walks them, Forward walks opponents."
    ]
    full = at(Who(0), desk(draft=Draft(edition="europe", cards="dealt", seats=SEATS)))
    assert words(full, full.press_seat("blue", 1.0)) == ["Blue disc sits already. Choose another seat."]


def test_given_one_person_when_opponents_are_walked_then_one_sits_by_its_level_and_has_no_ear() -> None:
    draft = Draft(edition="europe", cards="dealt", seats=("red",), ears=(("red", "own"),))
    panel = at(Who(4), desk(draft=draft, facts=replace(FACTS, last=None)))
    assert "Forward: opponents." in words(panel, (Say(panel.mode),))[0]
    heard = [words(panel, pressed(panel, "forward"))[-1] for _ in range(3)]
    assert [one.partition("?")[0] for one in heard] == [
        f"An opponent that plays by itself, {level}" for level in ("easy", "fair", "strong")
    ]
    said = words(panel, pressed(panel, "yes"))
    assert said[0] == "Blue disc is number 2 and plays by itself, strong."
    assert panel.desk.draft.bots == (("blue", "strong"),)
    assert said[1].startswith("Is that all?")
    right = words(panel, pressed(panel, "yes"))
    assert right == ["Opponent: blue disc, strong. 2 seats: red square and blue disc. Right?"]
    pressed(panel, "yes")
    assert isinstance(panel.mode, StarterList)  # no ear was asked for


@pytest.mark.parametrize(
    ("edition", "cards"),
    [("rails-and-sails-world", "dealt"), ("rails-and-sails-great-lakes", "dealt"), ("europe", "untracked")],
)
def test_given_a_game_in_which_nobody_looks_ahead_then_no_opponent_is_called_strong(
    edition: str, cards: CardMode
) -> None:
    draft = Draft(edition=edition, cards=cards, seats=("red",))
    panel = at(Who(4), desk(draft=draft, facts=replace(FACTS, last=None)))
    heard = [words(panel, pressed(panel, "forward"))[-1] for _ in range(3)]
    assert [one.partition("?")[0] for one in heard[:2]] == [
        f"An opponent that plays by itself, {level}" for level in ("easy", "fair")
    ]
    assert "opponent" not in heard[2]
    chosen_before = replace(draft, seats=("red", "blue"), bots=(("blue", "strong"),))
    right = at(SeatsRight(), desk(draft=chosen_before, facts=replace(FACTS, last=None)))
    assert words(right, (Say(right.mode),))[0].startswith("Opponent: blue disc, fair.")


def test_given_an_opponent_when_no_then_it_leaves_with_its_level() -> None:
    draft = Draft(edition="europe", cards="dealt", seats=("red", "blue"), bots=(("blue", "easy"),))
    panel = at(SeatsRight(), desk(draft=draft))
    assert words(panel, pressed(panel, "no"))[0] == "Blue disc does not play."
    assert (panel.desk.draft.seats, panel.desk.draft.bots) == (("red",), ())


def test_given_nobody_or_a_full_table_when_the_seats_are_walked_then_no_opponent_is_offered() -> None:
    for seats in ((), SEATS):
        here = desk(draft=Draft(edition="europe", cards="dealt", seats=seats))
        assert Who().size(here) == len(SEATS) - len(seats) + 1


def test_given_no_at_each_step_when_pressed_on_then_it_leads_back_to_the_start() -> None:
    panel = at(Summary(), desk(standing=()))
    for kind in (StarterList, EarTry, NoEar, Who, CardList, EditionList, Start):
        pressed(panel, "no")
        if kind is CardList:  # first each seat leaves again
            pressed(panel, "no", "no", "no")
        assert isinstance(panel.mode, kind)
    assert panel.desk.draft == Draft()


@pytest.mark.criterion(72)
def test_given_cards_dealt_when_a_seat_has_no_ear_then_set_up_goes_on_only_by_a_way_out() -> None:
    draft = Draft(edition="europe", cards="dealt", seats=("blue", "red"))
    without = replace(FACTS, ways={"blue": ("own",)})
    panel = at(SeatsRight(), Desk(facts=without, draft=draft))
    pressed(panel, "yes")
    assert panel.desk.draft.ears == ()
    said = words(panel, pressed(panel, "yes"))
    assert panel.mode == NoEar("red")
    assert said[0].startswith("Red square has no ear yet. Play with the cards in your hands?")
    for button in BUTTONS:  # nothing starts the game from here but a way out
        there = at(NoEar("red"), panel.desk)
        assert NewGame() not in pressed(there, button)
        assert not isinstance(there.mode, StarterList | Summary)
        if there.mode == NoEar("red"):
            continue
        assert button != "yes" or there.desk.draft.cards == "untracked"
    seats = at(NoEar("red", 1), panel.desk)
    pressed(seats, "yes")
    assert isinstance(seats.mode, Who)


@pytest.mark.criterion(72)
def test_given_cards_in_hands_when_a_seat_has_no_ear_then_its_words_may_be_said_aloud() -> None:
    draft = Draft(edition="europe", cards="untracked", seats=("blue", "red"))
    panel = at(NoEar("blue"), Desk(facts=replace(FACTS, ways={}), draft=draft))
    pressed(panel, "yes")  # once for all who have none
    assert dict(panel.desk.draft.ears) == {"blue": "aloud", "red": "aloud"}
    assert isinstance(panel.mode, StarterList)


@pytest.mark.criterion(49)
def test_given_faults_when_tested_then_each_is_named_with_its_action_and_a_mended_one_is_passed() -> None:
    panel = SetupPanel(replace(desk(), facts=replace(FACTS, first=False)))
    said = words(panel, panel.begin(0.0))
    assert said == [
        "Pin Denver to Omaha feels full but looks empty. Clear it, then Yes. No goes on without it."
    ]
    assert pressed(panel, "yes") == (LookAgain(),)
    assert words(panel, panel.found(panel.desk.findings, 101.0)) == said
    said = words(panel, panel.found(panel.desk.findings[1:], 99.0))
    assert said == ["Too dark for the camera. Yes looks again, No goes on."]
    pressed(panel, "no")
    assert isinstance(panel.mode, Resume)


def test_given_tokens_left_on_the_board_when_the_game_is_ready_then_they_are_named_until_lifted() -> None:
    panel = at(StarterList(), desk(standing=(SITE, OTHER)))
    assert words(panel, pressed(panel, "yes"))[0].startswith(
        "2 tokens stand on the board, first Denver to Omaha."
    )
    assert words(panel, panel.standing((OTHER,), 101.0))[0].startswith("1 token stands on the board: Helena")
    assert words(panel, panel.standing((), 102.0))[0].endswith("Start?")


@pytest.mark.criterion(14)
def test_given_a_question_that_a_device_opens_when_answered_at_once_then_it_is_asked_again() -> None:
    cleared = at(Clear(), desk(standing=(SITE,)))
    cleared.standing((), 10.0)
    said = words(cleared, cleared.press("yes", 10.3))  # meant for "lift it": it starts no game
    assert said[0].endswith("Start?")
    assert cleared.press("yes", 11.0) == (NewGame(),)
    mended = at(SelfTest(0), replace(desk(findings=(FAULT,)), facts=FACTS))
    mended.found((WELL,), 10.0)
    assert isinstance(mended.mode, Resume)
    assert mended.press("yes", 10.3) != (GoOnWith("3"),)
    dark = desk().findings[-1]
    two = at(SelfTest(0), desk(findings=(FAULT, dark)))
    told = words(two, two.found((WELL, dark), 10.0))
    assert told == words(two, two.press("no", 10.3))  # meant for the pin: the camera is not gone on without
    assert isinstance(two.mode, SelfTest)


@pytest.mark.criterion(14)
def test_given_a_press_that_the_network_held_up_when_made_before_a_question_then_it_is_no_answer() -> None:
    cleared = at(Clear(), desk(standing=(SITE,)))
    cleared.standing((), 10.0)
    assert words(cleared, cleared.press("yes", 11.2, went_at=9.9))[0].endswith("Start?")
    assert cleared.press("yes", 12.5, went_at=11.8) == (NewGame(),)


def test_given_the_tour_of_the_pins_when_touched_then_each_says_its_name_and_its_number() -> None:
    panel = at(Start(2), desk(facts=replace(FACTS, latest=None, page=False, last=None)))
    panel.mode = PinTour()
    assert words(panel, panel.token(None, SITE, 1.0)) == ["Denver to Omaha. 1 of 2."]
    assert words(panel, panel.token("blue", SITE, 2.0)) == ["Denver to Omaha. 1 of 2."]
    assert words(panel, pressed(panel, "yes")) == ["Not yet: Helena to Omaha; 1 left."]
    assert words(panel, pressed(panel, "no"))[0] == "1 of 2 pins were tested."
    assert isinstance(panel.mode, Start)


def test_given_everything_to_do_first_when_listed_then_seven_items_at_most() -> None:
    full = desk(facts=replace(desk().facts, page=True))
    assert start_items(full) == ("again", "new", "games", "pins", "tokens", "practice", "page")
    assert "speed" in start_items(replace(full, showable=()))
    most = replace(full, facts=replace(full.facts, off=True))
    assert start_items(most) == ("again", "new", "games", "pins", "tokens", "page", "off")


def test_given_a_table_that_can_switch_off_when_that_is_taken_then_it_says_goodbye_and_does() -> None:
    there = desk(facts=replace(FACTS, off=True))
    panel = at(Start(start_items(there).index("off")), there)
    assert words(panel, pressed(panel, "yes")) == ["Switch off? Yes switches the table off, No goes back."]
    pressed(panel, "no")
    assert panel.mode == Start()
    panel.mode = Start(start_items(there).index("off"))
    assert pressed(panel, "yes", "yes") == (Say(Goodbye()), SwitchOff())
    assert "off" not in start_items(desk())


def test_given_lists_and_questions_when_walked_then_lists_wrap_and_questions_are_history() -> None:
    panel = at(EditionList())
    assert Edge() in pressed(panel, "back")
    assert pressed(at(Resume()), "back") == (History(-1),)
    assert pressed(at(EditionList()), "repeat") == (Repeat(),)
    told = pressed(at(SelfTest(1)), "back")
    assert told == (Say(SelfTest(0)),)


def test_given_seats_that_are_not_right_when_no_then_one_leaves_and_the_others_stay() -> None:
    draft = Draft(edition="europe", cards="dealt", seats=("red", "blue", "green"))
    panel = at(SeatsRight(), desk(draft=draft))
    assert words(panel, pressed(panel, "no"))[0] == "Green triangle does not play."
    assert panel.desk.draft.seats == ("red", "blue")
