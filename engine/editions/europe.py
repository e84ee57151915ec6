"""`europe`: Europe of 2005, with long tickets, ferries, tunnels and stations.

Source: that rule document; numbers are those of the casebook, section EU, and US where it is silent.
"""

from typing import Final

from engine.editions.us_accessible import US_ACCESSIBLE, US_RULES
from engine.mechanics.ferries import Ferries
from engine.mechanics.long_tickets import LongTickets
from engine.mechanics.stations import Stations
from engine.mechanics.tunnels import Tunnels
from engine.reasons import Reason
from engine.ruleset import Edition
from engine.settings import Settings

EUROPE: Final = Edition(
    name="europe",
    title="Europe",
    source="europe: rules of the game with stations, ferries and tunnels",
    map="europe",
    fewest_seats=2,
    most_seats=5,
    deck=US_ACCESSIBLE.deck,
    route_kinds=frozenset({"train", "ferry", "tunnel"}),
    colours=US_ACCESSIBLE.colours,
    settings=Settings(
        start_tickets_unkept="removed",
        draw_needs="any_card",
        tie_breaks=("tickets", "stations", "longest"),
        tokens_per_route="length",
    ),
    mechanics=(LongTickets(), Ferries(), Tunnels(), Stations()),
    rules={
        **US_RULES,
        Reason.GAME_OVER: "EU-48",
        Reason.NOT_IN_EDITION: "EU-8",
        Reason.TAKE_SECOND_CARD: "EU-9",
        Reason.NOTHING_TO_CHOOSE: "EU-37",
        Reason.KEEP_MORE_TICKETS: "EU-36",
        f"{Reason.KEEP_MORE_TICKETS}@setup": "EU-5",
        f"{Reason.KEEP_MORE_TICKETS}@only-one": "EU-36",
        Reason.TICKET_NOT_OFFERED: "EU-36",
        f"{Reason.TICKET_NOT_OFFERED}@setup": "EU-5",
        Reason.TICKET_TWICE: "EU-5",
        Reason.NO_SUCH_TICKET: "EU-4",
        f"{Reason.NO_SUCH_TICKET}@choice": "EU-36",
        f"{Reason.NO_SUCH_TICKET}@setup": "EU-5",
        Reason.NO_TICKETS_LEFT: "EU-36",
        Reason.NO_CARDS_LEFT: "EU-12",
        f"{Reason.NO_CARDS_LEFT}@short": "EU-9",
        Reason.DECK_EMPTY: "EU-12",
        Reason.NO_SUCH_DECK: "EU-9",
        Reason.NO_SUCH_ROW_CARD: "EU-9",
        Reason.LOCOMOTIVE_ONLY_FIRST: "EU-9",
        Reason.NO_SUCH_ROUTE: "EU-15",
        Reason.ROUTE_TAKEN: "EU-15",
        Reason.OWN_DOUBLE: "EU-16",
        Reason.DOUBLE_ROUTE_CLOSED: "EU-16",
        Reason.TOO_FEW_TRAINS: "EU-33",
        Reason.WRONG_NUMBER_OF_CARDS: "EU-13",
        f"{Reason.WRONG_NUMBER_OF_CARDS}@tunnel": "EU-24",
        f"{Reason.WRONG_NUMBER_OF_CARDS}@station": "EU-40",
        Reason.WRONG_COLOUR: "EU-13",
        f"{Reason.WRONG_COLOUR}@tunnel": "EU-28",
        Reason.MIXED_COLOURS: "EU-13",
        f"{Reason.MIXED_COLOURS}@gray": "EU-14",
        f"{Reason.MIXED_COLOURS}@tunnel": "EU-24",
        f"{Reason.MIXED_COLOURS}@station": "EU-40",
        Reason.TOO_FEW_LOCOMOTIVES: "EU-19",
        Reason.NO_SUCH_CARD: "EU-13",
        Reason.CARDS_NOT_IN_HAND: "EU-13",
        f"{Reason.CARDS_NOT_IN_HAND}@tunnel": "EU-25",
        f"{Reason.CARDS_NOT_IN_HAND}@station": "EU-40",
        Reason.CARDS_NEEDED: "EU-13",
        f"{Reason.CARDS_NEEDED}@tunnel": "EU-24",
        f"{Reason.CARDS_NEEDED}@station": "EU-40",
        Reason.ANSWER_TUNNEL_FIRST: "EU-35",
        Reason.NO_TUNNEL: "EU-35",
        Reason.CAN_PAY_TUNNEL: "EU-29",
        Reason.NO_SUCH_CITY: "EU-38",
        Reason.CITY_TAKEN: "EU-38",
        Reason.NO_STATIONS_LEFT: "EU-39",
        Reason.NO_SUCH_LOAN: "EU-45",
        Reason.SHOWN_SINCE: "EU-37",
        "route-points": "EU-18",
    },
)
