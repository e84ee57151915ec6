"""A game of every edition, and of a campaign, for what is tried on random ones."""

from collections.abc import Callable

from msgspec.structs import replace

from engine import EDITIONS, CardMode, Game, Seat, State, edition
from engine.campaign import begin_game, new_campaign

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
SHORT: dict[str, object] = {"trains": 14}
CARDS_OF_A_BOX = {
    "events": [
        "gold: lightning coins 2 all",
        "rail: company coins 1",
        "post: lightning cards 1",
        "read: text",
    ],
    "claim_steps": ["3: company-bonus", "4: large-city", "6: length 3 coins 1"],
}


def _campaign(cards: CardMode, seed: int) -> Game:
    _, plan = begin_game(new_campaign(SEATS, seed), SEATS, seed)
    settings = {**plan.settings, **CARDS_OF_A_BOX}
    return Game.new("legends-of-the-west", plan.game_map, plan.seats, cards, seed, settings)


SETTINGS: dict[str, dict[str, object]] = {
    "europe": {"trains": 14, "loans": "ask"},
    "rails-and-sails-world": {},  # its pieces would no longer be as many as its numbers say
    "rails-and-sails-great-lakes": {},
}
"""Of an edition that is not played short."""


def _game(name: str) -> Callable[[CardMode, int], Game]:
    settings = SETTINGS.get(name, SHORT)
    return lambda cards, seed: Game.new(name, edition(name).map, SEATS, cards, seed, settings)


GAMES: dict[str, Callable[[CardMode, int], Game]] = {
    **{name: _game(name) for name in EDITIONS},
    "a campaign": _campaign,
}


def as_at(state: State) -> State:
    """To be compared: an undo leaves the number of events, and what untracked seats have declared."""
    if state.cards == "untracked":
        return replace(state, seq=0, tickets={}).with_seldom(declared=frozenset())
    return replace(state, seq=0)
