"""What a page tells of places, cards and tickets, where a seat chooses among them."""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final, Literal

from announce.catalogue import Phrases
from announce.compass import region_name
from announce.private import ways_of
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from dialog import Region
from engine import Card, Deck, RouteId, Seat, State, TicketId
from tabletop import SiteId


def at_least(p: Phrases, n: int) -> str:
    """How many tickets have to be kept."""
    return p.sentence("keep {n} or more.", n=n)


def entered_early(v: Vocabulary, n: int) -> str:
    """What a seat's own page says above its list of tickets as long as nobody else hears of them."""
    if not n:
        return v.phrases.sentence("enter them now: nobody hears of them before the last turn is over.")
    return v.phrases.sentences(
        "{n} ticket entered. Nobody hears of it before the last turn is over.",
        "{n} tickets entered. Nobody hears of them before the last turn is over.",
        n,
    )


def wish_waits(v: Vocabulary, site: SiteId) -> str:
    """What a seat's own page says of its claim until its token stands."""
    return v.phrases.sentence(
        "the table is asked to set your token on {site}. It counts when it stands.", site=v.site(site)
    )


def region(v: Vocabulary, which: Region) -> str:
    """A region of the board."""
    return region_name(v.phrases, which)


@lru_cache(maxsize=2048)  # each is told twice on every page of all routes, and few change between two acts
def route_from(v: Vocabulary, route: RouteId, owner: Seat | None, *, closed: bool) -> str:
    """A route in the list of its city: whose or free, length, colour, kind."""
    p, found = v.phrases, v.game_map.routes[route]
    nobodys = p.phrase("closed") if closed else p.phrase("free")
    how = nobodys if owner is None else v.whose(owner)
    facts: dict[str, str | int] = {
        "route": v.route(route),
        "how": how,
        "length": v.ships(found.length) if found.kind == "ship" else v.trains(found.length),
        "colour": v.colour(found.colour),
    }
    if found.kind in ("ferry", "tunnel"):
        facts["kind"] = p.phrase("ferry") if found.kind == "ferry" else p.phrase("tunnel")
        return p.phrase("{route}: {how}; {length}, {colour}, {kind}", **facts)
    return p.phrase("{route}: {how}; {length}, {colour}", **facts)


def routes_at(v: Vocabulary, city: str, routes: int) -> str:
    """A city, and how many of its routes can be claimed now."""
    return v.phrases.sentences("{city}: {n} route", "{city}: {n} routes", routes, city=city)


def place_at(v: Vocabulary, city: str, routes: int, free: int, owner: Seat | None) -> str:
    """A place on the board: its routes, those that can still be claimed, whose building stands there."""
    p = v.phrases
    if owner is None:
        return p.sentences(
            "{city}: {n} route, {free} free.",
            "{city}: {n} routes, {free} free.",
            routes,
            city=city,
            free=free,
        )
    return p.sentences(
        "{city}: {n} route, {free} free; {whose}.",
        "{city}: {n} routes, {free} free; {whose}.",
        routes,
        city=city,
        free=free,
        whose=v.whose(owner),
    )


_DECKS: Final[dict[Deck, Callable[[Phrases], str]]] = {
    "deck": lambda p: p.phrase("From the deck"),
    "train-deck": lambda p: p.phrase("From the train deck"),
    "ship-deck": lambda p: p.phrase("From the ship deck"),
}


def from_deck(v: Vocabulary, deck: Deck, cards: int | None) -> str:
    """Drawing from a deck that has so many cards; None: that is not known here."""
    p = v.phrases
    if cards is None:
        return _DECKS[deck](p)
    left = v.cards(cards)
    match deck:
        case "train-deck":
            return p.phrase("From the train deck, {cards}", cards=left)
        case "ship-deck":
            return p.phrase("From the ship deck, {cards}", cards=left)
        case "deck":
            return p.phrase("From the deck, {cards}", cards=left)


def from_row(v: Vocabulary, place: int, card: Card, refill: Deck | None) -> str:
    """Taking a card of the row; `refill`: the deck that fills its gap, where there are two."""
    p = v.phrases
    facts: dict[str, str | int] = {"n": place, "card": v.a_card(card)}
    match refill:
        case "train-deck":
            return p.phrase("Number {n}, {card}; the train deck fills the gap", **facts)
        case "ship-deck":
            return p.phrase("Number {n}, {card}; the ship deck fills the gap", **facts)
        case "deck" | None:
            return p.phrase("Number {n}, {card}", **facts)


def ticket(v: Vocabulary, state: PublicState, one: TicketId) -> str:
    """A ticket to choose."""
    facts = {"ticket": v.ticket(one), "points": v.ticket_worth(state, one)}
    return v.phrases.phrase("{ticket}, {points}", **facts)


def tickets_stand(v: Vocabulary, state: State, seat: Seat, held: Collection[TicketId]) -> Sequence[str]:
    """The tickets that a seat holds, each with how far it is from being done."""
    ways = ways_of(v, state, seat, held)
    return [v.phrases.phrase("{ticket}: {way}", ticket=ticket(v, state, one), way=ways[one]) for one in held]


def that_is_you(v: Vocabulary, seat: str) -> str:
    """A seat in its own page's table."""
    return v.phrases.phrase("{seat} (you)", seat=seat)


def mix(v: Vocabulary, trains: int, ships: int) -> str:
    """So many trains and so many ships."""
    return v.phrases.phrase("{trains} and {ships}", trains=v.trains(trains), ships=v.ships(ships))


def exchanged(v: Vocabulary, given: Literal["train", "ship"], n: int) -> str:
    """So many pieces given for as many of the other kind."""
    if given == "ship":
        return v.phrases.phrase("{ships} for trains", ships=v.ships(n))
    return v.phrases.phrase("{trains} for ships", trains=v.trains(n))


def lent(v: Vocabulary, city: str, route: str) -> str:
    """What a station in a city lends."""
    return v.phrases.phrase("{city}: {route}", city=city, route=route)
