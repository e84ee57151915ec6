"""What the tests of wording share: the map, the board, and a count of words as a listener counts them."""

import re
from collections.abc import Callable

import pytest

from announce import LEVELS, Announcement, Wording
from engine import SEATS, Game, GameMap, State, game_map
from tabletop import BoardLayout, board_layout

LIMITS = {"brief": 12, "normal": 25, "full": 40}
_SEATS = ("blue disc", "red square", "green triangle", "yellow star", "black cross")
_CARDS = "purple|blue|orange|white|green|yellow|black|red"
_NEVER_SAID = re.compile(r"\b(slots?|pieces?|edges?|nodes?|errors?|places?)\b", re.IGNORECASE)
_NUMERALS_SIDE_BY_SIDE = re.compile(r"\d\s+\d")
_UNFILLED = re.compile(r"[{}]|\bNone\b(?!\.| ?,)|  |\s[.,;:?]")


@pytest.fixture(scope="session")
def usa() -> GameMap:
    return game_map("usa")


@pytest.fixture(scope="session")
def board() -> BoardLayout:
    return board_layout("usa")


@pytest.fixture(scope="session")
def wording(usa: GameMap, board: BoardLayout) -> Wording:
    return Wording(usa, board)


@pytest.fixture(scope="session")
def state(usa: GameMap) -> State:
    """Five seats, cards dealt."""
    return Game.new("us-accessible", usa, SEATS, "dealt", 7).state


@pytest.fixture(scope="session")
def untracked(usa: GameMap) -> State:
    """Three seats, cards in their hands."""
    return Game.new("us-accessible", usa, SEATS[:3], "untracked", 7).state


@pytest.fixture(scope="session")
def complaints(usa: GameMap) -> Callable[[Announcement], list[str]]:
    """What the wording rules have against an announcement; empty when nothing."""
    cities = "|".join(sorted((re.escape(city.name) for city in usa.cities.values()), key=len, reverse=True))
    names = re.compile(rf"({cities}|{'|'.join(_SEATS)})(?:'s)?", re.IGNORECASE)
    seats = re.compile("|".join(_SEATS), re.IGNORECASE)

    def against(told: Announcement) -> list[str]:
        found = []
        for level in LEVELS:
            text = told.text(level)
            words = names.sub("Name", text).split()
            if len(words) > LIMITS[level]:
                found.append(f"{level}: {len(words)} words: {text}")
            if _NUMERALS_SIDE_BY_SIDE.search(text):
                found.append(f"two numerals side by side: {text}")
            if _NEVER_SAID.search(text):
                found.append(f"a word that is not said: {text}")
            if _UNFILLED.search(text):
                found.append(f"not well formed: {text}")
            rest = seats.sub("", text)
            if "MARKED" in text and re.search(rf"\b({_CARDS})\b", rest, re.IGNORECASE):
                found.append(f"a colour alone: {text}")
        return found

    return against
