"""What can be chosen now: the items of every list, from the state alone. What cannot be done is left out."""

import unicodedata
from typing import Final

from dialog.modes import (
    Cities,
    Exchange,
    Letters,
    Loans,
    Mode,
    More,
    Named,
    Pieces,
    Questions,
    Refill,
    Routes,
    Settle,
    Tune,
)
from dialog.prompts import ActItem, AskItem, Level, ListPurpose, Payable
from engine import (
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    CityId,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    Pass,
    ResolveEvent,
    RouteId,
    Seat,
    State,
    TicketId,
    closed,
    legal,
    on_offer,
    open_routes,
    optional_acts,
    payable,
    payments,
    tickets_in,
)
from tabletop import SiteId

_ACTS: Final[tuple[ActItem, ...]] = (
    "deck", "train-deck", "ship-deck", "row", "tickets", "claim", "station", "harbor", "exchange", "event",
    "pass",
)  # fmt: skip
CARD_ITEMS: Final[frozenset[ActItem]] = frozenset(("deck", "train-deck", "ship-deck", "row"))
"""Of what the mover can do: where a card is drawn from."""


def act_items(state: State) -> tuple[ActItem, ...]:
    """What the mover can do by the panel, in the order of the list; empty: nobody is to move."""
    seat = state.to_move
    if seat is None:
        return ()
    found: set[ActItem] = set()
    for command in (*_draws(state), *optional_acts(state)):
        match command:
            case DrawCard(source="row"):
                found.add("row")
            case DrawCard(source=deck):
                found.add(deck)
            case DrawTickets():
                found.add("tickets")
            case Pass():
                found.add("pass")
            case BuildStation():
                found.add("station")
            case BuildHarbor():
                found.add("harbor")
            case ExchangePieces():
                found.add("exchange")
            case _:
                pass
    if routes_for(state, seat):
        found.add("claim")
    if state.phase == "turn" and state.edition.of_command(ResolveEvent) is not None:
        found.add("event")
    return tuple(item for item in _ACTS if item in found)


def _draws(state: State) -> tuple[DrawCard | DrawTickets | Pass, ...]:
    if state.cards == "untracked":
        return ()
    return tuple(command for command in legal(state) if isinstance(command, DrawCard | DrawTickets | Pass))


def ask_items(state: State, level: Level) -> tuple[AskItem, ...]:
    """The items of a list of questions: with cards untracked hand and row are in the players' own hands."""
    dealt, rules = state.cards == "dealt", state.edition
    builds = rules.of_command(BuildStation) is not None or rules.of_command(BuildHarbor) is not None
    wanted: dict[AskItem, bool]
    match level:
        case "ask":
            wanted = dict.fromkeys(("turn", "scores", "since", "mine", "supplies", "board"), True)
            wanted |= {"mine": dealt, "acts": not dealt and state.phase == "turn", "menu": True}
        case "mine":
            wanted = dict.fromkeys(("hand", "tickets", "missing", "pay", "for-whom"), True)
        case "supplies":
            wanted = dict.fromkeys(("row", "trains", "buildings", "money"), True)
            wanted |= {
                "row": dealt and state.phase != "over",
                "buildings": builds,
                "money": bool(state.coins),
            }
        case "board":
            wanted = dict.fromkeys(
                ("explore", "city", "route", "holdings", "longest", "region", "glance"), True
            )
        case "menu":
            wanted = dict.fromkeys(
                ("undo", "help", "voice", "ear-back", "own-tickets", "pause", "stop", "others"), True
            )
            wanted |= {"ear-back": dealt, "own-tickets": takes_early_tickets(state)}
        case "help":
            wanted = dict.fromkeys(("devices", "rebuild", "board-right"), True)
            wanted["board-right"] = state.phase in ("turn", "declaring")
        case "voice":
            wanted = dict.fromkeys(
                ("rate", "volume", "level", "own-level", "sounds", "earcons", "news"), True
            )
        case "news":
            wanted = dict.fromkeys(("say-turns", "say-claims", "say-cards", "say-tickets"), True)
            wanted |= {"say-money": bool(state.coins), "say-mended": True}
        case "others":
            wanted = dict.fromkeys(("cut", "story", "statistics"), True)
    return tuple(item for item, there in wanted.items() if there)


PARENT: Final[dict[Level, Level]] = {
    "mine": "ask", "supplies": "ask", "board": "ask", "menu": "ask",
    "help": "menu", "voice": "menu", "others": "menu", "news": "voice",
}  # fmt: skip
"""In which list a list is an item."""


def payable_commands(state: State, seat: Seat, site: SiteId) -> tuple[Payable, ...]:
    """Every way in which this seat may claim or build at a site now, cheapest first; empty: none."""
    if state.phase != "turn" or seat != state.to_move:
        return ()
    if RouteId(site) in state.game_map.routes:
        route = RouteId(site)
        ways = () if closed(state, seat, route) is not None else payments(state, seat, route)
        return tuple(ClaimRoute(seat=seat, route=route, cards=cards) for cards in ways)
    return tuple(
        command
        for command in optional_acts(state)
        if isinstance(command, BuildStation | BuildHarbor) and SiteId(command.city) == site
    )


def wish_at(state: State, seat: Seat, site: SiteId) -> Payable:
    """What a token on a site asks for, without cards: a route, or what the edition builds in cities."""
    if RouteId(site) in state.game_map.routes:
        return ClaimRoute(seat=seat, route=RouteId(site))
    if state.edition.of_command(BuildHarbor) is not None:
        return BuildHarbor(seat=seat, city=CityId(site))
    return BuildStation(seat=seat, city=CityId(site))


def site_of(wish: Payable) -> SiteId:
    """The pin on which this token stands."""
    return SiteId(wish.route if isinstance(wish, ClaimRoute) else wish.city)


def tunnel_answers(state: State) -> tuple[AnswerTunnel, ...]:
    """Every way to pay what a tunnel's turned cards ask for; empty: the hand has none."""
    answers = (command for command in legal(state) if isinstance(command, AnswerTunnel))
    return tuple(command for command in answers if not command.decline)


def refill(state: State, card: int) -> Refill | None:
    """Which deck fills a gap; None: there is one deck, which does."""
    decks = state.edition.decks
    return Refill(card, tuple(decks)) if len(decks) > 1 else None


def mix_of(state: State, seat: Seat) -> Pieces:
    """The mixes of trains and ships, from the one that is offered for a first game."""
    settings = state.settings
    least = max(0, settings.pieces - settings.ships)
    most = min(settings.trains, settings.pieces)
    first = min(max(settings.first_trains, least), most)
    return Pieces(seat, least, most, settings.pieces, first - least)


def exchanges(state: State) -> Exchange:
    """Every exchange of the mover: of ships, one to all, then of trains; the edges are where it wraps."""
    found = [act for act in optional_acts(state) if isinstance(act, ExchangePieces)]
    ships = [act for act in found if act.give == "ship"]
    return Exchange((*ships, *(act for act in found if act.give == "train")))


def settling(state: State) -> Settle:
    """Settling an event begins with the seat to move."""
    seats, first = state.seats, state.seats.index(state.to_move or state.seats[0])
    return Settle(seats[first:] + seats[:first])


def loans_of(state: State, seat: Seat) -> Loans:
    """What the stations of a seat may lend, the routes first and nothing last."""
    own = [city for city, owner in state.stations.items() if owner == seat]
    offers = tuple(
        (city, (*on_offer(state.game_map, state.owners, seat, city), None))  # nothing, too, can be lent
        for city in own
    )
    return Loans(seat, offers)


# Cities and routes: first letter, then name

ASKING: Final[frozenset[ListPurpose]] = frozenset({"route", "pay", "city"})
"""What cities are chosen for when nothing is to be done there, only asked."""


def asks(mode: Mode) -> bool:
    """Whether a list is for a question: everybody may hear it, and an act of the game leaves it open."""
    match mode:
        case Letters(purpose=purpose):
            return purpose in ASKING
        case Cities(letters=letters) | Routes(cities=Cities(letters=letters)):
            return letters.purpose in ASKING
        case _:
            return isinstance(mode, Questions | Named | More | Tune)


def routes_for(state: State, seat: Seat) -> frozenset[RouteId]:
    """The routes that a seat may claim and, with cards dealt, pay now."""
    if state.phase != "turn":
        return frozenset()
    routes = open_routes(state, seat)
    if state.cards == "untracked":
        return frozenset(routes)
    hand, game_map = state.hands[seat], state.game_map
    return frozenset(route for route in routes if payable(state, hand, game_map.routes[route]))


def letters_of(state: State, seat: Seat, purpose: ListPurpose) -> Letters | None:
    """The first letters of all cities that can be chosen; None: there is no such city."""
    cities: set[CityId] = set()
    if purpose in ASKING:
        cities = set(state.game_map.cities)
    elif purpose == "claim":
        routes = state.game_map.routes
        for route in routes_for(state, seat):
            cities |= {city for city in (routes[route].a, routes[route].b) if city in state.game_map.cities}
    else:
        acts = (act for act in optional_acts(state) if isinstance(act, BuildStation | BuildHarbor))
        cities = {act.city for act in acts}
    named = tuple(sorted(cities, key=lambda city: sort_key(state.game_map.cities[city].name)))
    letters = tuple(dict.fromkeys(_letter(state, city) for city in named))
    return Letters(purpose, named, letters) if letters else None


def cities_of(state: State, letters: Letters) -> Cities:
    """The cities of the letter that was taken."""
    letter = letters.letters[letters.index]
    return Cities(letters, tuple(city for city in letters.cities if _letter(state, city) == letter))


def routes_at(state: State, seat: Seat, cities: Cities) -> Routes:
    """The routes that can be claimed at the city that was taken; to ask about one, all of them."""
    city, routes = cities.cities[cities.index], state.game_map.routes
    wanted = routes if cities.letters.purpose in ASKING else routes_for(state, seat)
    there = [route for route in wanted if city in (routes[route].a, routes[route].b)]
    return Routes(cities, tuple(sorted(there, key=lambda route: (_far_name(state, route, city), route))))


def _far_name(state: State, route: RouteId, city: CityId) -> str:
    """The other city of a route as it is looked up."""
    way = state.game_map.routes[route]
    other = way.b if way.a == city else way.a
    return sort_key(state.game_map.cities[other].name if other in state.game_map.cities else other)


def takes_early_tickets(state: State) -> bool:
    """Whether a seat with cards in hand may enter its tickets now, before it is asked."""
    early = state.cards == "untracked" and state.phase not in ("declaring", "loans", "over")
    return early and bool(tickets_in(state.settings, state.game_map))


def tickets_by_name(state: State) -> tuple[TicketId, ...]:
    """Every ticket of the game in the order of its cities' names: a list is run through by letters."""
    game_map = state.game_map

    def names(ticket: TicketId) -> tuple[str, ...]:
        return (*(sort_key(game_map.cities[city].name) for city in game_map.tickets[ticket].cities), ticket)

    return tuple(sorted(tickets_in(state.settings, game_map), key=names))


def _letter(state: State, city: CityId) -> str:
    return sort_key(state.game_map.cities[city].name)[0].upper()


def sort_key(name: str) -> str:
    """A name as it is looked up: without accents, in small letters."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
