"""Random games of Legends: nothing is lost, replay equals play, secrets stay, bots play to the end."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import Bot, GreedyBot, RandomBot
from engine import (
    CARD_MODES,
    SEATS,
    CardMode,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    Refusal,
    RouteId,
    Seat,
    State,
    can_act,
    decide,
    event_from_json,
    event_to_json,
    evolve,
    legal,
    position_of,
    score_position,
    seen_by,
    view,
)
from engine.commands import ResolveEvent
from engine.values import NEWSPAPER
from tests.engine.legends_bench import EDITION, MAP
from tests.engine.rule_bench import cards, play, played_out

HERE = Path(__file__).parent
GAMES = 200
RICH_EVENTS = [
    "gift: lightning coins 1 all", "toll: lightning coins -3", "post: lightning cards 2 all",
    "once: lightning cards 1 retire", "gold: large coins 1", "blues: colour blue cards 1 retire",
    "offer: locomotive cards 1", "story: text",
]  # fmt: skip


def odd_settings(seed: int) -> dict[str, object]:
    """Events that do something in most games, and other settings in turn."""
    choices: list[dict[str, object]] = [
        {},
        {"events": RICH_EVENTS},
        {"events": RICH_EVENTS, "reshuffle": "lazy", "newspapers": [7]},
        {"events": RICH_EVENTS, "draw_needs": "pile", "events_empty": "none", "seat_trains": ["blue=30"]},
        {"events": RICH_EVENTS, "draw_needs": "any_card", "flush_at": 2, "large_city_cards": 3, "trains": 40},
        {"draw_needs": "pile", "short_draw": "refuse", "newspapers": [10], "start_hand": 12, "trains": 50},
        {"events": RICH_EVENTS, "faceup_loco_second": True, "flush_limit": "none", "trains_bonus": [5]},
    ]
    return choices[seed % len(choices)]


def counted(state: State) -> tuple[int, int, int]:
    """Cards, tickets and events there are in all, wherever they lie."""
    held = sum(sum(hand.values()) for hand in state.hands.values())
    tickets = sum(map(len, (*state.tickets.values(), *state.offered.values())))
    return (
        held + len(state.row) + len(state.deck) + len(state.discards),
        tickets + len(state.ticket_deck),
        len(state.event_deck) + len(state.event_discards) + len(state.events_retired),
    )


@pytest.mark.parametrize("part", range(4))
def test_given_200_random_games_then_cards_tickets_and_events_are_conserved_and_replay_equals_play(
    part: int,
) -> None:
    for seed in range(part, GAMES, 4):
        game = Game.new(EDITION, MAP, SEATS[: 2 + seed % 4], "dealt", seed, odd_settings(seed))
        bots: list[Bot] = [RandomBot(seed + n) if n % 2 or seed % 5 else GreedyBot(seed) for n in range(5)]
        state, events = game.state, list(game.events)
        there = counted(state)
        while state.phase != "over":
            seat = state.waiting_for()[0]
            answer = decide(state, bots[state.seats.index(seat)].choose(state, seat))
            assert not isinstance(answer, Refusal), (seed, answer)
            for event in answer:
                state = evolve(state, event)
                assert counted(state) == there, (seed, event)
                assert NEWSPAPER not in state.row
                assert min(state.coins.values()) >= 0
            events += answer
        assert not any(NEWSPAPER in hand for hand in state.hands.values())  # LW-28
        assert Game.replay([event_from_json(event_to_json(event)) for event in events]).state == state
        scored(state)


def scored(state: State) -> None:
    assert state.result is not None
    answer = score_position(position_of(state))
    lines = answer["seats"]
    assert isinstance(lines, list)
    assert [(line["total"], line["place"]) for line in lines] == [
        (line.total, line.place) for line in state.result.scores
    ]
    assert answer["violations"] == []
    assert sorted(line["place"] for line in lines) == list(range(1, len(lines) + 1))
    assert all(
        line["total"] == max(0, line["coins"] + line["trains_bonus"] + line["tickets"]) for line in lines
    )


def test_given_200_random_untracked_games_then_the_score_is_that_of_the_position() -> None:
    for seed in range(GAMES):
        settings = {name: value for name, value in odd_settings(seed).items() if name != "trains"}
        state = played(seed, "untracked", settings).state
        assert (state.deck, state.row, state.event_deck) == ((), (), ())
        scored(state)


def played(seed: int, mode: CardMode, settings: dict[str, object]) -> Game:
    return played_out(Game.new(EDITION, MAP, SEATS[: 2 + seed % 4], mode, seed, settings), RandomBot(seed))


def tempting(state: State) -> list[Command]:
    """Commands of every kind, most of them wrong at any moment."""
    routes = [*list(state.game_map.routes)[state.seq % 7 :: 7], RouteId("mobile-florida")]
    commands: list[Command] = []
    for seat in state.seats:
        commands += [DrawCard(seat=seat, source="deck"), DrawTickets(seat=seat), Pass(seat=seat)]
        commands += [DrawCard(seat=seat, source="row", index=index) for index in range(-1, 6)]
        commands += [
            ClaimRoute(seat=seat, route=route, cards=paid, extras=extras)
            for route in routes
            for paid in (None, cards("rr"), cards("l"), cards("br"), cards("n"))
            for extras in ((), ("offer",), ("gold",), ("offer", "offer"))
        ]
        commands += [KeepTickets(seat=seat, tickets=state.offered.get(seat, ())[:n]) for n in range(3)]
    return commands


@pytest.mark.parametrize("mode", CARD_MODES)
def test_given_moments_of_random_games_then_decide_accepts_exactly_what_legal_lists(mode: CardMode) -> None:
    refused = extras = 0
    for seed in range(7):
        settings = {name: value for name, value in odd_settings(seed).items() if name != "trains"} | (
            {} if seed % 2 else {"events": ["offer: locomotive cards 1"]}
        )
        game = Game.new(EDITION, MAP, SEATS[: 2 + seed % 3], mode, seed, settings)
        bot, moment = RandomBot(seed), 0
        while game.state.phase != "over":
            state, moment = game.state, moment + 1
            if moment % 11 == 1:
                listed = list(legal(state))
                assert len(set(map(repr, listed))) == len(listed)
                extras += sum(bool(one.extras) for one in listed if isinstance(one, ClaimRoute))
                for command in listed:
                    assert not isinstance(decide(state, command), Refusal), (seed, command)
                for command in tempting(state):
                    answer = decide(state, command)
                    assert isinstance(answer, Refusal) == (command not in listed), (seed, command, answer)
                    refused += isinstance(answer, Refusal)
                if state.phase == "turn" and state.to_move is not None and mode == "dealt":
                    assert can_act(state, state.to_move) != (Pass(seat=state.to_move) in listed)
            game = play(game, bot.choose(state, state.waiting_for()[0]))
    assert refused > 1000
    assert extras > 0 or mode == "untracked"


def test_given_the_table_settles_events_at_any_moment_then_nothing_is_lost_and_the_game_goes_on() -> None:
    settled = 0
    for seed in range(20):
        chance, bot = Random(seed), RandomBot(seed)
        game = Game.new(EDITION, MAP, SEATS[: 2 + seed % 4], "dealt", seed)
        there = counted(game.state)
        while game.state.phase != "over":
            wish = ResolveEvent(
                seat=chance.choice(game.state.seats), coins=chance.randint(-6, 6), cards=chance.randint(0, 3)
            )
            answer = game.do(
                wish if chance.random() < 0.3 else bot.choose(game.state, game.state.waiting_for()[0])
            )
            if isinstance(answer, Refusal):
                assert answer.command == wish
                continue
            settled += any(
                isinstance(event, Refusal) or event.__class__.__name__ == "EventResolved"
                for event in answer[1]
            )
            game = answer[0]
            assert counted(game.state) == there
    assert settled > 50


def permuted(state: State, viewer: Seat | None, chance: Random) -> State:
    """The same game to the viewer: hidden cards, newspapers, tickets and events in another order."""
    others = [seat for seat in state.seats if seat != viewer]
    pool = [card for seat in others for card, n in state.hands[seat].items() for _ in range(n)]
    pool += [card for card in state.deck if card != NEWSPAPER]
    chance.shuffle(pool)
    hands = dict(state.hands)
    for seat in others:
        mine = [pool.pop() for _ in range(state.hand_size(seat))]
        hands[seat] = {card: mine.count(card) for card in set(mine)}
    deck = [*pool, *[NEWSPAPER] * state.deck.count(NEWSPAPER)]
    chance.shuffle(deck)
    tickets = [ticket for seat in others for ticket in state.tickets[seat]] + list(state.ticket_deck)
    chance.shuffle(tickets)
    held = dict(state.tickets)
    for seat in others:
        held[seat] = tuple(tickets.pop() for _ in state.tickets[seat])
    return replace(
        state,
        seed=state.seed + 1,
        hands=hands,
        deck=tuple(deck),
        tickets=held,
        ticket_deck=tuple(tickets),
    ).with_seldom(event_deck=tuple(chance.sample(state.event_deck, len(state.event_deck))))


@pytest.mark.parametrize("seed", [1, 2])
def test_given_hidden_cards_and_events_permuted_then_no_view_and_no_bot_changes(seed: int) -> None:
    game, bot, moments = Game.new(EDITION, MAP, SEATS[:3], "dealt", seed), RandomBot(seed), 0
    while game.state.phase != "over":
        state, seat = game.state, game.state.waiting_for()[0]
        if not state.offered and state.seq % 3 == 0:
            moments += 1
            viewers: tuple[Seat | None, ...] = (None, *state.seats)
            for viewer in viewers:
                other = permuted(state, viewer, Random(seed))
                assert json.dumps(view(other, viewer)) == json.dumps(view(state, viewer))
            mine = replace(permuted(state, seat, Random(seed)), seed=state.seed)
            assert GreedyBot(1).choose(mine, seat) == GreedyBot(1).choose(state, seat)
        game = play(game, bot.choose(state, seat))
    assert moments > 10
    begun = json.loads(event_to_json(seen_by(game.events[0], "blue")))
    assert not begun.get("event_deck")
    assert not begun["deck"]


def test_given_a_planner_among_random_players_then_it_wins_nearly_always() -> None:
    won = 0
    for seed in range(40):
        seats = 2 + seed % 4
        planner = seed % seats
        bots: list[Bot] = [GreedyBot(seed) if n == planner else RandomBot(seed + n) for n in range(seats)]
        game = Game.new(EDITION, MAP, SEATS[:seats], "dealt", seed)
        while game.state.phase != "over":
            seat = game.state.waiting_for()[0]
            game = play(game, bots[game.state.seats.index(seat)].choose(game.state, seat))
        assert game.state.result is not None
        won += SEATS[planner] in game.state.result.winners
    assert won >= 37


def test_every_rule_lw_1_to_lw_66_has_a_test_that_names_it() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_legends_*.py"))
    names = re.findall(r"def (test_\w+)", sources)
    named = {int(number) for name in names for number in re.findall(r"_lw_(\d+)(?=_)", name)}
    assert {number for number in range(1, 67) if number not in named} == set()
