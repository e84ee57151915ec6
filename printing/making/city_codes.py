"""PURE: the three letters of braille by which a city is called on a board."""

import re
from collections import Counter
from collections.abc import Mapping

from engine import GameMap
from printing.plain_letters import plain


def codes_of(game_map: GameMap) -> Mapping[str, str]:
    """Each city's code, unique on the map; junctions have none."""
    cities = [city for city in game_map.cities.values() if not city.junction]
    letters = {str(city.id): _letters(city.name or city.id) for city in cities}
    moved = dict.fromkeys(letters, 0)
    for _ in range(30):
        codes = {name: two + _third(rest, moved[name]) for name, (two, rest) in letters.items()}
        counts = Counter(codes.values())
        if max(counts.values()) == 1:
            return codes
        for name, code in codes.items():
            moved[name] += counts[code] > 1
    return _numbered(codes)


def words_of(name: str) -> list[str]:
    """Its words in plain small letters."""
    return re.findall("[a-z]+", plain(name).lower()) or ["x"]


def _letters(name: str) -> tuple[str, str]:
    """The first two letters, and those from which the third is taken."""
    words = words_of(name)
    if len(words) == 1:
        return words[0][:2].ljust(2, "x"), words[0][2:]
    return words[0][0] + words[1][0], "".join(words[2:]) if len(words) > 2 else words[1][1:]


def _third(rest: str, moved: int) -> str:
    """The next letter; beyond the word's end the alphabet goes on."""
    if moved < len(rest):
        return rest[moved]
    return chr(ord("a") + (moved - len(rest) + (23 if not rest else 0)) % 26)


def _numbered(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Codes that still are the same: each takes the next three letters that are free."""
    taken: set[str] = set()
    found = {}
    for name, code in codes.items():
        more = (f"{code[0]}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(26 * 26))
        found[name] = next(one for one in (code, *more) if one not in taken)
        taken.add(found[name])
    return found
