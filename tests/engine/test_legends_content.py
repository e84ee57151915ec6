"""What an owner's files bring: LW-2, LW-10, LW-13, LW-62 and LW-66, boards added between games."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import MapError, game_map
from engine.campaign import (
    CampaignError,
    Vault,
    begin_game,
    board_of,
    campaign_from_json,
    campaign_view,
    content_from_json,
    new_campaign,
    open_content,
    patched,
    stickers_of,
)
from tests.engine.campaign_bench import THREE, content, game_of, played, whole

FERRY = {"id": "ferry", "a": "mobile", "b": "savannah", "length": 2, "kind": "ferry", "locomotives": 1}
PAGE = Path(__file__).parents[2] / "docs" / "campaign.md"


def test_lw_2_given_a_company_box_that_says_more_trains_then_later_games_begin_with_them() -> None:
    campaign = open_content(new_campaign(THREE, 1), content(trains=23))
    _, plan = begin_game(campaign, THREE, 1)
    game = game_of(plan)
    assert set(game.state.trains.values()) == {23}
    with pytest.raises(CampaignError, match="trains"):
        content(trains=57)


def test_lw_10_given_the_story_then_it_is_read_at_its_moment_from_the_owners_file() -> None:
    campaign = open_content(new_campaign(THREE, 1), content(story=["One side.", "The other."]))
    assert campaign_view(campaign, None)["story"] == ["One side.", "The other."]
    assert new_campaign(THREE, 1).story == ()


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


def test_lw_62_given_an_office_then_it_is_part_of_the_setup_and_the_vault_is_not() -> None:
    brought = content(office={"blue": ["a token"]}, office_coins={"blue": 2})
    campaign = open_content(whole()[4], replace(brought, game=5))
    _, plan = begin_game(campaign, THREE, 1)
    assert plan.offices == {seat: ("a token",) if seat == "blue" else () for seat in plan.seats}
    game = game_of(plan)
    assert game.state.coins["blue"] == 5 + 2
    assert not any(isinstance(value, Vault) for value in (*plan.settings.values(), *plan.offices.values()))


def test_lw_66_given_a_retired_event_then_no_later_deck_has_it_unless_it_is_called_back() -> None:
    campaign = whole()[3]
    gone = campaign.retired[0]
    _, plan = begin_game(campaign, THREE, 1)
    game = game_of(plan)
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
