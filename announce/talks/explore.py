"""Exploring in words: that it begins and ends, what a touched site is, and the tokens that were left."""

from collections.abc import Mapping
from typing import Final

from announce.places_asked import Bars, barred_by_twin, kind_of_route, standing, twin_holder
from announce.public import PublicState
from announce.talks.kit import aloud, built_at, fixed
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import Exploring, ExploringEnds, LeftOver, LeftOverLifted
from engine import CityId, RouteId, route_points
from tabletop import SiteId


def _begins(v: Vocabulary, mode: Exploring, state: PublicState) -> Words:
    p = v.phrases
    return p.words(
        "exploring: touch a site with any token. Yes tells more, No leaves.",
        "exploring: touch a site.",
        "exploring: touch a site with any token; nothing is claimed. Yes tells more, "
        "Forward the other routes at its far city, No leaves.",
    )


def _ends(v: Vocabulary, prompt: ExploringEnds, state: PublicState) -> Words:
    p = v.phrases
    brief = p.sentence("exploring is over.")
    if prompt.by is None:
        return Words(brief)
    return Words(p.sentence("exploring is over: {seat} has set a token.", seat=v.seat(prompt.by)), brief)


def _left(v: Vocabulary, mode: LeftOver, state: PublicState) -> Words:
    p, site = v.phrases, v.site(mode.site)
    if built_at(mode.site, state) is not None:
        return p.words(
            "a token stands on {site}. Build there? Yes, or No and lift it.",
            "{site}: build there?",
            site=site,
        )
    return p.words(
        "a token stands on {site}. Claim it? Yes, or No and lift it.", "{site}: claim it?", site=site
    )


def _lift(v: Vocabulary, prompt: LeftOverLifted, state: PublicState) -> Words:
    p, site = v.phrases, v.site(prompt.site)
    brief = p.sentence("lift it: {site}.", site=site)
    if built_at(prompt.site, state) is not None:
        return Words(p.sentence("not built. Lift the token on {site}, please.", site=site), brief)
    return Words(p.sentence("not claimed. Lift the token on {site}, please.", site=site), brief)


def _left_where(v: Vocabulary, mode: LeftOver, state: PublicState) -> Words:
    p = v.phrases
    brief = p.sentence("a token that was left.")
    if built_at(mode.site, state) is not None:
        return Words(p.sentence("a token that was left. Yes builds there, No does not; then lift it."), brief)
    return Words(p.sentence("a token that was left. Yes claims there, No does not; then lift it."), brief)


_EXPLORING_WHERE: Final = fixed(
    "exploring. Touch a site with any token; Yes tells more, Forward walks on, No leaves.",
    "exploring. No leaves.",
)
TALK: Final = (
    aloud(Exploring, _begins, timbre=lambda mode: mode.seat, where=_EXPLORING_WHERE),
    aloud(ExploringEnds, _ends, "ready", timbre=lambda prompt: prompt.by),
    aloud(LeftOver, _left, "question", where=_left_where),
    aloud(LeftOverLifted, _lift, "refuse"),
)


def touched_told(v: Vocabulary, site: SiteId, state: PublicState, bars: Bars) -> Words:
    """What a touched site is and whose, at once."""
    p = v.phrases
    if RouteId(site) not in state.game_map.routes:
        return _city_touched(v, site, state)
    way = state.game_map.routes[RouteId(site)]
    facts: dict[str, str | int] = {
        "route": v.route(way.id),
        "pieces": v.ships(way.length) if way.kind == "ship" else v.trains(way.length),
        "colour": v.colour(way.colour),
    }
    match standing(state, bars, way.id):
        case "free":
            return p.words("{route}: free, {pieces}, {colour}.", "{route}: free.", **facts)
        case "closed":
            return p.words("{route}: closed.", **facts)
        case owner:
            return p.words("{route}: {whose}.", whose=v.whose(owner), **facts)


def _city_touched(v: Vocabulary, site: SiteId, state: PublicState) -> Words:
    p, city = v.phrases, CityId(site)
    owner = state.stations.get(city) or state.harbors.get(city)
    if owner is not None:
        return p.words("{city}: {whose}.", city=v.site(site), whose=v.whose(owner))
    return p.words("{city}.", city=v.site(site))


def rest_told(v: Vocabulary, site: SiteId, state: PublicState, bars: Bars, turns: Mapping[str, int]) -> Words:
    """The rest of a touched site: what it is worth and asks for, or since when it is whose."""
    p = v.phrases
    if RouteId(site) not in state.game_map.routes:
        count = sum(CityId(site) in (way.a, way.b) for way in state.game_map.routes.values())
        return Words(p.sentences("{n} route goes there.", "{n} routes go there.", count))
    way = state.game_map.routes[RouteId(site)]
    pieces = v.ships(way.length) if way.kind == "ship" else v.trains(way.length)
    match standing(state, bars, way.id):
        case "free":
            worth = (
                []
                if state.coins
                else [p.sentence("{points}.", points=v.points(route_points(state.settings, way.length)))]
            )
            parts = [*worth, *kind_of_route(v, way), *barred_by_twin(v, way, state, bars)]
            return Words(" ".join(parts) or p.sentence("{pieces}.", pieces=pieces))
        case "closed":
            held = twin_holder(state, way.id)
            if held is None:
                return p.words("{pieces}.", pieces=pieces)
            return p.words("{seat} has the {side}.", seat=v.seat(held[0]), side=v.side(held[1]))
        case _ if way.id in turns:
            return p.words("since turn {turn}; {pieces}.", turn=turns[way.id], pieces=pieces)
        case _:
            return p.words("{pieces}.", pieces=pieces)
