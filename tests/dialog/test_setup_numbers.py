"""Numbers that an edition's document lost: asked once at a table, right or one more or one less."""

import pytest
from msgspec.structs import replace

from dialog import Edge, Say
from dialog.setup import (
    CardList,
    Desk,
    Draft,
    EditionList,
    Facts,
    LostNumber,
    NewGame,
    SeatsRight,
    SetupPanel,
    Start,
    StarterList,
    Summary,
    Who,
    number_bounds,
)
from engine import EDITIONS, SEATS, edition
from tabletop import Button
from tests.dialog.setup_bench import WORDING, at, pressed, words

LEGENDS, BONUS = "legends-of-the-west", "company_bonus"
ASKED = "Company bonus {} dollars. Right? Back: less. Forward: more."
FACTS = Facts(editions=(LEGENDS, "europe"), ways=dict.fromkeys(SEATS, ("screen",)), first=False)
SEATED = Draft(edition=LEGENDS, cards="dealt", seats=("blue", "red"))


def seated(facts: Facts = FACTS) -> SetupPanel:
    """A table whose edition and seats are chosen."""
    return at(SeatsRight(), Desk(facts=facts, draft=SEATED))


def full(panel: SetupPanel) -> str:
    """The summary, in full."""
    return WORDING.prompt(Summary(), panel.desk)[0].full


def test_given_every_edition_when_its_document_lost_a_number_then_the_guess_can_be_chosen() -> None:
    for rules in EDITIONS.values():
        for name in rules.lost:
            least, most = number_bounds(name)
            assert name in rules.setting_names
            assert least <= getattr(rules.settings, name) <= most
    assert edition(LEGENDS).lost == (BONUS,)


def test_given_a_number_that_the_document_lost_when_yes_then_it_is_taken_as_it_is_likely() -> None:
    panel = seated()
    assert words(panel, pressed(panel, "yes")) == [ASKED.format(2)]
    pressed(panel, "yes")
    assert isinstance(panel.mode, StarterList)
    assert panel.desk.draft.settings == ((BONUS, 2),)
    pressed(panel, "yes")
    assert "ompany bonus" not in full(panel)
    assert pressed(panel, "yes") == (NewGame(),)


def test_given_another_number_when_walked_then_each_is_spoken_and_the_summary_tells_it() -> None:
    panel = seated()
    pressed(panel, "yes")
    assert words(panel, pressed(panel, "back")) == [
        "Company bonus 1 dollar. Right? Back: less. Forward: more."
    ]
    assert words(panel, pressed(panel, "forward", "forward")) == [ASKED.format(3)]
    said = words(panel, pressed(panel, "yes", "yes"))
    assert said[0].endswith("One of each double route only. Company bonus 3 dollars. Start?")
    assert "Company bonus 3 dollars. Start?" in full(panel)


@pytest.mark.parametrize(("button", "end"), [("back", 0), ("forward", 1000)])
def test_given_the_end_of_the_range_when_walked_on_then_it_stays_with_the_sound_of_an_end(
    button: Button, end: int
) -> None:
    panel = at(LostNumber(BONUS, end), Desk(facts=FACTS, draft=SEATED))
    effects = pressed(panel, button)
    assert effects[0] == Edge()
    assert words(panel, effects) == [ASKED.format(end)]
    assert panel.mode == LostNumber(BONUS, end)


def test_given_ask_or_no_when_pressed_then_where_one_is_and_one_step_back() -> None:
    panel = seated()
    assert words(panel, pressed(panel, "yes", "ask")) == [
        "A number. Back less, Forward more. Yes takes it, No goes back."
    ]
    pressed(panel, "no")
    assert isinstance(panel.mode, Who)


def test_given_a_number_that_was_answered_before_when_set_up_again_then_it_is_taken_silently() -> None:
    known = replace(FACTS, numbers={LEGENDS: {BONUS: 4}}, last=SEATED)
    panel = at(Start(0), Desk(facts=known))
    pressed(panel, "yes")  # as last time
    assert isinstance(panel.mode, StarterList)
    assert panel.desk.draft.settings == ((BONUS, 4),)


def test_given_a_last_game_whose_number_was_never_asked_when_played_again_then_it_is() -> None:
    panel = at(Start(0), Desk(facts=replace(FACTS, last=SEATED)))
    assert words(panel, pressed(panel, "yes")) == [ASKED.format(2)]


def test_given_the_summary_when_no_leads_back_then_it_is_asked_again_from_the_last_answer() -> None:
    known = replace(FACTS, numbers={LEGENDS: {BONUS: 4}})
    panel = at(Summary(), Desk(facts=known, draft=replace(SEATED, starter="blue", settings=((BONUS, 4),))))
    assert words(panel, pressed(panel, "no", "no")) == [ASKED.format(4)]
    pressed(panel, "forward", "yes", "yes")
    assert isinstance(panel.mode, Summary)
    assert panel.desk.draft.settings == ((BONUS, 5),)
    assert words(panel, pressed(panel, "no", "no")) == [ASKED.format(5)]


def test_given_another_edition_after_all_when_chosen_then_the_number_is_not_its() -> None:
    panel = seated()
    pressed(panel, "yes", "yes", "no", "no")  # back over the number to the seats
    pressed(panel, "no", "no", "no")  # which leave; then the cards
    assert isinstance(panel.mode, CardList)
    pressed(panel, "no")
    assert isinstance(panel.mode, EditionList)
    assert panel.desk.draft == Draft()
    pressed(panel, "forward", "yes", "yes")
    for seat in SEATS[:2]:
        panel.press_seat(seat, 101.0)
    panel.mode = SeatsRight()
    pressed(panel, "yes")
    assert isinstance(panel.mode, StarterList)
    assert panel.desk.draft.settings == ()


def test_given_a_number_in_the_tables_file_when_set_up_then_it_is_not_asked_but_told() -> None:
    panel = seated(replace(FACTS, settings={BONUS: 0, "trains": 9, "stations": 1}))
    pressed(panel, "yes")
    assert isinstance(panel.mode, StarterList)
    assert panel.desk.draft.settings == ()
    effects = pressed(panel, "yes")
    assert isinstance(effects[0], Say)
    assert "Each has 9 trains. One of each double route only. Company bonus 0 dollars. Start?" in full(panel)
