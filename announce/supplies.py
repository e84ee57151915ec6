"""What seats have left and have built: trains, ships and the box, stations, harbors, dollars, the event."""

from collections.abc import Sequence
from functools import partial

from announce.catalogue import Phrases
from announce.lasting import ROOM_S
from announce.optional_words import described
from announce.public import PublicState
from announce.scores import alone, dollars_of, each_total, last_of, numbers, of_seats
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import BuildHarbor, BuildStation, ExchangePieces, Seat

_STEP = 2
"""So many seats' buildings are told at once, where there is room for them."""
_NAMES_S = 0.8
"""So much longer than by their letters cities of other tongues are, three of them in a row."""


def trains_left(v: Vocabulary, state: PublicState) -> list[Words]:
    """How many trains every seat has; where there are ships, these and the box in steps of their own."""
    if state.edition.of_command(ExchangePieces) is None:
        return _trains(v, state)
    p = v.phrases
    if not state.ships:
        return [p.words("trains and ships are not chosen yet.", "not chosen yet.")]
    trains = each_total(v, [(seat, state.trains[seat]) for seat in state.seats])
    ships = each_total(v, [(seat, state.ships[seat]) for seat in state.seats])
    box = [_in_the_box(state, seat) for seat in state.seats]
    boxed_trains = each_total(v, [(seat, trains) for seat, (trains, _) in zip(state.seats, box, strict=True)])
    boxed_ships = each_total(v, [(seat, ships) for seat, (_, ships) in zip(state.seats, box, strict=True)])
    end = _end(state, p.sentence("the last round comes at {n} in all.", n=state.settings.end_at), p)
    return [
        *of_seats(v, lambda part: p.sentence("trains: {listed}.", listed=part), trains),
        *of_seats(v, lambda part: p.sentence("ships: {listed}.", listed=part), ships, None, *end),
        *of_seats(v, lambda part: p.sentence("trains in the box: {listed}.", listed=part), boxed_trains),
        *of_seats(v, lambda part: p.sentence("ships in the box: {listed}.", listed=part), boxed_ships),
    ]


def _in_the_box(state: PublicState, seat: Seat) -> tuple[int, int]:
    """A seat's trains and ships that are neither in its supply nor on the board."""
    own = [state.game_map.routes[route] for route in state.routes_of(seat)]
    laid_ships = sum(way.length for way in own if way.kind == "ship")
    laid_trains = sum(way.length for way in own) - laid_ships
    settings = state.settings
    return (
        settings.trains - state.trains[seat] - laid_trains,
        settings.ships - state.ships[seat] - laid_ships,
    )


def _trains(v: Vocabulary, state: PublicState) -> list[Words]:
    p = v.phrases
    left = [(seat, state.trains[seat]) for seat in state.seats]
    end = _end(state, p.sentence("the last round comes at {n}.", n=state.settings.end_at), p)
    return of_seats(v, partial(alone, v), each_total(v, left), numbers(v, left), *end)


def _end(state: PublicState, comes: str, p: Phrases) -> tuple[Words, ...]:
    """When the last round comes, or that it is there; nothing of it when the game is over."""
    if state.phase == "over":
        return ()
    return (Words(comes if state.turns_left is None else p.sentence("it is the last round."), ""),)


def buildings(v: Vocabulary, state: PublicState) -> list[Words]:
    """Who has built where and how many are left, so many seats in a step."""
    p = v.phrases
    built = {**state.stations, **state.harbors}
    stations = state.edition.of_command(BuildStation) is not None
    if not stations and state.edition.of_command(BuildHarbor) is None:
        return [Words(p.sentence("nothing is built in this game but routes."), p.sentence("none."))]
    each = state.settings.stations if stations else state.settings.harbors
    told = []
    for seat in state.seats:
        cities = [v.city(city) for city, owner in built.items() if owner == seat]
        facts: dict[str, str | int] = {"seat": v.seat(seat), "left": v.so_many(each - len(cities))}
        if cities:
            facts["cities"] = v.listing(cities)
            told.append(p.phrase("{seat} in {cities}, {left} left", **facts))
        else:
            told.append(p.phrase("{seat} nowhere, {left} left", **facts))
    brief = p.sentences("{n} building.", "{n} buildings.", len(built)) if built else p.sentence("none.")
    steps, left = list[Words](), told
    while left:
        sentence = partial(_built, v, stations=stations, first=not steps)
        part = left[: p.as_many(left, sentence, _STEP, ROOM_S - _NAMES_S)]
        steps.append(Words(sentence(part), "" if steps else brief))
        left = left[len(part) :]
    return steps


def _built(v: Vocabulary, told: Sequence[str], *, stations: bool, first: bool) -> str:
    p, listed = v.phrases, v.phrases.apart(told)
    if not first:
        return p.sentence("{listed}.", listed=listed)
    if stations:
        return p.sentence("stations: {listed}.", listed=listed)
    return p.sentence("harbors: {listed}.", listed=listed)


def money(v: Vocabulary, state: PublicState) -> list[Words]:
    """Everybody's dollars, the event that is turned up, the caboose; where nobody has any, that."""
    p = v.phrases
    if not state.coins:
        return [p.words("this game has no dollars.", "no dollars.")]
    values = [(seat, state.coins.get(seat, 0)) for seat in state.seats]
    holds = state.seats[0] if state.result is None else last_of(state.result)
    caboose = p.sentence("caboose: {seat}.", seat=v.seat(holds))
    secret = p.sentence("vaults are unspoken until game 12.")
    if not state.event_discards:
        event = p.sentence("no event yet.")
    elif not described(state.event_discards[-1]):
        event = p.sentence("the event is the card turned up last.")
    else:
        event = p.sentence("event: {event}.", event=state.event_discards[-1])
    items, briefs = each_total(v, values), numbers(v, values)
    *before, last = of_seats(v, partial(dollars_of, v), items, briefs, Words(event, ""))
    full = " ".join((last.longest, caboose, secret))
    return [*before, Words(p.fitting(f"{last.normal} {caboose}", last.normal), last.brief, full)]
