"""The campaign from game to game: LW-1, LW-12, LW-59 to LW-61 and LW-63 to LW-65, and what stays sealed."""

import json
from random import Random

import pytest
from msgspec.structs import replace

from engine import SEATS, Game, Seat
from engine.campaign import (
    BankSlip,
    CampaignError,
    Vault,
    begin_game,
    campaign_from_json,
    campaign_to_json,
    campaign_view,
    close_game,
    draw_postcard,
    end_game,
    fulfil_postcard,
    new_campaign,
    open_vaults,
    retire_event,
    score_missed,
    standings,
)
from tests.engine.campaign_bench import THREE, closed, game_of, over, played, whole


def test_lw_1_given_companies_then_a_seat_keeps_its_colour_and_no_other_may_play() -> None:
    with pytest.raises(CampaignError, match="black has no company"):
        begin_game(new_campaign(THREE, 1), ("blue", "black"), 1)
    wrong: tuple[tuple[Seat, ...], ...] = (("blue",), ("blue", "blue"), (*SEATS, "blue"))
    for seats in wrong:
        with pytest.raises(CampaignError, match="give 2 to 5"):
            new_campaign(seats, 1)


def test_lw_12_given_the_caboose_then_its_holder_starts_and_if_away_a_random_seat_takes_it() -> None:
    assert {new_campaign(THREE, seed).caboose for seed in range(30)} == set(THREE)
    campaign = replace(new_campaign(THREE, 1), caboose="green")
    begun, plan = begin_game(campaign, THREE, 1)
    assert (plan.seats, begun.caboose) == (("green", "blue", "red"), "green")
    starters = set()
    for seed in range(30):
        begun, plan = begin_game(campaign, ("blue", "red"), seed)
        assert begun.caboose == plan.seats[0]
        starters.add(begun.caboose)
    assert starters == {"blue", "red"}


def test_lw_59_lw_60_given_a_game_then_the_last_takes_the_caboose_and_retires_one_of_its_events() -> None:
    campaign, plan = begin_game(new_campaign(THREE, 1), THREE, 5)
    game = game_of(plan, 5)
    state = over(game, 5)
    assert state.result is not None
    assert state.event_discards
    campaign = end_game(campaign, state)
    last = max(state.result.scores, key=lambda line: line.place).seat
    assert campaign.caboose == last
    other = next(seat for seat in THREE if seat != last)
    with pytest.raises(CampaignError, match="does not have the caboose"):
        retire_event(campaign, other, campaign.discards[0])
    with pytest.raises(CampaignError, match="event discards"):
        retire_event(campaign, last, "no-such")
    with pytest.raises(CampaignError, match="still to retire"):
        close_game(campaign)
    gone = campaign.discards[0]
    after = retire_event(campaign, last, gone)
    assert (after.retired, len(after.events)) == ((gone,), 6)
    with pytest.raises(CampaignError, match="event discards"):
        retire_event(after, last, campaign.discards[-1])
    nothing = replace(campaign, discards=())
    assert close_game(nothing).events == campaign.events


def test_lw_60_given_untracked_cards_then_any_event_may_be_retired_or_none() -> None:
    campaign, plan = begin_game(new_campaign(THREE, 1), THREE, 5)
    game = game_of(plan, 5, "untracked")
    campaign = end_game(campaign, over(game))
    assert len(close_game(campaign).events) == 7
    assert len(close_game(retire_event(campaign, campaign.caboose, "event-4")).events) == 6


def test_lw_61_given_bank_slips_then_nobody_sees_them_before_the_end_of_game_12() -> None:
    for campaign in whole()[:-1]:
        with pytest.raises(CampaignError, match="sealed"):
            open_vaults(campaign)
        with pytest.raises(CampaignError, match="sealed"):
            standings(campaign)
    slips = open_vaults(whole()[-1])
    assert [slip.game for slip in slips["blue"]] == list(range(1, 13))
    assert [slip.game for slip in slips["green"]] == [1, 2, 4, 5, 6, 8, 9, 10, 11, 12]
    assert all(slip.total >= 0 for company in slips.values() for slip in company)
    told = dict(standings(whole()[-1]))
    assert told["red"] == sum(slip.total for slip in slips["red"])


@pytest.mark.criterion(59)
@pytest.mark.parametrize("seed", range(6))
def test_lw_61_given_other_slips_in_the_vaults_then_no_view_changes_by_a_byte(seed: int) -> None:
    chance = Random(seed)
    for campaign in whole()[:-1]:
        boxes = {
            seat: replace(
                box,
                vault=Vault(
                    tuple(BankSlip(game=n, total=chance.randrange(99)) for n in range(1, len(box.vault) + 1))
                ),
            )
            for seat, box in campaign.companies.items()
        }
        other = replace(campaign, companies=boxes)
        viewers: tuple[Seat | None, ...] = (None, *THREE)
        for viewer in viewers:
            assert json.dumps(campaign_view(other, viewer)) == json.dumps(campaign_view(campaign, viewer))
        assert repr(other) == repr(campaign)
        plan, same = (begin_game(one, THREE, seed)[1] for one in (other, campaign))
        assert plan == same
    assert campaign_view(whole()[-1], None)["companies"] != campaign_view(whole()[-2], None)["companies"]


def test_lw_63_given_a_missed_game_then_it_is_noted_and_scored_at_the_end_of_the_campaign() -> None:
    assert whole()[7].companies["green"].missed == (3, 7)
    with pytest.raises(CampaignError, match="game 8 has not begun"):
        score_missed(whole()[7], "green", 3, 10)
    end = score_missed(whole()[-1], "green", 3, 10)
    assert end.companies["green"].missed == (7,)
    assert dict(standings(end))["green"] == dict(standings(whole()[-1]))["green"] + 10
    assert [slip.game for slip in open_vaults(end)["green"]][:3] == [1, 2, 3]
    with pytest.raises(CampaignError, match="blue has not missed game 3"):
        score_missed(end, "blue", 3, 10)
    with pytest.raises(CampaignError, match="game 7 of green: -3 dollars; a slip never falls below 0"):
        score_missed(end, "green", 7, -3)
    again = score_missed(end, "green", 3, 12)  # the later word counts
    assert dict(standings(again))["green"] == dict(standings(end))["green"] + 2
    assert again.companies["green"].missed == (7,)


def test_lw_64_given_a_postcard_then_its_private_side_is_its_owners_until_it_is_fulfilled() -> None:
    campaign, _ = begin_game(new_campaign(THREE, 1), THREE, 1)
    campaign = draw_postcard(campaign, "red", "7", "Seen by all.", "For red alone.")
    for viewer, knows in (("red", True), ("blue", False), (None, False)):
        shown = json.dumps(campaign_view(campaign, viewer))  # type: ignore[arg-type]
        assert "Seen by all." in shown
        assert ("For red alone." in shown) == knows
    with pytest.raises(CampaignError, match="blue holds no postcard"):
        fulfil_postcard(campaign, "blue", "7")
    done = fulfil_postcard(campaign, "red", "7")
    assert "For red alone." in json.dumps(campaign_view(done, None))
    with pytest.raises(CampaignError, match="red holds no postcard"):
        fulfil_postcard(done, "red", "7")
    with pytest.raises(CampaignError, match="drawn already"):
        draw_postcard(campaign, "blue", "7", "x", "y")


def test_lw_65_given_a_postcard_drawn_at_the_end_then_it_waits_and_after_game_12_for_ever() -> None:
    ended = draw_postcard(played(new_campaign(THREE, 1)), "red", "7", "a", "b")
    with pytest.raises(CampaignError, match="game 1 is over and not closed yet"):
        fulfil_postcard(ended, "red", "7")
    second, _ = begin_game(closed(ended), THREE, 1)
    assert fulfil_postcard(second, "red", "7").postcards[0].fulfilled == 2
    last = draw_postcard(played(whole()[11], THREE, 12), "red", "8", "a", "b")
    assert last.postcards[-1].from_game == 13
    with pytest.raises(CampaignError, match="game 12 was the last one and is closed"):
        fulfil_postcard(closed(last), "red", "8")


def test_given_a_campaign_as_a_file_then_it_reads_as_it_was_vaults_and_all() -> None:
    for campaign in whole():
        text = campaign_to_json(campaign)
        assert campaign_to_json(campaign_from_json(text)) == text
    assert open_vaults(campaign_from_json(campaign_to_json(whole()[-1]))) == open_vaults(whole()[-1])


def test_given_steps_out_of_order_then_refused() -> None:
    fresh = new_campaign(THREE, 1)
    begun, plan = begin_game(fresh, THREE, 1)
    game = game_of(plan)
    with pytest.raises(CampaignError, match="play its last turn"):
        end_game(begun, game.state)
    stranger = Game.new("legends-of-the-west", "legends-east", ("blue", "red"), "dealt", 1)
    with pytest.raises(CampaignError, match="not the one begun"):
        end_game(begun, over(stranger))
    for step, said in (
        (
            lambda: close_game(fresh),
            "game 1 has not begun; this is done when a game is over, until it is closed",
        ),
        (lambda: begin_game(begun, THREE, 1), "game 1 is being played; this is done before a game begins"),
        (
            lambda: begin_game(whole()[-1], THREE, 1),
            "game 12 was the last one and is closed; this is done before",
        ),
    ):
        with pytest.raises(CampaignError, match=said):
            step()
    with pytest.raises(CampaignError, match="2 seats or more"):
        begin_game(fresh, ("blue",), 1)
    assert (fresh.year, whole()[-1].year) == (1865, 1898)
