"""PURE: whole pages of HTML: head, landmarks, parts, the regions that are read aloud."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from announce import host_words, page_refusals, page_words
from engine import Seat
from table.moment import GameMoment, Moment, Viewer
from web.claim_pages import steps
from web.command_box import box, help_list
from web.forms import SEAL
from web.home_screen import links
from web.host_page import PHONES, PhoneNow, phones
from web.map_page import WHOLE, Look
from web.markup import Html, large, tag, together
from web.page_settings import SETTINGS, USUAL, PageSettings, form
from web.page_view import NOTHING, OWN, Asked, PageRegion, Place
from web.panel_parts import join_form
from web.question_pages import answer, question_named

Display = tuple[str, str]
"""One of `SIZES` and one of `COLOURS`."""
SIZES: Final = ("large", "larger", "largest")
COLOURS: Final = ("bright", "dark")

_VEILED = 'id="asked" class="private"'
"""What a seat is asked stands among the panel's buttons, which stay when all private is hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """What a page needs beside the table.

    Args:
        token: goes with every form, so that no other site can send one.
        cursor: where the stream of events goes on for this page.
        version: of the style and the script, so that no old one is used.
        clear: the page travels unsealed over a network.
        sealed: it is sealed, by an authority of the table's own.
        hidden: the seat wants its own parts hidden.
        note: what has come of the wish just sent; `note_is_own`: what only the page's seat may know.
        city: how the cities begin that are wanted.
        asked: the question whose answer stands on the page, and what it is about.
        look: what the map shows.
        presses: whether the panel's buttons can be pressed here.
        display: how large a display shows its words, and in which colours.
        settings: how the browser has its pages.
        inside_app: it is one inside of an app, which forgets who has joined.
    """

    token: str
    cursor: str
    version: str
    clear: bool = False
    sealed: bool = False
    hidden: bool = False
    note: str = ""
    note_is_own: bool = False
    city: str = ""
    asked: Asked = NOTHING
    look: Look = WHOLE
    presses: bool = True
    sounds: bool = False  # short sounds can be had
    settings: PageSettings = USUAL
    inside_app: bool = False
    display: Display = ("large", "bright")


def page(table: Moment, viewer: Viewer, place: Place, frame: PageFrame, shown: Sequence[PageRegion]) -> Html:
    """The table's page, its routes, or a seat's own. `shown`: its parts, by `web.page_view.parts`."""
    v = table.wording.vocabulary
    titles = {
        "display": _text(table, "table"),
        "course": _text(table, "course"),
        "table": _text(table, "table"),
        "routes": _text(table, "routes-by-city"),
        "map": _text(table, "map"),
        "seat-map": _text(table, "map"),
        "host": host_words.label(v.phrases, "host"),
    }
    title = titles.get(place) or (large(v.introduced(viewer)) if viewer is not None else titles["table"])
    sections = [_section(part, frame) for part in shown]
    # Who listens meets what is now first, then what can be set here; what ends it all stands last.
    first = 1 if shown and shown[0].name == "now" else 0
    set_here = {"seat": _hiding, "seat-map": _hiding, "table": _sounding, "host": _unsealed}.get(place)
    jumps = _jumps(table, shown) if place in ("seat", "host") else None
    between = together(set_here(table, frame) if set_here is not None else None, jumps)
    listed = tag("div", *sections[:first], between, *sections[first:], id="parts", aria_live="off")
    finding = _finding(table, frame) if place == "routes" else None
    main = together(_note(frame), finding, listed, _last(table, place, frame))
    more = [("ask", frame.asked[0]), ("subject", frame.asked[1]), *parse_qsl(frame.look.query())]
    stream = f"/events?{urlencode([('at', place), ('after', frame.cursor), ('city', frame.city), *more])}"
    own = viewer if place == "seat-map" else None
    kind = " ".join(("display", *frame.display)) if place == "display" else None
    home = place not in ("table", "display")
    start = "/seat" if place in OWN else f"/{place}" if place in ("host", "display") else "/"
    return _document(table, title, main, frame, stream=stream, home=home, own=own, kind=kind, start=start)


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
    folded = tag("details", tag("summary", _text(table, "parts")), tag("ul", *links, class_="links"))
    return tag("nav", folded, aria_label=_text(table, "parts"), id="jumps")


def insides(shown: Sequence[PageRegion], frame: PageFrame) -> list[tuple[str, Html]]:
    """The parts of a page by name, as an open page puts them in place of what it has."""
    return [(part.name, _inside(part, frame)) for part in shown]


def answer_page(
    table: GameMoment, viewer: Viewer, question: str, frame: PageFrame, subject: str = ""
) -> Html | None:
    """One question and its answer; None: there is no such question here."""
    asked = question_named(table, viewer, question)
    said = answer(table, viewer, question, subject)
    if asked is None or said is None:
        return None
    title = page_words.question(table.wording.vocabulary, asked)
    told = together(tag("p", sentence) for sentence in said)
    inside = together(told if viewer is None else _veiled(table, frame, told), _box(table, viewer, frame))
    return _document(table, title, inside, frame, home=True, own=viewer)


def host_page(
    table: Moment, frame: PageFrame, *, waits: bool = False, picture: str = "", camera: bool = False
) -> Html:
    """Where one becomes the host; or, for the host, the picture of the camera at an address.

    Args:
        waits: a code waits to be written.
        picture: where a picture is to be had; "": there is none. `camera`: it is asked for.
    """
    p = table.wording.vocabulary.phrases
    if camera:
        told = tag("p", host_words.label(p, "camera-why" if picture else "camera-none"))
        title = host_words.label(p, "camera-sees")
        shown = tag("img", src=picture, alt=title, class_="photo") if picture else None
        again = tag("p", tag("a", host_words.label(p, "look-again"), href="/host/camera", class_="button"))
        return _document(table, title, together(told, shown, again), frame, home=True, back="/host")
    title = host_words.label(p, "host")
    ask = tag(
        "form",
        _token(frame),
        tag("button", host_words.label(p, "host-join")),
        method="post",
        action="/host/open",
    )
    inside = together(
        _note(frame),
        tag("p", host_words.label(p, "host-why")),
        ask,
        together(tag("p", _text(table, "code-why")), _code_form(table, frame, "/host/join"))
        if waits
        else None,
        _unsealed(table, frame),
    )
    return _document(table, title, inside, frame, home=True)


def photo_page(table: GameMoment, frame: PageFrame, inside: Html) -> Html:
    """A photograph of the board: how to take one, or what it shows."""
    title = host_words.label(table.wording.vocabulary.phrases, "photo")
    sealed = Html(inside.replace(SEAL, _token(frame)))
    return _document(table, title, together(_note(frame), sealed), frame, home=True)


def _code_form(table: Moment, frame: PageFrame, where: str) -> Html:
    """Where the code is written that the table has heard."""
    code = tag(
        "input", id="code", name="code", inputmode="numeric", autocomplete="off", maxlength=40, required=True
    )
    label = tag("label", _text(table, "code"), for_="code")
    button = tag("button", _text(table, "do-join"))
    return tag("form", label, code, button, _token(frame), method="post", action=where, id="join-form")


def authority_page(table: Moment, frame: PageFrame, mark: str, picture: Html | None) -> Html:
    """The table's own authority: how to take it, by which mark to know it, as a code for a phone's camera."""
    four = [mark[n : n + 24].rstrip(":") for n in range(0, len(mark), 24)]
    inside = together(
        tag("p", _text(table, "authority-why")),
        tag("p", tag("a", _text(table, "authority-take"), href="/authority.crt", class_="button")),
        tag("h2", _text(table, "authority-mark")),
        tag("ul", (tag("li", tag("code", part)) for part in four), class_="plain"),
        picture,
    )
    return _document(table, _text(table, "authority"), inside, frame, home=True)


def help_page(table: Moment, viewer: Viewer, frame: PageFrame, *, hosts: bool = False) -> Html:
    """What can be typed into the box of any page. `hosts`: told to the host."""
    inside = together(
        _note(frame), _box(table, viewer, frame, "host" if hosts else ""), help_list(table, frame.settings)
    )
    back = "/host" if hosts else ""
    return _document(table, _text(table, "typed-help"), inside, frame, home=True, own=viewer, back=back)


def phones_page(table: Moment, viewer: Seat, frame: PageFrame, found: Iterable[PhoneNow]) -> Html:
    """The phones that have joined as any seat: whoever plays may put one out."""
    v = table.wording.vocabulary
    listed = phones(v, found, PHONES).replace(SEAL, _token(frame))
    inside = together(_note(frame), tag("p", _text(table, "phones-why")), Html(listed))
    return _document(table, host_words.label(v.phrases, "phones"), inside, frame, home=True, own=viewer)


def settings_page(table: Moment, frame: PageFrame, back: str) -> Html:
    """What can be set for the pages of this browser. `back`: where the game is for it."""
    set_here = form(table.wording.vocabulary, frame.settings).replace(SEAL, _token(frame))
    inside = together(_note(frame), Html(set_here))
    return _document(table, _text(table, "settings"), inside, frame, home=True, back=back)


def _box(table: Moment, viewer: Viewer, frame: PageFrame, place: str = "") -> Html:
    """The box of a page that nothing keeps up to date."""
    return tag(
        "div",
        Html(box(table, viewer, place, settings=frame.settings).replace(SEAL, _token(frame))),
        class_="box",
    )


def step_page(
    table: GameMoment, viewer: Seat, at: str, asked: Mapping[str, str], frame: PageFrame
) -> Html | None:
    """One step of a claim or a building; None: what was asked for cannot be done now."""
    step = steps(table, viewer, at, asked)
    if step is None:
        return None
    inside = Html(step.inside.replace(SEAL, _token(frame)))
    inside = together(_note(frame), _veiled(table, frame, inside), _box(table, viewer, frame))
    return _document(table, step.title, inside, frame, home=True, own=viewer)


def error_page(table: Moment, said: str, frame: PageFrame) -> Html:
    """Why there is nothing to show or nothing was done, and the way back; no form, nothing of any seat."""
    frame = replace(frame, note=said)
    return _document(table, _text(table, "table"), _note(frame), frame, home=True)


def join_page(
    table: Moment, frame: PageFrame, seat: Seat | None, picture: Html | None = None, address: str = ""
) -> Html:
    """Where the code is written.

    Args:
        seat: whose code is waiting.
        picture: a code to scan.
        address: where this page is, for a phone; "": this is the table's own machine.
    """
    v = table.wording.vocabulary
    why = page_refusals.refused(v.phrases, "no-code") if seat is None else _text(table, "code-why")
    asking = Html((join_form(table) or "").replace(SEAL, _token(frame)))
    form = asking if seat is None else _code_form(table, frame, "/join")
    scanned = None if picture is None else together(tag("p", _text(table, "scan")), picture)
    title = _text(table, "join") if seat is None else page_words.join_as(v, seat)
    warned = _elsewhere(table, frame, address)
    above, below = (warned, None) if frame.inside_app else (None, warned)
    inside = together(_note(frame), above, tag("p", why), form, below, scanned, _unsealed(table, frame))
    return _document(table, title, inside, frame, home=True)


def _elsewhere(table: Moment, frame: PageFrame, address: str) -> Html | None:
    """Inside of an app a seat is lost: where to join instead. A script adds the code that was scanned."""
    if not (address or frame.inside_app):
        return None
    why = tag("p", _text(table, "inside-app" if frame.inside_app else "perhaps-inside-app"))
    where = tag("p", _text(table, "copy-address"), tag("br"), tag("code", address, id="scanned"))
    kind = "warning" if frame.inside_app else None
    return tag("div", why, where if address else None, class_=kind)


def _section(part: PageRegion, frame: PageFrame) -> Html:
    inside = _inside(part, frame)
    hidden = frame.hidden and part.private
    kind, heading = "private" if part.private else None, f"{part.name}-heading"
    return tag("section", inside, id=part.name, aria_labelledby=heading, hidden=hidden, class_=kind)


def _inside(part: PageRegion, frame: PageFrame) -> Html:
    """What stands in a part's section: its heading, then it; each form has its token."""
    heading = tag(
        "h2", part.heading, id=f"{part.name}-heading", tabindex=-1, data_private=part.private or None
    )
    sealed = part.inside.replace(SEAL, _token(frame))
    sealed = Html(sealed.replace(_VEILED, f"{_VEILED} hidden") if frame.hidden else sealed)
    # aria-live: nothing in here is read by itself. It also keeps Orca where it reads, which otherwise goes
    # into any list of choices that appears: docs/page.md, "With a screen reader".
    return tag("div", heading, sealed, aria_live="off")


def _token(frame: PageFrame) -> Html:
    return tag("input", type="hidden", name="token", value=frame.token)


def _note(frame: PageFrame) -> Html:
    """What came of a wish; what only its seat may know hides with all else that is its own."""
    own = frame.note_is_own and bool(frame.note)
    hidden = not frame.note or (own and frame.hidden)
    return tag("p", frame.note, id="note", class_="note private" if own else "note", hidden=hidden)


def _hiding(table: Moment, frame: PageFrame) -> Html:
    """The seat's own parts can be hidden, and what is for it can be set."""
    warned = _elsewhere(table, frame, "")
    return together(_hides(table, frame), _chosen(table, frame, _OF_A_SEAT), warned, _unsealed(table, frame))


def _veiled(table: Moment, frame: PageFrame, inside: Html) -> Html:
    """What only the page's seat may know, and what hides it; a script does when the phone is locked."""
    return together(tag("div", inside, class_="private"), _hides(table, frame))


def _hides(table: Moment, frame: PageFrame) -> Html:
    """The button that hides all that is private, with a script or without."""
    key: page_words.Label = "show" if frame.hidden else "hide"
    link = tag(
        "a",
        _text(table, key),
        href="/seat" if frame.hidden else "/seat?hide=1",
        id="hiding",
        class_="button",
        role="button",
        data_hide=_text(table, "hide"),
        data_show=_text(table, "show"),
    )
    told = tag("p", _text(table, "hidden"), id="hidden-note", hidden=not frame.hidden)
    return together(tag("div", link, class_="acts"), told)


def _unsealed(table: Moment, frame: PageFrame) -> Html | None:
    """Who has something to lose is told where the page travels unsealed."""
    return tag("p", _text(table, "clear-text"), class_="warning") if frame.clear else None


def _last(table: Moment, place: Place, frame: PageFrame) -> Html | None:
    """What stands below all parts: the way out of a seat or of the host's page, how a display looks."""
    if place == "display":
        return _choices(table, frame.display)
    if place == "host":
        name = host_words.label(table.wording.vocabulary.phrases, "leave-host")
    elif place in OWN:
        name = _text(table, "leave")
    else:
        return None
    action = "/host/leave" if place == "host" else "/seat/leave"
    leave = tag("form", tag("button", name), _token(frame), method="post", action=action)
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
        tag("label", tag("input", type="checkbox", id=name), " ", _text(table, key), hidden=True)
        for name, key in (*choices, *sounds)
    )
    return tag("div", *marks, id="choices")


def _finding(table: Moment, frame: PageFrame) -> Html:
    """Going to a city by name: with a script as one types, without one by its own page."""
    none = _text(table, "no-city")
    label = tag("label", _text(table, "find-city"), for_="city")
    city = tag("input", id="city", name="city", autocomplete="off", value=frame.city, data_none=none)
    return tag(
        "form", label, tag("div", city, tag("button", _text(table, "find")), class_="acts"), role="search"
    )


def _document(
    table: Moment,
    title: str,
    main: Html,
    frame: PageFrame,
    *,
    stream: str | None = None,
    home: bool = False,
    own: Viewer = None,
    kind: str | None = None,
    back: str = "",
    start: str = "/",
) -> Html:
    where = back or ("/" if own is None else "/seat")
    to_game = tag("nav", tag("a", _text(table, "back"), href=where)) if home else None
    body = tag(
        "body",
        tag("a", _text(table, "skip"), href="#main", class_="skip"),
        tag("header", tag("h1", title), to_game),
        tag("main", main, id="main", tabindex=-1),
        _foot(table, frame),
        tag("div", id="polite", class_="unseen", aria_live="polite", aria_atomic="true"),
        tag("div", id="alert", class_="unseen", aria_live="assertive", aria_atomic="true"),
        tag(
            "p",
            id="line",
            class_="warning",
            hidden=True,
            data_lost=_text(table, "lost"),
            data_again=_text(table, "again"),
            data_words=_text(table, "new-words"),
            data_answer=_text(table, "answer-here"),
            data_gone=_text(table, "gone-here"),
        ),
        data_stream=stream,
        class_=kind,
    )
    news = "" if frame.note_is_own else frame.note  # a title is read out, and listed, wherever
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("title", " – ".join(filter(None, (news, title, "Fingerpost")))),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        *links(start),
        tag("link", rel="stylesheet", href=f"/static/page.css?v={frame.version}"),
        tag("script", type="module", src=f"/static/page.mjs?v={frame.version}"),
    )
    return together(Html("<!doctype html>"), tag("html", head, body, lang=table.wording.language))


def _foot(table: Moment, frame: PageFrame) -> Html:
    """The way to what can be set, on every page, and to the table's own authority where that seals it."""
    seal = tag("a", _text(table, "authority"), href="/authority", id="seal") if frame.sealed else None
    return tag("footer", seal, tag("a", _text(table, "settings"), href=SETTINGS, id="settings"))


def _text(table: Moment, key: page_words.Label) -> str:
    return page_words.label(table.wording.vocabulary.phrases, key)
