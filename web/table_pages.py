"""PURE: the pages that an open browser keeps up to date: the table's, a display, the host's, a seat's."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode

from announce import host_words, page_words
from table.moment import Moment, Viewer
from web.document import document
from web.host_page import PHONES
from web.join_pages import elsewhere
from web.markup import Html, large, tag, together
from web.page_frame import SIZES, Display, PageFrame, text
from web.page_view import OWN, PageRegion, Place
from web.sections import hiding, note, section, token, unsealed


def page(table: Moment, viewer: Viewer, place: Place, frame: PageFrame, shown: Sequence[PageRegion]) -> Html:
    """The table's page, its routes, or a seat's own. `shown`: its parts, by `web.page_view.parts`."""
    v = table.wording.vocabulary
    titles = {
        "display": text(table, "table"),
        "course": text(table, "course"),
        "table": text(table, "table"),
        "routes": text(table, "routes-by-city"),
        "map": text(table, "map"),
        "seat-map": text(table, "map"),
        "host": host_words.label(v.phrases, "host"),
    }
    title = titles.get(place) or (large(v.introduced(viewer)) if viewer is not None else titles["table"])
    parts = [section(part, frame) for part in shown]
    # Who listens meets what is now first, then what can be set here; what ends it all stands last.
    first = 1 if shown and shown[0].name == "now" else 0
    own = _set_by_seat
    set_here = {"seat": own, "seat-map": own, "table": _sounding, "map": _sounding, "host": unsealed}.get(
        place
    )
    jumps = _jumps(table, shown) if place in ("seat", "host") else None
    between = together(set_here(table, frame) if set_here is not None else None, jumps)
    listed = tag("div", *parts[:first], between, *parts[first:], id="parts", aria_live="off")
    finding = _finding(table, frame) if place == "routes" else None
    main = together(note(frame), finding, listed, _last(table, place, frame))
    more = [("ask", frame.asked[0]), ("subject", frame.asked[1]), *parse_qsl(frame.look.query())]
    stream = f"/events?{urlencode([('at', place), ('after', frame.cursor), ('city', frame.city), *more])}"
    whose = viewer if place == "seat-map" else None
    kind = " ".join(("display", *frame.display)) if place == "display" else None
    home = place not in ("table", "display")
    start = "/seat" if place in OWN else f"/{place}" if place in ("host", "display") else "/"
    return document(table, title, main, frame, stream=stream, home=home, own=whose, kind=kind, start=start)


def _choices(table: Moment, chosen: Display) -> Html:
    """How large and in which colours a display shows what it shows: links, which it keeps in its address."""
    p, (size, colours) = table.wording.vocabulary.phrases, chosen
    others: list[tuple[page_words.Label, Display]] = [
        ("larger", (SIZES[min(SIZES.index(size) + 1, len(SIZES) - 1)], colours)),
        ("smaller", (SIZES[max(SIZES.index(size) - 1, 0)], colours)),
        ("bright", (size, "bright")),
        ("dark", (size, "dark")),
    ]
    links = (
        tag("li", tag("a", page_words.label(p, key), href=f"/display?size={one[0]}&colours={one[1]}"))
        for key, one in others
        if one != chosen
    )
    return tag("nav", tag("ul", *links, class_="links"), aria_label=page_words.label(p, "display-looks"))


def _jumps(table: Moment, shown: Sequence[PageRegion]) -> Html:
    """Links to the parts of a long page, folded: on a phone they would fill its screen before the game."""
    links = (tag("li", tag("a", part.heading, href=f"#{part.name}-heading")) for part in shown)
    folded = tag("details", tag("summary", text(table, "parts")), tag("ul", *links, class_="links"))
    return tag("nav", folded, aria_label=text(table, "parts"), id="jumps")


def _set_by_seat(table: Moment, frame: PageFrame) -> Html:
    """The seat's own parts can be hidden, and what is for it can be set."""
    warned = elsewhere(table, frame, "")
    return together(hiding(table, frame), _chosen(table, frame, _OF_A_SEAT), warned, unsealed(table, frame))


def _last(table: Moment, place: Place, frame: PageFrame) -> Html | None:
    """What stands below all parts: the way out of a seat or of the host's page, how a display looks."""
    if place == "display":
        return _choices(table, frame.display)
    if place == "host":
        name = host_words.label(table.wording.vocabulary.phrases, "leave-host")
    elif place in OWN:
        name = text(table, "leave")
    else:
        return None
    action = "/host/leave" if place == "host" else "/seat/leave"
    leave = tag("form", tag("button", name), token(frame), method="post", action=action)
    if place == "host":  # where they are a part of their own
        return leave
    phones = tag("a", host_words.label(table.wording.vocabulary.phrases, "phones"), href=PHONES)
    return tag("div", leave, tag("ul", tag("li", phones), class_="links"), class_="acts")


def _sounding(table: Moment, frame: PageFrame) -> Html:
    """For everybody: short sounds beside the words, by choice."""
    return _chosen(table, frame, ())


_OF_A_SEAT: Final[tuple[tuple[str, page_words.Label], ...]] = (
    ("reading", "read-mine"), ("signal", "signal-turn"),
)  # fmt: skip


def _chosen(table: Moment, frame: PageFrame, choices: tuple[tuple[str, page_words.Label], ...]) -> Html:
    """What a script can do for who wants it; without one none of it is there."""
    sounds: tuple[tuple[str, page_words.Label], ...] = (("sounds", "short-sounds"),) if frame.sounds else ()
    marks = (
        tag("label", tag("input", type="checkbox", id=name), " ", text(table, key), hidden=True)
        for name, key in (*choices, *sounds)
    )
    return tag("div", *marks, id="choices")


def _finding(table: Moment, frame: PageFrame) -> Html:
    """Going to a city by name: with a script as one types, without one by its own page."""
    none = text(table, "no-city")
    label = tag("label", text(table, "find-city"), for_="city")
    city = tag("input", id="city", name="city", autocomplete="off", value=frame.city, data_none=none)
    return tag(
        "form", label, tag("div", city, tag("button", text(table, "find")), class_="acts"), role="search"
    )
