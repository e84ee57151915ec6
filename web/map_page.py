"""PURE: the map: the board as a picture, closer by links, and in words what somebody asked to see on it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from announce import map_words, page_words
from announce.ticket_ways import nearest, owned, tickets_done
from dialog import site_of
from engine import (
    Build,
    HarborBuilt,
    RouteClaimed,
    RouteId,
    Seat,
    StationBuilt,
    TicketId,
    affordable,
    legal,
    longest_trail,
)
from table.moment import GameMoment, Viewer
from tabletop import SiteId
from web.board_picture import Window, laid
from web.markup import Html, tag, together
from web.seat_acts import BUILD, CLAIM

FACE: Final = "/board.svg"
CITIES: Final = "/cities.svg"
"""Where the two layers of the board's picture are to be had."""
WHOLE_BOARD: Final = Window()
_CLOSEST: Final = 4
_MOVE: Final = 0.5  # of what is seen, a step aside


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at. `show`: `trail:SEAT`, `ticket:ID` or nothing more than the board."""

    window: Window = WHOLE_BOARD
    show: str = ""

    def query(self) -> str:
        """As it stands behind an address; empty: the whole board."""
        window, found = self.window, dict[str, str]()
        if window.closer > 1:
            found = {"closer": str(window.closer), "x": f"{window.x:.3g}", "y": f"{window.y:.3g}"}
        if self.show:
            found["show"] = self.show
        return urlencode(found)


WHOLE: Final = Look()
"""Nothing but the board."""


def look_of(asked: Mapping[str, str]) -> Look:
    """What an address asks for; what makes no sense is the whole board."""
    try:
        x, y = float(asked.get("x", ".5")), float(asked.get("y", ".5"))
        window = Window(int(asked.get("closer", "1")), x, y)
    except ValueError:
        window = WHOLE_BOARD
    sound = window.closer in (1, 2, 4) and 0 <= window.x <= 1 and 0 <= window.y <= 1
    return Look(window if sound else WHOLE_BOARD, asked.get("show", "")[:80])


def map_view(
    table: GameMoment, viewer: Viewer, look: Look, version: str, *, bare: bool = False
) -> Html | None:
    """The picture, its ways closer, and what it shows in words; None: a board that nobody has drawn.

    `bare`: the picture alone, for who looks on from afar.
    """
    layout = table.wording.layout
    if layout is None:
        return None
    v, here = table.wording.vocabulary, "/map" if viewer is None else "/seat/map"
    last = _last(table)
    shown, told = _shown(table, viewer, look.show)
    picture = laid(
        layout,
        table.game.state,
        look.window,
        title=page_words.label(v.phrases, "map-text"),
        pictures=(f"{FACE}?v={version}", f"{CITIES}?v={version}"),
        last=[site for site, _ in last],
        shown=shown,
        unsure=table.unsure,
        press=_pressed(table, viewer),
        named=v.site,
        by_keys=not bare,
    )
    if bare:
        return tag("figure", picture, class_="map")
    facts = [map_words.last_taken(v, seat, site) for site, seat in last]
    facts += [map_words.unsure(v, site) for site in sorted(table.unsure)]
    caption = tag("figcaption", (tag("p", one) for one in (*facts, *told)))
    return together(
        tag("figure", picture, caption, class_="map"), _ways(table, here, look), _choices(table, viewer, here)
    )


def _last(table: GameMoment) -> list[tuple[SiteId, Seat]]:
    """What the last act that stands took."""
    state = table.game.state
    for event in reversed(table.game.events):
        match event:
            case RouteClaimed(route=route, seat=seat) if state.owners.get(route) == seat:
                return [(SiteId(route), seat)]
            case StationBuilt(city=city, seat=seat) if state.stations.get(city) == seat:
                return [(SiteId(city), seat)]
            case HarborBuilt(city=city, seat=seat) if state.harbors.get(city) == seat:
                return [(SiteId(city), seat)]
    return []


def _shown(table: GameMoment, viewer: Viewer, show: str) -> tuple[Sequence[RouteId], list[str]]:
    """The routes that were asked to be shown, and the same in words."""
    v, state = table.wording.vocabulary, table.game.state
    kind, _, one = show.partition(":")
    if kind == "trail" and one in state.seats:
        seat = next(seat for seat in state.seats if seat == one)
        length, trail = longest_trail(state.game_map.routes[route] for route in owned(state, seat))
        return trail, [map_words.trail(v, seat, length, trail)]
    if kind == "ticket" and viewer is not None and one in _known_tickets(table, viewer):
        ticket = TicketId(one)
        way = nearest(state, viewer, ticket)
        return (() if way is None else way.routes), [map_words.way_of(v, ticket, way)]
    return (), []


def _pressed(table: GameMoment, viewer: Viewer) -> dict[SiteId, str]:
    """Where pressing a place leads a seat in its turn."""
    state = table.game.state
    if table.evening.dealt_elsewhere:  # nobody here knows what a hand pays
        return {}
    if viewer is None or state.phase != "turn" or state.to_move != viewer:
        return {}
    found = {SiteId(route): f"{CLAIM}?route={route}" for route in affordable(state, viewer)}
    for one in legal(state, claims=False):
        if isinstance(one, Build) and one.seat == viewer:
            site = site_of(one)
            found[SiteId(site)] = f"{BUILD}?city={site}"
    return found


def _ways(table: GameMoment, here: str, look: Look) -> Html:
    """Closer, wider and aside: links, so that they need no script."""
    p, at = table.wording.vocabulary.phrases, look.window
    step = _MOVE / at.closer
    ways: list[tuple[page_words.Label, Window]] = []
    if at.closer < _CLOSEST:
        ways.append(("closer", replace(at, closer=at.closer * 2)))
    if at.closer > 1:
        ways.append(("wider", replace(at, closer=at.closer // 2)))
        aside: tuple[tuple[page_words.Label, float, float], ...] = (
            ("to-west", -step, 0), ("to-east", step, 0), ("to-north", 0, -step), ("to-south", 0, step),
        )  # fmt: skip
        for key, dx, dy in aside:
            x, y = min(1.0, max(0.0, at.x + dx)), min(1.0, max(0.0, at.y + dy))
            ways.append((key, replace(at, x=x, y=y)))
    links = (
        tag("li", tag("a", page_words.label(p, key), href=_address(here, replace(look, window=window))))
        for key, window in ways
    )
    return tag("ul", links, class_="links")


def _choices(table: GameMoment, viewer: Viewer, here: str) -> Html:
    """What can be shown on the map."""
    v, state = table.wording.vocabulary, table.game.state
    found = [(map_words.show_trail(v, seat), f"trail:{seat}") for seat in state.seats if owned(state, seat)]
    if viewer is not None:
        found += [(map_words.show_way(v, one), f"ticket:{one}") for one in _open_tickets(table, viewer)]
    links = [tag("li", tag("a", text, href=_address(here, Look(show=show)))) for text, show in found]
    again = tag("li", tag("a", page_words.label(v.phrases, "whole-board"), href=here))
    return together(
        tag("h3", page_words.label(v.phrases, "show-on-map")), tag("ul", again, links, class_="links")
    )


def _open_tickets(table: GameMoment, seat: Seat) -> Iterable[TicketId]:
    done = tickets_done(table.game.state, seat)
    return (one for one in _known_tickets(table, seat) if one not in done)


def _known_tickets(table: GameMoment, seat: Seat) -> Sequence[TicketId]:
    """A seat's tickets; where another table deals none, until all are opened."""
    state = table.game.state
    hidden = table.evening.dealt_elsewhere and state.phase != "over"
    return () if hidden else state.tickets.get(seat, ())


def _address(here: str, look: Look) -> str:
    query = look.query()
    return f"{here}?{query}#map" if query else here
