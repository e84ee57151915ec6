"""Where a pin is, in words: its place on the board, the way from another pin, a token that stands near it."""

from math import hypot

from announce.compass import centimetres, direction, fingers, nearest_city, region
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from engine import CityId, RouteId, Seat
from tabletop import BoardLayout, SiteId


def place_of(v: Vocabulary, layout: BoardLayout | None, site: SiteId) -> str | None:
    """Where a route's pin is: a region, and whole centimetres from the nearer of its cities.

    None: of a city, and where there is no board."""
    if layout is None or not v.has_board:
        return None
    near = nearest_city(layout, v.game_map, RouteId(site))
    if near is None:
        return None
    city, dx, dy = near
    p = v.phrases
    return p.phrase(
        "{region}, {centimetres} {direction} of {city}",
        region=region(p, layout, site),
        centimetres=centimetres(p, hypot(dx, dy)),
        direction=direction(p, dx, dy),
        city=v.city(city),
    )


def way_between(v: Vocabulary, layout: BoardLayout | None, start: SiteId, goal: SiteId) -> str | None:
    """Whole centimetres and a direction from one pin to another; None: there is no board, or it lacks one."""
    offset = _offset(layout, start, goal)
    if offset is None or not v.has_board:
        return None
    p, (dx, dy) = v.phrases, offset
    return p.phrase(
        "{centimetres} {direction}",
        centimetres=centimetres(p, hypot(dx, dy)),
        direction=direction(p, dx, dy),
    )


def landmark(
    v: Vocabulary, layout: BoardLayout | None, beside: SiteId, site: SiteId, state: PublicState
) -> str | None:
    """`two fingers south of red square's token on Brest to Dieppe`; None: no token is there."""
    offset, owner = _offset(layout, beside, site), owner_at(beside, state)
    if offset is None or owner is None:
        return None
    p, (dx, dy) = v.phrases, offset
    return p.phrase(
        "{fingers} {direction} of {whose} token on {route}",
        fingers=fingers(p, hypot(dx, dy)),
        direction=direction(p, dx, dy),
        whose=v.whose(owner),
        route=v.site(beside),
    )


def owner_at(site: SiteId, state: PublicState) -> Seat | None:
    """Whose token stands here by the game: of a route, a station or a harbor."""
    return state.owners.get(RouteId(site)) or {**state.stations, **state.harbors}.get(CityId(site))


def _offset(layout: BoardLayout | None, start: SiteId, goal: SiteId) -> tuple[float, float] | None:
    """From one pin to another in mm, east and south."""
    if layout is None:
        return None
    here, there = layout.sites.get(start), layout.sites.get(goal)
    return None if here is None or there is None else (there.x - here.x, there.y - here.y)
