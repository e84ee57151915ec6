"""`us-10th-anniversary`: the United States of 2014, by its condensed rules.

Source: that rule document; numbers are those of the casebook, section TA, and US where it is silent.
"""

from typing import Final

from engine.editions.us_accessible import US_ACCESSIBLE, US_RULES
from engine.reasons import Reason
from engine.ruleset import Edition
from engine.settings import Settings

US_10TH_ANNIVERSARY: Final = Edition(
    name="us-10th-anniversary",
    title="United States, 10th anniversary",
    source="us-10th-anniversary: condensed rules of the anniversary game",
    map="usa",
    fewest_seats=2,
    most_seats=5,
    deck=US_ACCESSIBLE.deck,
    route_kinds=US_ACCESSIBLE.route_kinds,
    colours=US_ACCESSIBLE.colours,
    settings=Settings(start_tickets_unkept="removed", draw_needs="any_card", tokens_per_route="length"),
    rules={
        **US_RULES,
        Reason.GAME_OVER: "TA-4",
        Reason.TAKE_SECOND_CARD: "TA-8",
        Reason.KEEP_MORE_TICKETS: "TA-19",
        f"{Reason.KEEP_MORE_TICKETS}@setup": "TA-2",
        f"{Reason.KEEP_MORE_TICKETS}@only-one": "TA-19",
        Reason.TICKET_NOT_OFFERED: "TA-19",
        f"{Reason.TICKET_NOT_OFFERED}@setup": "TA-2",
        f"{Reason.NO_SUCH_TICKET}@choice": "TA-19",
        f"{Reason.NO_SUCH_TICKET}@setup": "TA-2",
        Reason.NO_TICKETS_LEFT: "TA-19",
        Reason.NO_CARDS_LEFT: "TA-6",
        f"{Reason.NO_CARDS_LEFT}@short": "TA-8",
        Reason.DECK_EMPTY: "TA-11",
        Reason.NO_SUCH_DECK: "TA-8",
        Reason.NO_SUCH_ROW_CARD: "TA-8",
        Reason.LOCOMOTIVE_ONLY_FIRST: "TA-8",
        Reason.NO_SUCH_ROUTE: "TA-12",
        Reason.ROUTE_TAKEN: "TA-12",
        Reason.OWN_DOUBLE: "TA-15",
        Reason.DOUBLE_ROUTE_CLOSED: "TA-16",
        Reason.TOO_FEW_TRAINS: "TA-17",
        Reason.WRONG_NUMBER_OF_CARDS: "TA-12",
        Reason.WRONG_COLOUR: "TA-12",
        Reason.MIXED_COLOURS: "TA-12",
        f"{Reason.MIXED_COLOURS}@gray": "TA-14",
        Reason.NO_SUCH_CARD: "TA-1",
        Reason.CARDS_NEEDED: "TA-12",
        Reason.CAN_STILL_ACT: "TA-5",
        Reason.SHOWN_SINCE: "TA-7",
        "route-points": "TA-18",
    },
)
