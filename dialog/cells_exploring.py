"""The cells of exploring: a touched site, the other routes at its far city, and the tokens left behind."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dialog.cells import Row, Step, newer, older, tell_place
from dialog.choices import LeftOverLifted
from dialog.effects import AboutSite, ClaimFor, Edge, Effect, Left, Say, StopExploring
from dialog.modes import Exploring, LeftOver
from engine import CityId, GameMap, RouteId, Seat, State
from tabletop import SiteId


def touched(mode: Exploring, site: SiteId, game_map: GameMap) -> Exploring:
    """Exploring, now at this site."""
    return replace(mode, site=site, others=_others(game_map, site, mode.named), index=0)


def _others(game_map: GameMap, site: SiteId, before: SiteId | None) -> tuple[RouteId, ...]:
    """The other routes at the far city: of a route the end that it does not share with the one before."""
    way = game_map.routes.get(RouteId(site))
    if way is None:
        return tuple(one.id for one in game_map.routes.values() if CityId(site) in (one.a, one.b))
    came = game_map.routes.get(RouteId(before)) if before is not None else None
    far = way.a if came is not None and way.b in (came.a, came.b) else way.b
    return tuple(one.id for one in game_map.routes.values() if far in (one.a, one.b) and one.id != way.id)


def _more(mode: Exploring, state: State, asker: Seat) -> Step:
    named = mode.named
    if named is None:
        return tell_place(mode, state, asker)
    return Step(mode, (AboutSite(named, mode.seat, rest=True),))


def _leave(mode: Exploring, state: State, asker: Seat) -> Step:
    return Step(None, (StopExploring(),))


def _walk(step: int) -> Any:
    def cell(mode: Exploring, state: State, asker: Seat) -> Step:
        if mode.site is None:
            return tell_place(mode, state, asker)
        count = len(mode.others) + 1
        index = (mode.index + step) % count
        edge: tuple[Effect, ...] = () if index == mode.index + step else (Edge(),)
        there = replace(mode, index=index)
        return Step(there, (*edge, AboutSite(there.named or mode.site, mode.seat)))

    return cell


def _claim(mode: LeftOver, state: State, asker: Seat) -> Step:
    return Step(None, (ClaimFor(mode.seat, mode.site),))


def _lift(mode: LeftOver, state: State, asker: Seat) -> Step:
    return Step(None, (Left(mode.site), Say(LeftOverLifted(site=mode.site))))


EXPLORING: Final[Mapping[type, Row[Any]]] = {
    Exploring: Row[Exploring](yes=_more, no=_leave, back=_walk(-1), forward=_walk(+1)),
    LeftOver: Row[LeftOver](yes=_claim, no=_lift, back=older, forward=newer),
}
"""Rows of the table in `dialog.presses`."""
