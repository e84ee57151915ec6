"""Exploring the board: a touched site, the other routes at its far city, and the tokens left behind."""

from typing import ClassVar, Final

from msgspec.structs import replace

from dialog.effects import AboutSite, ClaimFor, Edge, Left, Say, StopExploring
from dialog.kit import Cell, Effects, Row, Step, asked, tell_place
from dialog.mode import Mode, Prompt, Traits
from engine import CityId, GameMap, RouteId, Seat, State
from tabletop import SiteId


class Exploring(Mode, frozen=True):
    """A seat touches sites, with any token as pointer, and hears what they are; nothing is claimed.

    `site`: the one that was touched last; `others`: the other routes at its far city, `index` 0 being itself.
    """

    TRAITS: ClassVar[Traits] = Traits(stays=True, one_dialog=True)
    seat: Seat
    site: SiteId | None = None
    others: tuple[RouteId, ...] = ()
    index: int = 0

    @property
    def named(self) -> SiteId | None:
        """The site that Yes tells more about."""
        return SiteId(self.others[self.index - 1]) if self.index else self.site


class LeftOver(Mode, frozen=True):
    """A token stands on a free site since exploring, or since before its turn: does the mover claim it?"""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, stays=True)
    seat: Seat
    site: SiteId

    def is_about(self, site: SiteId) -> bool:
        """The token that was left."""
        return site == self.site

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """It was for its seat's turn."""
        return self.seat != state.to_move


class ExploringEnds(Prompt, frozen=True, kw_only=True):
    """Exploring is over; `by`: this seat's token ended it."""

    by: Seat | None = None


class LeftOverLifted(Prompt, frozen=True, kw_only=True):
    """It is not claimed: it is to be lifted."""

    site: SiteId


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


def _walk(step: int) -> Cell[Exploring, [State, Seat]]:
    def cell(mode: Exploring, state: State, asker: Seat) -> Step:
        if mode.site is None:
            return tell_place(mode, state, asker)
        index = (mode.index + step) % (len(mode.others) + 1)
        edge: Effects = () if index == mode.index + step else (Edge(),)
        there = replace(mode, index=index)
        return Step(there, (*edge, AboutSite(there.named or mode.site, mode.seat)))

    return cell


def _claim(mode: LeftOver, state: State, asker: Seat) -> Step:
    return Step(None, (ClaimFor(mode.seat, mode.site),))


def _lift(mode: LeftOver, state: State, asker: Seat) -> Step:
    return Step(None, (Left(mode.site), Say(LeftOverLifted(site=mode.site))))


ROWS: Final = (
    Row(mode=Exploring, yes=_more, no=_leave, back=_walk(-1), forward=_walk(+1)),
    asked(LeftOver, yes=_claim, no=_lift),
)
