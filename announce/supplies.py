"""What seats have left and have built: trains, ships and the box, stations, harbors, dollars, the event."""

from collections.abc import Sequence

from announce.optional_words import described
from announce.public import PublicState
from announce.scores import totals
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import BuildHarbor, BuildStation, ExchangePieces, Seat

_STEP = 2
"""So many seats' buildings are told at once."""


def trains_left(v: Vocabulary, state: PublicState) -> list[Words]:
    """How many trains every seat has; where there are ships, these and the box in steps of their own."""
    if state.edition.of_command(ExchangePieces) is None:
        return [_trains(v, state)]
    p = v.phrases
    if not state.ships:
        return [p.words("trains and ships are not chosen yet.", "not chosen yet.")]
    trains = totals(v, [(seat, state.trains[seat]) for seat in state.seats])
    ships = totals(v, [(seat, state.ships[seat]) for seat in state.seats])
    box = [_in_the_box(state, seat) for seat in state.seats]
    boxed_trains = totals(v, [(seat, trains) for seat, (trains, _) in zip(state.seats, box, strict=True)])
    boxed_ships = totals(v, [(seat, ships) for seat, (_, ships) in zip(state.seats, box, strict=True)])
    end = p.sentence("the last round comes at {n} in all.", n=state.settings.end_at)
    if state.turns_left is not None:
        end = p.sentence("it is the last round.")
    return [
        p.words("trains: {listed}.", listed=trains),
        *p.breaths(p.words("ships: {listed}.", listed=ships), Words(end, "")),
        p.words("trains in the box: {listed}.", "", listed=boxed_trains),
        p.words("ships in the box: {listed}.", "", listed=boxed_ships),
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


def _trains(v: Vocabulary, state: PublicState) -> Words:
    p = v.phrases
    left = [(seat, state.trains[seat]) for seat in state.seats]
    brief = p.sentence("{numbers}.", numbers=", ".join(str(n) for _, n in left))
    if state.turns_left is not None:
        return Words(p.sentence("{listed}. It is the last round.", listed=totals(v, left)), brief)
    return Words(
        p.sentence("{listed}. The last round comes at {n}.", listed=totals(v, left), n=state.settings.end_at),
        brief,
    )


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
        facts: dict[str, str | int] = {"seat": v.seat(seat), "left": each - len(cities) or p.phrase("none")}
        if cities:
            facts["cities"] = v.listing(cities)
            told.append(p.phrase("{seat} in {cities}, {left} left", **facts))
        else:
            told.append(p.phrase("{seat} nowhere, {left} left", **facts))
    brief = p.sentences("{n} building.", "{n} buildings.", len(built)) if built else p.sentence("none.")
    return [
        Words(
            _built(v, told[start : start + _STEP], stations=stations, first=not start),
            brief if not start else "",
        )
        for start in range(0, len(told), _STEP)
    ]


def _built(v: Vocabulary, told: Sequence[str], *, stations: bool, first: bool) -> str:
    p, listed = v.phrases, v.phrases.apart(told)
    if not first:
        return p.sentence("{listed}.", listed=listed)
    if stations:
        return p.sentence("stations: {listed}.", listed=listed)
    return p.sentence("harbors: {listed}.", listed=listed)


def money(v: Vocabulary, state: PublicState) -> Words:
    """Everybody's dollars, the event that is turned up, and how many events are out of the game."""
    p = v.phrases
    listed = totals(v, [(seat, state.coins.get(seat, 0)) for seat in state.seats])
    brief = p.sentence("{numbers}.", numbers=", ".join(str(state.coins.get(seat, 0)) for seat in state.seats))
    caboose = p.sentence("caboose: {seat}.", seat=v.seat(state.seats[0]))
    secret = p.sentence("vaults are unspoken until game 12.")
    if not state.event_discards:
        told = p.sentence("dollars: {listed}. No event yet.", listed=listed)
    elif not described(state.event_discards[-1]):
        told = p.sentence("dollars: {listed}. The event is the card turned up last.", listed=listed)
    else:
        told = p.sentence("dollars: {listed}. Event: {event}.", listed=listed, event=state.event_discards[-1])
    return Words(p.fitting(" ".join((told, caboose)), told), brief, " ".join((told, caboose, secret)))
