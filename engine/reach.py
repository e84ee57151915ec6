"""How far a hand reaches: the longest route that it pays, by what routes ask for.

`payable` answers for one route from the hand. Where many routes of a map are asked, most of them ask for
the same, so that each answer is worked out once, when it is first wanted.
"""

from collections.abc import Mapping

from engine.game_map import Route
from engine.state import State
from engine.values import Card


class Reach(dict[str, int]):
    """By `Route.asks` the longest route that a hand pays, whatever the board leaves.

    Attributes:
        wilds: the wild cards in the hand, of which a ferry asks for some.
    """

    __slots__ = ("_asked", "_hand", "_settings", "wilds")

    def __init__(self, state: State, hand: Mapping[Card, int]) -> None:
        self._hand, self._settings, self._asked = hand, state.settings, state.edition.asked_of_hands
        self.wilds = hand.get(state.edition.wild, 0)

    def __missing__(self, asks: str) -> int:
        pay, colour = self._asked[asks]
        longest = self[asks] = pay.reach(self._hand, colour, self._settings)
        return longest

    def pays(self, route: Route) -> bool:
        """True when the hand holds some set of cards for the route."""
        return route.length <= self[route.asks] and route.locomotives <= self.wilds
