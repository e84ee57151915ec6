"""Criteria 48 and 61: in every edition and phase, felt and seen or not, a page answers as the voice does."""

from collections.abc import Iterator
from typing import get_args

import pytest

from bots.bot import GreedyBot
from dialog import (
    About,
    Answer,
    Effect,
    OfTheEvening,
    PlaceQuestion,
    Question,
    Table,
    is_private,
    of_a_place,
    of_the_evening,
)
from engine import EDITIONS, CardMode, Game, Refusal, Seat, game_map
from tests.criteria.four_ways import by_panel
from tests.criteria.panel_table import MAPS
from tests.web.page_table import PageTable
from web.question_pages import answer, links

OF_THE_EVENING = ("since", "why", "story", "statistics")  # of the log, whatever stands on the board
QUESTIONS: tuple[Question, ...] = get_args(Question)
SEATS: tuple[Seat, ...] = ("blue", "red", "green")


def moments(name: str, cards: CardMode) -> Iterator[Game]:
    """A whole game of bots: its first two acts, two in its middle, and its last two."""
    game = Game.new(name, game_map(MAPS[name]), SEATS, cards, 4)
    games, bot = [game], GreedyBot(4)
    while game.state.phase != "over":
        played = game.do(bot.choose(game.state, game.state.waiting_for()[0]))
        assert not isinstance(played, Refusal), played
        game = played[0]
        games.append(game)
    middle = len(games) // 2
    yield from (*games[:2], *games[middle : middle + 2], *games[-2:])


def effects(table: PageTable) -> Iterator[tuple[Effect, str, str]]:
    """Every question that a page of blue's offers, by its effect at the panel, name and subject."""
    for link in links(table.moment, "blue"):
        match link.question:
            case place if of_a_place(place):
                for subject, _ in link.subjects[:: max(1, len(link.subjects) // 4)]:
                    yield About(place, subject, "blue"), place, subject
            case done if of_the_evening(done):
                yield OfTheEvening(done, "blue"), done, ""
            case item:
                (question,) = (one for one in QUESTIONS if one == item)
                yield Answer(question, "blue"), question, ""


def voiced(table: PageTable, effect: Effect) -> tuple[str, ...]:
    """The whole answer as the voice gives it, Forward pressed as long as it tells of more."""
    before = len(table.paper.said)
    table.session.perform(effect, table.at)
    while table.words(before)[-1].endswith("More: Forward."):
        by_panel(table, "forward")
    said = tuple(table.words(before))
    table.session.panel.mode = Table()
    return said


@pytest.mark.criterion(48, 61)
@pytest.mark.parametrize(
    ("cards", "lost"), [("dealt", False), ("untracked", False), ("untracked", True)], ids=str
)
@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_game_from_its_first_act_to_its_last_when_asked_then_page_and_voice_answer_in_the_same_words(
    name: str, cards: CardMode, lost: bool
) -> None:
    asked: set[str] = set()
    for game in moments(name, cards):
        table = PageTable(name, game=game, bots={"green": GreedyBot(4)})  # somebody to ask "why?" about
        if lost:
            table.lose_hub()
        for effect, question, subject in effects(table):
            said = voiced(table, effect)
            shown = answer(table.moment, "blue", question, subject)
            assert said and all(said) and shown == said, question
            assert (said[0] == "As last known:") == (lost and question not in ("devices", *OF_THE_EVENING))
            asked.add(question)
            public = answer(table.moment, None, question, subject)
            hidden = is_private(question) or question == "since"
            assert (public is None) == hidden
    assert asked >= set(get_args(PlaceQuestion)) - ({"pay"} if cards == "untracked" else set()) | set(
        OF_THE_EVENING
    ) | {"turn", "scores", "devices"}
