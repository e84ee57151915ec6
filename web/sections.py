"""PURE: the parts of a page as they stand in it: a section each, what hides them, what came of a wish."""

from collections.abc import Sequence
from typing import Final

from table.moment import Moment
from web.forms import SEAL
from web.markup import Html, tag, together
from web.page_frame import PageFrame, text
from web.page_view import PageRegion

_VEILED: Final = 'id="asked" class="private"'
"""What a seat is asked stands among the panel's buttons, which stay when all private is hidden."""


def sections(shown: Sequence[PageRegion], frame: PageFrame) -> list[tuple[str, Html]]:
    """The parts of a page by name, as it has them and as an open page takes them in."""
    return [(part.name, section(part, frame)) for part in shown]


def section(part: PageRegion, frame: PageFrame) -> Html:
    """A part under its heading; each of its forms has the page's token."""
    inside = Html(part.inside.replace(_VEILED, f"{_VEILED} hidden") if frame.hidden else part.inside)
    return whole(part.name, part.heading, sealed(inside, frame), private=part.private, hidden=frame.hidden)


def whole(name: str, heading: str, inside: Html, *, private: bool = False, hidden: bool = False) -> Html:
    """A section with its heading. `hidden`: what is private in it is."""
    # aria-live: nothing in here is read by itself. It also keeps Orca where it reads, which otherwise goes
    # into any list of choices that appears: docs/page.md, "With a screen reader".
    told = tag("div", tag("h2", heading, id=f"{name}-heading", tabindex=-1), inside, aria_live="off")
    kind, hides = "private" if private else None, private and hidden
    return tag("section", told, id=name, aria_labelledby=f"{name}-heading", hidden=hides, class_=kind)


def sealed(inside: Html, frame: PageFrame) -> Html:
    """Its forms with the token that goes with each."""
    return Html(inside.replace(SEAL, token(frame)))


def token(frame: PageFrame) -> Html:
    """What goes with every form."""
    return tag("input", type="hidden", name="token", value=frame.token)


def note(frame: PageFrame) -> Html:
    """What came of a wish; what only its seat may know hides with all else that is its own."""
    own = frame.note_is_own and bool(frame.note)
    hidden = not frame.note or (own and frame.hidden)
    return tag("p", frame.note, id="note", class_="note private" if own else "note", hidden=hidden)


def veiled(table: Moment, frame: PageFrame, inside: Html) -> Html:
    """What only the page's seat may know, and what hides it; a script does when the phone is locked."""
    return together(tag("div", inside, class_="private"), hiding(table, frame))


def hiding(table: Moment, frame: PageFrame) -> Html:
    """The button that hides all that is private, with a script or without."""
    button = tag(
        "button",
        text(table, "show" if frame.hidden else "hide"),
        id="hiding",
        name=None if frame.hidden else "hide",
        data_hide=text(table, "hide"),
        data_show=text(table, "show"),
    )
    told = tag("p", text(table, "hidden"), id="hidden-note", hidden=not frame.hidden)
    return together(tag("form", button, action="/seat", class_="acts"), told)


def unsealed(table: Moment, frame: PageFrame) -> Html | None:
    """Who has something to lose is told where the page travels unsealed."""
    return tag("p", text(table, "clear-text"), class_="warning") if frame.clear else None
