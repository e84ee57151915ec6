"""PURE: the pages that stand still: an answer, a step of a claim, help, settings, phones, a refusal."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from announce import host_words, page_words
from engine import Seat
from table.moment import GameMoment, Moment, Viewer
from web.claim_pages import steps
from web.command_box import box, help_list
from web.document import document
from web.host_page import PHONES, PhoneNow, phones
from web.markup import Html, tag, together
from web.page_frame import PageFrame, text
from web.page_settings import form
from web.question_pages import answer, question_named
from web.sections import note, sealed, veiled


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
    inside = together(told if viewer is None else veiled(table, frame, told), _box(table, viewer, frame))
    return document(table, title, inside, frame, home=True, own=viewer)


def photo_page(table: GameMoment, frame: PageFrame, inside: Html) -> Html:
    """A photograph of the board: how to take one, or what it shows."""
    title = host_words.label(table.wording.vocabulary.phrases, "photo")
    return document(table, title, together(note(frame), sealed(inside, frame)), frame, home=True)


def help_page(table: Moment, viewer: Viewer, frame: PageFrame, *, hosts: bool = False) -> Html:
    """What can be typed into the box of any page. `hosts`: told to the host."""
    inside = together(
        note(frame), _box(table, viewer, frame, "host" if hosts else ""), help_list(table, frame.settings)
    )
    back = "/host" if hosts else ""
    return document(table, text(table, "typed-help"), inside, frame, home=True, own=viewer, back=back)


def phones_page(table: Moment, viewer: Seat, frame: PageFrame, found: Iterable[PhoneNow]) -> Html:
    """The phones that have joined as any seat: whoever plays may put one out."""
    v = table.wording.vocabulary
    listed = sealed(phones(v, found, PHONES), frame)
    inside = together(note(frame), tag("p", text(table, "phones-why")), listed)
    return document(table, host_words.label(v.phrases, "phones"), inside, frame, home=True, own=viewer)


def settings_page(table: Moment, frame: PageFrame, back: str) -> Html:
    """What can be set for the pages of this browser. `back`: where the game is for it."""
    set_here = sealed(form(table.wording.vocabulary, frame.settings), frame)
    inside = together(note(frame), set_here)
    return document(table, text(table, "settings"), inside, frame, home=True, back=back)


def step_page(
    table: GameMoment, viewer: Seat, at: str, asked: Mapping[str, str], frame: PageFrame
) -> Html | None:
    """One step of a claim or a building; None: what was asked for cannot be done now."""
    step = steps(table, viewer, at, asked)
    if step is None:
        return None
    own = veiled(table, frame, sealed(step.inside, frame))
    inside = together(note(frame), own, _box(table, viewer, frame))
    return document(table, step.title, inside, frame, home=True, own=viewer)


def error_page(table: Moment, said: str, frame: PageFrame) -> Html:
    """Why there is nothing to show or nothing was done, and the way back; no form, nothing of any seat."""
    frame = replace(frame, note=said)
    return document(table, text(table, "table"), note(frame), frame, home=True)


def _box(table: Moment, viewer: Viewer, frame: PageFrame, place: str = "") -> Html:
    """The box of a page that nothing keeps up to date."""
    asked = sealed(box(table, viewer, place, settings=frame.settings), frame)
    return tag("div", asked, class_="box")
