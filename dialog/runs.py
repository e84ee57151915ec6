"""Holding Back or Forward: a long list is run through by first letters."""

from dataclasses import replace
from typing import cast

from dialog.modes import Cities, Declare, Mode, Routes
from dialog.offers import sort_key
from dialog.saying import size
from engine import State


def run_on(mode: Mode, state: State, step: int) -> Mode | None:
    """The list at the next item with another first letter; None: it has no names, or no other letter."""
    count = size(mode, state)
    if not isinstance(mode, Cities | Routes | Declare) or count < 2:
        return None
    here = _initial(mode, mode.index, state)
    for number in range(1, count):
        index = (mode.index + step * number) % count
        if _initial(mode, index, state) != here:
            return cast(Mode, replace(mode, index=index))
    return None


def _initial(mode: Cities | Routes | Declare, index: int, state: State) -> str:
    cities, routes = state.game_map.cities, state.game_map.routes
    match mode:
        case Cities(cities=names):
            return sort_key(cities[names[index]].name)[0]
        case Routes(cities=near, routes=ways):
            way, here = routes[ways[index]], near.cities[near.index]
            other = way.b if way.a == here else way.a
            return sort_key(cities[other].name if other in cities else other)[0]
        case Declare(tickets=tickets):
            ticket = state.game_map.tickets[tickets[index]]
            return sort_key(cities[ticket.cities[0]].name)[0]
