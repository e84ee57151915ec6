"""The cells of choices: a deck for a gap, a mix, an exchange, a city or route by name, loans, an event."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dialog.cells import Row, Step, back, forward, into, tell_place
from dialog.effects import About, Answer, ClaimListed, Do, Edge
from dialog.modes import (
    Acts,
    Cards,
    Cities,
    Exchange,
    Letters,
    Loans,
    More,
    Named,
    Pieces,
    Questions,
    Refill,
    Routes,
    Settle,
    Table,
)
from dialog.offers import act_items, ask_items, cities_of, routes_at
from dialog.prompts import AskItem, Level
from dialog.saying import coins_at
from engine import ChooseLoans, ChoosePieces, DrawCard, ResolveEvent, Seat, State
from tabletop import SiteId


def _fill(mode: Refill, state: State, asker: Seat) -> Step:
    deck = mode.decks[mode.index]
    seat = state.to_move or asker
    return Step(mode, (Do(DrawCard(seat=seat, source="row", index=mode.card, replace=deck)),))


def _leave_refill(mode: Refill, state: State, asker: Seat) -> Step:
    return into(Cards(mode.card), state)


def _mix(mode: Pieces, state: State, asker: Seat) -> Step:
    trains = mode.least + mode.index
    return Step(mode, (Do(ChoosePieces(seat=mode.seat, train=trains, ship=mode.pieces - trains)),))


def _swap(mode: Exchange, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(mode.options[mode.index]),))


def _to_acts(mode: object, state: State, asker: Seat) -> Step:
    return into(Acts(act_items(state)), state)


# Cities and routes


def _take_letter(mode: Letters, state: State, asker: Seat) -> Step:
    return into(cities_of(state, mode), state)


def _take_city(mode: Cities, state: State, asker: Seat) -> Step:
    city, seat = mode.cities[mode.index], state.to_move or asker
    match mode.letters.purpose:
        case "build":
            return Step(Table(), (ClaimListed(seat, SiteId(city)),))
        case "city":
            return Step(mode, (About("city", city, asker),))
        case _:
            return into(routes_at(state, seat, mode), state)


def _leave_city(mode: Cities, state: State, asker: Seat) -> Step:
    return into(mode.letters, state)


def _take_route(mode: Routes, state: State, asker: Seat) -> Step:
    route, purpose = mode.routes[mode.index], mode.cities.letters.purpose
    if purpose == "route" or purpose == "pay":
        return Step(mode, (About(purpose, route, asker),))
    return Step(Table(), (ClaimListed(state.to_move or asker, SiteId(route)),))


def _leave_letters(mode: Letters, state: State, asker: Seat) -> Step:
    match mode.purpose:
        case "route" | "city":
            return _to_questions("board", mode.purpose, state)
        case "pay":
            return _to_questions("mine", "pay", state)
        case _:
            return _to_acts(mode, state, asker)


def _to_questions(level: Level, item: AskItem, state: State) -> Step:
    """Back to the list of questions from which this was asked, at its item."""
    items = ask_items(state, level)
    return into(Questions(items, items.index(item), level), state)


def _leave_route(mode: Routes, state: State, asker: Seat) -> Step:
    return into(mode.cities, state)


# Regions and seats that are asked about, and answers that are read on


def _take_named(mode: Named, state: State, asker: Seat) -> Step:
    return Step(mode, (About(mode.question, mode.names[mode.index], asker),))


def _leave_named(mode: Named, state: State, asker: Seat) -> Step:
    return _to_questions("board", mode.question, state)


def _read_on(step: int) -> Any:
    def cell(mode: More, state: State, asker: Seat) -> Step:
        target = mode.index + step
        index = target % mode.count
        edge = () if target == index else (Edge(),)
        return Step(replace(mode, index=index), (*edge, replace(mode.told, step=index)))

    return cell


def _stop_reading(mode: More, state: State, asker: Seat) -> Step:
    """What was open before is open again and says itself."""
    return Step(None)


# Loans: a station after the other


def _lend(mode: Loans, state: State, asker: Seat) -> Step:
    chosen = (*mode.chosen, mode.offers[len(mode.chosen)][1][mode.index])
    if len(chosen) < len(mode.offers):
        return into(Loans(mode.seat, mode.offers, chosen), state)
    cities = (city for city, _ in mode.offers)
    return Step(mode, (Do(ChooseLoans(seat=mode.seat, loans=dict(zip(cities, chosen, strict=True)))),))


def _relend(mode: Loans, state: State, asker: Seat) -> Step:
    """No goes to the station before; before the first there is nothing."""
    return into(Loans(mode.seat, mode.offers, mode.chosen[:-1]), state)


# An event that the table settles: for whom, dollars, cards, and whether it is retired


def _settle(mode: Settle, state: State, asker: Seat) -> Step:
    match mode.step:
        case "seat":
            return into(replace(mode, step="coins", seat=mode.seats[mode.index], index=0), state)
        case "coins" if state.cards == "dealt":
            return into(replace(mode, step="cards", coins=coins_at(mode.index), index=0), state)
        case "coins":
            return _settled(replace(mode, coins=coins_at(mode.index)), retire=False)
        case "cards":
            return into(replace(mode, step="retire", cards=mode.index, index=0), state)
        case _:
            return _settled(mode, retire=True)


def _unsettle(mode: Settle, state: State, asker: Seat) -> Step:
    """No: one step back; "not retired" at the last step; from the first step out of it."""
    match mode.step:
        case "seat":
            return Step(Table(), (Answer("turn", asker),))
        case "retire":
            return _settled(mode, retire=False)
        case _:
            return into(Settle(mode.seats), state)


def _settled(mode: Settle, *, retire: bool) -> Step:
    seat = mode.seat or mode.seats[0]
    command = ResolveEvent(seat=seat, coins=mode.coins, cards=mode.cards, retire=retire)
    return Step(Table(), (Do(command),))


def _step_settle(mode: Settle, state: State, asker: Seat) -> Step:
    return tell_place(mode, state, asker) if mode.step == "retire" else forward(mode, state, asker)


def _step_settle_back(mode: Settle, state: State, asker: Seat) -> Step:
    return tell_place(mode, state, asker) if mode.step == "retire" else back(mode, state, asker)


CHOOSING: Final[Mapping[type, Row[Any]]] = {
    Refill: Row[Refill](yes=_fill, no=_leave_refill, back=back, forward=forward),
    Pieces: Row[Pieces](yes=_mix, no=tell_place, back=back, forward=forward),
    Exchange: Row[Exchange](yes=_swap, no=_to_acts, back=back, forward=forward),
    Letters: Row[Letters](yes=_take_letter, no=_leave_letters, back=back, forward=forward),
    Cities: Row[Cities](yes=_take_city, no=_leave_city, back=back, forward=forward),
    Routes: Row[Routes](yes=_take_route, no=_leave_route, back=back, forward=forward),
    Named: Row[Named](yes=_take_named, no=_leave_named, back=back, forward=forward),
    More: Row[More](yes=_read_on(+1), no=_stop_reading, back=_read_on(-1), forward=_read_on(+1)),
    Loans: Row[Loans](yes=_lend, no=_relend, back=back, forward=forward),
    Settle: Row[Settle](yes=_settle, no=_unsettle, back=_step_settle_back, forward=_step_settle),
}
"""Rows of the table in `dialog.presses`."""
