"""A small sample of the games of benchmarks/faulty_games.py, and that its measures can fail."""

from pathlib import Path

import pytest

from benchmarks.faulty_games import EVENINGS, RATES, play, rates_of
from engine import RouteClaimed
from fingerpost.household import Household
from fingerpost.rehearsal import Evening, rehearse
from simulator.mishaps import Rates

GAMES = 32


@pytest.mark.criterion(40)
def test_given_games_full_of_mishaps_when_played_then_nothing_wrong_is_claimed_and_all_come_to_agree() -> (
    None
):
    rates = rates_of(RATES)
    played = [play(number, rates) for number in range(GAMES)]
    assert {name for name, _ in played} == set(EVENINGS)
    assert [outcome.wrong for _, outcome in played if outcome.wrong] == []
    assert [outcome.unresolved for _, outcome in played if outcome.unresolved] == []
    claims = sum(outcome.claims for _, outcome in played)
    needless = sum(len(outcome.needless) for _, outcome in played)
    assert claims > 1000
    assert needless * 40 <= claims


def test_given_nothing_goes_wrong_when_played_then_nothing_is_asked() -> None:
    outcome = rehearse(Evening(), Rates({}), seed=5)
    assert outcome.claims > 25
    assert (outcome.questions, outcome.needless, outcome.wrong, outcome.unresolved) == (0, (), (), "")


def test_given_one_number_when_played_twice_then_the_game_is_the_same() -> None:
    rates = rates_of(RATES)
    assert play(3, rates) == play(3, rates)


def test_given_cards_dealt_and_a_dead_pin_when_its_route_is_claimed_then_by_the_list_and_asked_of_once() -> (
    None
):
    outcome = play(249, rates_of(RATES))[1]  # a pin that never answers, pins alone: this game had no end
    assert outcome.seconds < 1200
    assert (outcome.wrong, outcome.unresolved) == ((), "")
    assert sum("ClaimOrStray" in asked for asked in outcome.needless) == 1


def test_given_a_pin_set_aside_when_its_token_is_lifted_in_grace_then_that_is_heard_when_it_is_well() -> None:
    outcome = play(1641, rates_of(RATES))[1]  # brushed, bounced, regretted: this game had no end
    assert (outcome.wrong, outcome.unresolved) == ((), "")


def test_given_a_claim_where_nothing_stands_when_told_then_the_witness_counts_it() -> None:
    household = Household(Evening(), Rates({}), seed=1)
    household.play()
    witness, state = household.witness, household.session.game.state
    assert witness.wrong == []
    claimed = next(event for event in household.session.game.events if isinstance(event, RouteClaimed))
    household.board.tokens.clear()
    witness.told([(1, claimed)], state)
    assert len(witness.wrong) == 1


def test_given_a_file_of_rates_that_is_not_there_when_asked_for_then_one_line() -> None:
    with pytest.raises(SystemExit, match=r"^faulty_games: .*nowhere\.toml'?$"):
        rates_of(Path("nowhere.toml"))
