"""What claims and buildings have cost and what they have brought, from the events of a game."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event, GameCorrected, RouteClaimed, TurnStarted, Undone
from engine.optional_events import Built, CardGained, CoinsPaid, EventTurned
from engine.values import Card, RouteId, Seat


class Price(Struct, frozen=True, kw_only=True):
    """What a claim or a building has cost, and what it has brought."""

    cards: tuple[Card, ...] = ()  # paid for it
    coins: Mapping[Seat, int] = {}  # to whom it brought how many
    drawn: Mapping[Seat, tuple[Card, ...]] = {}  # cards that it brought


Paid = Mapping[str, Price]
"""Route or city → what its claim or building has cost and brought."""

_COUNTED: Final = (RouteClaimed, Built, CoinsPaid, CardGained, EventTurned, TurnStarted, GameCorrected)


def paid_for(events: Iterable[Event]) -> dict[str, Price]:
    """What the claims and buildings that were not taken back have cost and brought.

    One that came in by a correction is not in it, nor what a newspaper has brought that came up for a card
    of the claim: its event was turned for all.
    """
    kept: list[tuple[int, Event]] = []
    for seq, event in enumerate(events, 1):
        if isinstance(event, Undone):
            kept = [one for one in kept if one[0] <= event.to]
        elif isinstance(event, _COUNTED):
            kept.append((seq, event))
    paid: dict[str, Price] = {}
    claimed: RouteId | None = None  # the claim whose act this is
    struck: set[str] = set()
    for _, event in kept:
        match event:
            case RouteClaimed(route=place, cards=cards):
                paid[place] = Price(cards=cards or ())
                claimed = place
            case CoinsPaid(route=way, seat=seat, amount=amount) if way in paid:
                had = paid[way].coins
                paid[way] = replace(paid[way], coins={**had, seat: had.get(seat, 0) + amount})
            case EventTurned(event=name, lightning=True):
                struck.add(name)
            case CardGained(seat=seat, card=card, why=why) if claimed and card and why not in struck:
                drawn = paid[claimed].drawn
                more = {**drawn, seat: (*drawn.get(seat, ()), card)}
                paid[claimed] = replace(paid[claimed], drawn=more)
            case TurnStarted():
                claimed = None
                struck.clear()
            case GameCorrected(removed=gone):
                paid = {place: price for place, price in paid.items() if place not in gone}
            case _ if isinstance(event, Built):
                paid[event.city] = Price(cards=event.cards or ())
            case _:
                pass
    return paid
