"""What the words of a language owe: filled like the English ones, plurals, lengths, nothing misread.

That a language has words for all is no test's business but the release check's (scripts/release-check).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message

import announce
from announce import LEVELS, Wording
from engine import Game, Refusal, Seat, game_map, legal
from scripts.extraction import template
from scripts.translating import catalogue, translated
from tabletop import board_layout

LANGUAGES = ("de", "es", "fr")
COUNTS = (0, 1, 2, 5, 21)
LONGEST = {"city": "Sault St. Marie", "seat": "green triangle", "number": 45}
_HOLES = re.compile(r"\{(\w+)\}")
_NUMERALS_SIDE_BY_SIDE = re.compile(r"\d\s+\d")
_UNFILLED = re.compile(r"[{}]|  | [.,]")
_NUMBERS = {"n", "count", "total", "left", "value", "bonus", "need", "have", "deck", "turn", "sum", "amount"}


def messages(language: str) -> Iterator[Message]:
    """All messages of a language that it has words for."""
    for message in catalogue(language):
        if message.id and message.string and all(forms(message.string)):
            yield message


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """One text, or those for one and for more."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def test_given_the_languages_then_they_are_these() -> None:
    assert translated() == LANGUAGES


def test_given_every_sentence_of_the_sources_then_the_list_for_translators_has_it() -> None:
    """The extractor loses a message whose values name a variable like one of its keywords."""
    said = {message for message, _ in spoken_in_the_sources()}
    listed = template().replace('"\n"', "")
    assert len(said) > 500
    assert not [message for message in said if f'"{message}"' not in listed]


def spoken_in_the_sources() -> Iterator[tuple[str, str]]:
    """Every text that stands as a message in `announce`, and its file."""
    for path in Path(announce.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                verb = getattr(node.func, "attr", getattr(node.func, "id", ""))
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                messages = [text for text in texts if isinstance(text, str)]
                counted = verb in ("sentences", "count") and len(messages) == 2
                if counted or verb in ("sentence", "phrase", "words", "Message", "fixed", "here"):
                    yield from ((message, path.name) for message in messages if message)


@pytest.mark.parametrize(("language", "told"), [("de", "0 Wagen"), ("es", "0 vagones"), ("fr", "0 wagon")])
def test_given_no_train_when_told_of_in_a_sentence_then_it_denies_nothing_twice_or_for_now(
    language: str, told: str
) -> None:
    """ "Noch keine Wagen" is none yet, "se queda con ningún vagón" and "il reste aucun wagon" nobody says."""
    state = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1).state
    assert Wording(state.game_map, None, language=language).vocabulary.trains(0) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_every_message_when_translated_then_it_has_the_holes_of_the_english_one(language: str) -> None:
    wrong = []
    for message in messages(language):
        wanted = [set(_HOLES.findall(text)) for text in forms(message.id)]
        for text in forms(message.string):
            if set(_HOLES.findall(text)) not in wanted:
                wrong.append((message.id, text))
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_every_message_when_filled_with_numbers_then_no_two_stand_side_by_side(language: str) -> None:
    wrong = []
    for message in messages(language):
        for text in forms(message.string):
            for n in COUNTS:
                holes = {hole: n if hole in _NUMBERS else "Sault St. Marie" for hole in _HOLES.findall(text)}
                said = text.format_map(holes)
                if _NUMERALS_SIDE_BY_SIDE.search(said) or _UNFILLED.search(said):
                    wrong.append(said)
    assert not wrong


def test_given_french_words_when_a_colon_follows_then_a_narrow_space_stands_between() -> None:
    """A plain space lets a line begin with the colon; which kind it is nobody sees in an editor."""
    texts = [text for message in messages("fr") for text in forms(message.string)]
    assert len(texts) > 500
    assert not [text for text in texts if re.search(r"(?<!\u202f)[:;?!]", text)]


def test_given_the_button_no_when_named_in_spanish_then_it_denies_nothing() -> None:
    """ "No sigue" is heard as "it does not go on": the button is "con No", which goes on without it."""
    wrong = []
    for message in messages("es"):
        names_the_button = any(re.search(r"[.,;:?] No [a-z]+s\b", text) for text in forms(message.id))
        for text in forms(message.string) if names_the_button else ():
            if re.search(r"[.,;:?] No [a-z]", text):
                wrong.append(text)
    assert not wrong


def test_given_the_no_button_in_spanish_when_it_does_something_then_the_hand_is_whose_act_it_is() -> None:
    """ "Con No vuelve": who? "Con No vuelves", as everywhere else one person is spoken to."""
    said = [text for message in messages("es") for text in forms(message.string)]
    own = re.compile(r"[Cc]on No (?:(?:lo|la|las|los|te|solo) )?\w+s\b")
    others = re.compile(r"[Cc]on No (?:sigue la pausa|se queda|esperan)\b")  # words and things that stay
    acts = [text for text in said if "con no " in text.casefold()]
    assert len(acts) > 80
    assert not [text for text in acts if not own.search(text) and not others.search(text)]


def test_given_a_train_in_german_when_named_then_it_is_a_wagen_and_zug_is_a_turn() -> None:
    """Both are "Zug" in a dictionary; by ear only one of them can be meant."""
    turns = re.compile(r"\bturns?\b|\bto move\b|\bmove[rs]?\b|\bacts?\b", re.IGNORECASE)
    wrong, found = [], 0
    for message in messages("de"):
        texts = [text for text in forms(message.string) if re.search(r"\b[Zz](?:ug|ugs|üge|ügen)\b", text)]
        found += bool(texts)
        if not any(turns.search(text) for text in forms(message.id)):
            wrong += texts
    assert found > 50
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["us-accessible", "europe", "rails-and-sails-world"])
def test_given_a_game_when_told_in_a_language_then_it_is_short_and_whole(language: str, edition: str) -> None:
    """Room for a fifth more words than in English, which is the densest of the four."""
    name = {"us-accessible": "usa", "europe": "europe"}.get(edition, "world")
    board = game_map(name)
    seats: tuple[Seat, ...] = ("blue", "red", "green")
    wording = Wording(board, board_layout(name), language=language)
    names = re.compile("|".join(sorted(map(re.escape, named(wording, seats)), key=len, reverse=True)), re.I)
    game, long = Game.new(edition, board, seats, "dealt", 3), []
    for _ in range(150):
        commands = list(legal(game.state))
        if not commands:
            break
        before = game.state
        answer = game.do(commands[before.seq * 7919 % len(commands)])
        assert not isinstance(answer, Refusal)
        game, events = answer
        for told in wording.events(before, events, game.state, before.seq + 1):
            for level in LEVELS:
                text = told.text(level)
                assert not _NUMERALS_SIDE_BY_SIDE.search(text) and not _UNFILLED.search(text), text
                words = [word for word in names.sub("Name", text).split() if word[0].isalnum()]
                if len(words) > {"brief": 14, "normal": 30, "full": 48}[level]:
                    long.append((level, len(words), text))
    assert not long


def named(wording: Wording, seats: tuple[Seat, ...]) -> set[str]:
    """What counts as one word: a city, a seat."""
    v = wording.vocabulary
    return {*v.cities(), *(v.seat(seat) for seat in seats)}
