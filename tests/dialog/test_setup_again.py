"""Set-up on a later evening: yesterday's game, as last time, another board, and brief words."""

import pytest
from msgspec.structs import replace

from dialog import Say
from dialog.setup import (
    CardList,
    Desk,
    Draft,
    EarWay,
    GoOnWith,
    ListGames,
    NewGame,
    Resume,
    SeatsRight,
    SetupMode,
    Stage,
    Start,
    StarterList,
    Summary,
    Who,
)
from engine import SEATS, Seat
from tests.dialog.setup_bench import (
    FACTS,
    FAULT,
    GAME,
    OTHER,
    WELL,
    WORDING,
    at,
    desk,
    first,
    pressed,
    words,
)


def test_given_yesterdays_game_when_yes_then_it_goes_on_and_no_lists_others() -> None:
    panel = first(latest=GAME, first=False)
    assert isinstance(panel.mode, Resume)
    assert pressed(panel, "yes") == (GoOnWith("3"),)
    pressed(panel, "no", "forward")
    assert pressed(panel, "yes") == (ListGames(),)
    said = words(panel, panel.listed((GAME, replace(GAME, name="2", turn=9)), 5.0))
    assert said[0].startswith("Game 3: Europe, 2 seats, turn 7, red square to move.")
    assert pressed(panel, "forward", "yes") == (GoOnWith("2"),)


@pytest.mark.criterion(17)
def test_given_a_table_that_returns_when_it_plays_as_last_time_then_four_presses_lead_to_the_game() -> None:
    ears: tuple[tuple[Seat, EarWay], ...] = (("blue", "own"), ("red", "own"))
    last = Draft(edition="europe", cards="dealt", seats=("blue", "red"), starter="red", ears=ears)
    panel = first(first=False, last=last, latest=GAME, ways=dict.fromkeys(SEATS, ("own",)))
    effects = pressed(panel, "no", "yes", "yes", "yes")
    assert effects == (NewGame(),)
    assert panel.desk.draft == replace(last, starter="blue")  # the next one starts this time


def test_given_what_the_file_says_when_a_new_game_is_made_then_those_steps_are_not_asked() -> None:
    given: frozenset[Stage] = frozenset({"edition", "cards", "seats", "starter"})
    draft = Draft(edition="europe", cards="untracked", seats=("blue", "red"), starter="blue")
    facts = replace(FACTS, given=given, ways=dict.fromkeys(SEATS, ("screen",)), latest=None)
    panel = at(Start(0), Desk(facts=facts, draft=draft))
    effects = pressed(panel, "yes")
    assert panel.mode == Summary()
    heard = replace(draft, ears=(("blue", "screen"), ("red", "screen")))
    assert (effects, panel.desk.draft) == ((Say(Summary()),), heard)


def test_given_another_board_when_it_is_amiss_then_its_faults_are_walked_and_the_list_stands_still() -> None:
    panel = at(CardList(1), desk(findings=()))
    assert words(panel, panel.turned((OTHER,), 99.0)) == ["Now the board: Europe."]
    assert (panel.desk.pins, panel.desk.standing) == ((OTHER,), ())
    assert words(panel, panel.tested_board((FAULT, WELL), 99.5))[0].startswith(
        "Pin Denver to Omaha feels full"
    )
    assert pressed(panel, "no", "no") == (Say(CardList(1)),)
    assert words(panel, panel.tested_board((FAULT, WELL), 101.0))[0].startswith(
        "Pin Denver to Omaha feels full"
    )
    said = words(panel, panel.found((WELL,), 101.0))
    assert said[0] == "Board: 148 pins answer. All are empty."
    assert panel.mode == CardList(1)


def test_given_another_board_when_all_is_well_then_it_is_said_once_and_the_question_stays() -> None:
    panel = at(Who(), desk(findings=()))
    assert words(panel, panel.tested_board((WELL,), 99.0)) == ["Board: 148 pins answer. All are empty."]
    assert panel.tested_board((), 99.0) == ()
    assert panel.mode == Who()


def test_given_a_second_evening_when_asked_in_brief_then_each_question_says_what_it_is_about() -> None:
    last = Draft(edition="europe", cards="untracked", seats=("red", "blue"), starter="red")
    panel = at(Start(1), desk(facts=replace(FACTS, last=last), draft=Draft()))
    briefs = []
    for button in ("yes", "yes", "yes"):  # a new game, its edition, who holds the cards
        pressed(panel, button)
        assert isinstance(panel.mode, SetupMode)
        briefs.append(WORDING.prompt(panel.mode, panel.desk)[0].brief)
    assert briefs == [
        "Europe, as last time?",
        "Cards in your hands, as last time?",
        "Who plays? Nobody yet. Set tokens, then Yes.",
    ]
    known = desk(facts=replace(FACTS, last=last), draft=last)
    asked = (SeatsRight(), StarterList(0), StarterList(1), Summary())
    assert [WORDING.prompt(mode, known)[0].brief for mode in asked] == [
        "Red square and blue disc. Right?",
        "Red square begins, as last time?",
        "Who starts? Blue disc?",
        "Red square and blue disc; red square starts. Start?",
    ]


def test_given_another_edition_last_time_when_a_new_game_is_begun_then_the_list_begins_there() -> None:
    last = Draft(edition="europe", cards="untracked", seats=("red", "blue"), starter="red")
    panel = at(Start(1), desk(facts=replace(FACTS, last=last)))
    pressed(panel, "yes")
    number = f"{FACTS.editions.index('europe') + 1} of {len(FACTS.editions)}"
    assert words(panel, (Say(panel.mode),)) == [
        f"Which edition? Europe. {number}. Yes takes it, Forward goes on."
    ]
    pressed(panel, "forward")
    assert words(panel, (Say(panel.mode),))[0].startswith("Rails and Sails, the World, ")


def test_given_a_full_table_when_asked_in_brief_then_every_seat_is_named() -> None:
    every = "Blue disc, red square, green triangle, yellow star and black cross"
    full = desk(draft=Draft(edition="europe", cards="dealt", seats=SEATS, starter="green"))
    assert WORDING.prompt(SeatsRight(), full)[0].brief == f"{every}. Right?"
    assert WORDING.prompt(Summary(), full)[0].brief == f"{every}; green triangle starts. Start?"
