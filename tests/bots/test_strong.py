"""The bot that looks ahead: legal everywhere, the same again, blind to what its seat does not see."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import BOTS, Bot, GreedyBot, LookingBot, bot_of, is_bot, kind_of, thinks_long
from bots.by_clock import SHARE, within
from bots.playout import Playout
from bots.strong import Search
from engine import (
    EDITIONS,
    SEATS,
    Card,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    Game,
    Refusal,
    State,
    decide,
    legal,
)
from tests.bots.outlined import alone, middle, played


@pytest.mark.parametrize("rules", EDITIONS)
def test_given_any_edition_when_it_looks_ahead_then_every_act_is_legal_to_the_end(rules: str) -> None:
    pieces = {"pieces": 15} if "sails" in rules else {"trains": 12}
    game = played(rules, [LookingBot(1, playouts=2), GreedyBot(2)], 3, **pieces)
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
    bot = LookingBot(3, playouts=100)
    assert bot.choose(changed, seat) == bot.choose(state, seat)


@pytest.mark.parametrize("rules", ["us-accessible", "europe", "legends-of-the-west"])
def test_given_others_tickets_in_another_order_when_it_keeps_its_first_ones_then_it_keeps_the_same(
    rules: str,
) -> None:
    state, chance = Game.new(rules, EDITIONS[rules].map, SEATS[:3], "dealt", 8).state, Random(3)
    seat, *others = state.seats
    for _ in range(4):
        hidden = [*state.ticket_deck, *(ticket for other in others for ticket in state.offered[other])]
        chance.shuffle(hidden)
        offered = {seat: state.offered[seat]}
        for other in others:
            offered[other] = tuple(hidden.pop() for _ in state.offered[other])
        changed = replace(state, offered=offered, ticket_deck=tuple(hidden))
        bot = LookingBot(3, playouts=60)
        assert bot.choose(changed, seat) == bot.choose(state, seat)


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


def rich(state: State) -> State:
    """The first seat's turn, with six of each card and no ticket."""
    seat = state.seats[0]
    return replace(
        state,
        phase="turn",
        to_move=seat,
        offered={},
        tickets={**state.tickets, seat: ()},
        hands={**state.hands, seat: dict.fromkeys(state.edition.order, 6)},
    )


def test_given_two_routes_as_long_then_the_one_that_goes_on_from_its_own_is_wished_for() -> None:
    state = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 5).state
    ways = sorted((way for way in state.game_map.routes.values() if way.length == 6), key=lambda way: way.id)
    first, second = ways[0], next(way for way in ways if not {way.a, way.b} & {ways[0].a, ways[0].b})
    near = next(
        way
        for way in state.game_map.routes.values()
        if len({way.a, way.b} & {second.a, second.b}) == 1 and not {way.a, way.b} & {first.a, first.b}
    )
    outline, world = alone(rich(state.owned({near.id: state.seats[0]})))
    line = Playout(outline, world, ())
    wish = line.wish()
    assert wish is not None, "six of each card pay any route"
    way = line.ground.ways[wish[0]]
    assert way.length == 6
    assert len({way.a, way.b} & {near.a, near.b}) == 1


def test_given_a_gray_route_then_the_smallest_pile_that_is_large_enough_pays_and_no_wild_card() -> None:
    state = rich(Game.new("us-accessible", "usa", SEATS[:2], "dealt", 5).state)
    seat = state.seats[0]
    hand = {Card("red"): 5, Card("blue"): 2, Card("green"): 3, Card("locomotive"): 2}
    outline, world = alone(replace(state, hands={**state.hands, seat: hand}))
    line = Playout(outline, world, ())
    gray = next(way for way in line.ground.ways if way.colour == "gray" and way.length == 2)
    assert line.pay(line.ground.place[gray.id]) == (line.ground.number[Card("blue")], 0)


def test_given_a_turn_then_all_that_is_tried_is_legal_and_without_time_the_first_is_done() -> None:
    for seed in range(4):
        state = middle(seed=seed)
        seat = state.to_move
        assert seat is not None
        search = Search(state, seat, 1)
        allowed = set(legal(state))
        assert all(one.act in allowed for one in search.tried)
        assert len({one.act for one in search.tried}) == len(search.tried)
        assert any(isinstance(one.act, DrawCard) for one in search.tried)
        assert any(isinstance(one.act, DrawTickets) for one in search.tried)
        assert search.run(lambda played: False) is search.tried[0]


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_given_a_rule_against_lone_cards_when_hardly_any_are_left_then_every_act_is_legal(
    rules: str, kind: str
) -> None:
    settings = {"short_draw": "refuse", "draw_needs": "any_card"}
    begun = Game.new(rules, EDITIONS[rules].map, SEATS[:2], "dealt", 5, settings)
    pieces = {"trains": dict.fromkeys(SEATS[:2], 20), "ships": dict.fromkeys(SEATS[:2], 20)}
    seat, order, wild = SEATS[0], begun.state.edition.order, begun.state.edition.wild
    one, other = [card for card in order if card in begun.state.edition.helps and card != wild][:2]
    left = [((), (one,)), ((), (wild, one)), ((), (one, other)), ((one,), (wild, wild)), ((one,), ())]
    for deck, row in left:
        for tickets in (begun.state.ticket_deck, ()):
            state = replace(
                begun.state,
                phase="turn",
                to_move=seat,
                offered={},
                deck=deck,
                row=row,
                discards=(),
                ship_deck=(),
                ship_discards=(),
                ticket_deck=tickets,
                **(pieces if len(begun.state.edition.decks) > 1 else {}),
            )
            allowed = set(legal(state))
            for seed in range(6):
                act = bot_of(kind, seed, lambda: lambda played: played < 4).choose(state, seat)
                answer = decide(state, act)
                assert not isinstance(answer, Refusal), (deck, row, act, answer)
            if kind == "strong" and len(state.edition.decks) == 1:
                tried = {one.act for one in Search(state, seat, 1).tried}
                assert tried <= allowed or not allowed


def test_given_open_wild_cards_when_it_looks_ahead_then_it_thinks_of_one() -> None:
    state = middle()
    row = (state.edition.wild, *[Card("red")] * 4)
    seat = state.to_move
    assert seat is not None
    tried = [one.act for one in Search(replace(state, row=row), seat, 1).tried]
    assert any(isinstance(act, DrawCard) and act.index == 0 for act in tried)
    second = Search(replace(state, row=row, phase="second-card"), seat, 1).tried
    assert not any(isinstance(one.act, DrawCard) and one.act.index == 0 for one in second)


def test_given_six_short_games_when_it_looks_ahead_then_it_wins_most_against_three_planners() -> None:
    won = 0.0
    for seed in range(6):
        place = seed % 4
        bots: list[Bot] = [LookingBot(seed, 60) if n == place else GreedyBot(seed + n) for n in range(4)]
        result = played("us-accessible", bots, 40 + seed, trains=25).state.result
        assert result is not None
        won += (SEATS[place] in result.winners) / len(result.winners)
    assert won > 3, "by chance it would win one and a half"


@pytest.mark.parametrize(
    "count", ["0", "1000001", "10000000", "100000099", "1000000" + "0" * 5000, "-1", "²"]
)
def test_given_more_games_than_anybody_waits_for_when_named_then_there_is_no_such_bot(count: str) -> None:
    assert is_bot("strong:1") and is_bot("strong:1000000")
    assert not is_bot(f"strong:{count}")
