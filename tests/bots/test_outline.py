"""What the bot that looks ahead plays on: worlds by lot, plans, and games in outline, as in the engine."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import Bot, GreedyBot
from bots.ground import ground_of
from bots.outline import Outline
from bots.playout import Playout
from bots.strong import paid
from engine import (
    SEATS,
    ClaimRoute,
    Game,
    Refusal,
    cheapest_way,
    completed,
    decide,
    evolve,
    legal,
)
from tests.bots.outlined import alone, middle, played


def test_given_a_moment_then_worlds_have_all_that_is_not_seen_once_and_differ_in_its_order() -> None:
    state = middle()
    seat = state.to_move
    assert seat is not None
    outline = Outline(state, seat)
    one, two = outline.world("1"), outline.world("2")
    assert one.deck != two.deck
    assert [other.tickets for other in one.others] != [other.tickets for other in two.others]
    seen = Counter((*state.row, *state.discards)) + Counter(state.hands[seat])
    for world in (one, two):
        unseen = Counter([[*outline.ground.colours, state.edition.wild][card] for card in world.deck])
        assert unseen + seen == Counter(dict(state.edition.deck))
        assert [other.cards for other in world.others] == [state.hand_size(s) for s in outline.clockwise]
        held = [ticket for other in world.others for ticket in other.tickets]
        assert len(held) == sum(len(state.tickets[s]) for s in outline.clockwise)
        deck = [name for name, ticket in state.game_map.tickets.items() if ticket.deck == "regular"]
        assert sorted((*held, *world.tickets, *state.tickets[seat])) == sorted(deck)


def test_given_a_plan_then_its_routes_are_open_fit_the_supply_and_do_the_tickets_it_counts() -> None:
    for seed in range(6):
        state = middle(seed=seed)
        seat = state.to_move
        assert seat is not None
        outline = Outline(state, seat)
        ground, own = outline.ground, outline.own[seat]
        plan, brings = ground.plan(outline.tickets, own, outline.shut, outline.supply)
        assert not any(outline.shut[route] for route in plan)
        assert sum(ground.lengths[route] for route in plan) <= state.supply(seat)
        done = completed(state.game_map, ground.ids((*own, *plan)), state.tickets[seat])
        tickets = state.game_map.tickets
        worth = sum(tickets[t].value if t in done else -tickets[t].value for t in state.tickets[seat])
        assert worth == brings


def test_given_routes_when_parted_then_cities_are_together_that_a_way_over_them_joins() -> None:
    state, chance = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 5).state, Random(2)
    ground = ground_of(state)
    cities = list(state.game_map.cities)
    for count in (0, 1, 8, 20):
        own = chance.sample(range(len(ground.ways)), count)
        part = ground.parts(own)
        held = state.owned(dict.fromkeys(ground.ids(own), "blue"))
        assert set(part) == ground.touched(own)
        for a in part:
            for b in part:
                way = cheapest_way(held, "blue", cities[a], cities[b])
                assert (part[a] == part[b]) == (way is not None and way[0] == 0)


def test_given_claims_and_cards_in_a_line_then_they_change_what_the_engine_changes() -> None:
    state = middle()
    seat = state.to_move
    assert seat is not None
    state = replace(state, hands={**state.hands, seat: dict.fromkeys(state.edition.order, 6)})
    for act in [one for one in legal(state) if isinstance(one, ClaimRoute)][:40]:
        outline, world = alone(state)
        line = Playout(outline, world, ())
        line.claim(line.ground.place[act.route], *paid(line.ground, act))
        events = decide(state, act)
        assert not isinstance(events, Refusal)
        game = state
        for event in events:
            game = evolve(game, event)
        cards = (*line.ground.colours, state.edition.wild)
        assert {cards[n]: count for n, count in enumerate(line.hand) if count} == dict(game.hands[seat])
        assert (line.supply, line.points) == (game.supply(seat), game.points[seat])
        after = Outline(game, seat)
        assert (line.shut, line.gone, line.own) == (after.shut, after.gone, after.own[seat])


def test_given_a_final_round_in_a_line_then_each_seat_has_one_more_turn() -> None:
    outline, world = alone(middle())
    line = Playout(outline, world, ())
    assert not line.over(3)
    assert not line.over(2)
    turns = 1
    while not line.over(2):
        turns += 1
    assert turns == len(outline.state.seats)


@pytest.mark.parametrize("rules", ["us-accessible", "europe", "legends-of-the-west"])
def test_given_a_game_that_is_over_then_a_line_reckons_as_the_engine_does(rules: str) -> None:
    """The longest path's bonus is the only thing that a line guesses, so here it is worth nothing."""
    bots: list[Bot] = [GreedyBot(seat) for seat in range(3)]
    for seed in range(3):
        state = played(
            rules, bots, seed, longest_bonus=0, **({"stations": 0} if rules == "europe" else {})
        ).state
        assert state.result is not None
        totals = {score.seat: score.total for score in state.result.scores}
        assert min(totals.values()) > 0, "below nothing a bank slip is cut off, which a line does not do"
        for seat in state.seats:
            outline = Outline(state, seat)
            world = outline.world("1")
            for other, name in zip(world.others, outline.clockwise, strict=True):
                other.tickets = state.tickets[name]
            best = max(totals[name] for name in outline.clockwise)
            assert Playout(outline, world, ()).margin() == totals[seat] - best


def test_given_seats_that_hardly_draw_when_played_on_then_the_line_ends_all_the_same() -> None:
    outline, world = alone(middle())
    for other in world.others:
        other.waits = [999] * 4
    line = Playout(outline, world, ())
    assert -300 < line.play_on(0) < 300
    assert line.supply <= outline.state.settings.end_at


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["us-accessible", "europe"])
def test_given_lines_to_the_end_then_nobody_holds_a_double_that_the_rules_forbid(
    rules: str, seats: int
) -> None:
    pairs = 0
    for seed in range(3):
        state = middle(rules, seed, seats)
        outline, _ = alone(state)
        locks = seats <= state.settings.double_lock_max_seats
        assert locks == (seats < 4)
        for number in range(20):
            line = Playout(outline, outline.world(str(number)), ())
            line.play_on(0)
            owner = {
                way: place
                for place, routes in enumerate((line.own, *(other.own for other in line.others)))
                for way in outline.ground.ids(routes)
            }
            for route, twins in state.game_map.parallel.items():
                held = [owner[twin] for twin in twins if twin in owner]
                assert route not in owner or owner[route] not in held, f"{route}: both are one seat's"
                if len(twins) == 1 and held and route in owner:
                    assert not locks, f"{route}: its twin locks it"
                    pairs += 1
    assert bool(pairs) == (seats == 4), "two seats share a double where they may"


def test_given_a_locked_double_when_others_plan_its_twin_then_they_take_other_routes() -> None:
    state = Game.new("us-accessible", "usa", SEATS[:3], "dealt", 5).state
    first, second, _ = state.seats
    one, (twin,) = next(iter(state.game_map.parallel.items()))
    state = replace(state.owned({one: second}), phase="turn", to_move=first, offered={})
    outline, world = alone(state)
    places = {outline.ground.place[name] for name in (one, twin)}
    line = Playout(outline, world, ())
    for other in line.others:  # the owner's own seat as well
        other.plan, other.cards = tuple(places), 40
    line.play_on(1)
    assert [len(places & other.own) for other in line.others] == [1, 0]
    assert not places & line.own
