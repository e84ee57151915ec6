"""`rails-and-sails-world`: the first map of Rails & Sails, with ships, harbors, pair routes and tours.

Source: that rule document; numbers are those of the casebook, section RS.
"""

from typing import Final

from engine.editions.rails_and_sails_rules import RS_RULES
from engine.mechanics.harbors import Harbors
from engine.mechanics.pair_routes import PairRoutes
from engine.mechanics.piece_mix import PieceMix
from engine.mechanics.ship_routes import ShipRoutes
from engine.mechanics.tours import Tours
from engine.mechanics.two_decks import TwoDecks
from engine.ruleset import Edition
from engine.settings import Settings
from engine.travel_cards import TRAVEL_COLOURS, TRAVEL_DECK, WILD

RAILS_AND_SAILS_WORLD: Final = Edition(
    name="rails-and-sails-world",
    title="Rails & Sails, the World",
    source="rails-and-sails: rules of the game with trains and ships, first half",
    map="world",
    fewest_seats=2,
    most_seats=5,
    deck=TRAVEL_DECK,
    route_kinds=frozenset({"train", "ship"}),
    colours=frozenset(TRAVEL_COLOURS),
    wild=WILD,
    decks=("train-deck", "ship-deck"),
    settings=Settings(
        trains=25,
        ships=50,
        pieces=60,
        first_trains=20,
        start_hand=3,
        start_ship_cards=7,
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
        ticket_decks=("regular", "tour"),
        route_points=(1, 2, 4, 7, 10, 15, 18, 21),
        harbor_points=(20, 30, 40),
    ),
    mechanics=(TwoDecks(), ShipRoutes(), PairRoutes(), PieceMix(), Tours(), Harbors()),
    rules=RS_RULES,
)
