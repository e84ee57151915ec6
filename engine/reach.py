"""How far a hand reaches: the longest route that it pays, by what routes ask for.

`payable` answers for one route from the hand. Where many routes of a map are asked, most of them ask for
the same, so that all answers are worked out first, card by card.
"""

from collections.abc import Mapping
from typing import Final

from engine.game_map import Glance
from engine.state import State
from engine.values import Card

WILDS: Final = "wilds"
"""Where a reach tells how many wild cards are in the hand, of which a ferry asks for some."""


def reach_of(state: State, hand: Mapping[Card, int]) -> dict[str, int]:
    """By `Route.asks` the longest route that a hand pays, whatever the board leaves; and its `WILDS`."""
    edition, settings = state.edition, state.settings
    wilds = hand.get(edition.wild, 0)
    reach = dict.fromkeys(edition.all_asks, 0)
    reach[WILDS] = wilds
    if wilds:
        for asked in edition.asked_of_hands:
            spaces = reach[asked.gray] = asked.way.wild_covers(settings) * wilds
            for asks in asked.colours:
                reach[asks] = spaces
    for card, count in hand.items():
        for asks, gray, spaces in edition.helps.get(card, ()):
            longest = reach[asks] = reach[asks] + spaces * count
            if longest > reach[gray]:
                reach[gray] = longest
    for asked in edition.asked_of_hands if state.game_map.pair_kinds else ():
        if asked.kind in state.game_map.pair_kinds:
            held = [reach[asks] - wilds for asks in asked.colours]
            reach[asked.pair] = asked.way.pairs(held, wilds, settings)
    return reach


def pays(reach: Mapping[str, int], route: Glance) -> bool:
    """True when a hand of this reach holds some set of cards for the route."""
    return route.length <= reach[route.asks] and route.locomotives <= reach[WILDS]
