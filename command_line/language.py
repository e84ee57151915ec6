"""The language of what a subcommand says, and the words for a map in it."""

import argparse
from typing import TYPE_CHECKING, Final

from engine import GameMap
from table.errors import CallError
from tabletop import BoardLayout

if TYPE_CHECKING:
    from announce import Phrases, ScoreTable, Wording

ENGLISH: Final = "en"


def add_language(parser: argparse.ArgumentParser, told: str = "") -> None:
    """--language. `told`: when it is of use."""
    help_text = f"en, de, es or fr ({told}default {ENGLISH})"
    parser.add_argument("--language", default=ENGLISH, metavar="LANGUAGE", help=help_text)


def the_wording(game_map: GameMap, layout: BoardLayout | None, language: str) -> "Wording":
    """The words for a map, in the language that was named."""
    from announce import LanguageError, Wording  # late: who says nothing need not load our words

    try:
        return Wording(game_map, layout, language=language)
    except LanguageError as error:
        raise CallError(f"--language: {error}") from None


def the_phrases(language: str) -> "Phrases":
    """Sentences of no map, in the language that was named."""
    from announce import LanguageError, Phrases

    try:
        return Phrases(language)
    except LanguageError as error:
        raise CallError(f"--language: {error}") from None


def the_score_table(language: str) -> "ScoreTable":
    """A score for people, in the language that was named."""
    from announce import LanguageError, ScoreTable

    try:
        return ScoreTable(language)
    except LanguageError as error:
        raise CallError(f"--language: {error}") from None
