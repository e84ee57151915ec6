"""Every button does something in every mode."""

import dataclasses
import itertools
from typing import get_args

import pytest
from msgspec.structs import replace

from dialog import (
    REGIONS,
    ROWS,
    About,
    Acts,
    Answer,
    BoardChange,
    BoardRight,
    Cards,
    ChooseMix,
    Cities,
    ClaimFor,
    Confirm,
    Declare,
    Do,
    EarTested,
    EarWays,
    Exchange,
    Exploring,
    FarDigits,
    ForWhom,
    Left,
    LeftOver,
    Level,
    Loans,
    Mending,
    Mode,
    More,
    Named,
    News,
    Nobodys,
    OffSure,
    Panel,
    PassEar,
    Paused,
    Payment,
    Phone,
    Questions,
    Reading,
    Refill,
    Routes,
    Say,
    SeatEar,
    SeatEars,
    Second,
    Settle,
    StillWaiting,
    StopSure,
    Table,
    TakeBack,
    Tickets,
    TokenWanted,
    TooFewKept,
    Tune,
    TuneItem,
    Tunnel,
    Undos,
    UndoSure,
    Whose,
    ask_items,
    cities_of,
    letters_of,
    past_acts,
    tickets_by_name,
    whose,
)
from dialog.declare import initials
from engine import (
    LOCOMOTIVE,
    AnswerTunnel,
    Card,
    CardMode,
    ChoosePieces,
    CityId,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    EndTurn,
    ExchangePieces,
    Game,
    KeepTickets,
    Refusal,
    RouteId,
    State,
    TicketId,
    edition,
    game_map,
)
from tabletop import BUTTONS, Button, SiteId
from tests.dialog.kinds import kinds

LEVELS: tuple[Level, ...] = get_args(Level)
ROUTE = RouteId("denver-omaha")
SITE = SiteId(ROUTE)
WAYS = tuple(
    ClaimRoute(seat="blue", route=ROUTE, cards=cards)
    for cards in ((Card("blue"),) * 4, (Card("blue"),) * 3 + (LOCOMOTIVE,))
)


def new_game(cards: CardMode) -> Game:
    return Game.new(
        edition("us-accessible"),
        game_map("usa"),
        ("blue", "red", "green"),
        cards=cards,
        seed=3,
    )


def started() -> Game:
    """A dealt game in which all have chosen their tickets."""
    game = new_game("dealt")
    for seat in game.state.seats:
        done = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        assert not isinstance(done, Refusal)
        game = done[0]
    return game


def declaring() -> State:
    """An untracked game after its last turn."""
    game = new_game("untracked")
    while game.state.phase == "turn":
        mover = game.state.to_move
        assert mover is not None
        routes = [r for r in game.state.game_map.routes if r not in game.state.owners]
        for route in sorted(routes, key=lambda r: -game.state.game_map.routes[r].length):
            done = game.do(ClaimRoute(seat=mover, route=route))
            if not isinstance(done, Refusal):
                break
        else:
            done = game.do(EndTurn(seat=mover))
            assert not isinstance(done, Refusal)
        game = done[0]
    return game.state


def rails() -> Game:
    """A dealt game with trains and ships in which all have chosen tickets and pieces."""
    game = Game.new("rails-and-sails-world", "world", ("blue", "red"), cards="dealt", seed=3)
    for seat in game.state.seats:
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    for seat in game.state.seats:
        game = done(game, ChoosePieces(seat=seat, train=20, ship=40))
    return game


def done(game: Game, command: Command) -> Game:
    answer = game.do(command)
    assert not isinstance(answer, Refusal), answer
    return answer[0]


def modes() -> list[tuple[Mode, State]]:
    """Every mode at a moment where it can be open; some at more than one."""
    return [*lists(), *choices(), *questions()]


def lists() -> list[tuple[Mode, State]]:
    """What is walked: acts, questions, the past, names."""
    dealt, untracked = started().state, new_game("untracked").state
    second = done(started(), DrawCard(seat="blue", source="deck"))
    letters = letters_of(dealt, "blue", "claim")
    assert letters is not None
    cities = Cities(letters, letters.cities[:2])
    return [
        (Table(), dealt),
        (Table(), untracked),
        (Table(), second.state),
        (Acts(("deck", "row", "tickets", "claim", "exchange", "event", "pass")), dealt),
        *(
            (Questions(ask_items(state, level), 0, level), state)
            for level in LEVELS
            for state in (dealt, untracked)
        ),
        (letters, dealt),
        (cities, dealt),
        (Routes(cities, (ROUTE,)), dealt),
        *((asking, dealt) for asking in asking_lists(dealt)),
        *((Tune(what), dealt) for what in get_args(TuneItem)),
        (More(About("city", "denver", "blue"), 3, 1), dealt),
        (Undos(past_acts(second)), second.state),
        (Reading(0), dealt),
        (ForWhom(dealt.seats), dealt),
        (SeatEars((SeatEar("blue", None, ("own", "page")), SeatEar("red", "shared", ("shared",)))), dealt),
        (EarWays(SeatEar("blue", None, ("own", "page"))), dealt),
    ]


def choices() -> list[tuple[Mode, State]]:
    """What a seat chooses: cards, tickets, pieces, payments, loans."""
    dealt, choosing = started().state, new_game("dealt").state
    second = done(started(), DrawCard(seat="blue", source="deck")).state
    tickets = Tickets("blue", choosing.offered["blue"])
    end, ships = declaring(), rails().state
    denver = CityId("denver")
    return [
        (Cards(), dealt),
        (Cards(5), second),
        (Refill(2, ("train-deck", "ship-deck")), ships),
        (Second(), second),
        (Second(), ships),
        (tickets, choosing),
        (Confirm(tickets), choosing),
        (ChooseMix("blue", 10, 25, 60, 10), ships),
        (Exchange((ExchangePieces(seat="blue", give="ship", count=1),)), ships),
        (Payment(WAYS), dealt),
        (Payment(WAYS, listed=True), dealt),
        (Tunnel("blue", ROUTE, 1, ()), dealt),
        (Tunnel("blue", ROUTE, 1, (AnswerTunnel(seat="blue", cards=(LOCOMOTIVE,)),)), dealt),
        (Loans("blue", ((denver, (ROUTE, None)), (denver, (None,)))), dealt),
        *(
            (Settle(dealt.seats, step, seat=None if step == "seat" else "red"), dealt)
            for step in ("seat", "coins", "cards", "retire")
        ),
        (Declare("blue", tuple(end.game_map.tickets)[:3]), end),
    ]


def questions() -> list[tuple[Mode, State]]:
    """What the table is asked, and what holds it up."""
    dealt, untracked = started().state, new_game("untracked").state
    second = done(started(), DrawCard(seat="blue", source="deck"))
    return [
        (Exploring("blue"), dealt),
        (Exploring("blue", SITE, (RouteId("helena-omaha"), RouteId("denver-helena")), 1), untracked),
        (LeftOver("blue", SITE), dealt),
        (PassEar("red", "blue"), dealt),
        (EarTested("red", "shared"), dealt),
        (Whose(SITE, dealt.seats, True), dealt),
        (TakeBack("blue", SITE, False), dealt),
        (UndoSure(past_acts(second)), second.state),
        (Phone("red"), dealt),
        (FarDigits("red", "bremen"), dealt),
        (News(1), dealt),
        (Paused(), dealt),
        (StopSure(), dealt),
        (OffSure(), dealt),
        (TokenWanted(ClaimRoute(seat="blue", route=ROUTE), dealt.turn), dealt),
        *((Mending(stage), dealt) for stage in ("asked", "sort", "step")),
        (BoardRight((BoardChange(kind="out", seat="blue", site=SITE),)), dealt),
    ]


def asking_lists(state: State) -> list[Mode]:
    """The lists of places that are only asked about."""
    found: list[Mode] = [Named("region", REGIONS), Named("holdings", state.seats, 1)]
    for purpose in ("route", "pay", "city"):
        letters = letters_of(state, "blue", purpose)
        assert letters is not None
        cities = cities_of(state, letters)
        found += [letters, cities, Routes(cities, (ROUTE,))]
    return found


def test_given_all_modes_when_listed_then_each_has_its_row_and_a_test() -> None:
    known = kinds(Mode)
    assert set(ROWS) == known
    assert {type(mode) for mode, _ in modes()} == known


@pytest.mark.parametrize("button", BUTTONS)
def test_given_any_mode_when_any_button_is_pressed_then_something_follows(button: Button) -> None:
    for mode, state in modes():
        panel = Panel()
        panel.mode = mode
        assert panel.press(button, state, 100.0), mode


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
    first = TicketId(dataclasses.replace(panel.mode, under=letter).items(state.game_map)[0])
    assert pressed(panel, state, "yes", "yes", "no", "no") == (
        Do(DeclareTickets(seat=panel.mode.seat, tickets=(first,))),
    )


def test_given_tickets_that_were_told_and_taken_back_when_asked_again_then_they_are_marked_still() -> None:
    state, panel = declaring(), Panel()
    seat = state.waiting_for()[0]
    told = tuple(tickets_by_name(state)[place] for place in (4, 7))
    panel.follow(replace(state, tickets={**state.tickets, seat: told}), 0.0)
    assert isinstance(panel.mode, Declare)
    assert panel.mode.held == frozenset(told)
    assert panel.mode.items(state.game_map)[panel.mode.index] in initials(state.game_map, told[0])


def test_given_whose_token_is_asked_when_it_is_nobodys_then_that_can_be_answered() -> None:
    state = modes()[0][1]
    panel = Panel()
    panel.ask(whose(SITE, "blue", state), 0.0, said=True)
    pressed(panel, state, "forward", "forward", "forward")
    effects = pressed(panel, state, "yes")
    assert effects == (Nobodys(SITE),)
    assert panel.mode == Table()
