"""Which of many names is meant by what somebody types: first letters, in any order, short names, initials."""

import re
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from typing import Final

from dialog import sort_key
from tabletop import SiteId

_SHORT: Final = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
"""As maps write them."""

_LIKE: Final = 0.7  # so much alike are a word and its misspelling


def words_of(name: str) -> list[str]:
    """A name's words, without case, accents and signs."""
    return re.findall(r"[^\W_]+", sort_key(name))


class TypedNames:
    """Finds places by what is typed of them.

    Args:
        cities: what cities are called; initials are those of one city. `named`: what a place is called aloud.
    """

    def __init__(self, cities: Collection[SiteId], named: Callable[[SiteId], str]) -> None:
        self._cities = sorted((words_of(city) for city in cities), key=len, reverse=True)
        self._named = named

    def find(self, text: str, places: Sequence[SiteId]) -> list[SiteId]:
        """All that are meant; of a closer fit nothing else is: a whole name means only itself."""
        wanted = words_of(text)
        if not wanted:
            return []
        return (
            [site for site in places if words_of(site) == wanted]
            or [site for site in places if _begins(words_of(site), wanted)]
            or [site for site in places if _begins(words_of(self._named(site)), wanted)]
            or [site for site in places if self._fits(site, wanted)]
        )

    def fitting(self, text: str, places: Sequence[SiteId]) -> list[SiteId]:
        """All that the parts fit, in any order; a whole name means only itself."""
        wanted = words_of(text)
        if not wanted:
            return []
        whole = [site for site in places if words_of(site) == wanted]
        return whole or [site for site in places if self._fits(site, wanted)]

    def near(self, text: str, places: Sequence[SiteId]) -> list[SiteId]:
        """What may have been meant where nothing fits: those of whose name the most parts fit, or nearly."""
        wanted = words_of(text)
        counted = {site: self._how_many(site, wanted) for site in places}
        most = max(counted.values(), default=0)
        return [site for site in places if most and counted[site] == most]

    def _fits(self, site: SiteId, wanted: list[str]) -> bool:
        """Whether each part that was typed is some word's beginning, or a city's initials, in any order."""
        groups = self._groups(words_of(site))
        known = {word for group in groups for word in group}
        side = [word for word in words_of(self._named(site)) if word not in known]
        return _all_taken(wanted, [*groups, side])

    def _how_many(self, site: SiteId, wanted: list[str]) -> int:
        words = words_of(site)
        groups = self._groups(words)
        return sum(
            _all_taken([part], groups) or bool(len(part) > 3 and get_close_matches(part, words, 1, _LIKE))
            for part in wanted
        )

    def _groups(self, words: list[str]) -> list[list[str]]:
        """The words of each city of a name; of a name that is of no cities each word by itself."""
        found: list[list[str]] = []
        while words:
            city = next((city for city in self._cities if words[: len(city)] == city), words[:1])
            found.append(city)
            words = words[len(city) :]
        return found


def _begins(words: list[str], wanted: list[str]) -> bool:
    """Each wanted beginning fits a later word of the name, the first one the first."""
    if not words[0].startswith(wanted[0]):
        return False
    rest = iter(words[1:])
    return all(any(word.startswith(part) for word in rest) for part in wanted[1:])


def _all_taken(wanted: list[str], groups: list[list[str]]) -> bool:
    """Whether the parts can be given to words of their own; initials take all words of theirs."""
    if not wanted:
        return True
    part, rest = wanted[0], wanted[1:]
    for number, group in enumerate(groups):
        before, after = groups[:number], groups[number + 1 :]
        initials = "".join(word[0] for word in group)
        if len(group) > 1 and part == initials and _all_taken(rest, [*before, *after]):
            return True
        for place, word in enumerate(group):
            left = [*before, [*group[:place], *group[place + 1 :]], *after]
            if word.startswith((part, _SHORT.get(part, part))) and _all_taken(rest, left):
                return True
    return False
