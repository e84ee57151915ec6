"""PURE: what is asked, with the panel's six buttons; what was said; the way to a seat's own page."""

from typing import Final

from announce import Audience, host_words, page_refusals, page_words, phone_words
from table.moment import Entry, GameMoment, Moment, Viewer
from tabletop import Button
from web import host_page
from web.forms import SEAL
from web.markup import Html, tag, together
from web.seat_acts import offers

_NEWEST: Final = 12  # utterances; the earlier ones are a press away

_AS_A_CELL: Final[tuple[Button, ...]] = ("ask", "repeat", "back", "forward", "no", "yes")
"""The panel's buttons, row by row, as they lie under the fingers."""


def panel(table: Moment, viewer: Viewer, *, presses: bool, where: str = "") -> Html:
    """What is asked, and the panel's buttons, which answer it."""
    asked, p = table.asked(viewer), table.wording.vocabulary.phrases
    nothing: page_words.Label = "asked-elsewhere" if asked.elsewhere else "nothing-asked"
    veiled = "private" if viewer is not None else None
    told = tag("p", asked.text or _text(table, nothing), id="asked", class_=veiled)
    if not presses:
        return together(told, tag("p", page_refusals.refused(p, "watching")))
    buttons = (
        tag("button", page_words.button(p, key), name="button", value=key, id=f"press-{key}")
        for key in _AS_A_CELL
    )
    six = tag("div", *buttons, class_="panel")
    if viewer is not None and isinstance(table, GameMoment) and offers(table, viewer):
        six = tag("details", tag("summary", _text(table, "six-buttons")), six, id="six")  # it has forms
    return together(
        told,
        tag(
            "form",
            SEAL,
            tag("input", type="hidden", name="asked", value=asked.number),
            _it_stands(table, viewer),
            six,
            method="post",
            action=where or ("/press" if viewer is None else "/seat/press"),
        ),
    )


def _it_stands(table: Moment, viewer: Viewer) -> Html | None:
    """A token is waited for: Yes by the name of what it says then; whose it is cannot say it."""
    if not (isinstance(table, GameMoment) and table.token_wanted):
        return None
    if viewer is not None and table.wish is not None and table.wish[0] == viewer:
        return None
    return tag("p", tag("button", _text(table, "it-stands"), name="button", value="yes", id="it-stands"))


def entries(
    table: Moment, audience: Audience, nothing: page_words.Label, *, newest_last: bool = False
) -> Html:
    """Utterances, newest first unless otherwise set; ordinary lists, which nothing reads by itself."""
    entries = table.heard(audience)
    if not entries:
        return tag("p", _text(table, nothing))
    newest, earlier = entries[-_NEWEST:], entries[:-_NEWEST]
    if not earlier:
        return _listed(newest, newest_last=newest_last)
    older = _listed(earlier, newest_last=newest_last)
    more = tag("details", tag("summary", _text(table, "earlier")), older, id=f"earlier-{audience}")
    listed = _listed(newest, newest_last=newest_last)
    return together(more, listed) if newest_last else together(listed, more)


def _listed(entries: tuple[Entry, ...], *, newest_last: bool) -> Html:
    items = (
        tag("li", entry.text, value=entry.number, class_="alert" if entry.urgency == "assertive" else None)
        for entry in (entries if newest_last else reversed(entries))
    )
    start = entries[0 if newest_last else -1].number
    return tag("ol", *items, reversed=not newest_last, start=start)


def join_form(moment: Moment) -> Html | None:
    """A button for each seat that somebody sits at: it asks for a code; None: nobody sits at any."""
    v = moment.wording.vocabulary
    buttons = (tag("button", phone_words.join_as(v, seat), name="seat", value=seat) for seat in moment.people)
    form = tag("form", SEAL, tag("div", buttons, class_="acts"), method="post", action="/join/open")
    return form if moment.people else None


def join(moment: Moment) -> Html:
    """The ways to a seat's own page and to the host's."""
    own = tag("p", tag("a", _text(moment, "own-page"), href="/seat"))
    why = _text(moment, "join-why" if moment.people else "nobody-sits")
    name = host_words.label(moment.wording.vocabulary.phrases, "host")
    host = tag("p", tag("a", name, href=host_page.HOST))
    return together(tag("p", why), join_form(moment), own, host)


def _text(moment: Moment, key: page_words.Label) -> str:
    return page_words.label(moment.wording.vocabulary.phrases, key)
