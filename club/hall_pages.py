"""PURE: the club's pages: the hall, a table, standings, the desk. Names are escaped where markup is made."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import quote

from announce import Phrases, club_words, map_words, page_words
from announce.answers import Evening
from club.hall import Hall, TableNow
from club.rounds import Pod, Round
from engine import Game, RouteClaimed, RouteId, Seat, State
from table.moment import GameMoment
from table.retelling import deeds
from tabletop import SiteId
from web.board_picture import laid
from web.course_page import scores, story
from web.map_page import CITIES, FACE, WHOLE_BOARD
from web.markup import Html, large, tag, together
from web.sections import whole
from web.source_bars import by_source
from web.turn_chart import by_turn

NEWEST: Final = 12
TABLES: Final = "tables"
"""The part with a line for each table."""
Part = tuple[str, str, Html]
"""A part of a page: its name, its heading, what stands in it."""


def hall_parts(hall: Hall, now: int) -> list[Part]:
    """The hall but for its tables' lines: they change one by one."""
    p = hall.phrases
    found: list[Part] = []
    if hall.rounds:
        found.append(("rounds", club_words.label(p, "rounds"), _rounds(hall, now)))
    called = tag("ul", (tag("li", one.text) for one in hall.calls[:NEWEST]), class_="calls")
    nothing = tag("p", club_words.label(p, "no-calls"))
    found.append(("calls", club_words.label(p, "calls"), called if hall.calls else nothing))
    found.append(("help", club_words.label(p, "help"), _help(hall)))
    return found


def tables_part(hall: Hall) -> Part:
    """A line a table."""
    p = hall.phrases
    lines = (
        tag("li", tag("a", one.line, href=f"/tables/{one.table}"), id=f"t-{one.table}")
        for one in in_order(hall)
    )
    listed = tag("ul", lines, class_="lines") if hall.tables else tag("p", club_words.label(p, "no-tables"))
    return TABLES, club_words.label(p, "tables"), listed


def in_order(hall: Hall) -> list[TableNow]:
    """As the settings list them; the others by name, numbers as numbers."""
    listed = {table: place for place, table in enumerate(hall.listed)}
    return sorted(
        hall.tables.values(), key=lambda one: (listed.get(one.table, len(listed)), *by_number(one.table))
    )


def by_number(name: str) -> tuple[str, int, str]:
    """t2 before t10."""
    bare = name.rstrip("0123456789")
    digits = name[len(bare) :]
    return bare, int(digits or 0), digits


def _help(hall: Hall) -> Html:
    p = hall.phrases
    found = [one for one in in_order(hall) if one.needs]
    if not found:
        return tag("p", club_words.label(p, "no-help"))
    lines = (
        tag("li", tag("a", club_words.needs(p, one.label, one.needs), href=f"/tables/{one.table}"))
        for one in found
    )
    return tag("ul", lines, class_="lines")


def _rounds(hall: Hall, now: int) -> Html:
    return together(_round(hall, one, now) for one in hall.rounds)


def _round(hall: Hall, one: Round, now: int) -> Html:
    p, left = hall.phrases, one.minutes_left(now) if one.missing else None
    told = [club_words.round_clock(p, one.name, one.number, one.stage, left)]
    if one.missing:
        told.append(club_words.results_due(p, len(one.missing)))
    sits = tag("ul", (tag("li", club_words.seated(p, pod_label(hall, pod), pod.names)) for pod in one.pods))
    seats = tag("details", tag("summary", club_words.label(p, "pods")), sits, id=f"pods-{one.tournament}")
    where = tag(
        "a", club_words.standings_of(p, one.name, one.stage), href=f"/standings/{quote(one.tournament)}"
    )
    return tag("div", tag("p", " ".join(told)), seats, tag("p", where, class_="alone"))


def pod_label(hall: Hall, pod: Pod) -> str:
    """What a pod is called: by its table, where it has one."""
    return club_words.pod_name(hall.phrases, pod.pod) if pod.table is None else hall.label(pod.table)


def hall_page(hall: Hall, now: int, version: str) -> Html:
    """The hall."""
    parts = [*hall_parts(hall, now), tables_part(hall)]
    return framed(hall, hall.name, parts, version, stream=f"/stream?page=1&after={hall.top}")


# A table


def table_parts(hall: Hall, table: TableNow, version: str) -> list[Part]:
    """Where the game is, the board, the seats, what happened, how the game went."""
    p, state = hall.phrases, table.played.state
    found: list[Part] = [("now", page_words.label(p, "now"), tag("p", table.line))]
    if state is None or table.played.game is None:
        return [*found, ("said", club_words.label(p, "told"), tag("p", club_words.label(p, "no-game")))]
    moment = _moment(hall, table, table.played.game, state)
    found.append(("map", page_words.label(p, "map"), _map(moment, table.played.game, state, version)))
    ends = scores(moment)
    found.append(
        ("seats", page_words.label(p, "seats"), _seats(moment, state))
        if ends is None
        else ("scores", page_words.label(p, "final-scores"), ends)
    )
    found.append(("said", club_words.label(p, "told"), _said(p, table.played.sentences)))
    found.append(("routes", club_words.label(p, "routes"), _routes(moment, state)))
    told = deeds(table.played.game)
    chart, sources = by_turn(moment, told), by_source(moment)
    if sources is not None:
        found.append(("sources", page_words.label(p, "points-by-source"), sources))
    if state.owners:
        found.append(("story", page_words.label(p, "story"), story(moment, told)))
    if chart is not None:
        found.append(("points", page_words.label(p, "points-by-turn"), chart))
    return found


def table_page(hall: Hall, table: TableNow, version: str) -> Html:
    """One table."""
    stream = f"/tables/{table.table}/stream?page=1&after={table.nr}"
    return framed(hall, table.label, table_parts(hall, table, version), version, stream=stream, back=True)


def _moment(hall: Hall, table: TableNow, game: Game, state: State) -> GameMoment:
    """The game as the parts of a table's own page want it."""
    return GameMoment(
        game=Game(state=state, events=game.events, acts=game.acts),
        wording=hall.wording(state, table.names),
        said={}, opened={}, repeated={}, people=(), evening=Evening(), deeds=deeds,
    )  # fmt: skip


def _map(moment: GameMoment, game: Game, state: State, version: str) -> Html:
    """The board; what it shows stands in words among the routes."""
    v, layout = moment.wording.vocabulary, moment.wording.layout
    if layout is None:
        return tag("p", club_words.label(v.phrases, "no-map"))
    of_map = f"v={version}&map={quote(state.game_map.id)}"
    claims = [one.route for one in game.events if isinstance(one, RouteClaimed)]
    last = [SiteId(route) for route in claims[-1:] if route in state.owners]
    picture = laid(
        layout,
        state,
        WHOLE_BOARD,
        title=club_words.label(v.phrases, "picture"),
        pictures=(f"{FACE}?{of_map}", f"{CITIES}?{of_map}"),
        last=last,
        named=v.site,
    )
    facts = (tag("p", map_words.last_taken(v, state.owners[RouteId(site)], site)) for site in last)
    return tag("figure", picture, tag("figcaption", facts) if last else None, class_="map")


def _routes(moment: GameMoment, state: State) -> Html:
    """Whose is what, in words, for who does not see the picture."""
    v = moment.wording.vocabulary
    lines = []
    for seat in state.seats:
        places = [v.route(route) for route in state.routes_of(seat)]
        built = {**state.stations, **state.harbors}
        places += [v.city(city) for city, owner in built.items() if owner == seat]
        told = club_words.holds(v, seat, places)
        lines.append(tag("li", told))
    return tag("ul", *lines)


def _said(p: Phrases, sentences: Sequence[str]) -> Html:
    if not sentences:
        return tag("p", club_words.label(p, "nothing-told"))
    newest, earlier = sentences[-NEWEST:], sentences[:-NEWEST]
    listed = _numbered(newest, len(sentences))
    if not earlier:
        return listed
    more = tag(
        "details",
        tag("summary", page_words.label(p, "earlier")),
        _numbered(earlier, len(earlier)),
        id="earlier",
    )
    return together(listed, more)


def _numbered(sentences: Sequence[str], last: int) -> Html:
    return tag("ol", (tag("li", one) for one in reversed(sentences)), reversed=True, start=last)


def _seats(moment: GameMoment, state: State) -> Html:
    v, p = moment.wording.vocabulary, moment.wording.vocabulary.phrases
    columns: list[tuple[page_words.Label, Mapping[Seat, int]]] = [
        ("dollars", state.coins) if state.coins else ("points", state.points),
        ("trains-left", state.trains),
    ]
    if state.ships:
        columns.append(("ships-left", state.ships))
    heads = [page_words.label(p, "seat"), *(page_words.label(p, key) for key, _ in columns)]
    rows = [
        (large(v.introduced(seat)), *(str(values.get(seat, 0)) for _, values in columns))
        for seat in state.seats
    ]
    return _table(heads, rows, "seats-heading")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], named: str, first: int = 0) -> Html:
    """A table whose roles are written out; `first`: the column that names the row."""
    head = tag("tr", (tag("th", one, scope="col", role="columnheader") for one in heads), role="row")
    body = (
        tag(
            "tr",
            (
                tag("th", cell, scope="row", role="rowheader")
                if place == first
                else tag("td", cell, role="cell", data_of=heads[place])
                for place, cell in enumerate(row)
            ),
            role="row",
        )
        for row in rows
    )
    return tag(
        "table",
        tag("thead", head, role="rowgroup"),
        tag("tbody", *body, role="rowgroup"),
        class_="numbers", role="table", aria_labelledby=named,
    )  # fmt: skip


# Standings


def standings_page(hall: Hall, title: str, rows: Sequence[Mapping[str, object]], version: str) -> Html:
    """Where everybody stands."""
    keys: tuple[club_words.Label, ...] = ("rank", "number", "name", "games", "wins", "points", "total")
    heads = [club_words.label(hall.phrases, key) for key in keys]
    cells = [[str(row[key]) for key in keys] for row in rows]
    listed = _table(heads, cells, "standings-heading", keys.index("name"))
    return framed(
        hall, title, [("standings", club_words.label(hall.phrases, "standings"), listed)], version, back=True
    )


# What all pages have


def error_page(hall: Hall, said: str, version: str) -> Html:
    """Why there is nothing, and the way back."""
    return framed(hall, hall.name, [], version, back=True, note=said)


def framed(
    hall: Hall,
    title: str,
    parts: Sequence[Part],
    version: str,
    *,
    stream: str | None = None,
    back: bool = False,
    note: str = "",
) -> Html:
    """A whole page: its parts, each under its heading, and what every page of the club has."""
    p = hall.phrases
    sections = (whole(*one) for one in parts)
    home = tag("nav", tag("a", club_words.label(p, "back"), href="/")) if back else None
    told = tag("p", note, id="note", class_="note", hidden=not note)
    lost, again = page_words.label(p, "lost"), page_words.label(p, "again")
    body = tag(
        "body",
        tag("a", club_words.label(p, "skip"), href="#main", class_="skip"),
        tag("header", tag("h1", title), home),
        tag("main", told, tag("div", sections, id="parts", aria_live="off"), id="main", tabindex=-1),
        tag("div", id="polite", class_="unseen", aria_live="polite", aria_atomic="true"),
        tag("p", lost, id="line", class_="warning", hidden=True, data_again=again),
        data_stream=stream,
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag(
            "title",
            " – ".join(filter(None, (note, title, None if title == hall.name else hall.name, "Fingerpost"))),
        ),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=f"/static/page.css?v={version}"),
        tag("script", type="module", src=f"/static/page.mjs?v={version}"),
    )
    return together(Html("<!doctype html>"), tag("html", head, body, lang=p.language))
