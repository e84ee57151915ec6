"""A game some turns old, and the same game with all that one seat cannot know turned round."""

from msgspec.structs import replace

from bots.bot import RandomBot
from engine import (
    EDITIONS,
    SEATS,
    CardDrawn,
    CardsDealt,
    Event,
    Game,
    GameStarted,
    PiecesChosen,
    Refusal,
    Seat,
    TicketsDealt,
    TicketsKept,
)
from engine.values import Card, TicketId


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
    ).with_seldom(event_deck=tuple(reversed(state.event_deck)))
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
