"""PURE: all that a page shows, for anybody or for one seat. Nothing else may look at a table for a client.

A page is a row of parts, each markup under its own name: the whole page at first, later only the parts that
have changed. What one seat alone may know stands in parts that are marked as private.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal
from urllib.parse import urlencode

from announce import host_words, page_words
from engine import Seat
from table.moment import GameMoment, Moment, Viewer
from web import host_page
from web.cities import cities
from web.command_box import box
from web.course_page import scores, story, trail
from web.crops_page import believed
from web.forms import SEAL, acts
from web.host_page import NO_DESK, HostDesk
from web.map_page import WHOLE, Look, map_view
from web.markup import Html, tag, together
from web.page_settings import USUAL, PageSettings
from web.panel_on_page import entries, join, panel
from web.photo_page import PHOTO
from web.question_pages import QuestionLink, Subject, answer, answered, by_subjects, links, question_named
from web.seat_holdings import hand_seen, seats_table, swatch, tickets
from web.source_bars import by_source
from web.turn_chart import by_turn, turns_heading
from web.walk import walk

Place = Literal["table", "routes", "map", "display", "course", "host", "seat", "seat-map"]
"""Which page: the table, its routes by city, its map, a screen beside the board, how the game went, the
host's; a seat's own, and the map as it may see it."""

Asked = tuple[str, str]
"""A question and what it is about."""

NOTHING: Final[Asked] = ("", "")
OWN: Final[tuple[Place, ...]] = ("seat", "seat-map")
"""Pages of a seat."""
MAPS: Final[tuple[Place, ...]] = ("map", "seat-map", "display", "course", "host")
"""Pages with the picture of the board."""
AGAIN: Final = "/again"
"""Where another game is asked for, when one is over."""


@dataclass(frozen=True, slots=True)
class PageRegion:
    """One part of a page. `private`: for its seat alone, and hidden when that seat wants."""

    name: str
    heading: str
    inside: Html
    private: bool = False


def parts(
    moment: Moment,
    viewer: Viewer,
    place: Place,
    *,
    city: str = "",
    asked: Asked = NOTHING,
    look: Look = WHOLE,
    version: str = "",
    presses: bool = True,
    desk: HostDesk = NO_DESK,
    settings: PageSettings = USUAL,
) -> tuple[PageRegion, ...]:
    """A page, from top to bottom. A seat's own page needs its viewer; before a game there are no routes.

    Args:
        city: how the cities begin that are wanted.
        asked: the question whose answer stands on the page.
        look: what the map shows, of the picture of that `version`.
        presses: whether the panel's buttons are there.
        desk: what only the host is shown beside the table.
        settings: how the browser has its pages.
    """
    if place == "host":
        return _host(moment, desk, version, asked, settings)
    inside = _of_place(
        moment, viewer, place, city=city, look=look, version=version, presses=presses, settings=settings
    )
    if place == "display":
        return inside
    told = _answer(moment, viewer, asked) if isinstance(moment, GameMoment) else ()
    behind = urlencode({"city": city} if city else {}) or look.query()
    typed = _part(moment, "command", "command", box(moment, viewer, place, behind, settings))
    at = 1 if inside and inside[0].name == "now" else 0
    return (*inside[:at], *told, typed, *inside[at:])


def _of_place(
    moment: Moment,
    viewer: Viewer,
    place: Place,
    *,
    city: str,
    look: Look,
    version: str,
    presses: bool,
    settings: PageSettings,
) -> tuple[PageRegion, ...]:
    """What each page has for itself."""
    table = moment if isinstance(moment, GameMoment) else None
    if place == "routes":
        return () if table is None else (_part(table, "routes", "routes-by-city", cities(table, city)),)
    now = tag("p", _text(moment, "setting-up")) if table is None else _now(table, viewer)
    if place == "course":
        return () if table is None else _course(table, now, version, presses=presses)
    if place == "display":
        return _display(moment, table, now, version)
    if place in MAPS:
        return () if table is None else _map(table, viewer, look, version, now, settings)
    buttons = panel(moment, viewer, presses=presses)
    if table is not None and table.by_photos:
        buttons = together(tag("p", _photograph(table)), buttons)
    own: list[PageRegion] = []
    if viewer is not None:
        own += [] if table is None else _own(table, viewer)
        alone = entries(moment, viewer, "nothing-alone", newest_last=settings.newest_last)
        heading: page_words.Label = "alone-last" if settings.newest_last else "alone"
        own.append(_part(moment, "alone", heading, alone, private=True))
    return (
        _part(moment, "now", "now", now),
        _part(moment, "panel", "panel", buttons),
        *own,
        _said(moment, settings),
        *(() if table is None else _public(table, viewer)),
        *((_part(moment, "join", "join", join(moment)),) if place == "table" else ()),
    )


def _host(
    moment: Moment, desk: HostDesk, version: str, asked: Asked, settings: PageSettings
) -> tuple[PageRegion, ...]:
    """The host's: what is asked with the six buttons, then all that can be looked after."""
    v = moment.wording.vocabulary
    table = moment if isinstance(moment, GameMoment) else None
    now = tag("p", _text(moment, "setting-up")) if table is None else _now(table, None)
    buttons = panel(moment, None, presses=True, where=host_page.PRESS)
    if table is not None:
        buttons = together(buttons, tag("p", _photograph(table)))
    found = [
        _part(moment, "now", "now", now),
        *(() if table is None else _answer(table, None, asked)),
        _part(moment, "command", "command", box(moment, None, "host", settings=settings)),
        _part(moment, "panel", "panel", buttons),
    ]

    def part(name: str, heading: host_words.HostLabel, inside: Html) -> PageRegion:
        return PageRegion(name, host_words.label(v.phrases, heading), inside)

    view = None if table is None else table.host
    if table is not None and view is not None:
        found += [
            part("game", "game", host_page.game(table, view)),
            part("mending", "mending", host_page.mending(table, view, version)),
            part("undo", "undo", host_page.undo(table, view)),
            part("voice", "voice", host_page.voice(table, view)),
            part("ears", "ears", host_page.ears(table, view)),
        ]
    found.append(part("phones", "phones", host_page.phones(v, desk.phones)))
    if table is not None:
        found.append(_part(moment, "devices", "devices", answered(table, None, "devices")))
    if table is not None and view is not None:
        if desk.camera:
            seen = believed(table, view, desk.looking, host_page.DO)
            found.append(part("crops", "camera-sees", seen))
        found.append(part("pins", "pins", host_page.pins(table, view)))
    files = host_page.files(v, game=desk.game)
    return (
        *found,
        part("files", "files", files),
        _said(moment, settings),
    )


def _said(moment: Moment, settings: PageSettings) -> PageRegion:
    """The log of what everybody heard."""
    listed = entries(moment, "everyone", "nothing-said", newest_last=settings.newest_last)
    return _part(moment, "said", "said-last" if settings.newest_last else "said", listed)


def _map(
    table: GameMoment, viewer: Viewer, look: Look, version: str, now: Html, settings: PageSettings
) -> tuple[PageRegion, ...]:
    """The board, whose turn it is, and what the devices say of it."""
    seen = map_view(table, viewer, look, version)
    layout = table.wording.layout
    # A seat's has the ways of its tickets, and where its hand can pay.
    return (
        _part(table, "now", "now", now),
        *(() if seen is None else (_part(table, "map", "map", seen, private=viewer is not None),)),
        *(() if layout is None else (_part(table, "walk", "walk-board", walk(table, layout, settings)),)),
        _part(table, "seats", "seats", seats_table(table, viewer)),
    )


def _course(table: GameMoment, now: Html, version: str, *, presses: bool) -> tuple[PageRegion, ...]:
    """How the game went: the score, the longest path, the points, the story."""
    deeds = table.deeds(table.game)
    if presses and table.game.state.phase == "over":
        again = host_words.label(table.wording.vocabulary.phrases, "play-again")
        now = together(now, tag("form", SEAL, tag("button", again), method="post", action=AGAIN))
    dollars = bool(table.game.state.coins)
    found: tuple[tuple[str, page_words.Label, Html | None], ...] = (
        ("now", "now", now),
        ("scores", "final-scores", scores(table)),
        ("sources", "dollars-by-source" if dollars else "points-by-source", by_source(table)),
        ("trail", "longest-path", trail(table, version)),
        ("points", turns_heading(table), by_turn(table, deeds)),
        ("story", "story", story(table, deeds)),
    )
    return tuple(_part(table, name, heading, inside) for name, heading, inside in found if inside is not None)


def _display(moment: Moment, table: GameMoment | None, now: Html, version: str) -> tuple[PageRegion, ...]:
    """For a screen beside the board: the newest sentence, whose turn it is, the board, the scores.

    That it is somebody's turn stands there anyway: the sentence is then the one before, what just happened.
    """
    said = [one.text for one in moment.heard("everyone")]
    turn = () if table is None else answer(table, None, "turn") or ()
    newest = next((one for one in reversed(said) if one not in turn), said[-1] if said else None)
    sentence = tag("p", newest or _text(moment, "nothing-said"), id="sentence")
    parts = [_part(moment, "sentences", "newest", sentence), _part(moment, "now", "now", now)]
    if table is None:
        return tuple(parts)
    seen = map_view(table, None, WHOLE, version, bare=True)
    parts += [] if seen is None else [_part(table, "map", "map", seen)]
    return (*parts, _part(table, "seats", "seats", seats_table(table, None)))


def _now(table: GameMoment, viewer: Viewer) -> Html:
    """Whose turn it is; for the seat itself that it is its own."""
    told = answered(table, viewer, "turn")
    if viewer is None or viewer not in table.game.state.waiting_for():
        return told
    return together(tag("p", _text(table, "your-turn"), id="your-turn"), told)


def _answer(table: GameMoment, viewer: Viewer, asked: Asked) -> tuple[PageRegion, ...]:
    """The answer to what was asked on this page, as it is now."""
    question, subject = asked
    named = question_named(table, viewer, question)
    said = None if named is None else answer(table, viewer, question, subject)
    if named is None or said is None:
        return ()
    title = page_words.question(table.wording.vocabulary, named)
    inside = together(tag("p", sentence) for sentence in said)
    return (PageRegion("answer", title, inside, private=viewer is not None),)


def _own(table: GameMoment, seat: Seat) -> list[PageRegion]:
    """What is of the game and for this seat alone."""
    return [_part(table, "turn", "turn", acts(table, seat), private=True), *_held(table, seat)]


def _public(table: GameMoment, viewer: Viewer) -> tuple[PageRegion, ...]:
    """What is of the game and for everybody."""
    return (
        _part(table, "seats", "seats", seats_table(table, viewer)),
        *_row(table),
        _part(table, "questions", "questions", _questions(table, viewer)),
        _part(table, "devices", "devices", answered(table, None, "devices")),
    )


def _part(
    moment: Moment, name: str, heading: page_words.Label, inside: Html, *, private: bool = False
) -> PageRegion:
    return PageRegion(name, _text(moment, heading), inside, private)


def _text(moment: Moment, key: page_words.Label) -> str:
    return page_words.label(moment.wording.vocabulary.phrases, key)


def _row(table: GameMoment) -> tuple[PageRegion, ...]:
    state = table.game.state
    if state.cards != "dealt" or state.phase == "over":
        return ()
    colour = table.wording.vocabulary.colour
    cards = (
        tag("ol", (tag("li", swatch(card), " ", colour(card)) for card in state.row)) if state.row else None
    )
    return (_part(table, "row", "row", together(cards, answered(table, None, "row"))),)


def _held(table: GameMoment, seat: Seat) -> tuple[PageRegion, ...]:
    """Hand and tickets in the words of the ear; there is nothing to show of what is not known here."""
    if table.game.state.cards != "dealt" or table.evening.dealt_elsewhere:
        return ()
    hand = together(answered(table, seat, "hand"), hand_seen(table, seat))
    return (
        _part(table, "hand", "hand", hand, private=True),
        _part(table, "tickets", "tickets", tickets(table, seat), private=True),
    )


def _questions(table: GameMoment, viewer: Viewer) -> Html:
    start = "/?ask=" if viewer is None else "/seat?ask="
    found = links(table, viewer)
    asked = (
        tag("li", tag("a", link.name, href=f"{start}{link.question}#answer", class_="question"))
        for link in found
        if not link.subjects
    )
    return together(
        tag("ul", *asked, class_="links"),
        tag("ul", (tag("li", one) for one in _pages(table, viewer)), class_="links"),
        tag("div", (_about(table, viewer, asked) for asked in by_subjects(found)), class_="about"),
    )


def _pages(table: GameMoment, viewer: Viewer) -> list[Html]:
    """The ways to the other pages of a game."""
    own = viewer is not None
    found: list[tuple[page_words.Label, str]] = [
        ("routes-by-city", "/routes"),
        ("map", "/seat/map" if own else "/map"),
        ("course", "/course"),
    ]
    found += [] if own else [("display", "/display")]
    pages = [tag("a", _text(table, key), href=where) for key, where in found]
    return pages if own or table.by_photos else [*pages, _photograph(table)]


def _photograph(table: GameMoment) -> Html:
    """The way to the form that takes a picture."""
    name = host_words.label(table.wording.vocabulary.phrases, "photo")
    return tag("a", name, href=PHOTO, class_="button" if table.by_photos else None)


def _about(table: GameMoment, viewer: Viewer, asked: Sequence[QuestionLink]) -> Html:
    """Questions about one of many: a list, and a button each."""
    first, v = asked[0], table.wording.vocabulary
    listed = f"about-{first.question}"
    return tag(
        "form",
        tag("label", first.name, for_=listed),
        tag(
            "select",
            _options(first.subjects),
            name="subject",
            id=listed,
        ),
        (
            tag("button", page_words.ask_about(v, one.question), name="ask", value=one.question)
            for one in asked
        ),
        action="/#answer" if viewer is None else "/seat#answer",
    )


@lru_cache(maxsize=16)
def _options(subjects: tuple[Subject, ...]) -> Html:
    """What can be asked about; no act changes it."""
    return together(tag("option", told, value=one) for one, told in subjects)
