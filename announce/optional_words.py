"""What only some editions know, told: tunnels, stations, harbors, trains and ships, coins, newspapers."""

from typing import assert_never

from announce.announcement import Earcon
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import (
    CardGained,
    CoinsPaid,
    EventResolved,
    EventRetired,
    EventsShuffled,
    EventTurned,
    HarborBuilt,
    LoansAsked,
    LoansChosen,
    NewspaperTurned,
    OptionalEvent,
    PiecesAsked,
    PiecesChosen,
    PiecesExchanged,
    PiecesRevealed,
    StationBuilt,
    TunnelFailed,
    TunnelRevealed,
)


def earcon(event: OptionalEvent) -> Earcon | None:
    """The short sound that goes with it."""
    match event:
        case TunnelRevealed():
            return "flip"
        case TunnelFailed():
            return "lift"
        case StationBuilt() | HarborBuilt() | PiecesExchanged() | PiecesRevealed() | PiecesChosen():
            return "place"
        case CoinsPaid():
            return "money"
        case NewspaperTurned() | EventTurned() | EventRetired() | EventResolved():
            return "paper"
        case EventsShuffled():
            return "flush"
        case CardGained():
            return "card"
        case PiecesAsked() | LoansAsked():
            return "question"
        case LoansChosen():
            return "place"
        case _:
            assert_never(event)


def happened(v: Vocabulary, event: OptionalEvent) -> Words:
    """One sentence for everyone."""
    p = v.phrases
    match event:
        case TunnelRevealed():
            return _tunnel(v, event)
        case TunnelFailed(seat=seat, route=route):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "route": v.route(route)}
            normal = p.sentence("{seat} does not pay for {route}, and takes the cards back.", **facts)
            return Words(normal, p.sentence("{seat} leaves the tunnel.", **facts))
        case StationBuilt(seat=seat, city=city, left=left):
            facts = {"seat": v.seat(seat), "city": v.city(city), "left": left or p.phrase("none")}
            normal = p.sentence("{seat} builds a station in {city}; {left} left.", **facts)
            return Words(normal, p.sentence("{seat}: station, {city}.", **facts))
        case HarborBuilt(seat=seat, city=city, left=left):
            facts = {"seat": v.seat(seat), "city": v.city(city), "left": left or p.phrase("none")}
            normal = p.sentence("{seat} builds a harbor in {city}; {left} left.", **facts)
            return Words(normal, p.sentence("{seat}: harbor, {city}.", **facts))
        case LoansAsked(seats=seats):
            normal = p.sentence("choose what your stations lend: {seats}.", seats=v.seats(seats))
            return Words(normal, p.sentence("choose what stations lend."))
        case LoansChosen(seat=seat, loans=loans):
            routes = [v.route(route) for route in loans.values() if route is not None]
            return Words(p.sentence("{seat} is lent: {routes}.", seat=v.seat(seat), routes=v.listing(routes)))
        case PiecesAsked() | PiecesChosen() | PiecesRevealed() | PiecesExchanged():
            return _supply(v, event)
        case CoinsPaid() | NewspaperTurned() | EventTurned() | CardGained():
            return _papers(v, event)
        case EventsShuffled() | EventRetired() | EventResolved():
            return _events(v, event)
        case _:
            assert_never(event)


def _tunnel(v: Vocabulary, event: TunnelRevealed) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "seat": v.seat(event.seat),
        "route": v.route(event.route),
        "cards": v.row(event.cards),
        "owed": v.cards(event.owed),
    }
    if not event.owed:
        normal = p.sentence("{seat}, tunnel {route}. Turned: {cards}. Nothing more to pay.", **facts)
        return Words(normal, p.sentence("tunnel: nothing more to pay."))
    normal = p.sentence("{seat}, tunnel {route}. Turned: {cards}. It takes {owed} more.", **facts)
    return Words(normal, p.sentence("tunnel: {owed} more.", **facts))


def _supply(v: Vocabulary, event: PiecesAsked | PiecesChosen | PiecesRevealed | PiecesExchanged) -> Words:
    p = v.phrases
    match event:
        case PiecesAsked(pieces=count):
            normal = p.sentence("choose your trains and ships, {count} in all, in the own ear.", count=count)
            rest = count - event.first_trains
            full = p.sentence(
                "choose your trains and ships, {count} in all, in the own ear. "
                "For a first game {trains} trains and {ships} ships are best.",
                count=count,
                trains=event.first_trains,
                ships=rest,
            )
            return Words(normal, p.sentence("choose trains and ships."), full)
        case PiecesChosen(seat=seat):
            return Words(p.sentence("{seat} has chosen trains and ships.", seat=v.seat(seat)))
        case PiecesRevealed(trains=trains, ships=ships):
            mixes = [
                p.phrase("{seat} {trains} and {ships}", seat=v.seat(seat), trains=n, ships=ships.get(seat, 0))
                for seat, n in trains.items()
            ]
            normal = p.sentence("trains and ships: {mixes}.", mixes="; ".join(mixes))
            return Words(normal, p.sentence("all have chosen."))
        case PiecesExchanged(seat=seat, give=give, count=count):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "trains": event.trains_left}
            facts |= {"ships": event.ships_left, "points": v.points(event.points), "count": count}
            if give == "train":
                text = p.sentence("{seat} gives {count} trains for ships, {points}.", **facts)
            else:
                text = p.sentence("{seat} gives {count} ships for trains, {points}.", **facts)
            left = p.sentence("{trains} trains and {ships} ships left.", **facts)
            return Words(f"{text} {left}", p.sentence("{seat} exchanges {count}.", **facts))
        case _:
            assert_never(event)


def _papers(v: Vocabulary, event: CoinsPaid | NewspaperTurned | EventTurned | CardGained) -> Words:
    p = v.phrases
    match event:
        case CoinsPaid(seat=seat, amount=amount, total=total):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "amount": abs(amount), "total": total}
            if amount < 0:
                return Words(p.sentence("{seat} pays {amount} dollars; {total} now.", **facts))
            return Words(p.sentence("{seat} gets {amount} dollars; {total} now.", **facts))
        case NewspaperTurned():
            return Words(p.sentence("a newspaper."))
        case EventTurned(event=name):
            return Words(p.sentence("new event: {event}.", event=name))
        case CardGained(seat=seat):
            return Words(p.sentence("{seat} gets a card from the deck.", seat=v.seat(seat)))
        case _:
            assert_never(event)


def _events(v: Vocabulary, event: EventsShuffled | EventRetired | EventResolved) -> Words:
    p = v.phrases
    match event:
        case EventsShuffled():
            return Words(p.sentence("the events are shuffled."))
        case EventRetired(event=name):
            return Words(p.sentence("the event {event} is retired.", event=name))
        case EventResolved(seat=seat, event=name) if name is not None:
            facts: dict[str, str | int] = {"seat": v.seat(seat), "event": name}
            normal = p.sentence("the table settles the event {event} for {seat}.", **facts)
            return Words(normal, p.sentence("settled for {seat}.", **facts))
        case EventResolved(seat=seat):
            normal = p.sentence("the table settles an event for {seat}.", seat=v.seat(seat))
            return Words(normal, p.sentence("settled for {seat}.", seat=v.seat(seat)))
        case _:
            assert_never(event)
