"""Bots: legal, the same again after a resume, and the one that plans beats the one that does not."""

from typing import cast

import pytest

from bots.bot import Bot, EasyBot, GreedyBot, RandomBot, bot_of, is_bot, kind_of
from bots.claims import MANY, SHORT
from bots.paper import paper_tickets, planned_tickets
from engine import (
    CARD_MODES,
    EDITIONS,
    SEATS,
    BuildStation,
    CardMode,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    Game,
    Refusal,
    Seat,
    State,
    edition,
    event_from_json,
    event_to_json,
    evolve,
    legal,
    position_of,
    score_position,
)

RULES = ("us-accessible", "us-10th-anniversary", "europe")


def played(
    bots: list[Bot], cards: CardMode, seed: int, rules: str = "us-accessible"
) -> tuple[Game, list[Command]]:
    game, commands = Game.new(rules, edition(rules).map, SEATS[: len(bots)], cards, seed), list[Command]()
    while game.state.phase != "over":
        seat = game.state.waiting_for()[0]
        command = bots[game.state.seats.index(seat)].choose(game.state, seat)
        answer = game.do(command)
        assert not isinstance(answer, Refusal), answer
        commands.append(command)
        game = answer[0]
    return game, commands


@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("rules", RULES)
def test_given_bots_of_both_kinds_then_whole_games_are_legal(rules: str, seats: int, cards: CardMode) -> None:
    for seed in range(3):
        bots: list[Bot] = [GreedyBot(seed) if n % 2 else RandomBot(seed) for n in range(seats)]
        game, _ = played(bots, cards, seed, rules)
        assert game.state.result is not None


@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
@pytest.mark.parametrize("rules", RULES)
def test_given_a_game_resumed_from_its_log_then_it_goes_on_as_it_would_have(
    rules: str, kind: type[RandomBot] | type[GreedyBot], cards: CardMode
) -> None:
    game, _ = played([kind(1), kind(2)], cards, 9, rules)
    half = Game.replay([event_from_json(event_to_json(event)) for event in game.events[: _act_end(game)]])
    bots = [kind(1), kind(2)]
    while half.state.phase != "over":
        seat = half.state.waiting_for()[0]
        answer = half.do(bots[half.state.seats.index(seat)].choose(half.state, seat))
        assert not isinstance(answer, Refusal)
        half = answer[0]
    assert half == game


def _act_end(game: Game) -> int:
    """The number of events up to some turn's beginning in the middle of the game."""
    acts = game.acts[len(game.acts) // 2]
    return acts.to


def test_given_two_seeds_then_two_games() -> None:
    _, one = played([RandomBot(1), RandomBot(2)], "dealt", 3)
    _, other = played([RandomBot(3), RandomBot(4)], "dealt", 3)
    assert one != other


@pytest.mark.parametrize(
    ("rules", "cards", "least"),
    [
        ("us-accessible", "dealt", 19),
        ("us-10th-anniversary", "dealt", 19),
        ("europe", "dealt", 19),
        ("legends-of-the-west", "dealt", 18),
        ("us-accessible", "untracked", 19),
        ("europe", "untracked", 19),
        ("rails-and-sails-world", "untracked", 19),
        ("rails-and-sails-great-lakes", "untracked", 19),
        ("legends-of-the-west", "untracked", 19),
    ],
)
def test_given_a_planner_among_three_random_players_then_it_wins_nearly_always(
    rules: str, cards: CardMode, least: int
) -> None:
    won = 0
    for seed in range(20):
        planner = seed % 4
        bots: list[Bot] = [GreedyBot(seed) if n == planner else RandomBot(seed + n) for n in range(4)]
        game, _ = played(bots, cards, seed, rules)
        assert game.state.result is not None
        won += SEATS[planner] in game.state.result.winners
    assert won >= least


def test_given_planners_on_europe_then_stations_are_built_seldom_and_most_of_them_pay() -> None:
    built = paid = cost = 0
    for seed in range(12):
        game, commands = played([GreedyBot(seed + n) for n in range(4)], "dealt", seed, "europe")
        built += sum(isinstance(command, BuildStation) for command in commands)
        score = score_position(position_of(game.state))
        for line in cast(list[dict[str, object]], score["seats"]):
            lent = cast(dict[str, str | None], line["borrowed"])
            paid += sum(route is not None for route in lent.values())
            cost += len(lent)
    assert 0 < built <= 12 * 4
    assert paid >= cost * 0.8


def test_given_untracked_cards_then_no_two_seats_hold_one_paper_ticket_and_all_are_declared() -> None:
    game, commands = played([GreedyBot(1), *(RandomBot(n) for n in range(4))], "untracked", 1)
    held = [ticket for seat in game.state.seats for ticket in game.state.tickets[seat]]
    assert len(held) == len(set(held))
    assert {len(game.state.tickets[seat]) for seat in game.state.seats} <= {2, 3}
    assert sum(isinstance(command, DeclareTickets) for command in commands) == 5
    assert game.state.tickets["blue"] == planned_tickets(game.state, "blue", 1)
    assert game.state.tickets["red"] == paper_tickets(game.state, "red", 0)


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_given_untracked_cards_then_bots_claim_no_more_than_paper_cards_would_pay_for(
    kind: type[RandomBot] | type[GreedyBot],
) -> None:
    bots: list[Bot] = [kind(1), kind(2)]
    game, most = Game.new("us-accessible", "usa", SEATS[:2], "untracked", 3), 0
    while game.state.phase != "over":
        seat = game.state.waiting_for()[0]
        command = bots[game.state.seats.index(seat)].choose(game.state, seat)
        if isinstance(command, ClaimRoute):
            # Four cards, two for every turn of the seat so far that was no claim, less one for every space.
            own = [game.state.game_map.routes[route].length for route in game.state.routes_of(seat)]
            cards = 4 + 2 * ((game.state.turn - 1) // 2 - len(own)) - sum(own)
            assert game.state.game_map.routes[command.route].length <= cards
            most = max(most, cards)
        answer = game.do(command)
        assert not isinstance(answer, Refusal)
        game = answer[0]
    assert most >= 4


class Hoarder:
    """Draws as long as it can, and else does the first legal thing."""

    def choose(self, state: State, seat: Seat) -> Command:
        commands = [command for command in legal(state) if command.seat == seat]
        draws = [command for command in commands if isinstance(command, DrawCard)]
        return draws[0] if draws else commands[0]


def test_given_hoarders_then_deck_and_row_run_out_and_the_game_still_ends() -> None:
    game, commands = played([Hoarder(), Hoarder(), Hoarder()], "dealt", 4)
    counted = [decks for decks in _decks(game) if decks == 0]
    assert counted
    assert any(isinstance(command, ClaimRoute) for command in commands)
    assert game.state.result is not None


def _decks(game: Game) -> list[int]:
    """Cards in the deck after every event."""
    state, sizes = None, list[int]()
    for event in game.events:
        state = evolve(state, event)
        sizes.append(len(state.deck))
    return sizes


@pytest.mark.parametrize("name", ["us-accessible", "europe"])
def test_given_short_routes_early_when_a_planner_plays_then_it_spends_no_wild_cards_on_them(
    name: str,
) -> None:
    for seed in range(6):
        game = Game.new(name, edition(name).map, ("blue", "red", "green"), cards="dealt", seed=seed)
        bots = {seat: GreedyBot(seed) for seat in game.state.seats}
        while game.state.turn <= 15:
            state, seat = game.state, game.state.waiting_for()[0]
            act = bots[seat].choose(state, seat)
            if isinstance(act, ClaimRoute) and state.hand_size(seat) < MANY:
                way = state.game_map.routes[act.route]
                assert way.length > SHORT or (act.cards or ()).count(state.edition.wild) <= way.locomotives
            answer = game.do(act)
            assert not isinstance(answer, Refusal)
            game = answer[0]


@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("rules", EDITIONS)
def test_given_any_edition_when_an_easy_opponent_plays_then_every_act_is_legal(
    rules: str, cards: CardMode
) -> None:
    played([EasyBot(3), GreedyBot(4)], cards, 5, rules)


def test_given_ten_games_when_an_easy_opponent_meets_a_fair_one_then_it_wins_some_and_loses_most() -> None:
    won = 0
    for seed in range(10):
        state = played([EasyBot(seed), bot_of("fair", seed)], "dealt", seed)[0].state
        assert state.result is not None
        won += state.seats[0] in state.result.winners
    assert 0 < won <= 3


def test_given_the_names_of_levels_then_they_are_bots_and_fair_is_the_planner() -> None:
    assert all(map(is_bot, ("easy", "fair", "strong")))
    assert [kind_of(bot_of(name, 1)) for name in ("easy", "fair", "strong")] == ["easy", "greedy", "strong"]
