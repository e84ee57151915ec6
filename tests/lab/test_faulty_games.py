"""A small sample of the games of benchmarks/faulty_games.py, and that its measures can fail."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.clumsy.honest_people import GameSetup
from benchmarks.clumsy.household import Household, play_game
from benchmarks.clumsy.mishaps import Dice, Rates
from benchmarks.clumsy.sensed_board import SensedBoard
from benchmarks.clumsy.witness import Witness
from benchmarks.faulty_games import EVENINGS, RATES, play, rates_of
from engine import RouteClaimed
from reconcile import Fallen, Finding, WhoseToken
from tabletop import DeviceHealth, Observation, Seen, Sense, SiteId, board_layout

GAMES = 24


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
    assert claims > 900
    assert needless * 40 <= claims


@pytest.mark.parametrize("number", [1005, 1009, 1091, 1109, 2114, 2407, 2599])
def test_given_hands_that_hesitate_and_people_who_think_again_when_played_then_nothing_is_wrong(
    number: int,
) -> None:
    _, outcome = play(number, rates_of(RATES.with_name("clumsy.toml")))
    assert outcome.claims > 20
    assert (outcome.wrong, outcome.unresolved) == ((), "")


def test_given_two_people_who_set_another_token_before_they_lift_the_first_when_played_then_both_agree() -> (
    None
):
    evening = EVENINGS["pins and camera, two"]
    played = [play_game(evening, Rates({"rethink": 0.5, "hesitate": 1.0}), seed) for seed in range(3)]
    assert [(outcome.wrong, outcome.unresolved) for outcome in played] == [((), "")] * 3
    assert sum(outcome.questions for outcome in played) > 10


def test_given_nothing_goes_wrong_when_played_then_nothing_is_asked() -> None:
    outcome = play_game(GameSetup(), Rates({}), seed=5)
    assert outcome.claims > 25
    assert (outcome.questions, outcome.needless, outcome.misled) == (0, (), ())
    assert (outcome.wrong, outcome.unresolved) == ((), "")


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
    household = Household(GameSetup(), Rates({}), seed=1)
    household.play()
    witness, state = household.witness, household.session.game.state
    assert witness.wrong == []
    claimed = next(event for event in household.session.game.events if isinstance(event, RouteClaimed))
    household.board.tokens.clear()
    witness.told([(1, claimed)], state)
    assert len(witness.wrong) == 1


SITE, OTHER = SiteId("denver-omaha"), SiteId("chicago-duluth")


def witness_of(*, camera: bool = True) -> tuple[SensedBoard, Witness]:
    """One that watches an empty board, at 10 s."""
    board = SensedBoard(board_layout("usa"), Dice(Rates({}), Random(1)), camera=camera)
    witness = Witness(board)
    for item in board.until(10.0):
        witness.sensed(item)
    return board, witness


def seen(witness: Witness, sense: Sense, what: Seen, site: SiteId = SITE) -> None:
    witness.sensed(Observation(site=site, sense=sense, seen=what, at=witness.board.now))


def counted(witness: Witness, finding: Finding) -> tuple[int, int]:
    """How many needless and misled questions after it; blue is to move."""
    witness.found(finding, "blue")
    return len(witness.needless), len(witness.misled)


def test_given_a_token_rightly_seen_when_asked_about_then_needless_and_misread_then_misled() -> None:
    board, witness = witness_of()
    board.place(SITE, "blue")
    seen(witness, "pin", "something")
    seen(witness, "camera", "blue")
    assert counted(witness, WhoseToken(site=SITE, guess="blue")) == (1, 0)
    [told] = witness.needless
    assert told.endswith(
        "; pin denver-omaha something 1.00, 0.0 s ago; camera denver-omaha blue 1.00, 0.0 s ago"
    )
    seen(witness, "camera", "unknown")
    assert counted(witness, WhoseToken(site=SITE, guess="blue")) == (2, 0)
    seen(witness, "camera", "red")
    assert counted(witness, WhoseToken(site=SITE, guess="red")) == (2, 1)
    board.place(OTHER, "green")
    assert counted(witness, WhoseToken(site=OTHER, guess="blue")) == (2, 1)  # that one was needed
    assert witness.questions == 4


def test_given_a_token_that_came_while_the_hub_was_away_when_asked_about_then_it_was_owed() -> None:
    board, witness = witness_of(camera=False)
    witness.sensed(DeviceHealth(device="hub", condition="lost", at=10.0))
    board.now = 15.0
    board.place(SITE, "blue")
    witness.sensed(DeviceHealth(device="hub", condition="live", at=20.0))
    board.now = 25.0
    witness.sensed(DeviceHealth(device="hub", condition="live", at=26.0))  # told once more
    board.place(OTHER, "blue")
    for site in (SITE, OTHER):
        seen(witness, "pin", "something", site)
    assert counted(witness, WhoseToken(site=SITE, guess="blue")) == (0, 1)
    assert counted(witness, WhoseToken(site=OTHER, guess="blue")) == (1, 1)
    witness.sensed(DeviceHealth(device="pin", condition="live", at=30.0, site=OTHER))
    assert counted(witness, WhoseToken(site=OTHER, guess="blue")) == (1, 2)


def test_given_a_contact_that_opens_under_a_token_when_missed_then_misled_unless_it_is_seen() -> None:
    for camera, expected in ((False, (0, 1)), (True, (1, 0))):
        board, witness = witness_of(camera=camera)
        board.place(SITE, "blue")
        seen(witness, "pin", "empty")
        assert counted(witness, Fallen(tokens=((SITE, "blue"),))) == expected


def test_given_a_file_of_rates_that_is_not_there_when_asked_for_then_one_line() -> None:
    with pytest.raises(SystemExit, match=r"^faulty_games: .*nowhere\.toml'?$"):
        rates_of(Path("nowhere.toml"))
