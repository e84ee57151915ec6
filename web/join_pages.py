"""PURE: the pages by which one comes in: as a seat, as the host, by the table's own seal."""

from announce import host_words, page_refusals, phone_words
from engine import Seat
from table.moment import Moment
from web.document import document
from web.markup import Html, tag, together
from web.page_frame import PageFrame, text
from web.panel_on_page import join_form
from web.sections import note, sealed, token, unsealed


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
        return document(table, title, together(told, shown, again), frame, home=True, back="/host")
    title = host_words.label(p, "host")
    ask = tag(
        "form",
        token(frame),
        tag("button", host_words.label(p, "host-join")),
        method="post",
        action="/host/open",
    )
    inside = together(
        note(frame),
        tag("p", host_words.label(p, "host-why")),
        ask,
        together(tag("p", text(table, "code-why")), _code_form(table, frame, "/host/join"))
        if waits
        else None,
        unsealed(table, frame),
    )
    return document(table, title, inside, frame, home=True)


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
    why = page_refusals.refused(v.phrases, "no-code") if seat is None else text(table, "code-why")
    asking = sealed(join_form(table) or Html(), frame)
    form = asking if seat is None else _code_form(table, frame, "/join")
    scanned = None if picture is None else together(tag("p", text(table, "scan")), picture)
    title = text(table, "join") if seat is None else phone_words.join_as(v, seat)
    warned = elsewhere(table, frame, address)
    above, below = (warned, None) if frame.inside_app else (None, warned)
    inside = together(note(frame), above, tag("p", why), form, below, scanned, unsealed(table, frame))
    return document(table, title, inside, frame, home=True)


def elsewhere(table: Moment, frame: PageFrame, address: str) -> Html | None:
    """Inside of an app a seat is lost: where to join instead. A script adds the code that was scanned."""
    if not (address or frame.inside_app):
        return None
    why = tag("p", text(table, "inside-app" if frame.inside_app else "perhaps-inside-app"))
    where = tag("p", text(table, "copy-address"), tag("br"), tag("code", address, id="scanned"))
    kind = "warning" if frame.inside_app else None
    return tag("div", why, where if address else None, class_=kind)


def _code_form(table: Moment, frame: PageFrame, where: str) -> Html:
    """Where the code is written that the table has heard."""
    code = tag(
        "input", id="code", name="code", inputmode="numeric", autocomplete="off", maxlength=40, required=True
    )
    label = tag("label", text(table, "code"), for_="code")
    button = tag("button", text(table, "do-join"))
    return tag("form", label, code, button, token(frame), method="post", action=where, id="join-form")


def authority_page(table: Moment, frame: PageFrame, mark: str, picture: Html | None) -> Html:
    """The table's own authority: how to take it, by which mark to know it, as a code for a phone's camera."""
    four = [mark[n : n + 24].rstrip(":") for n in range(0, len(mark), 24)]
    inside = together(
        tag("p", text(table, "authority-why")),
        tag("p", tag("a", text(table, "authority-take"), href="/authority.crt", class_="button")),
        tag("h2", text(table, "authority-mark")),
        tag("ul", (tag("li", tag("code", part)) for part in four), class_="plain"),
        picture,
    )
    return document(table, text(table, "authority"), inside, frame, home=True)
