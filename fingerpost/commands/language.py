"""The language of what a subcommand says, and the words for a map in it."""

import argparse

from announce import LanguageError, Wording
from engine import GameMap
from table.errors import CallError
from tabletop import BoardLayout


def add_language(parser: argparse.ArgumentParser) -> None:
    """--language."""
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help="en, de, es or fr (default en)")


def the_wording(game_map: GameMap, layout: BoardLayout | None, language: str) -> Wording:
    """The words for a map, in the language that was named."""
    try:
        return Wording(game_map, layout, language=language)
    except LanguageError as error:
        raise CallError(f"--language: {error}") from None
