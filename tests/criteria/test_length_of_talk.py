"""Criterion 83: nothing of normal length is over 8 s at 180 words a minute, in whole games."""

import pytest

from benchmarks.talk_length import play, too_long
from engine import EDITIONS


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
    assert too_long(play("rails-and-sails-world", "dealt", language=language)) == []
