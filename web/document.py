"""PURE: whole pages of HTML: head, landmarks, the regions that are read aloud."""

from table.moment import Moment, Viewer
from web.home_screen import links
from web.markup import Html, tag, together
from web.page_frame import PageFrame, text
from web.page_settings import SETTINGS


def document(
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
    """A whole page around what is its own.

    Args:
        stream: where its events come from; None: nothing keeps it up to date.
        home: it has a way back, to `back`, or to where the game is for the seat `own`.
        kind: a class for the whole, for its looks.
        start: what opens from a phone's home screen.
    """
    where = back or ("/" if own is None else "/seat")
    to_game = tag("nav", tag("a", text(table, "back"), href=where)) if home else None
    body = tag(
        "body",
        tag("a", text(table, "skip"), href="#main", class_="skip"),
        tag("header", tag("h1", title), to_game),
        tag("main", main, id="main", tabindex=-1),
        _foot(table, frame),
        tag("div", id="polite", class_="unseen", aria_live="polite", aria_atomic="true"),
        tag("div", id="alert", class_="unseen", aria_live="assertive", aria_atomic="true"),
        tag(
            "p",
            text(table, "lost"),
            id="line",
            class_="warning",
            hidden=True,
            data_again=text(table, "again"),
            data_words=text(table, "new-words"),
            data_answer=text(table, "answer-here"),
            data_gone=text(table, "gone-here"),
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
    seal = tag("a", text(table, "authority"), href="/authority", id="seal") if frame.sealed else None
    return tag("footer", seal, tag("a", text(table, "settings"), href=SETTINGS, id="settings"))
