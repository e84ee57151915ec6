"""What nobody else may see: views and events under permuted hidden cards."""

import json
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bots.bot import GreedyBot, RandomBot
from engine import (
    SEATS,
    Card,
    CardDrawn,
    CardsArranged,
    CardsDealt,
    DeckShuffled,
    Event,
    Game,
    GameStarted,
    Pass,
    Seat,
    State,
    TicketId,
    TicketsDealt,
    TicketsKept,
    edition,
    event_to_json,
    seen_by,
    view,
)
from tests.engine.rule_bench import STUCK, begin, play, played_out


def permuted(state: State, viewer: Seat | None, chance: Random) -> State:
    """The same game to the viewer: all hidden cards and tickets of others and of the decks dealt anew."""
    others = [seat for seat in state.seats if seat != viewer]
    bid = () if state.tunnel is None else state.tunnel.bid  # lies open, though it counts to the hand
    shown = {seat: bid if seat == state.to_move else () for seat in others}
    pool = [
        card for seat in others for card in (Counter(state.hands[seat]) - Counter(shown[seat])).elements()
    ]
    pool += state.deck
    chance.shuffle(pool)
    hands = dict(state.hands)
    for seat in others:
        hidden = state.hand_size(seat) - len(shown[seat])
        mine = [*shown[seat], *(pool.pop() for _ in range(hidden))]
        hands[seat] = {card: mine.count(card) for card in set(mine)}
    tickets = [ticket for seat in others for ticket in (*state.tickets[seat], *state.offered.get(seat, ()))]
    tickets += [*state.ticket_deck, *state.removed]
    chance.shuffle(tickets)
    held, offered = dict(state.tickets), dict(state.offered)
    for seat in others:
        held[seat] = tuple(tickets.pop() for _ in state.tickets[seat])
        if seat in offered:
            offered[seat] = tuple(tickets.pop() for _ in offered[seat])
    return replace(
        state,
        seed=state.seed + 1,
        hands=hands,
        deck=tuple(pool),
        tickets=held,
        offered=offered,
        ticket_deck=tuple(tickets[: len(state.ticket_deck)]),
    ).with_seldom(removed=tuple(tickets[len(state.ticket_deck) :]), unkept={})


RULES = ("us-accessible", "us-10th-anniversary", "europe")


def moments(seed: int, rules: str = "us-accessible") -> list[State]:
    """States all through one random game."""
    game = Game.new(rules, edition(rules).map, SEATS[:3], "dealt", seed)
    bot, states = RandomBot(seed), [game.state]
    while game.state.phase != "over":
        game = play(game, bot.choose(game.state, game.state.waiting_for()[0]))
        states.append(game.state)
    return [state for n, state in enumerate(states[:-1]) if n % 5 == 0 or state.tunnel is not None]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("rules", RULES)
def test_given_hidden_cards_permuted_then_nobody_elses_view_changes_by_a_byte(rules: str, seed: int) -> None:
    for number, state in enumerate(moments(seed, rules)):
        viewers: tuple[Seat | None, ...] = (None, *state.seats)
        for viewer in viewers:
            other = permuted(state, viewer, Random(number))
            assert json.dumps(view(other, viewer)) == json.dumps(view(state, viewer))
            assert other.deck != state.deck or len(state.deck) < 3


def test_given_a_seats_own_view_then_its_hand_and_tickets_are_there() -> None:
    game = begin(hands={"blue": "rrl"})
    own = view(game.state, "blue")["own"]
    assert own == {
        "seat": "blue",
        "hand": {"red": 2, "locomotive": 1},
        "tickets": list(game.state.tickets["blue"]),
        "offered": [],
        "keep_at_least": 0,
    }
    assert view(game.state, None)["own"] is None


@pytest.mark.parametrize("rules", RULES)
def test_given_each_bot_when_hidden_cards_are_permuted_then_it_chooses_the_same(rules: str) -> None:
    for state in moments(4, rules):
        seat = state.waiting_for()[0]
        other = replace(permuted(state, seat, Random(7)), seed=state.seed)
        for bot in (RandomBot(1), GreedyBot(1)):
            assert bot.choose(state, seat) == bot.choose(other, seat)


def secret_parts(event: Event) -> tuple[tuple[Card, ...], tuple[TicketId, ...], Seat | None]:
    """Cards and tickets in an event that only its seat (None: nobody) may see."""
    match event:
        case GameStarted():
            return event.deck, event.ticket_deck + event.removed, None
        case DeckShuffled():
            return event.deck, (), None
        case CardsDealt():
            return event.cards, (), event.seat
        case CardDrawn(source="deck", card=card) if card is not None:
            return (card,), (), event.seat
        case TicketsDealt():
            return (), event.tickets, event.seat
        case TicketsKept():
            return (), event.kept + event.returned, event.seat
    return (), (), None


@pytest.mark.parametrize("rules", RULES)
def test_given_a_whole_game_then_events_for_others_hold_no_secret_and_no_seed(rules: str) -> None:
    game = Game.new(rules, edition(rules).map, SEATS[:2], "dealt", 987654321)
    game = played_out(game, RandomBot(5))
    viewers: tuple[Seat | None, ...] = (None, "blue", "red")
    blanked = 0
    for event in game.events:
        cards, tickets, owner = secret_parts(event)
        for viewer in viewers:
            shown = event_to_json(seen_by(event, viewer))
            assert "987654321" not in shown
            if not cards and not tickets:
                assert seen_by(event, viewer) == event
            elif viewer == owner and viewer is not None:
                assert shown == event_to_json(event)
            else:
                blanked += 1
                assert not any(ticket in shown for ticket in tickets)
                assert secret_parts(seen_by(event, viewer))[:2] == ((), ())
    assert blanked > 100


def test_given_an_arrangement_then_only_what_lies_open_is_shown() -> None:
    red = (Card("red"),)
    event = CardsArranged(
        deck=red, discards=red, row=red, ticket_deck=(), hands={"blue": red}, tickets={}, trains={"blue": 3}
    )
    viewers: tuple[Seat | None, ...] = (None, "blue")
    for viewer in viewers:
        assert seen_by(event, viewer) == CardsArranged(discards=red, row=red, trains={"blue": 3})


def test_given_the_end_then_all_tickets_are_open() -> None:
    game = play(begin(**STUCK), Pass(seat="blue"), Pass(seat="red"))
    seats = view(game.state, None)["seats"]
    assert isinstance(seats, list)
    assert [line["tickets_open"] for line in seats] == [
        list(game.state.tickets[seat]) for seat in ("blue", "red")
    ]
    assert game.events[-1] == seen_by(game.events[-1], None)


def test_given_a_choice_of_tickets_then_the_view_of_its_seat_names_them() -> None:
    state = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 1).state
    own = view(state, "blue")["own"]
    assert isinstance(own, dict)
    assert (own["offered"], own["keep_at_least"]) == (list(state.offered["blue"]), 2)
