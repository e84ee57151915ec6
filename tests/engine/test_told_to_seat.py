"""What a seat is told does not change when what it cannot know does."""

import json
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from bots.bot import RandomBot
from engine import (
    EDITIONS,
    SEATS,
    CardDrawn,
    CardsDealt,
    Command,
    DrawCard,
    Event,
    Game,
    GameStarted,
    KeepTickets,
    PiecesChosen,
    Referee,
    Refusal,
    RowRefilled,
    Seat,
    TicketsDealt,
    TicketsKept,
    legal_for,
    seen_by,
    told_to_seat,
)
from engine.codec import command_from
from engine.values import Card, TicketId

ME: Seat = "blue"


def lines(game: Game, seat: Seat = ME) -> str:
    """All that the seat is told, as JSON."""
    import msgspec

    return msgspec.json.encode(told_to_seat(game, seat)).decode()


def opened(name: str) -> Game:
    """Some turns of a game among three, so that everybody holds something."""
    game = Game.new(name, EDITIONS[name].map, SEATS[:3], "dealt", 11)
    bots = {seat: RandomBot(5) for seat in SEATS[:3]}
    while game.state.turn < 40 and game.state.result is None:
        seat = game.state.waiting_for()[0]
        after = game.do(bots[seat].choose(game.state, seat))
        assert not isinstance(after, Refusal)
        game = after[0]
    return game


def hidden_otherwise(game: Game, viewer: Seat) -> Game:
    """The same moment with all that the viewer cannot know turned round: hands, tickets, decks, the seed."""
    state = game.state
    others = [seat for seat in state.seats if seat != viewer]
    below = set(state.edition.pile_cards)
    cards = [card for seat in others for card, n in state.hands[seat].items() for _ in range(n)]
    places = [at for at, card in enumerate(state.deck) if card not in below]
    pool = [*cards, *(state.deck[at] for at in places)]
    if not state.ship_deck:
        pool.reverse()
    else:  # a deck of trains stays one; hands hold of both
        pool = [*reversed(cards), *reversed([state.deck[at] for at in places])]
    hands = dict(state.hands)
    for seat in others:
        count = sum(state.hands[seat].values())
        mine, pool = pool[:count], pool[count:]
        hands[seat] = {card: mine.count(card) for card in dict.fromkeys(mine)}
    deck = list(state.deck)
    for at, card in zip(places, pool, strict=True):
        deck[at] = card
    tickets = [ticket for seat in others for ticket in state.tickets[seat]]
    every = [*state.ticket_deck, *tickets]
    given = {seat: tuple(every.pop(0) for _ in state.tickets[seat]) for seat in others}
    moved = replace(
        state,
        seed=99,
        hands=hands,
        deck=tuple(deck),
        ship_deck=tuple(reversed(state.ship_deck)),
        tickets={**state.tickets, **given},
        ticket_deck=tuple(every),
        event_deck=tuple(reversed(state.event_deck)),
    )
    blank = tuple(_otherwise(event, viewer) for event in game.events)
    return Game(state=moved, events=blank)


def _otherwise(event: Event, viewer: Seat) -> Event:
    """What the viewer is not shown of an event is something else."""
    match event:
        case GameStarted():
            return replace(event, seed=99, deck=event.deck[::-1], ticket_deck=event.ticket_deck[::-1])
        case CardsDealt(seat=seat) if seat != viewer:
            return replace(event, cards=event.cards[::-1][:1] * len(event.cards))
        case CardDrawn(seat=seat, source=source) if seat != viewer and source != "row":
            return replace(event, card=Card("locomotive"))
        case TicketsDealt(seat=seat) if seat != viewer:
            return replace(event, tickets=tuple(TicketId(f"other-{n}") for n in range(event.count)))
        case TicketsKept(seat=seat) if seat != viewer:
            return replace(event, kept=event.returned, returned=event.kept)
        case PiecesChosen(seat=seat) if seat != viewer:
            return replace(event, train=1, ship=2)
    return event


@pytest.mark.parametrize("name", EDITIONS)
def test_given_other_hidden_cards_then_a_seat_is_told_the_same(name: str) -> None:
    game = opened(name)
    other = hidden_otherwise(game, ME)
    assert other.state.hands["red"] != game.state.hands["red"]
    assert other.state.deck != game.state.deck
    assert lines(other) == lines(game)
    assert lines(other, "red") != lines(game, "red")


@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_game_then_the_referee_tells_a_bot_what_its_seat_may_know(name: str) -> None:
    referee = Referee(EDITIONS[name].map, name, SEATS[:2], seed=3, explain=lambda state, refusal: "no")
    for seat in SEATS[:2]:
        (closing,) = referee.line(json.dumps({"ask": "bot", "seat": seat}))
        told = json.loads(closing)["bot"]
        (state,) = referee.line(json.dumps({"ask": "state", "seat": seat}))
        assert told["view"] == json.loads(state)["state"]
        assert [event["seq"] for event in told["events"]] == list(range(1, referee.game.state.seq + 1))
        assert [command_from(act) for act in told["legal"]] == list(legal_for(referee.game.state, seat))
        assert {act["seat"] for act in told["legal"]} == {seat}
    (refused,) = referee.line('{"ask": "bot"}')
    assert json.loads(refused)["error"]["code"] == "bad-data"


def test_given_a_blind_draw_of_another_then_its_card_is_not_told() -> None:
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 11)
    commands: tuple[Command, ...] = (
        *(KeepTickets(seat=seat, tickets=game.state.offered[seat]) for seat in SEATS[:2]),
        DrawCard(seat="blue", source="deck"),
        DrawCard(seat="blue", source="deck"),
        DrawCard(seat="red", source="deck"),
    )
    for command in commands:
        after = game.do(command)
        assert not isinstance(after, Refusal)
        game = after[0]
    drawn = [event for event in told_events(game, ME) if event["type"] == "card-drawn"]
    assert [event["card"] is None for event in drawn] == [False, False, True]
    assert not any(isinstance(event, RowRefilled) and seen_by(event, ME) != event for event in game.events)


def told_events(game: Game, seat: Seat) -> Iterable[dict[str, object]]:
    events: list[dict[str, object]] = json.loads(lines(game, seat))["events"]
    return events
