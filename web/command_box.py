"""PURE: the box in which one types on any page: a place, a letter for a question, a word of the terminal."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from announce import TypedWords, Vocabulary, page_refusals, page_words
from dialog import ITEMS, AskItem, is_question
from table.moment import GameMoment, Moment, Viewer
from table.typed_lines import (
    AskedAbout,
    AskedFor,
    Chosen,
    Digits,
    Pressed,
    Told,
    Typed,
    TypedLines,
    like,
)
from tabletop import BUTTONS, Button, SiteId
from web.forms import SEAL
from web.markup import Html, tag, together
from web.page_settings import TYPED, USUAL, PageSettings
from web.question_pages import links, question_named
from web.seat_acts import BUILD, CLAIM

COMMAND: Final = "/command"
OWN_COMMAND: Final = "/seat/command"
HOSTS_COMMAND: Final = "/host/command"
"""Where what is typed goes, on anybody's page, on a seat's, on the host's."""
HELP: Final = "/help"
OWN_HELP: Final = "/seat/help"
HOSTS_HELP: Final = "/host/help"
"""What can be typed, for anybody, for a seat, for the host: the box there and the way back are theirs."""


@dataclass(frozen=True, slots=True)
class TypedAsk:
    """A question, and what it is about."""

    question: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class TypedPress:
    """A button of the panel."""

    button: Button


@dataclass(frozen=True, slots=True)
class Leads:
    """Another page."""

    where: str


@dataclass(frozen=True, slots=True)
class Says:
    """Words for who has typed: it is not clear, or not to be had here."""

    text: str


@dataclass(frozen=True, slots=True)
class TypedDigits:
    """All the digits that another home's table has said."""

    digits: str


Meant = TypedAsk | TypedPress | TypedDigits | Leads | Says


def box(table: Moment, viewer: Viewer, place: str, behind: str = "", settings: PageSettings = USUAL) -> Html:
    """The box. `place`: the page that it stands on; `behind`: what of its address is kept by the answer."""
    p = table.wording.vocabulary.phrases
    action, help_at = _theirs(viewer, hosts=place == "host")
    return tag(
        "form",
        SEAL,
        tag(
            "label",
            page_words.typed(p, _a_route(table.wording.vocabulary), letters=settings.usual_letters),
            for_="typed",
        ),
        tag("input", type="hidden", name="asked", value=table.asked(viewer).number),
        tag("input", type="hidden", name="at", value=place),
        tag("input", type="hidden", name="behind", value=behind) if behind else None,
        tag(
            "div",
            tag(
                "input",
                id="typed",
                name="typed",
                maxlength=80,
                autocomplete="off",
                autocapitalize="off",
                spellcheck="false",
                required=True,
            ),
            tag("button", page_words.label(p, "do-typed")),
            tag("a", page_words.label(p, "typed-help"), href=help_at, class_="help"),
            class_="acts",
        ),
        method="post",
        action=action,
        id="type",
    )


def _a_route(v: Vocabulary) -> str:
    """A route of the map, as one may type it."""
    return like(sorted(map(SiteId, v.game_map.routes)))


def _theirs(viewer: Viewer, *, hosts: bool) -> tuple[str, str]:
    """Where what they type goes, and where they are told what can be typed."""
    if hosts:
        return HOSTS_COMMAND, HOSTS_HELP
    return (COMMAND, HELP) if viewer is None else (OWN_COMMAND, OWN_HELP)


def meant(
    table: Moment, viewer: Viewer, typed: str, *, hosts: bool = False, settings: PageSettings = USUAL
) -> Meant:
    """What somebody wants who has typed this; `hosts`: on the host's page."""
    text = " ".join(typed.split())[:80].removeprefix(":")
    text = settings.word(text)
    p = table.wording.vocabulary.phrases
    if text.lower() == "help":
        return Leads(_theirs(viewer, hosts=hosts)[1])
    if not text:
        return Says(page_refusals.refused(p, "nothing-typed"))
    read = _read(table, text)
    match read:
        case Pressed(button=button) if button is not None:
            return TypedPress(button)
        case Digits(digits=digits):
            return TypedDigits(digits)
        case Pressed(seat=seat) if seat is not None:
            return _asks(table, viewer, "holdings", seat)
        case AskedFor(question=question):
            return _asks(table, viewer, question)
        case AskedAbout(question=about, subject=subject):
            return _asks(table, viewer, about, subject)
        case Chosen(site=site):
            return _claims(table, viewer, site)
        case Told(text=told):
            return Says(told)
        case _:
            return Says(page_refusals.refused(p, "at-the-table"))


def _read(table: Moment, text: str) -> Typed:
    """A line with a word of ours; what begins with none names a place."""
    board, layout = table.wording.vocabulary.game_map, table.wording.layout
    words = TypedWords(table.wording.language)
    lines = TypedLines(
        [] if layout is None else [site.id for site in layout.pins()],
        routes=board.routes,
        cities=[one.id for one in board.cities.values() if not one.junction],
        words=words,
        named=table.wording.vocabulary.site,
    )
    return lines.line(text) if lines.knows(text) else lines.place(text)


def _asks(table: Moment, viewer: Viewer, question: str, subject: str = "") -> Meant:
    p = table.wording.vocabulary.phrases
    if not isinstance(table, GameMoment):
        return Says(page_refusals.refused(p, "no-game"))
    if question_named(table, viewer, question) is not None:
        known = next(one.subjects for one in links(table, viewer) if one.question == question)
        return (
            Says(page_refusals.refused(p, "no-such-seat"))
            if known and subject not in dict(known)
            else TypedAsk(question, subject)
        )
    own = viewer is None and any(question_named(table, seat, question) for seat in table.people)
    return Says(page_refusals.refused(p, "own-question" if own else "not-now"))


def _claims(table: Moment, viewer: Viewer, site: SiteId) -> Meant:
    """Where a claim or a building is paid; only a seat's own page leads there."""
    board = table.wording.vocabulary.game_map
    if viewer is None:
        return Says(page_refusals.refused(table.wording.vocabulary.phrases, "own-claim"))
    return Leads(f"{CLAIM}?route={site}" if str(site) in map(str, board.routes) else f"{BUILD}?city={site}")


# What can be typed


def help_list(table: Moment, settings: PageSettings = USUAL) -> Html:
    """All that can be typed, each with what comes of it."""
    v = table.wording.vocabulary
    p = v.phrases

    def rows(found: Iterable[tuple[str, str]]) -> Html:
        return tag("dl", (tag("div", tag("dt", tag("kbd", typed)), tag("dd", told)) for typed, told in found))

    def name(item: AskItem) -> str:
        return page_words.question(v, item)

    city, route = like(sorted(map(SiteId, v.game_map.cities))), _a_route(v)
    places: tuple[tuple[str, AskItem], ...] = (
        (city, "city"), (route, "route"), (f"pay {route}", "pay"), ("red", "holdings"),
        ("region west", "region"),
    )  # fmt: skip
    found = [one for one in ITEMS if is_question(one.id) and one.subject is None and not one.spoken]
    asked = ((_short(settings, one.id), name(one.id)) for one in found)
    pressed = ((_short(settings, key), page_words.button(p, key)) for key in BUTTONS)
    heads: tuple[tuple[Literal["places", "questions", "panel", "turn"], Html], ...] = (
        ("places", rows((typed, name(item)) for typed, item in places)),
        ("questions", rows(asked)),
        ("panel", rows(pressed)),
        ("turn", rows([(f"claim {route}", page_words.label(p, "claim-route"))])),
    )
    return together(
        tag("p", page_words.label(p, "typed-why")),
        *(together(tag("h2", page_words.label(p, key)), inside) for key, inside in heads),
    )


def _short(settings: PageSettings, word: str) -> str:
    """A word, after its letter if it has one."""
    sign = settings.sign(word) if word in TYPED else ""
    return f"{sign}, {word}" if sign else word
