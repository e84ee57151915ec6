"""Five seats with large numbers: each utterance is short, and no number is said twice, in brief either."""

import re

import pytest
from msgspec.structs import replace

from announce import Wording
from announce.catalogue import languages
from announce.lasting import LONGEST_S, spoken_s
from announce.scores import scores_now, winning
from announce.supplies import trains_left
from announce.words import Words
from engine import EDITIONS, SEATS, Game, GameEnded, Seat, SeatTotal, State

POINTS = (197, 196, 195, 194, 193)
LEVEL = (188,) * 5


@pytest.fixture
def state() -> State:
    return Game.new("us-10th-anniversary", EDITIONS["us-10th-anniversary"].map, SEATS, "untracked", 1).state


def ended(values: tuple[int, ...], state: State) -> GameEnded:
    lines = tuple(
        SeatTotal(
            seat=seat, routes=n, tickets=0, tickets_completed=0, longest=9, longest_bonus=0, total=n, place=1
        )
        for seat, n in zip(SEATS, values, strict=True)
    )
    places = {n: place for place, n in reversed(list(enumerate(sorted(values, reverse=True), 1)))}
    lines = tuple(replace(line, place=places[line.total]) for line in lines)
    winners: tuple[Seat, ...] = tuple(line.seat for line in lines if line.total == max(values))
    return GameEnded(why="final-round", scores=lines, winners=winners, held={})


def short(told: list[Words], language: str) -> list[str]:
    for words in told:
        assert spoken_s(words.normal, language) <= LONGEST_S, words.normal
        assert spoken_s(words.shortest or words.normal, language) <= LONGEST_S
    return [words.shortest or words.normal for words in told]


@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", languages())
def test_given_five_scores_when_told_then_in_short_utterances_and_each_once(
    state: State, language: str
) -> None:
    v = Wording(state.game_map, None, language=language).vocabulary
    rich = replace(state, points=dict(zip(SEATS, POINTS, strict=True)))
    told = scores_now(v, rich)
    brief = short(told, language)
    assert len(told) > 1
    for said in (" ".join(words.normal for words in told), " ".join(brief)):
        assert re.findall(r"\d+", said) == [str(n) for n in POINTS]


@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("values", [POINTS, LEVEL, (*LEVEL[:4], 7), (*LEVEL[:2], 7, 6, 5)])
def test_given_five_totals_when_the_winner_is_told_then_in_short_utterances(
    state: State, language: str, values: tuple[int, ...]
) -> None:
    v = Wording(state.game_map, None, language=language).vocabulary
    told = winning(v, ended(values, state), state)
    brief = short(told, language)
    if values == POINTS:
        for said in (" ".join(words.normal for words in told), " ".join(brief)):
            assert re.findall(r"\d+", said) == [str(n) for n in POINTS]


@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", languages())
def test_given_five_supplies_when_told_then_in_short_utterances_and_each_once(
    state: State, language: str
) -> None:
    v = Wording(state.game_map, None, language=language).vocabulary
    told = trains_left(v, replace(state, trains=dict.fromkeys(SEATS, 45)))
    brief = short(told, language)
    assert " ".join(brief).count("45") == 5
    assert " ".join(words.normal for words in told).count("45") == 5
