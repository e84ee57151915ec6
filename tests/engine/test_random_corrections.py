"""Random corrections of random games: what is on the board, in hands, decks and purses stays in accord."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from bots.bot import RandomBot
from engine import (
    CARD_MODES,
    CardMode,
    Game,
    GameCorrected,
    Refusal,
    Seat,
    State,
    Undo,
    event_from_json,
    event_to_json,
    position_of,
    score_position,
)
from engine.scoring import final_scores, route_points
from tests.engine.many_games import GAMES
from tests.engine.rule_bench import did


def cards_of(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    every: Counter[str] = Counter()
    for pile in (state.row, state.deck, state.discards, state.ship_deck, state.ship_discards):
        every.update(pile)
    for hand in state.hands.values():
        every.update(hand)
    return every + Counter(() if state.tunnel is None else state.tunnel.cards)


def pieces_of(state: State) -> dict[Seat, int]:
    """All trains and ships of each seat, on the board and left."""
    routes = state.game_map.routes
    laid = {seat: sum(routes[route].length for route in state.routes_of(seat)) for seat in state.seats}
    return {seat: laid[seat] + state.supply(seat) for seat in state.seats}


def points_of(state: State) -> dict[Seat, int]:
    """What the routes that stand are worth, and what exchanges have cost."""
    routes, settings = state.game_map.routes, state.settings
    return {
        seat: sum(route_points(settings, routes[route].length) for route in state.routes_of(seat))
        + state.exchanged.get(seat, 0) * settings.exchange_points
        for seat in state.seats
    }


def board_of(game: Game, chance: random.Random) -> tuple[list[str], dict[str, Seat]]:
    """Some of what is claimed is gone, some tokens stand elsewhere or are another's."""
    state = game.state
    held = [*state.owners, *state.stations, *state.harbors]
    free = [place for place in (*state.game_map.routes, *state.game_map.cities) if place not in held]
    gone = [place for place in held if chance.random() < 0.3]
    stand = {place: chance.choice(state.seats) for place in chance.sample(free, 3)}
    return gone, stand | {place: chance.choice(state.seats) for place in gone if chance.random() < 0.2}


def consistent(before: Game, after: Game, event: GameCorrected) -> None:
    """The correction has changed what it tells, and nothing came from nowhere or was lost."""
    old, new = before.state, after.state
    assert cards_of(new) == cards_of(old)
    assert pieces_of(new) == pieces_of(old)
    assert new.points == points_of(new)
    assert all(count >= 0 for count in (*new.coins.values(), *new.trains.values(), *new.ships.values()))
    assert (new.to_move, new.turn, new.phase, new.tickets) == (old.to_move, old.turn, old.phase, old.tickets)
    assert new.taken == new.game_map.set_of(new.owners)
    held: dict[str, Seat] = {}
    for standing in (new.owners, new.stations, new.harbors):
        held.update({str(place): seat for place, seat in standing.items()})
    assert all(held.get(place) == seat for place, seat in event.added.items())
    assert not (event.removed.keys() - event.added.keys()) & held.keys()
    assert score_position(position_of(new))["violations"] == []
    read = Game.replay((event_from_json(event_to_json(one)) for one in after.events), new.game_map)
    assert read == after
    undone, _ = did(after, Undo(seat=new.seats[0]))
    assert replace(undone.state, seq=0) == replace(old, seq=0)


@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("name", GAMES)
def test_given_random_corrections_then_cards_pieces_points_and_coins_agree_and_the_game_goes_on(
    name: str, cards: CardMode
) -> None:
    corrected, given_up = 0, 0
    for seed in range(2):
        chance, bot = random.Random(seed), RandomBot(seed)
        game = GAMES[name](cards, seed)
        for number in range(1, 400):
            if game.state.phase == "over":
                break
            game, _ = did(game, bot.choose(game.state, game.state.waiting_for()[0]))
            if number % 8 or game.state.phase not in ("turn", "declaring"):
                continue
            command, _ = game.board_accepted("red", *board_of(game, chance))
            done = game.do(command)
            if not isinstance(done, Refusal):
                [event] = done[1]
                assert isinstance(event, GameCorrected)
                consistent(game, done[0], event)
                game, corrected = done[0], corrected + 1
                given_up += sum(map(len, event.given_up.values()))
        if game.state.result is not None:
            assert game.state.result.scores == final_scores(game.state)[0]
    assert corrected > 4
    assert (given_up > 0) == (cards == "dealt" and name in ("legends-of-the-west", "a campaign"))
