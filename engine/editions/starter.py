"""`starter`: the first evening: the classic game on a small imaginary country, in a quarter of an hour.

Its rules are those of `us-accessible`, and so are the numbers behind its refusals; only its figures differ.
"""

from typing import Final

from engine.editions.us_accessible import US_RULES
from engine.ruleset import Edition
from engine.settings import Settings
from engine.values import LOCOMOTIVE, Card

STARTER_COLOURS: Final = tuple(map(Card, ("white", "black", "red", "green", "blue", "yellow")))

STARTER: Final = Edition(
    name="starter",
    title="Starter map",
    source="Made for Fingerpost; rules of us-accessible",
    map="starter",
    fewest_seats=2,
    most_seats=3,
    deck=tuple((colour, 8) for colour in (*STARTER_COLOURS, LOCOMOTIVE)),
    route_kinds=frozenset({"train"}),
    colours=frozenset(STARTER_COLOURS),
    settings=Settings(
        trains=15,
        start_tickets=2,
        start_keep=1,
        draw_tickets=2,
        draw_keep=1,
        longest_bonus=5,
        double_lock_max_seats=2,
    ),
    rules=US_RULES,
)
