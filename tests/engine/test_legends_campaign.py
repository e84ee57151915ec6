"""The campaign: LW-10, LW-12, LW-13 and LW-59 to LW-66, boards added between games, and what stays sealed."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import RandomBot
from engine import SEATS, Game, MapError, Seat, game_map
from engine.campaign import (
    BankSlip,
    Campaign,
    CampaignError,
    Content,
    Vault,
    begin_game,
    board_of,
    campaign_from_json,
    campaign_to_json,
    campaign_view,
    close_game,
    content_from_json,
    draw_postcard,
    end_game,
    fulfil_postcard,
    new_campaign,
    open_content,
    open_vaults,
    patched,
    retire_event,
    score_missed,
    standings,
    stickers_of,
)
from engine.state import State
from tests.engine.rule_bench import played_out

THREE: tuple[Seat, ...] = ("blue", "red", "green")
FERRY = {"id": "ferry", "a": "mobile", "b": "savannah", "length": 2, "kind": "ferry", "locomotives": 1}
PAGE = Path(__file__).parents[2] / "docs" / "campaign.md"


def content(name: str = "card", game: int = 1, when: str = "setup", **more: object) -> Content:
    return content_from_json(
        json.dumps({"format": "content/1", "id": name, "game": game, "when": when, **more})
    )


def over(campaign: Campaign, game: Game, seed: int = 0) -> State:
    return played_out(game, RandomBot(seed)).state


def played(campaign: Campaign, present: tuple[Seat, ...] = THREE, seed: int = 0) -> Campaign:
    """The campaign after one more game, an event of its discards retired, not yet closed."""
    campaign, plan = begin_game(campaign, present, seed)
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "dealt", seed, plan.settings)
    return end_game(campaign, over(campaign, game, seed))


def closed(campaign: Campaign) -> Campaign:
    if campaign.discards:
        campaign = retire_event(campaign, campaign.caboose, campaign.discards[0])
    return close_game(campaign)


@cache
def whole() -> tuple[Campaign, ...]:
    """A campaign before every game and after the last; green misses games 3 and 7."""
    steps = [new_campaign(THREE, 1)]
    for number in range(1, 13):
        present = THREE[:2] if number in (3, 7) else THREE
        steps.append(closed(played(steps[-1], present, number)))
    return tuple(steps)


def test_lw_1_given_companies_then_a_seat_keeps_its_colour_and_no_other_may_play() -> None:
    with pytest.raises(CampaignError, match="black has no company"):
        begin_game(new_campaign(THREE, 1), ("blue", "black"), 1)
    wrong: tuple[tuple[Seat, ...], ...] = (("blue",), ("blue", "blue"), (*SEATS, "blue"))
    for seats in wrong:
        with pytest.raises(CampaignError, match="give 2 to 5"):
            new_campaign(seats, 1)


def test_lw_2_given_a_company_box_that_says_more_trains_then_later_games_begin_with_them() -> None:
    campaign = open_content(new_campaign(THREE, 1), content(trains=23))
    _, plan = begin_game(campaign, THREE, 1)
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "dealt", 1, plan.settings)
    assert set(game.state.trains.values()) == {23}
    with pytest.raises(CampaignError, match="trains"):
        content(trains=57)


def test_lw_10_given_the_story_then_it_is_read_at_its_moment_from_the_owners_file() -> None:
    campaign = open_content(new_campaign(THREE, 1), content(story=["One side.", "The other."]))
    assert campaign_view(campaign, None)["story"] == ["One side.", "The other."]
    assert new_campaign(THREE, 1).story == ()


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


def test_lw_13_given_stickers_then_setup_and_claim_steps_come_in_numeric_order_while_they_hold() -> None:
    stickers = [
        {"where": "setup", "number": 12, "text": "Last."},
        {"where": "setup", "number": 10, "text": "First.", "until": 1},
        {"where": "claim", "number": 7, "text": "Red routes.", "effect": "colour red coins 1"},
        {"where": "claim", "number": 5, "text": "The table reads this."},
        {"where": "end", "number": 4, "text": "At the end."},
    ]
    campaign = open_content(new_campaign(THREE, 1), content(stickers=stickers))
    _, plan = begin_game(campaign, THREE, 1)
    assert [sticker.number for sticker in plan.steps] == [10, 12]
    assert plan.settings["claim_steps"] == [
        "3: company-bonus", "5: text", "7: colour red coins 1", "12: large-city",
    ]  # fmt: skip
    later = replace(campaign, game=2)
    assert [sticker.number for sticker in stickers_of(later, "setup")] == [12]
    over_it = content(stickers=[{"where": "claim", "number": 3, "text": "No bonus.", "effect": "coins 4"}])
    assert begin_game(open_content(new_campaign(THREE, 1), over_it), THREE, 1)[1].settings["claim_steps"] == [
        "3: coins 4", "12: large-city",
    ]  # fmt: skip
    with pytest.raises(CampaignError, match="cannot be read"):
        open_content(
            new_campaign(THREE, 1),
            content(stickers=[{"where": "claim", "number": 3, "text": "x", "effect": "fly"}]),
        )


def test_lw_59_lw_60_given_a_game_then_the_last_takes_the_caboose_and_retires_one_of_its_events() -> None:
    campaign, plan = begin_game(new_campaign(THREE, 1), THREE, 5)
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "dealt", 5, plan.settings)
    state = over(campaign, game, 5)
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
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "untracked", 5, plan.settings)
    campaign = end_game(campaign, over(campaign, game))
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


def test_lw_62_given_an_office_then_it_is_part_of_the_setup_and_the_vault_is_not() -> None:
    brought = content(office={"blue": ["a token"]}, office_coins={"blue": 2})
    campaign = open_content(whole()[4], replace(brought, game=5))
    _, plan = begin_game(campaign, THREE, 1)
    assert plan.offices == {seat: ("a token",) if seat == "blue" else () for seat in plan.seats}
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "dealt", 1, plan.settings)
    assert game.state.coins["blue"] == 5 + 2
    assert not any(isinstance(value, Vault) for value in (*plan.settings.values(), *plan.offices.values()))


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


def test_lw_66_given_a_retired_event_then_no_later_deck_has_it_unless_it_is_called_back() -> None:
    campaign = whole()[3]
    gone = campaign.retired[0]
    _, plan = begin_game(campaign, THREE, 1)
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "dealt", 1, plan.settings)
    assert gone not in game.state.event_deck
    assert len(game.state.event_deck) == len(campaign.events)
    line = f"{gone}: lightning coins 1"
    with pytest.raises(CampaignError, match="call_back"):
        open_content(campaign, content(game=4, events=[line]))
    back = open_content(campaign, content(game=4, call_back=[line]))
    assert (line in back.events, gone in back.retired) == (True, False)
    with pytest.raises(CampaignError, match="not retired"):
        open_content(campaign, content(game=4, call_back=[campaign.events[0]]))


@pytest.mark.parametrize(("game", "when"), [(2, "setup"), (1, "end"), (12, "end")])
def test_lw_66_given_content_before_its_moment_then_it_stays_closed(game: int, when: str) -> None:
    with pytest.raises(CampaignError, match=f"stays closed; it is opened when game {game}"):
        open_content(new_campaign(THREE, 1), content(game=game, when=when, story=["hidden"]))
    opened = open_content(new_campaign(THREE, 1), content("card"))
    with pytest.raises(CampaignError, match="open already"):
        open_content(opened, content("card"))


def test_lw_66_given_the_package_then_no_content_of_the_box_comes_with_it() -> None:
    folder = PAGE.parents[1] / "engine" / "campaign"
    assert [path.name for path in folder.iterdir() if path.suffix not in (".py", "") and path.is_file()] == []
    assert all(line == f"event-{n}: text" for n, line in enumerate(new_campaign(THREE, 1).events, 1))


def test_given_the_page_for_owners_then_its_example_can_be_opened_and_played() -> None:
    example = re.search(r'    (\{"format": "content/1".*?\n\n)', PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    campaign = open_content(whole()[1], content_from_json(example[1]))
    board = board_of(campaign)
    assert (board.cities[board.routes[list(board.routes)[-1]].b].large, len(board.tickets)) == (True, 32)
    done = played(campaign)
    assert done.step == "after"
    assert done.companies["blue"].trains == 22


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"settings": {"colour": 1}}, "the setting colour is not known"),
        ({"settings": {"company_bonus": "two"}}, "company_bonus"),
        ({"settings": {"trains": 22}}, "the setting trains is the campaign's own; give trains beside"),
        ({"settings": {"seat_trains": ["blue=22"]}}, "seat_trains is the campaign's own; give trains"),
        ({"settings": {"office_coins": ["blue=2"]}}, "give office_coins beside settings, by company"),
        ({"settings": {"events": ["gold: coins 1"]}}, "give events, retire or call_back beside settings"),
        ({"settings": {"claim_steps": ["7: coins 1"]}}, "give stickers"),
        ({"settings": {"ticket_decks": ["west"]}}, "no tickets of the deck west; decks there: regular"),
        ({"board": {"patch": "legends-east", "routes": [FERRY]}}, "no rule for the ferry ferry"),
        ({"events": ["gold"]}, "cannot be read"),
        ({"retire": ["no-such"]}, "no event"),
        ({"office": {"black": ["x"]}}, "black has no company"),
        ({"board": {"cities": []}}, "names the map"),
        ({"board": {"patch": "legends-east", "routes": [{"id": "x", "a": "mobile", "b": "y"}]}}, "no city"),
        ({"board": {"patch": "legends-east", "remove": {"routes": ["x"]}}}, "not there"),
    ],
)
def test_given_content_that_cannot_be_then_one_line_and_nothing_changes(
    wrong: dict[str, object], says: str
) -> None:
    with pytest.raises(CampaignError, match=says) as caught:
        open_content(new_campaign(THREE, 1), content("card A", **wrong))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "content/1"}',
        '{"format": "content/1", "id": "x", "game": 13, "when": "end"}',
    ],
)
def test_given_a_file_that_is_no_content_or_no_campaign_then_one_line(text: str) -> None:
    for read in (content_from_json, campaign_from_json):
        with pytest.raises(CampaignError) as caught:
            read(text, source="box.json")
        assert str(caught.value).startswith("box.json: ")
        assert "\n" not in str(caught.value)


def test_given_a_campaign_as_a_file_then_it_reads_as_it_was_vaults_and_all() -> None:
    for campaign in whole():
        text = campaign_to_json(campaign)
        assert campaign_to_json(campaign_from_json(text)) == text
    assert open_vaults(campaign_from_json(campaign_to_json(whole()[-1]))) == open_vaults(whole()[-1])


def test_given_steps_out_of_order_then_refused() -> None:
    fresh = new_campaign(THREE, 1)
    begun, plan = begin_game(fresh, THREE, 1)
    game = Game.new("legends-of-the-west", plan.game_map, plan.seats, "dealt", 1, plan.settings)
    with pytest.raises(CampaignError, match="play its last turn"):
        end_game(begun, game.state)
    stranger = Game.new("legends-of-the-west", "legends-east", ("blue", "red"), "dealt", 1)
    with pytest.raises(CampaignError, match="not the one begun"):
        end_game(begun, over(begun, stranger))
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


def test_given_a_patch_then_what_is_there_is_laid_over_and_the_rest_added() -> None:
    board = patched(
        game_map("legends-east"), '{"patch": "legends-east", "cities": [{"id": "chicago", "large": true}]}'
    )
    assert (board.cities["chicago"].large, board.cities["chicago"].name) == (True, "Chicago")  # type: ignore[index]
    assert (len(board.routes), len(board.stubs), board.boards) == (72, 8, game_map("legends-east").boards)
    assert board.routes == game_map("legends-east").routes
    for wrong in (
        "{",
        "[]",
        '{"patch": "usa"}',
        '{"patch": "legends-east", "remove": {"cities": ["chicago"]}}',
    ):
        with pytest.raises(MapError, match="board"):
            patched(game_map("legends-east"), wrong)
