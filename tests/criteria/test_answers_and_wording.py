"""Criteria 61 to 65: answers in every state; length, numerals and names, in every edition."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

import announce
from announce import LEVELS, Announcement, Phrases, Spoken, Vocabulary, Wording
from dialog import PlaceQuestion, Question, is_private, subjects
from engine import (
    SEATS,
    CardMode,
    CardsArranged,
    ClaimRoute,
    Event,
    EventResolved,
    EventRetired,
    EventsShuffled,
    Game,
    GameCorrected,
    HomeAway,
    HomeBack,
    LoansAsked,
    LoansChosen,
    Refusal,
    TurnPassed,
    Undone,
    edition,
    game_map,
    shipped_maps,
)
from tabletop import SiteId, board_layout
from tests.criteria.told_games import MODES, NAMES, game_of, heard, worded

LIMITS = {"brief": 12, "normal": 25, "full": 40}
LANGUAGES = ("en", "de", "es", "fr")
_NEVER_SAID = re.compile(r"\b(slots?|pieces?|edges?|nodes?|errors?|places?|cars?|users?)\b", re.IGNORECASE)
_CARDS = re.compile(r"\b(purple|blue|orange|white|green|yellow|black|red)\b", re.IGNORECASE)
_ONE_OF_MANY = re.compile(
    r"\b1 (?:\w+ )?(?:trains|ships|points|cards|tickets|dollars|turns|tokens|stations|harbors)\b"
)


class Marked(Phrases):
    """English with every card's colour marked, so that a colour which is left names a seat."""

    def name(self, context: str, message: str) -> str:
        return (
            "MARKED"
            if context in ("card in a list", "one card", "train or ship")
            else super().name(context, message)
        )


def named(wording: Wording) -> re.Pattern[str]:
    """What counts as one word: a city, a seat."""
    v = wording.vocabulary
    names = sorted({*v.cities(), *map(v.seat, SEATS)}, key=len, reverse=True)
    return re.compile(rf"({'|'.join(map(re.escape, names))})(?:'s)?", re.IGNORECASE)


@pytest.mark.criterion(62, 65)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
@pytest.mark.parametrize("seats", [2, 5])
def test_given_whole_games_when_told_then_every_length_numeral_and_plural_is_right(
    name: str, cards: CardMode, seats: int
) -> None:
    names, wrong = named(worded(name)), []
    for seed in (1, 2):
        for one in heard(name, cards, seats, seed):
            for level in LEVELS:
                text = one.text(level)
                words = [word for word in names.sub("Name", text).split() if word[0].isalnum()]
                if (
                    len(words) > LIMITS[level]
                    or re.search(r"\d\s+\d|[{}]|  ", text)
                    or _ONE_OF_MANY.search(text)
                ):
                    wrong.append((level, len(words), text))
    assert not wrong


@pytest.mark.criterion(63)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
def test_given_whole_games_when_searched_then_no_seat_goes_by_colour_alone_and_no_word_is_not_ours(
    name: str, cards: CardMode
) -> None:
    acts = game_of(name, cards, 5, 1)
    wording = Wording(acts[0].after.game_map, board_layout(edition(name).map))
    wording.vocabulary.phrases = Marked()
    names, wrong = named(wording), []
    for act in acts:
        for one in act.told(wording):
            for level in LEVELS:
                rest = names.sub("", one.text(level))
                if _CARDS.search(rest) or _NEVER_SAID.search(rest):
                    wrong.append(one.text(level))
    assert not wrong


@pytest.mark.criterion(61)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
def test_given_states_of_a_game_when_every_question_is_asked_then_each_has_words(
    name: str, cards: CardMode
) -> None:
    wording = worded(name)
    acts = game_of(name, cards, 3, 1)
    for act in (*acts[:6], *acts[6:-6:18], *acts[-6:]):
        for seat in act.after.seats:
            for question in get_args(Question):
                told = wording.answer(question, seat, act.after)
                assert told and all(one.text(level).strip(" .") for one in told for level in LEVELS)
                private = is_private(question)
                assert {one.audience for one in told} == {seat if private else "everyone"}
                if seat != act.after.seats[0]:
                    continue
                ear = wording.answer(question, seat, act.after, ear=True)
                assert [one.normal for one in ear] == [one.normal for one in told]
                assert {one.audience for one in ear} == {seat}


@pytest.mark.criterion(61, 62)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
def test_given_states_of_a_game_when_every_place_is_asked_about_then_the_words_are_short_and_whole(
    name: str, cards: CardMode
) -> None:
    wording, wrong, turns = worded(name), [], dict.fromkeys(map(str, game_map(edition(name).map).routes), 121)
    names, acts = named(wording), game_of(name, cards, 5, 1)
    questions: tuple[PlaceQuestion, ...] = get_args(PlaceQuestion)
    for act in (acts[0], acts[len(acts) // 2], acts[-1]):
        state = act.after
        for question in questions:
            for subject in subjects(question, state):
                told = wording.about(question, subject, "blue", state, turns)
                assert {one.audience for one in told} == {"blue" if question == "pay" else "everyone"}
                assert all(one.normal.strip(" .") for one in told)
                for one in told:
                    for level in LEVELS:
                        words = [
                            word for word in names.sub("Name", one.text(level)).split() if word[0].isalnum()
                        ]
                        if len(words) > LIMITS[level] or re.search(r"\d\s+\d|[{}]|  ", one.text(level)):
                            wrong.append((level, len(words), one.text(level)))
    assert not wrong


@pytest.mark.criterion(61)
def test_given_a_double_when_one_is_taken_then_the_other_is_closed_or_barred_to_one_seat() -> None:
    for seats, word in ((("blue", "red"), "closed, blue disc has the "), (SEATS, "free, ")):
        game = Game.new("us-accessible", "usa", seats, "untracked", 1)
        route = next(one for one in game.state.game_map.parallel if one.startswith("denver-"))
        answer = game.do(ClaimRoute(seat="blue", route=route))
        assert not isinstance(answer, Refusal)
        (twin,) = game.state.game_map.parallel[route]
        (told,) = worded("us-accessible").about("route", twin, "red", answer[0].state)
        assert word in told.normal
        assert ("Not for blue disc, who has the " in told.text("full")) == (seats == SEATS)


@pytest.mark.criterion(61)
def test_given_a_city_when_asked_about_then_its_routes_go_clockwise_from_north() -> None:
    acts = game_of("us-accessible", "untracked", 2, 1)
    told = worded("us-accessible").about("city", "denver", "blue", acts[0].after)
    listed = " ".join(one.normal for one in told)
    cities = ["Omaha", "Kansas City", "Oklahoma City", "Santa Fe", "Phoenix", "Salt Lake City", "Helena"]
    found = [listed.index(city) for city in cities]
    assert found == sorted(found)
    assert all(one.normal.endswith("More: Forward.") for one in told[:-1])
    assert "More" not in told[-1].normal


@pytest.mark.criterion(64)
@pytest.mark.parametrize("name", sorted(shipped_maps()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_given_a_map_with_its_board_when_routes_are_named_then_names_differ_and_agree_with_the_board(
    name: str, language: str
) -> None:
    board, layout = game_map(name), board_layout(name)
    for place in (layout, None):
        v = Wording(board, place, language=language).vocabulary
        assert len({v.route(route) for route in board.routes}) == len(board.routes)
    v = Wording(board, layout, language=language).vocabulary
    english = Wording(board, layout).vocabulary
    for route, twins in board.parallel.items():
        site = layout.sites[SiteId(route)]
        others = [layout.sites[SiteId(twin)] for twin in twins]
        word = english.side(route)
        right = {
            "northern": all(site.y < other.y for other in others),
            "southern": all(site.y > other.y for other in others),
            "western": all(site.x < other.x for other in others),
            "eastern": all(site.x > other.x for other in others),
            "middle": len(twins) == 2,
        }
        assert right[word], (route, word)
        assert v.side(route) == v.phrases.name("which route", word)


@pytest.mark.criterion(64)
@pytest.mark.parametrize("language", LANGUAGES)
def test_given_a_way_by_train_and_one_by_ship_when_named_then_that_parts_them(language: str) -> None:
    board = game_map("great-lakes")
    v = Wording(board, board_layout("great-lakes"), language=language).vocabulary
    train, ship = (v.route(route) for route in board.routes if route.startswith("duluth-thunder-bay:"))
    assert train.removesuffix(v.phrases.name("which route", "by train")) == ship.removesuffix(
        v.phrases.name("which route", "by ship")
    )
    assert "," not in train


@pytest.mark.criterion(65)
@pytest.mark.parametrize("language", LANGUAGES)
def test_given_every_city_when_spoken_then_it_has_a_sound_or_goes_as_written(language: str) -> None:
    spoken, known = Spoken(language), set()
    table = Path(announce.__file__).parent / "phrases" / f"spoken_{language}.json"
    for name in shipped_maps():
        for city in game_map(name).cities.values():
            v = worded_map(name, language)
            assert spoken(v.city(city.id)).strip()
            known |= {v.city(city.id), city.name}
    stale = set(json.loads(table.read_text(encoding="utf-8"))) - known
    assert not stale, "spoken forms of what no map has"


def worded_map(name: str, language: str) -> Vocabulary:
    return Wording(game_map(name), None, language=language).vocabulary


@pytest.mark.criterion(65)
@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
@pytest.mark.parametrize("board", ["world", "great-lakes"])
def test_given_a_junction_at_sea_when_named_then_in_the_tables_language(language: str, board: str) -> None:
    """It has no name of its own: words of ours stand for it, not a city's that is everywhere the same."""
    v = worded_map(board, language)
    junctions = [city for city in v.game_map.cities.values() if city.junction]
    assert junctions
    assert not [v.city(city.id) for city in junctions if "junction" in v.city(city.id)]


@pytest.mark.criterion(65)
@pytest.mark.parametrize("language", LANGUAGES)
def test_given_counts_when_told_then_one_and_more_differ_and_none_is_a_word(language: str) -> None:
    v = worded_map("usa", language)
    for count in (v.trains, v.ships, v.cards, v.tickets, v.locomotives, v.points, v.dollars):
        nouns = {n: count(n).replace(str(n), "#") for n in (0, 1, 2, 5, 21, 22, 101)}
        assert len({nouns[n] for n in (2, 5, 21, 22, 101)}) == 1
        numbered = [v.points, v.dollars]
        if language != "en":  # "il reste 0 wagon": no word would stand there
            numbered += [v.trains, v.ships]
        assert bool(re.search(r"\d", count(0))) == (count in numbered)
        if language != "de":  # Wagen, Dollar: the same for one and for more
            assert nouns[1] != nouns[2]
    assert v.cards(1) != v.cards(2).replace("2", "1")


def all_heard(told: Sequence[Announcement], v: Vocabulary) -> bool:
    """Whether each is said at every level; but in brief a seat's tickets are told by their sum alone."""
    p = v.phrases
    parts = (
        p.sentence("done: {listed}.", listed="|"),
        p.sentence("not done: {listed}.", listed="|"),
        p.sentence("together {sum}.", sum="|"),
    )
    begins = tuple(part.partition("|")[0] for part in parts)
    return all(
        one.text(level).strip() or (level == "brief" and one.normal.startswith(begins))
        for one in told
        for level in LEVELS
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_every_kind_of_event_when_told_then_each_has_words_in_each_edition_and_length(
    language: str,
) -> None:
    """Events × editions × lengths: nothing that happens is passed over in silence."""
    counted: dict[str, set[str]] = {}
    for name in NAMES:
        for cards in MODES:
            for act in game_of(name, cards, 3, 1) + game_of(name, cards, 3, 2):
                told = act.told(worded(name, language))
                assert told and all_heard(told, worded(name, language).vocabulary)
                for event in act.events:
                    counted.setdefault(type(event).__name__, set()).add(name)
    happen = {kind.__name__ for kind in get_args(Event)} | {
        kind.__name__ for union in get_args(Event) for kind in get_args(union)
    }
    by_hand: tuple[Event, ...] = (
        Undone(seat="blue", to=3, act="turn-ended"),
        CardsArranged(),
        GameCorrected(seat="blue", removed={}, added={}, points={}, trains={}),
        EventRetired(event="flood"),
        EventResolved(seat="blue", event="flood"),
        EventsShuffled(deck=(), count=3),
        LoansAsked(seats=("blue",), why="final-round"),
        LoansChosen(seat="blue", loans={}),
        TurnPassed(seat="blue"),
        HomeAway(home="kiel"),
        HomeBack(home="kiel"),
    )
    of_devices = {"SourceLost", "SourceFound"}  # told as the health of a device, criterion 45
    assert happen - set(counted) - of_devices <= {type(event).__name__ for event in by_hand}
    for name in NAMES:
        state = game_of(name, "untracked", 3, 1)[8].after
        for event in by_hand:
            told = worded(name, language).events(state, (event,), state, state.seq)
            assert told and all_heard(told, worded(name, language).vocabulary)
    assert all(len(counted[kind]) == len(NAMES) for kind in ("TurnStarted", "RouteClaimed", "GameEnded"))
