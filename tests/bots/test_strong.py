"""The bot that looks ahead: legal everywhere, the same again, blind to what its seat does not see."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import Bot, GreedyBot, LookingBot, bot_of, is_bot, kind_of, thinks_long
from bots.by_clock import SHARE, within
from bots.guessed import guessed
from bots.quick import Quick
from bots.strong import Search
from engine import EDITIONS, SEATS, ClaimRoute, Game, Refusal, State
from engine.shuffle import Lot


def played(rules: str, bots: list[Bot], seed: int, acts: int = 10_000, **settings: object) -> Game:
    """A game of these bots, as far as so many acts."""
    edition = EDITIONS[rules]
    game = Game.new(rules, edition.map, SEATS[: len(bots)], "dealt", seed, settings)
    while game.state.result is None and acts:
        seat = game.state.waiting_for()[0]
        answer = game.do(bots[game.state.seats.index(seat)].choose(game.state, seat))
        assert not isinstance(answer, Refusal), answer
        game, acts = answer[0], acts - 1
    return game


def middle(rules: str = "us-accessible", seed: int = 5, seats: int = 3) -> State:
    """A game in which each seat has claimed something; the seat to move begins its turn."""
    bots: list[Bot] = [GreedyBot(seat) for seat in range(seats)]
    for acts in range(60, 90):
        state = played(rules, bots, seed, acts).state
        if state.phase == "turn":
            return state
    raise AssertionError("no turn begins")


@pytest.mark.parametrize("rules", EDITIONS)
def test_given_any_edition_when_it_looks_ahead_then_every_act_is_legal_to_the_end(rules: str) -> None:
    pieces = {"pieces": 15} if "sails" in rules else {"trains": 12}
    game = played(rules, [LookingBot(1, playouts=2), GreedyBot(2)], 3, **pieces)
    assert game.state.result is not None


@pytest.mark.parametrize("rules", EDITIONS)
def test_given_the_quick_player_alone_then_games_come_to_their_end(rules: str) -> None:
    game, quick = Game.new(rules, EDITIONS[rules].map, SEATS[:2], "dealt", 4), Quick()
    while game.state.result is None and game.state.turn < 400:
        answer = game.do(quick.choose(game.state, game.state.waiting_for()[0]))
        assert not isinstance(answer, Refusal), answer
        game = answer[0]
    assert game.state.result is not None


@pytest.mark.parametrize("rules", ["us-accessible", "europe"])
def test_given_hidden_cards_in_another_order_then_it_chooses_the_same(rules: str) -> None:
    state, chance = middle(rules, seats=2), Random(1)
    seat = state.to_move
    assert seat is not None
    other = next(one for one in state.seats if one != seat)
    unseen = [*state.deck, *(card for card, count in state.hands[other].items() for _ in range(count))]
    chance.shuffle(unseen)
    size = state.hand_size(other)
    tickets = [*state.ticket_deck, *state.tickets[other]]
    chance.shuffle(tickets)
    held = len(state.tickets[other])
    changed = replace(
        state,
        seed=99,
        hands={**state.hands, other: dict(Counter(unseen[:size]))},
        deck=tuple(unseen[size:]),
        tickets={**state.tickets, other: tuple(tickets[:held])},
        ticket_deck=tuple(tickets[held:]),
    )
    bot = LookingBot(3, playouts=10)
    assert bot.choose(changed, seat) == bot.choose(state, seat)


def test_given_a_state_then_guesses_have_all_cards_and_tickets_and_nothing_seen_differs() -> None:
    state = middle()
    seat = state.to_move
    assert seat is not None
    one, two = guessed(state, seat, Lot("1")), guessed(state, seat, Lot("2"))
    assert one.hands != two.hands
    for world in (one, two):
        cards = Counter((*world.deck, *world.discards, *world.row))
        for hand in world.hands.values():
            cards.update(hand)
        assert cards == Counter(dict(state.edition.deck))
        assert {s: sum(world.hands[s].values()) for s in world.seats} == {
            s: state.hand_size(s) for s in state.seats
        }
        assert (world.hands[seat], world.tickets[seat], world.row) == (
            state.hands[seat],
            state.tickets[seat],
            state.row,
        )
        held = [ticket for tickets in world.tickets.values() for ticket in tickets]
        assert len({*held, *world.ticket_deck}) == len(held) + len(world.ticket_deck)


def test_given_the_last_turn_and_two_routes_to_pay_then_it_takes_the_longer() -> None:
    state = middle()
    seat = state.to_move
    assert seat is not None
    hand = dict.fromkeys(state.edition.order[:8], 6)
    last = replace(
        state,
        hands={**state.hands, seat: hand},
        tickets={**state.tickets, seat: ()},
        turns_left=0,
    )
    search = Search(last, seat, 1)
    best = search.run(lambda played: played < 20)
    act = best.act
    assert isinstance(act, ClaimRoute)
    assert any(
        one.mean < best.mean for one in search.tried if isinstance(one.act, ClaimRoute)
    )  # it has looked
    assert state.game_map.routes[act.route].length == 6


def test_given_a_clock_then_it_stops_before_the_time_is_over_and_begins_anew_for_each_move() -> None:
    now = [0.0]
    begun = within(1000, lambda: now[0])
    for _ in range(2):
        more, count, began = begun(), 0, now[0]
        while more(count):
            now[0] += 0.1
            count += 1
        assert count > 0
        assert SHARE - 0.2 < now[0] - began <= SHARE


def test_given_a_name_with_a_number_then_it_looks_ahead_so_often_and_keeps_its_name() -> None:
    assert all(map(is_bot, ("random", "greedy", "strong", "strong:7")))
    assert not any(map(is_bot, ("strong:0", "strong:x", "strong:", "greedy:2", "nobody")))
    bot = bot_of("strong:7", 1)
    assert isinstance(bot, LookingBot)
    assert bot.playouts == 7
    assert (kind_of(bot), kind_of(bot_of("strong", 1)), kind_of(bot_of("nobody", 1))) == (
        "strong:7",
        "strong",
        "greedy",
    )
    assert thinks_long("strong:7")
    assert not thinks_long("greedy")


@pytest.mark.parametrize("rules", ["rails-and-sails-world", "rails-and-sails-great-lakes"])
def test_given_trains_and_ships_then_it_plays_as_the_planner_which_is_better_there(rules: str) -> None:
    game = Game.new(rules, EDITIONS[rules].map, SEATS[:2], "dealt", 5)
    strong, planner = LookingBot(3, playouts=2), GreedyBot(3)
    for _ in range(40):
        seat = game.state.waiting_for()[0]
        command = strong.choose(game.state, seat)
        assert command == planner.choose(game.state, seat)
        played = game.do(command)
        assert not isinstance(played, Refusal)
        game = played[0]


def test_given_two_routes_as_long_then_the_one_that_goes_on_from_its_own_is_claimed() -> None:
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 5)
    state = game.state
    ways = sorted((way for way in state.game_map.routes.values() if way.length == 6), key=lambda way: way.id)
    first, second = ways[0], next(way for way in ways if not {way.a, way.b} & {ways[0].a, ways[0].b})
    near = next(
        way
        for way in state.game_map.routes.values()
        if len({way.a, way.b} & {second.a, second.b}) == 1 and not {way.a, way.b} & {first.a, first.b}
    )
    seat = state.seats[0]
    rich = replace(
        state.owned({near.id: seat}),
        phase="turn",
        to_move=seat,
        offered={},
        tickets={**state.tickets, seat: ()},
        hands={**state.hands, seat: dict.fromkeys(state.edition.order, 6)},
    )
    quick = Quick()
    claims = quick.claims(rich, seat, ())
    assert claims, "six of each card pay any route"
    joined = {near.a, near.b}
    way = state.game_map.routes[claims[0].route]
    assert way.length == 6
    assert len({way.a, way.b} & joined) == 1


@pytest.mark.parametrize(
    "count", ["0", "1000001", "10000000", "100000099", "1000000" + "0" * 5000, "-1", "²"]
)
def test_given_more_games_than_anybody_waits_for_when_named_then_there_is_no_such_bot(count: str) -> None:
    assert is_bot("strong:1") and is_bot("strong:1000000")
    assert not is_bot(f"strong:{count}")
