"""Random games: nothing is lost, replay equals play, refusals change nothing, `legal` and `decide` agree."""

import pytest
from msgspec.structs import replace

from bots.bot import Bot, GreedyBot, RandomBot
from engine import (
    CARD_MODES,
    SEATS,
    AnswerTunnel,
    BuildStation,
    Card,
    CardMode,
    ChooseLoans,
    CityId,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    KeepTickets,
    Pass,
    Refusal,
    RouteId,
    Seat,
    State,
    TicketId,
    can_act,
    can_claim,
    decide,
    edition,
    event_from_json,
    event_to_json,
    evolve,
    legal,
    position_of,
    score_position,
)
from tests.engine.rule_bench import conserved, play, played_out

PLAYED = {
    # edition: cards and tickets in all, games
    "us-accessible": ((110, 30), 160),
    "us-10th-anniversary": ((110, 30), 24),
    "europe": ((110, 46), 64),
}


def odd_settings(seed: int, rules: str = "us-accessible") -> dict[str, object]:
    """Now and then other settings, so that their branches are walked too."""
    if rules == "europe" and seed % 3 == 1:
        return {
            "loans": "ask" if seed % 2 else "best",
            "tunnel_decline": "only_if_unable",
            "tunnel_all_locos": "any",
            "stations": 5,
        }
    choices: list[dict[str, object]] = [
        {"reshuffle": "lazy"},
        {"draw_needs": "any_card", "start_tickets_unkept": "removed"},
        {"short_draw": "refuse", "faceup_loco_second": True},
        {"draw_needs": "more_than(8)", "flush_limit": "none", "flush_cap": 3},
        {"trains": 12, "end_turns": 2, "double_lock_max_seats": 0},
    ]
    return choices[seed // 3 % len(choices)] if seed % 3 == 0 else {}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("rules", PLAYED)
def test_given_random_games_then_cards_and_tickets_are_conserved_after_every_event(
    rules: str, part: int
) -> None:
    whole, games = PLAYED[rules]
    for seed in range(part, games, 4):
        game = new(rules, seed, "dealt")
        bots: list[Bot] = [RandomBot(seed + n) if n % 2 or seed % 5 else GreedyBot(seed) for n in range(5)]
        state = game.state
        assert conserved(state) == whole
        events = list(game.events)
        while state.phase != "over":
            seat = state.waiting_for()[0]
            answer = decide(state, bots[state.seats.index(seat)].choose(state, seat))
            assert not isinstance(answer, Refusal), answer
            for event in answer:
                state = evolve(state, event)
                assert conserved(state) == whole, (seed, event)
            events += answer
        assert Game.replay(events).state == state
        assert state.result is not None
        assert len(state.row) == 5 or not (state.deck or state.discards)
        assert {line.seat: line.routes for line in state.result.scores} == state.points


@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("rules", PLAYED)
def test_given_random_games_then_a_log_in_json_replays_to_the_same_game_and_scores_the_same(
    rules: str, cards: CardMode
) -> None:
    for seed in range(8):
        game = played(rules, seed, cards)
        assert Game.replay([event_from_json(event_to_json(event)) for event in game.events]) == game
        assert game.state.result is not None
        score = score_position(position_of(game.state))
        lines = score["seats"]
        assert isinstance(lines, list)
        assert [(line["seat"], line["total"], line["place"]) for line in lines] == [
            (line.seat, line.total, line.place) for line in game.state.result.scores
        ]
        assert score["violations"] == []
        assert score["winners"] == list(game.state.result.winners)


def new(rules: str, seed: int, cards: CardMode) -> Game:
    settings = odd_settings(seed, rules)
    return Game.new(rules, edition(rules).map, SEATS[: 2 + seed % 4], cards, seed, settings)


def played(rules: str, seed: int, cards: CardMode) -> Game:
    return played_out(
        Game.new(rules, edition(rules).map, SEATS[: 2 + seed % 4], cards, seed), RandomBot(seed)
    )


def tempting(state: State) -> list[Command]:
    """Commands of every kind, by every seat and one stranger; most of them are wrong at any moment."""
    routes = list(state.game_map.routes)[state.seq % 7 :: 7]
    pays: list[tuple[Card, ...] | None] = [
        None,
        (Card("red"),) * 2,
        (Card("locomotive"),),
        (Card("blue"), Card("red")),
    ]
    commands: list[Command] = []
    for seat in SEATS[: len(state.seats) + 1]:
        commands += [
            DrawCard(seat=seat, source="deck"),
            DrawTickets(seat=seat),
            EndTurn(seat=seat),
            Pass(seat=seat),
        ]
        commands += [DrawCard(seat=seat, source="row", index=index) for index in range(-1, 6)]
        commands += [ClaimRoute(seat=seat, route=route, cards=cards) for route in routes for cards in pays]
        commands += [
            KeepTickets(seat=seat, tickets=state.offered.get(seat, ())[:count]) for count in range(3)
        ]
        commands += [
            AnswerTunnel(seat=seat, decline=True),
            AnswerTunnel(seat=seat, cards=(Card("locomotive"),)),
            ChooseLoans(seat=seat, loans={}),
        ]
        commands += [
            BuildStation(seat=seat, city=city, cards=cards)
            for city in list(state.game_map.cities)[state.seq % 5 :: 5]
            for cards in pays
        ]
        commands += [
            DeclareTickets(seat=seat, tickets=(TicketId("no-such"),)),
            ClaimRoute(seat=seat, route=RouteId("")),
        ]
    return commands


def named(state: State, command: Command) -> Command:
    """The command in the one order in which `legal` names sets of cards."""
    if isinstance(command, ClaimRoute | BuildStation) and command.cards is not None:
        cards = sorted(command.cards, key=lambda card: card == "locomotive")
        return replace(command, cards=tuple(cards))
    if isinstance(command, ChooseLoans):
        return replace(command, loans=dict.fromkeys(stations_of(state, command.seat)))
    return command


def stations_of(state: State, seat: Seat) -> list[CityId]:
    return [city for city, owner in state.stations.items() if owner == seat]


@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("rules", PLAYED)
def test_given_moments_of_random_games_then_decide_accepts_exactly_what_legal_lists(
    rules: str, cards: CardMode
) -> None:
    accepted = refused = 0
    for seed in range(6 if rules == "us-accessible" else 3):
        game = new(rules, seed, cards)
        bot, moment = RandomBot(seed), 0
        while game.state.phase != "over":
            state, moment = game.state, moment + 1
            if moment % (9 if rules == "us-accessible" else 23) == 1 or state.phase in ("tunnel", "loans"):
                listed = list(legal(state))
                assert len(set(map(repr, listed))) == len(listed)
                for command in listed:
                    assert not isinstance(decide(state, command), Refusal), (seed, command)
                for command in tempting(state):
                    answer = decide(state, command)
                    assert not isinstance(answer, Refusal) or answer.rule, answer
                    assert isinstance(answer, Refusal) == (named(state, command) not in listed), (
                        seed,
                        command,
                        answer,
                    )
                    accepted, refused = accepted + 1, refused + isinstance(answer, Refusal)
                if state.phase == "turn" and state.to_move is not None and cards == "dealt":
                    claims = any(isinstance(command, ClaimRoute) for command in listed)
                    assert can_claim(state, state.to_move) == claims
                    assert can_act(state, state.to_move) != (Pass(seat=state.to_move) in listed)
            game = play(game, bot.choose(state, state.waiting_for()[0]))
    assert accepted > 500
    assert refused > accepted // 2
