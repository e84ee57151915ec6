"""PURE: a claim or a building in short steps: the city, the route, the way to pay. Each is a page of its own.

Only what can be done now is listed, so every link leads to something that can be pressed at its end. Where
another table deals nothing is: which cards pay is known there alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from announce import page_acts, page_words
from dialog import site_of, sort_key
from engine import Build, CityId, ClaimRoute, RouteId, Seat, affordable, command_to_json, legal, payments
from table.moment import GameMoment
from web.forms import SEAL
from web.markup import Html, large, tag, together
from web.seat_acts import BUILD, CLAIM

A_PAGE: Final = 40
"""So many ways to pay stand on one page."""


@dataclass(frozen=True, slots=True)
class Step:
    """One page on the way: its question, and what stands below it."""

    title: str
    inside: Html


def claim_step(
    table: GameMoment, seat: Seat, *, city: str, route: str, begins: str, first: int
) -> Step | None:
    """The cities at which there is a route to claim; those of one; or the ways to pay one. None: no such.

    Args:
        begins: how the cities begin that are wanted.
        first: which way to pay comes first; so many of them make a page.
    """
    v, state = table.wording.vocabulary, table.game.state
    moves = state.phase == "turn" and state.to_move == seat and not table.evening.dealt_elsewhere
    ways = tuple(affordable(state, seat)) if moves else ()
    if not ways or (route and route not in ways):
        return None
    if route:
        wanted = RouteId(route)
        paid = payments(state, seat, wanted) or (None,)
        found = [ClaimRoute(seat=seat, route=wanted, cards=cards) for cards in paid]
        return Step(large(v.route(wanted)), _payments(table, found, f"{CLAIM}?route={route}", first))
    ends: dict[CityId, list[RouteId]] = {}
    for name in ways:
        for end in (state.game_map.routes[name].a, state.game_map.routes[name].b):
            ends.setdefault(end, []).append(name)
    if city:
        if city not in ends:
            return None
        routes = (
            (f"{CLAIM}?route={name}", page_acts.route_from(v, name, None, closed=False))
            for name in ends[CityId(city)]
        )
        return Step(large(v.city(CityId(city))), _links(routes))
    named = {str(end): v.city(end) for end in ends}
    told = {end: page_acts.routes_at(v, named[end], len(ends[CityId(end)])) for end in named}
    return Step(page_words.label(v.phrases, "claim-city"), _cities(table, CLAIM, begins, named, told))


def build_step(table: GameMoment, seat: Seat, *, city: str, begins: str, first: int) -> Step | None:
    """The cities in which something can be built, or the ways to pay for it in one. None: no such."""
    v, ways = table.wording.vocabulary, dict[str, list[Build]]()
    if table.evening.dealt_elsewhere:
        return None
    for one in legal(table.game.state, claims=False):
        if isinstance(one, Build) and one.seat == seat:
            ways.setdefault(str(site_of(one)), []).append(one)
    if city or not ways:
        found = ways.get(city)
        if found is None:
            return None
        return Step(large(v.site(site_of(found[0]))), _payments(table, found, f"{BUILD}?city={city}", first))
    named = {site: v.site(site_of(found[0])) for site, found in ways.items()}
    return Step(page_words.label(v.phrases, "build-what"), _cities(table, BUILD, begins, named, named))


def steps(table: GameMoment, seat: Seat, at: str, asked: Mapping[str, str]) -> Step | None:
    """The step at an address; `asked`: what stands behind it."""
    city, begins, first = asked.get("city", ""), asked.get("begins", "")[:40], asked.get("first", "0")
    place = int(first) if first.isdecimal() and len(first) < 6 else 0
    if at == BUILD:
        return build_step(table, seat, city=city, begins=begins, first=place)
    return claim_step(table, seat, city=city, route=asked.get("route", ""), begins=begins, first=place)


def _payments(table: GameMoment, ways: Sequence[ClaimRoute | Build], here: str, first: int) -> Html:
    """A button for each way to pay, as many as a page holds; one where nobody knows the cards."""
    v = table.wording.vocabulary
    first = first if first < len(ways) else 0
    seq = tag("input", type="hidden", name="seq", value=table.game.state.seq)
    told = tag("p", page_words.label(v.phrases, "claim-pay"))
    buttons = (
        tag("button", large(_paid(table, one)), name="command", value=command_to_json(one))
        for one in ways[first : first + A_PAGE]
    )
    group = tag("div", *buttons, class_="acts")
    form = tag("form", SEAL, told, seq, group, method="post", action="/seat/act", id="pay")
    if first + A_PAGE >= len(ways):
        return form
    more = page_words.label(v.phrases, "more-ways")
    return together(form, tag("p", tag("a", more, href=f"{here}&first={first + A_PAGE}")))


def _paid(table: GameMoment, one: ClaimRoute | Build) -> str:
    v = table.wording.vocabulary
    if one.cards is None:
        return page_words.label(v.phrases, "claim" if isinstance(one, ClaimRoute) else "build")
    return v.payment(one.cards)


def _links(found: Iterable[tuple[str, str]]) -> Html:
    return tag("ul", (tag("li", tag("a", large(text), href=href)) for href, text in found), class_="steps")


def _cities(
    table: GameMoment, at: str, begins: str, named: Mapping[str, str], told: Mapping[str, str]
) -> Html:
    """Cities that begin so, in the order of names, and a field for that. `told`: what each link says."""
    letters = sort_key(begins.strip())
    shown = sorted(
        (one for one in named if sort_key(named[one]).startswith(letters)),
        key=lambda one: sort_key(named[one]),
    )
    none = None if shown else tag("p", page_words.label(table.wording.vocabulary.phrases, "no-city"))
    return together(
        _finding(table, at, begins), none, _links((f"{at}?city={one}", told[one]) for one in shown)
    )


def _finding(table: GameMoment, at: str, begins: str) -> Html:
    phrases = table.wording.vocabulary.phrases
    label = tag("label", page_words.label(phrases, "find-city"), for_="begins")
    field = tag("input", id="begins", name="begins", autocomplete="off", value=begins)
    find = tag("button", page_words.label(phrases, "find"))
    return tag("form", label, tag("div", field, find, class_="acts"), role="search", action=at, method="get")
