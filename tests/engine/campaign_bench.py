"""Campaigns at a chosen point, and what an owner's file says."""

import json
from functools import cache

from bots.bot import RandomBot
from engine import Game, Seat
from engine.campaign import (
    Campaign,
    Content,
    begin_game,
    close_game,
    content_from_json,
    end_game,
    new_campaign,
    retire_event,
)
from engine.state import State
from tests.engine.rule_bench import played_out

THREE: tuple[Seat, ...] = ("blue", "red", "green")


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
