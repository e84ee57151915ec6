"""Hands that are quicker than the ear: a refused token swapped at once, a correction corrected again."""

import pytest

from dialog import Payment, Table
from engine import ClaimRoute, EndTurn, Game, RouteId, Seat
from tests.criteria.panel_table import PanelTable, done
from tests.criteria.sensed_table import OMAHA, SANTA_FE, SensedTable
from tests.criteria.test_corrected_claims import dealt

SEATTLE = "helena-seattle"  # too long for who has few trains


def swap(table: PanelTable, site: str, seen: Seat) -> list[str]:
    """One token off and another on, as fast as a hand does it; the words that follow."""
    before = len(table.paper.said)
    see = table.see if isinstance(table, SensedTable) else table.feel
    see(site, "empty")
    table.wait(0.3)
    see(site, seen)
    table.wait(3.0)
    return table.words(before)


@pytest.mark.criterion(34)
@pytest.mark.parametrize("kind", [SensedTable, PanelTable], ids=["camera", "coded pins"])
def test_given_a_refused_token_when_the_movers_is_set_in_its_place_at_once_then_it_claims(
    kind: type[PanelTable],
) -> None:
    table = kind()
    [told] = table.set_token("green", OMAHA)
    assert told.startswith("Not yet, green triangle")
    assert swap(table, OMAHA, "blue") == [
        "Blue disc claims Denver to Omaha: 4 trains, 7 points. Red square to move."
    ]


def test_given_a_refused_token_when_it_is_set_again_itself_then_it_still_waits_to_be_lifted() -> None:
    table = SensedTable()
    table.set_token("green", OMAHA)
    assert swap(table, OMAHA, "green") == []
    assert table.session.tracker.standing_refused() == (OMAHA,)


def test_given_a_claim_taken_back_when_another_seats_token_takes_its_place_then_it_is_judged() -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.lift(OMAHA)
    table.wait(1.0)
    table.see(OMAHA, "blue")
    table.hold("yes")  # at once, before it has rested
    assert table.session.tracker.standing_refused() == (OMAHA,)
    [told] = swap(table, OMAHA, "green")
    assert told.startswith("Not yet, green triangle")


def test_given_a_payment_being_chosen_when_another_seats_token_takes_its_place_then_it_is_withdrawn() -> None:
    table = PanelTable(game=dealt("blue blue purple purple"))
    table.set_token("blue", SANTA_FE)
    assert isinstance(table.mode, Payment)
    [told] = swap(table, SANTA_FE, "green")
    assert told.startswith("Not yet, green triangle")
    assert isinstance(table.mode, Table)


def test_given_an_early_token_that_was_swapped_when_its_seats_turn_comes_then_nothing_is_asked() -> None:
    table = PanelTable(game=few_trains())
    table.set_token("green", SEATTLE)
    [told] = swap(table, SEATTLE, "blue")
    assert told.startswith("Not claimed: Helena to Seattle needs 6 trains")
    table.press("yes", "yes")
    assert table.state.to_move == "green"
    before = len(table.paper.said)
    table.wait(2.0)
    assert table.words(before) == []


def few_trains() -> Game:
    """Blue has 5 trains left and is to move."""
    game = Game.new("us-accessible", "usa", ("blue", "red", "green"), "untracked", 1, {"trains": 9})
    acts = (ClaimRoute(seat="blue", route=RouteId(OMAHA)), EndTurn(seat="red"), EndTurn(seat="green"))
    return done(game, *acts)


@pytest.mark.criterion(29)
def test_given_a_correction_that_is_refused_when_the_token_moves_on_then_it_is_corrected_at_once() -> None:
    table = PanelTable(game=few_trains())
    table.set_token("blue", SANTA_FE)
    table.wait(1.0)
    table.feel(SANTA_FE, "empty")
    table.wait(0.3)
    assert table.set_token("blue", SEATTLE) == [
        "Not claimed: Helena to Seattle needs 6 trains, blue disc has 5. Lift the token."
    ]
    table.wait(1.0)
    table.feel(SEATTLE, "empty")
    table.wait(0.7)
    before = len(table.paper.said)
    table.set_token("blue", "denver-oklahoma-city")
    table.wait(5.0)
    told, last = table.words(before)
    assert told.startswith("Corrected: blue disc claims Denver to Oklahoma City, 4 trains, 7 points")
    assert last.startswith("Blue disc has 1 train left. Last round")
    assert dict(table.state.owners) == {OMAHA: "blue", "denver-oklahoma-city": "blue"}
