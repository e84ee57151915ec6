"""Campaigns at a chosen point, and what an owner's file says."""

import json
from functools import cache

from bots.bot import RandomBot
from engine import CardMode, Game, Seat
from engine.campaign import (
    Campaign,
    Content,
    Plan,
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


def game_of(plan: Plan, seed: int = 1, cards: CardMode = "dealt") -> Game:
    """The campaign's game, as it begins."""
    return Game.new("legends-of-the-west", plan.game_map, plan.seats, cards, seed, plan.settings)


def over(game: Game, seed: int = 0) -> State:
    """How it ends, played by random bots."""
    return played_out(game, RandomBot(seed)).state


def played(campaign: Campaign, present: tuple[Seat, ...] = THREE, seed: int = 0) -> Campaign:
    """The campaign after one more game, of whose events none is retired yet."""
    campaign, plan = begin_game(campaign, present, seed)
    return end_game(campaign, over(game_of(plan, seed), seed))


def closed(campaign: Campaign) -> Campaign:
    """The campaign when one of the game's events is retired, if any was played, and all is put away."""
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
