"""PURE: the questions that a page offers, and their answers, in the very words of the voice."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from announce import Vocabulary, page_acts, page_words
from dialog import (
    ITEM,
    REGIONS,
    AskItem,
    Level,
    ask_items,
    claimed_turns,
    is_level,
    is_question,
    of_a_place,
    of_the_state,
    since_turn_of,
    sort_key,
)
from dialog.questions import Item
from table.moment import GameMoment, Viewer, words
from web.markup import Html, tag, together

Subject = tuple[str, str]
"""What a question is about: its id, its name."""


@dataclass(frozen=True, slots=True)
class QuestionLink:
    """A question that can be asked here; `subjects`: about which of these, empty when it is about none."""

    question: AskItem
    name: str
    subjects: tuple[Subject, ...] = ()


def links(table: GameMoment, viewer: Viewer) -> tuple[QuestionLink, ...]:
    """Every question of this page, in the order of the panel's lists."""
    v = table.wording.vocabulary
    return tuple(
        QuestionLink(item, page_words.question(v, item), _subjects(table, item))
        for item in _asked(table, viewer)
    )


def by_subjects(found: Iterable[QuestionLink]) -> list[list[QuestionLink]]:
    """Questions about the same things, which share a list; the one that is called as they are comes first."""
    shared: dict[tuple[Subject, ...], list[QuestionLink]] = {}
    for link in found:
        if link.subjects:
            shared.setdefault(link.subjects, []).append(link)
    return [
        sorted(some, key=lambda one: one.question != ITEM[one.question].subject) for some in shared.values()
    ]


def _asked(table: GameMoment, viewer: Viewer) -> tuple[AskItem, ...]:
    """What this page may ask: who has no seat asks nothing that only a seat may know."""
    return tuple(dict.fromkeys(one for one in _all(table, "ask") if _open_to(viewer, one)))


def _open_to(viewer: Viewer, item: AskItem) -> bool:
    return viewer is not None or not (ITEM[item].private or ITEM[item].own)


def _all(table: GameMoment, level: Level) -> Iterator[AskItem]:
    """The questions of a list and of those in it."""
    state = table.game.state
    rivals, known = len(table.people) < len(state.seats), not table.evening.dealt_elsewhere
    for item in ask_items(state, level):
        if is_level(item):
            yield from _all(table, item)
        elif is_question(item) and not _left_out(ITEM[item], rivals=rivals, known=known):
            yield item


def _left_out(item: Item, *, rivals: bool, known: bool) -> bool:
    """Words are kept here; without opponents nobody asks about them, nor for hands that are not known."""
    return item.spoken or (item.rivals and not rivals) or (item.private and not known)


def _subjects(table: GameMoment, item: AskItem) -> tuple[Subject, ...]:
    v, state = table.wording.vocabulary, table.game.state
    match ITEM[item].subject:
        case "city" | "route" as kind:
            return _places(v, kind)
        case "region":
            return tuple((one, page_acts.region(v, one)) for one in REGIONS)
        case "seat":
            return tuple((seat, v.seat(seat)) for seat in state.seats)
        case None:
            return ()


@lru_cache(maxsize=16)
def _places(v: Vocabulary, kind: Literal["city", "route"]) -> tuple[Subject, ...]:
    """All cities or all routes by name; no act changes them."""
    named: list[Subject]
    if kind == "city":
        named = [(one.id, v.city(one.id)) for one in v.game_map.cities.values() if not one.junction]
    else:
        named = [(route, v.route(route)) for route in v.game_map.routes]
    return tuple(sorted(named, key=lambda one: sort_key(one[1])))


def question_named(table: GameMoment, viewer: Viewer, name: str) -> AskItem | None:
    """The question of this name; None: this page has no such question."""
    return next((one for one in _all(table, "ask") if one == name and _open_to(viewer, one)), None)


def answer(table: GameMoment, viewer: Viewer, name: str, subject: str = "") -> tuple[str, ...] | None:
    """The answer in sentences, never empty; None: this page has no such question, or not about that."""
    asked = question_named(table, viewer, name)
    if asked is None or (of_a_place(asked) and subject not in dict(_subjects(table, asked))):
        return None
    wording, game = table.wording, table.game
    asker = viewer or game.state.to_move or game.state.seats[0]
    match asked:
        case "since":
            return words(wording.since(since_turn_of(asker, game), asker))
        case "why":
            bots = [seat for seat in game.state.seats if seat not in table.people]
            return words(wording.why(table.deeds(game), bots, table.evening.by_plan))
        case "story":
            return words(wording.story(table.deeds(game)))
        case "statistics":
            return words(wording.statistics(table.deeds(game), table.evening.minutes))
        case _ if of_a_place(asked):
            turns, uncounted = claimed_turns(game), table.evening.uncounted
            said = wording.about(asked, subject, asker, table.counts, turns, uncounted=uncounted)
        case _:
            if not of_the_state(asked):
                return None
            said = wording.answer(asked, asker, table.counts, table.health, evening=table.evening)
    doubt = table.doubt and asked != "devices"
    return words(wording.last_known(said) if doubt else said)


def answered(table: GameMoment, viewer: Viewer, question: str) -> Html:
    """The answer to a question, a paragraph a sentence."""
    return together(tag("p", sentence) for sentence in answer(table, viewer, question) or ())
