"""Criterion 83: nothing of normal length is over 8 s at 180 words a minute, in whole games."""

import re
from collections import Counter
from functools import cache

import pytest

from announce import Wording, languages
from announce.lasting import LONGEST_S, spoken_s
from announce.private import hand
from announce.words import whispers
from audio import Voice
from audio.sound import Pcm
from benchmarks.talk_length import lasting, play, too_long
from engine import EDITIONS, Card, game_map


@cache
def said_in_the_world(language: str) -> Counter[str]:
    """All that is heard, to all that can be asked, in a whole game of the edition that has most of it."""
    return play("rails-and-sails-world", "dealt", language=language)


@pytest.mark.criterion(83)
@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_whole_game_when_all_is_heard_and_asked_then_nothing_is_over_eight_seconds(name: str) -> None:
    said = play(name, "dealt")
    assert len(said) > 300
    assert too_long(said) == []


@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_given_the_longest_names_of_cards_when_told_in_any_language_then_nothing_is_over_eight_seconds(
    language: str,
) -> None:
    assert too_long(said_in_the_world(language), language) == []


@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", ["de", "es"])
def test_given_paper_tickets_of_five_cities_when_entered_then_nothing_is_over_eight_seconds(
    language: str,
) -> None:
    said = play("rails-and-sails-world", "untracked", language=language)
    assert any(text.count(",") >= 5 and "Tiksi" in text for text in said)  # a tour of the list
    assert too_long(said, language) == []


@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "held",
    [
        {"red": 5, "purple": 4, "orange": 4, "yellow": 4, "green": 3, "blue": 1, "white": 1},
        {"red": 5, "purple": 4, "orange": 4, "yellow": 4, "green": 3, "blue": 1, "black": 2, "locomotive": 3},
        {"red": 12, "purple": 3, "orange": 3, "yellow": 2, "green": 2, "locomotive": 1},
    ],
)
def test_given_a_hand_of_many_colours_when_told_in_any_language_then_nothing_is_over_eight_seconds(
    held: dict[str, int], language: str
) -> None:
    words = Wording(game_map("usa"), None, language=language).vocabulary
    told = whispers("blue", hand(words, {Card(card): n for card, n in held.items()}))
    assert too_long(Counter(one.normal for one in told), language) == []


def test_given_a_whole_game_in_french_when_read_then_each_stop_has_its_narrow_space() -> None:
    """Sentences are put together of parts: the stops between these are French as well."""
    said = said_in_the_world("fr")
    assert any("\u202f;" in text for text in said)
    assert [text for text in said if re.search(r"(?<!\u202f)[:;?!]", text)] == []


NUMBERS_ADDED_UP = (
    "Disco azul 17, cuadrado rojo 18, triángulo verde 19, estrella amarilla 19, cruz negra 17.",
    "1 de 19: rutas. Disco azul 49, cuadrado rojo 55, triángulo verde 64. Sí sigue.",
)


@pytest.mark.parametrize("text", NUMBERS_ADDED_UP)
def test_given_spanish_numbers_of_several_words_when_guessed_then_about_as_long_as_their_sound(
    text: str,
) -> None:
    """`diecisiete`, `cuarenta y nueve`: too short a guess let more be said than has room."""
    assert abs(spoken_s(text, "es") - lasting([text], "es")[text]) < 0.3


def test_given_a_voice_too_slow_once_when_measured_then_the_other_utterances_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slow, next_one, speak = *NUMBERS_ADDED_UP, Voice.say

    def too_slow(voice: Voice, text: str) -> Pcm | None:
        return None if text == slow else speak(voice, text)

    monkeypatch.setattr(Voice, "say", too_slow)
    assert list(lasting([slow, next_one], "es")) == [next_one]
    assert slow in capsys.readouterr().err


@pytest.mark.criterion(83)
def test_given_a_claim_of_two_bonuses_in_spanish_when_it_is_over_eight_seconds_then_so_is_the_guess() -> None:
    """What is guessed to have no room is told briefly: `2 dólares.`"""
    claim = "Cruz negra toma Boston–New York, vía sur: 1 vagón."
    text = f"{claim} Ruta de compañía: 2 dólares. Una carta. Le toca al disco azul."
    assert lasting([text], "es")[text] > 8
    assert spoken_s(text, "es") > LONGEST_S
