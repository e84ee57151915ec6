"""Conversations at the panel, button by button."""

import itertools

from msgspec.structs import replace

from dialog import (
    Answer,
    ClaimFor,
    Declare,
    DeclareBegins,
    Do,
    Left,
    Nobodys,
    Panel,
    Payment,
    Questions,
    Say,
    StillWaiting,
    Table,
    TakeBack,
    TicketsMarked,
    TooFewKept,
    tickets_by_name,
    whose,
)
from dialog.declare import initials
from engine import (
    DeclareTickets,
    DrawCard,
    EndTurn,
    KeepTickets,
    State,
    TicketId,
)
from tabletop import Button
from tests.dialog.games import SITE, WAYS, declaring, new_game, started

CLOCK = itertools.count(100.0)


def pressed(panel: Panel, state: State, *buttons: Button) -> tuple[object, ...]:
    """One a second, on and on; the effects of the last."""
    effects: tuple[object, ...] = ()
    for button in buttons:
        effects = panel.press(button, state, next(CLOCK))
    return effects


def test_given_an_untracked_turn_when_yes_then_the_turn_ends() -> None:
    assert pressed(Panel(), new_game("untracked").state, "yes") == (Do(EndTurn(seat="blue")),)


def test_given_dealt_cards_when_yes_yes_then_a_card_is_drawn_from_the_deck() -> None:
    assert pressed(Panel(), started().state, "yes", "yes") == (Do(DrawCard(seat="blue", source="deck")),)


def test_given_the_list_of_acts_when_walked_to_the_row_then_its_third_card_is_taken() -> None:
    effects = pressed(Panel(), started().state, "yes", "forward", "yes", "forward", "forward", "yes")
    assert effects == (Do(DrawCard(seat="blue", source="row", index=2)),)


def test_given_tickets_when_too_few_are_kept_then_the_choice_starts_again() -> None:
    state = new_game("dealt").state
    panel = Panel()
    panel.follow(state, 0.0)
    effects = pressed(panel, state, "yes", "no", "no")
    assert Say(TooFewKept(seat="blue", keep_at_least=2)) in effects
    effects = pressed(panel, state, "yes", "no", "yes", "yes")
    offered = state.offered["blue"]
    assert effects == (Do(KeepTickets(seat="blue", tickets=(offered[0], offered[2]))),)


def test_given_a_question_that_came_by_itself_when_yes_comes_too_soon_then_it_starts_again() -> None:
    panel, state = Panel(), started().state
    panel.ask(Payment(WAYS), 10.0)
    [again] = panel.press("yes", state, 10.3)
    assert isinstance(again, Say) and again.prompt == Payment(WAYS)
    assert panel.press("yes", state, 11.0) == (Do(WAYS[0]),)


def test_given_a_payment_when_forward_then_the_other_way_is_paid_and_no_leaves_it() -> None:
    panel, state = Panel(), started().state
    panel.ask(Payment(WAYS), 0.0)
    assert pressed(panel, state, "forward", "yes") == (Do(WAYS[1]),)
    assert Left(SITE) in pressed(panel, state, "no")
    assert panel.mode == Table()


def test_given_a_doubtful_token_when_a_seat_button_is_pressed_then_it_is_that_seats() -> None:
    panel, state = Panel(), started().state
    panel.ask(whose(SITE, "green", state), 0.0, said=True)
    assert panel.press_seat("red", state, 1.0) == (ClaimFor("red", SITE),)


def test_given_a_doubtful_token_when_no_then_the_next_seat_is_guessed() -> None:
    panel, state = Panel(), started().state
    panel.ask(whose(SITE, "green", state), 0.0, said=True)
    pressed(panel, state, "no")
    assert pressed(panel, state, "yes") == (ClaimFor("blue", SITE),)


def test_given_an_open_list_when_a_question_comes_and_is_answered_then_the_list_is_back() -> None:
    panel, state = Panel(), started().state
    pressed(panel, state, "ask", "forward")
    open_list = panel.mode
    panel.ask(TakeBack("red", SITE, False), 200.0)
    panel.press("no", state, 201.0)
    assert panel.mode == open_list


def test_given_an_open_question_when_twenty_seconds_pass_then_once_more_and_then_only_a_sound() -> None:
    panel, state = Panel(), started().state
    panel.ask(Payment(WAYS), 0.0)
    assert panel.tick(state, 19.0) == ()
    [again] = panel.tick(state, 20.0)
    assert isinstance(again, Say)
    assert panel.tick(state, 49.0) == ()
    assert panel.tick(state, 50.0) == (StillWaiting(),)
    assert panel.tick(state, 80.0) == (StillWaiting(),)


def test_given_focus_taken_when_thirty_seconds_pass_then_it_is_the_movers_again() -> None:
    panel, state = Panel(), started().state
    panel.press_seat("green", state, 0.0)
    assert panel.asker(state) == "green"
    panel.tick(state, 29.0)
    assert panel.asker(state) == "green"
    panel.tick(state, 31.0)
    assert panel.asker(state) == "blue"


def test_given_a_question_about_another_seats_token_then_answers_stay_the_movers() -> None:
    panel, state = Panel(), started().state
    panel.ask(TakeBack("red", SITE, False), 0.0)
    assert (panel.chooser, panel.asker(state)) == (None, "blue")


def test_given_the_hand_is_asked_for_when_answered_then_it_is_the_askers() -> None:
    panel, state = Panel(), started().state
    panel.press_seat("red", state, next(CLOCK))
    effects = pressed(panel, state, "ask", "forward", "forward", "forward", "yes", "yes")
    assert effects == (Answer("hand", "red", ear=True),)


def test_given_the_end_untracked_when_tickets_are_marked_then_they_are_declared() -> None:
    state, panel = declaring(), Panel()
    panel.follow(state, 0.0)
    assert isinstance(panel.mode, Declare)
    letter = panel.mode.items(state.game_map)[0]
    first = TicketId(replace(panel.mode, under=letter).items(state.game_map)[0])
    assert pressed(panel, state, "yes", "yes", "no", "no") == (
        Do(DeclareTickets(seat=panel.mode.seat, tickets=(first,))),
    )


def test_given_tickets_that_were_told_and_taken_back_when_asked_again_then_they_are_marked_still() -> None:
    state, panel = declaring(), Panel()
    seat = state.waiting_for()[0]
    told = tuple(tickets_by_name(state)[place] for place in (4, 7))
    effects = panel.follow(replace(state, tickets={**state.tickets, seat: told}), 0.0)
    assert isinstance(panel.mode, Declare)
    assert panel.mode.held == frozenset(told)
    assert effects[:2] == (Say(DeclareBegins(seat=seat)), Say(TicketsMarked(seat=seat, tickets=told)))
    assert panel.mode.items(state.game_map)[panel.mode.index] in initials(state.game_map, told[0])


def test_given_whose_token_is_asked_when_it_is_nobodys_then_that_can_be_answered() -> None:
    state = started().state
    panel = Panel()
    panel.ask(whose(SITE, "blue", state), 0.0, said=True)
    pressed(panel, state, "forward", "forward", "forward")
    effects = pressed(panel, state, "yes")
    assert effects == (Nobodys(SITE),)
    assert panel.mode == Table()


def of_others(panel: Panel) -> Questions:
    """The list of other questions, walked to through the menu by the buttons."""
    state = started().state
    pressed(panel, state, "ask")
    for item in ("menu", "others"):
        while isinstance(panel.mode, Questions) and panel.mode.items[panel.mode.index] != item:
            pressed(panel, state, "forward")
        effects = pressed(panel, state, "yes")
    assert isinstance(panel.mode, Questions) and panel.mode.level == "others"
    assert effects == (Say(panel.mode),)  # what is heard is what is walked
    return panel.mode


def test_given_nobody_who_plays_by_itself_when_other_questions_are_listed_then_none_is_about_opponents() -> (
    None
):
    assert "why" not in of_others(Panel()).items


def test_given_a_seat_that_plays_by_itself_when_other_questions_are_listed_then_its_reasons_are_there() -> (
    None
):
    panel = Panel()
    panel.alone = frozenset({"red"})
    assert "why" in of_others(panel).items
