"""Every button does something in every mode."""

from typing import get_args

import pytest

from dialog import (
    REGIONS,
    ROWS,
    About,
    Acts,
    BoardChange,
    BoardRight,
    Cards,
    ChooseMix,
    Cities,
    Confirm,
    Declare,
    EarTested,
    EarWays,
    Exchange,
    Exploring,
    FarDigits,
    ForWhom,
    LeftOver,
    Level,
    Loans,
    Mending,
    Mode,
    More,
    Named,
    News,
    NoneMarked,
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
    SeatEar,
    SeatEars,
    Second,
    Settle,
    StopSure,
    Table,
    TakeBack,
    Tickets,
    TokenWanted,
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
)
from engine import (
    LOCOMOTIVE,
    AnswerTunnel,
    CityId,
    ClaimRoute,
    DrawCard,
    ExchangePieces,
    RouteId,
    State,
)
from tabletop import BUTTONS, Button
from tests.dialog.games import ROUTE, SITE, WAYS, declaring, new_game, started
from tests.dialog.kinds import kinds
from tests.engine.rails_table import begin
from tests.engine.rule_bench import play

LEVELS: tuple[Level, ...] = get_args(Level)


def modes() -> list[tuple[Mode, State]]:
    """Every mode at a moment where it can be open; some at more than one."""
    return [*lists(), *choices(), *questions()]


def lists() -> list[tuple[Mode, State]]:
    """What is walked: acts, questions, the past, names."""
    dealt, untracked = started().state, new_game("untracked").state
    second = play(started(), DrawCard(seat="blue", source="deck"))
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
    second = play(started(), DrawCard(seat="blue", source="deck")).state
    tickets = Tickets("blue", choosing.offered["blue"])
    end, ships = declaring(), begin().state
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
        (NoneMarked(Declare("blue", tuple(end.game_map.tickets)[:3])), end),
    ]


def questions() -> list[tuple[Mode, State]]:
    """What the table is asked, and what holds it up."""
    dealt, untracked = started().state, new_game("untracked").state
    second = play(started(), DrawCard(seat="blue", source="deck"))
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
