"""`rails-and-sails-great-lakes`: the second map of Rails & Sails: two decks, trains and ships, harbors.

Source: that rule document; numbers are those of the casebook, section RS.
"""

from typing import Final

from engine.editions.rails_and_sails_rules import RS_RULES
from engine.mechanics.harbors import Harbors
from engine.mechanics.piece_mix import PieceMix
from engine.mechanics.ship_routes import ShipRoutes
from engine.mechanics.two_decks import TwoDecks
from engine.ruleset import Edition
from engine.settings import Settings
from engine.travel_cards import TRAVEL_COLOURS, TRAVEL_DECK, WILD

RAILS_AND_SAILS_GREAT_LAKES: Final = Edition(
    name="rails-and-sails-great-lakes",
    title="Rails & Sails, the Great Lakes",
    source="rails-and-sails: rules of the game with trains and ships, second half",
    map="great-lakes",
    fewest_seats=2,
    most_seats=5,
    deck=TRAVEL_DECK,
    route_kinds=frozenset({"train", "ship"}),
    colours=frozenset(TRAVEL_COLOURS),
    wild=WILD,
    decks=("train-deck", "ship-deck"),
    settings=Settings(
        trains=33,
        ships=32,
        pieces=50,
        first_trains=27,
        start_hand=2,
        start_ship_cards=2,
        row_size=6,
        start_tickets=5,
        start_keep=3,
        draw_tickets=4,
        end_at=6,
        end_turns=2,
        longest_bonus=0,
        tie_breaks=(),
        double_lock_max_seats=0,
        tokens_per_route="length",
        harbor_points=(10, 20, 30),
    ),
    mechanics=(TwoDecks(), ShipRoutes(), PieceMix(), Harbors()),
    rules=RS_RULES,
)
