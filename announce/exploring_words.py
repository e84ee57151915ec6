"""Exploring in words: that it begins and ends, what a touched site is, and the tokens that were left."""

from collections.abc import Mapping

from announce.announcement import Announcement
from announce.places_asked import Bars, kind_of_route, standing, twin_holder
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog import ExploringBegins, ExploringEnds, LeftOverLifted, LeftOverOffered
from engine import CityId, RouteId, Seat, route_points
from tabletop import SiteId


def exploring_told(
    v: Vocabulary, prompt: ExploringBegins | ExploringEnds | LeftOverOffered | LeftOverLifted
) -> Announcement:
    """What everybody hears of exploring."""
    p = v.phrases
    match prompt:
        case ExploringBegins():
            words = Words(
                p.sentence("exploring: touch a site with any token. Yes tells more, No leaves."),
                p.sentence("exploring: touch a site."),
                p.sentence(
                    "exploring: touch a site with any token; nothing is claimed. Yes tells more, "
                    "Forward the other routes at its far city, No leaves."
                ),
            )
            return tell("everyone", words, timbre=prompt.seat)
        case ExploringEnds():
            return _over(v, prompt.by)
        case LeftOverOffered(site=site) if CityId(site) in v.game_map.cities:
            words = Words(
                p.sentence(
                    "a token stands on {site}. Build there? Yes, or No and lift it.", site=v.site(site)
                ),
                p.sentence("{site}: build there?", site=v.site(site)),
            )
            return tell("everyone", words, "question")
        case LeftOverOffered(site=site):
            words = Words(
                p.sentence("a token stands on {site}. Claim it? Yes, or No and lift it.", site=v.site(site)),
                p.sentence("{site}: claim it?", site=v.site(site)),
            )
            return tell("everyone", words, "question")
        case LeftOverLifted(site=site) if CityId(site) in v.game_map.cities:
            words = Words(
                p.sentence("not built. Lift the token on {site}, please.", site=v.site(site)),
                p.sentence("lift it: {site}.", site=v.site(site)),
            )
            return tell("everyone", words, "refuse")
        case LeftOverLifted(site=site):
            words = Words(
                p.sentence("not claimed. Lift the token on {site}, please.", site=v.site(site)),
                p.sentence("lift it: {site}.", site=v.site(site)),
            )
            return tell("everyone", words, "refuse")


def _over(v: Vocabulary, by: Seat | None) -> Announcement:
    p = v.phrases
    brief = p.sentence("exploring is over.")
    if by is None:
        return tell("everyone", Words(brief), "ready")
    words = Words(p.sentence("exploring is over: {seat} has set a token.", seat=v.seat(by)), brief)
    return tell("everyone", words, "ready", timbre=by)


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
            return Words(
                p.sentence("{route}: free, {pieces}, {colour}.", **facts),
                p.sentence("{route}: free.", **facts),
            )
        case "closed":
            return Words(p.sentence("{route}: closed.", **facts))
        case owner:
            return Words(p.sentence("{route}: {whose}.", whose=v.whose(owner), **facts))


def _city_touched(v: Vocabulary, site: SiteId, state: PublicState) -> Words:
    p, city = v.phrases, CityId(site)
    owner = state.stations.get(city) or state.harbors.get(city)
    if owner is not None:
        return Words(p.sentence("{city}: {whose}.", city=v.site(site), whose=v.whose(owner)))
    return Words(p.sentence("{city}.", city=v.site(site)))


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
            parts = [*worth, *kind_of_route(v, way, state, bars)]
            return Words(" ".join(parts) or p.sentence("{pieces}.", pieces=pieces))
        case "closed":
            held = twin_holder(state, way.id)
            if held is None:
                return Words(p.sentence("{pieces}.", pieces=pieces))
            return Words(p.sentence("{seat} has the {side}.", seat=v.seat(held[0]), side=v.side(held[1])))
        case _ if way.id in turns:
            return Words(p.sentence("since turn {turn}; {pieces}.", turn=turns[way.id], pieces=pieces))
        case _:
            return Words(p.sentence("{pieces}.", pieces=pieces))
