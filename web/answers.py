"""PURE: the questions that a page offers as links, and their answers, in the very words of the voice."""

from dataclasses import dataclass
from typing import get_args

from announce import page_words
from dialog import PRIVATE_QUESTIONS, AskItem, Question, ask_items, since_turn_of
from web.table import Table, Viewer, words

_NOT_A_SEATS = ("since",)  # what has an asker is offered on a seat's own page only


@dataclass(frozen=True, slots=True)
class Link:
    """A question that can be asked here."""

    question: AskItem
    name: str
    private: bool


def links(table: Table, viewer: Viewer) -> tuple[Link, ...]:
    """Every question of this page, in the order of the panel's lists."""
    state, found = table.game.state, list[AskItem]()
    for level in ("ask", "mine", "board", "help"):
        found += ask_items(state, level)
    vocabulary = table.wording.vocabulary
    return tuple(
        Link(item, page_words.question(vocabulary, item), item in PRIVATE_QUESTIONS)
        for item in dict.fromkeys(found)
        if _is_asked(item) and (viewer is not None or _is_public(item))
    )


def _is_asked(item: AskItem) -> bool:
    return item in get_args(Question) or item in ("since", "story")


def _is_public(item: AskItem) -> bool:
    return item not in PRIVATE_QUESTIONS and item not in _NOT_A_SEATS


def answer(table: Table, viewer: Viewer, question: str) -> tuple[str, ...] | None:
    """The answer in sentences, never empty; None: this page has no such question."""
    link = next((one for one in links(table, viewer) if one.question == question), None)
    if link is None:
        return None
    wording, game = table.wording, table.game
    asker = viewer or game.state.to_move or game.state.seats[0]
    match link.question:
        case "since":
            return words(wording.since(since_turn_of(asker, game), asker))
        case "story":
            return words(wording.story(table.deeds(game)))
        case item if item in get_args(Question):
            said = wording.answer(item, asker, game.state, table.health)  # type: ignore[arg-type]
            doubt = table.doubt and item != "devices"
            return words(wording.last_known(said) if doubt else said)
        case _:
            return None
