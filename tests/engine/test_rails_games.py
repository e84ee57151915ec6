"""Random games of Rails & Sails: nothing is lost, replay equals play, no refusal changes it, secrets stay."""

import json
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import Bot, GreedyBot, RandomBot
from engine import (
    CARD_MODES,
    SEATS,
    BuildHarbor,
    CardMode,
    ChoosePieces,
    CityId,
    ClaimRoute,
    Command,
    Deck,
    DrawCard,
    DrawTickets,
    EndTurn,
    Event,
    ExchangePieces,
    Game,
    GameStarted,
    KeepTickets,
    Pass,
    PiecesChosen,
    Refusal,
    RouteId,
    Seat,
    State,
    can_act,
    decide,
    edition,
    event_from_json,
    event_to_json,
    evolve,
    legal,
    position_of,
    score_position,
    seen_by,
    view,
)
from tests.engine.rails_table import EDITIONS, MAPS, cards
from tests.engine.rule_bench import play, played_out

_ODD: list[dict[str, object]] = [
    {"reshuffle": "lazy", "ship_waste": "any"},
    {"draw_needs": "any_card", "start_tickets_unkept": "removed", "all_wild": "refuse"},
    {"short_draw": "refuse", "faceup_loco_second": True, "wild_ships": 2},
    {"flush_limit": "none", "flush_cap": 3, "pieces": 45},
]


def new(name: str, seed: int, mode: CardMode = "dealt") -> Game:
    """A game; every third one with other settings."""
    odd = _ODD[seed // 3 % len(_ODD)] if seed % 3 == 0 else {}
    return Game.new(name, MAPS[name], SEATS[: 2 + seed % 4], mode, seed, odd)


def whole(state: State) -> None:
    """Every card, ticket and piece is somewhere, and once."""
    lying = Counter((*state.row, *state.deck, *state.discards, *state.ship_deck, *state.ship_discards))
    for hand in state.hands.values():
        lying.update(hand)
    assert lying == Counter(dict(state.edition.deck))
    held = [*state.tickets.values(), *state.offered.values(), state.ticket_deck, state.removed]
    assert (
        len({ticket for some in held for ticket in some})
        == sum(map(len, held))
        == len(state.game_map.tickets)
    )
    assert not any(card.startswith("ship:") for card in (*state.deck, *state.discards))
    assert all(card.startswith("ship:") for card in (*state.ship_deck, *state.ship_discards))
    pieces_whole(state)


def pieces_whole(state: State) -> None:
    for seat in state.seats if state.ships else ():
        placed = sum(state.game_map.routes[route].length for route in state.routes_of(seat))
        assert state.supply(seat) + placed == state.settings.pieces
        assert state.trains[seat] >= 0 <= state.ships[seat]


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("part", range(4))
def test_given_200_random_games_then_cards_tickets_and_pieces_are_conserved(name: str, part: int) -> None:
    for seed in range(part, 200, 4):
        game = new(name, seed)
        bots: list[Bot] = [RandomBot(seed + n) if n % 2 or seed % 10 else GreedyBot(seed) for n in range(5)]
        state, events = game.state, list(game.events)
        while state.phase != "over":
            seat = state.waiting_for()[0]
            answer = decide(state, bots[state.seats.index(seat)].choose(state, seat))
            assert not isinstance(answer, Refusal), answer
            for event in answer:
                state = evolve(state, event)
            whole(state)
            events += answer
        assert state.result is not None
        for line in state.result.scores:
            assert state.points[line.seat] == line.routes + line.exchange
        if seed % 5 == 0:
            assert Game.replay([event_from_json(event_to_json(event)) for event in events]).state == state


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("mode", CARD_MODES)
def test_given_games_of_both_modes_when_over_then_the_position_scores_the_same(
    name: str, mode: CardMode
) -> None:
    for seed in range(8):
        game = played(name, seed, mode)
        assert Game.replay(game.events) == game
        if mode == "untracked":
            pieces_whole(game.state)
        result, score = game.state.result, score_position(position_of(game.state))
        assert result is not None
        lines = score["seats"]
        assert isinstance(lines, list)
        assert [
            (line["total"], line["place"], line["harbors"] + line["harbors_missing"]) for line in lines
        ] == [(line.total, line.place, line.harbors) for line in result.scores]
        assert score["violations"] == []


def played(name: str, seed: int, mode: CardMode) -> Game:
    return played_out(new(name, seed, mode), RandomBot(seed))


def tempting(state: State) -> list[Command]:
    """Commands of every kind, by every seat and one stranger; most are wrong at any moment."""
    routes = list(state.game_map.routes)[state.seq % 9 :: 9]
    cities = list(state.game_map.cities)[state.seq % 7 :: 7]
    pays = [cards(text) for text in ("rt rt", "r2", "* *", "rt r1", "rt rt kt kt", "rh rh r1 r1", "* * * *")]
    decks: tuple[Deck, ...] = ("train-deck", "ship-deck")
    commands: list[Command] = []
    for seat in SEATS[: len(state.seats) + 1]:
        commands += [
            DrawTickets(seat=seat),
            EndTurn(seat=seat),
            Pass(seat=seat),
            DrawCard(seat=seat, source="deck"),
        ]
        commands += [DrawCard(seat=seat, source=deck) for deck in decks]
        commands += [
            DrawCard(seat=seat, source="row", index=index, replace=deck)
            for index in range(-1, 7)
            for deck in (*decks, None)
        ]
        commands += [
            ClaimRoute(seat=seat, route=route, cards=pay) for route in routes for pay in (None, *pays)
        ]
        commands += [BuildHarbor(seat=seat, city=city, cards=pay) for city in cities for pay in (None, *pays)]
        commands += [ChoosePieces(seat=seat, train=train, ship=60 - train) for train in (9, 10, 20, 26)]
        commands += [ExchangePieces(seat=seat, give="train", count=count) for count in (-1, 0, 1, 9)]
        commands += [ExchangePieces(seat=seat, give="ship", count=count) for count in (1, 16, 99)]
        commands += [KeepTickets(seat=seat, tickets=state.offered.get(seat, ())[:n]) for n in range(4)]
        commands += [ClaimRoute(seat=seat, route=RouteId("")), BuildHarbor(seat=seat, city=CityId(""))]
    return commands


def named(command: Command) -> object:
    """The command without the order of its cards."""
    pays = getattr(command, "cards", None)
    key = None if pays is None else tuple(sorted(pays))
    return (replace(command, cards=None) if pays is not None else command), key


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("mode", CARD_MODES)
def test_given_moments_of_random_games_then_decide_accepts_exactly_what_legal_lists(
    name: str, mode: CardMode
) -> None:
    accepted = refused = 0
    for seed in range(4):
        game, bot, moment = new(name, seed, mode), RandomBot(seed), 0
        while game.state.phase != "over":
            state, moment = game.state, moment + 1
            if moment % 23 == 1 or state.phase == "pieces":
                listed = list(legal(state))
                keys = {repr(named(command)) for command in listed}
                assert len(keys) == len(listed)
                for command in listed[state.seq % 3 :: 3]:
                    assert not isinstance(decide(state, command), Refusal), (seed, command)
                    accepted += 1
                for command in tempting(state):
                    answer = decide(state, command)
                    assert isinstance(answer, Refusal) == (repr(named(command)) not in keys), (
                        seed,
                        command,
                        answer,
                    )
                    if isinstance(answer, Refusal):
                        refused += 1
                        assert answer.rule.startswith("RS-"), answer
                if state.phase == "turn" and state.to_move is not None and mode == "dealt":
                    assert can_act(state, state.to_move) != (Pass(seat=state.to_move) in listed)
            game = play(game, bot.choose(state, state.waiting_for()[0]))
    assert accepted > 500
    assert refused > 500


def permuted(state: State, viewer: Seat | None, chance: Random) -> State:
    """The same game to the viewer: hidden cards, tickets and mixes of others dealt anew."""
    others = [seat for seat in state.seats if seat != viewer]
    pool = [card for seat in others for card, count in state.hands[seat].items() for _ in range(count)]
    pool += [*state.deck, *state.ship_deck]
    chance.shuffle(pool)
    hands = dict(state.hands)
    for seat in others:
        mine = Counter(pool.pop() for _ in range(state.hand_size(seat)))
        hands[seat] = dict(mine)
    tickets = [ticket for seat in others for ticket in (*state.tickets[seat], *state.offered.get(seat, ()))]
    tickets += state.ticket_deck
    chance.shuffle(tickets)
    held, offered = dict(state.tickets), dict(state.offered)
    for seat in others:
        held[seat] = tuple(tickets.pop() for _ in state.tickets[seat])
        if seat in offered:
            offered[seat] = tuple(tickets.pop() for _ in offered[seat])
    secret = {
        seat: (chance.randrange(10, 26), 0) if seat in others else mix for seat, mix in state.chosen.items()
    }
    return replace(
        state,
        seed=state.seed + 1,
        hands=hands,
        deck=tuple(pool[: len(state.deck)]),
        ship_deck=tuple(pool[len(state.deck) :]),
        tickets=held,
        offered=offered,
        ticket_deck=tuple(tickets),
    ).with_seldom(unkept={}, chosen=state.chosen if state.ships else secret)


@pytest.mark.parametrize("name", EDITIONS)
def test_given_hidden_cards_and_mixes_permuted_then_nobody_elses_view_or_bot_changes(name: str) -> None:
    game, bot, number = Game.new(name, MAPS[name], SEATS[:3], "dealt", 5), RandomBot(5), 0
    chosen = 0
    while game.state.phase != "over":
        state, number = game.state, number + 1
        if number % 6 == 0 or state.phase == "pieces":
            chosen += bool(state.chosen) and state.phase == "pieces"
            viewers: tuple[Seat | None, ...] = (None, *state.seats)
            for viewer in viewers:
                other = permuted(state, viewer, Random(number))
                assert json.dumps(view(other, viewer)) == json.dumps(view(state, viewer))
            seat = state.waiting_for()[0]
            same = replace(permuted(state, seat, Random(number)), seed=state.seed)
            for kind in (RandomBot, GreedyBot):
                assert kind(1).choose(state, seat) == kind(1).choose(same, seat)
        game = play(game, bot.choose(state, state.waiting_for()[0]))
    assert chosen == 2
    assert_events_shown(game.events)


def assert_events_shown(events: tuple[Event, ...]) -> None:
    """What others are shown of beginning and choice holds no deck and no number of pieces."""
    for event in events:
        shown = seen_by(event, None)
        if isinstance(event, GameStarted):
            assert isinstance(shown, GameStarted)
            assert (shown.deck, shown.ship_deck, shown.seed) == ((), (), None)
        if isinstance(event, PiecesChosen):
            assert (getattr(shown, "train", 0), getattr(shown, "ship", 0)) == (None, None)
            assert seen_by(event, event.seat) == event


def test_given_the_settings_of_one_rule_when_another_edition_is_given_them_then_refused() -> None:
    with pytest.raises(ValueError, match="wild_ships is not known"):
        edition("us-accessible").with_settings({"wild_ships": 2})
