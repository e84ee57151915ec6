"""`legends-of-the-west`: a game of the campaign of twelve; what lasts from game to game is engine/campaign/.

Source: that rule document; numbers are those of the casebook, section LW. The texts of the first game's seven
events are on their cards only, so the table reads and settles them, until the owner enters what they do.
"""

from typing import Final

from engine.editions.us_accessible import US_RULES
from engine.mechanics.claim_steps import ClaimSteps
from engine.mechanics.money import Money
from engine.mechanics.newspapers import Newspapers
from engine.reasons import Reason
from engine.ruleset import Edition
from engine.settings import Settings
from engine.values import LOCOMOTIVE, NEWSPAPER, Card

COLOURS: Final = tuple(Card(name) for name in ("black", "blue", "white", "green", "yellow", "red"))
_EVENTS: Final = 7

LEGENDS_OF_THE_WEST: Final = Edition(
    name="legends-of-the-west",
    title="Legends of the West",
    source="legends-of-the-west: rules of the campaign, starting game",
    map="legends-east",
    fewest_seats=2,
    most_seats=5,
    deck=(*((colour, 12) for colour in COLOURS), (LOCOMOTIVE, 12)),
    route_kinds=frozenset({"train"}),
    colours=frozenset(COLOURS),
    settings=Settings(
        trains=20,
        start_tickets=4,
        start_keep=2,
        draw_needs="more_than(8)",
        longest_bonus=0,
        route_points=(0,) * 9,
        tie_breaks=("tickets", "later"),
        tokens_per_route="length",
        events=tuple(f"event-{number}: text" for number in range(1, _EVENTS + 1)),
    ),
    mechanics=(Newspapers(), ClaimSteps(), Money()),
    pile_cards=(NEWSPAPER,),
    lost=("company_bonus",),  # a picture on its card
    rules={
        **US_RULES,
        Reason.NOT_YOUR_TURN: "LW-14",
        Reason.NO_SUCH_SEAT: "LW-1",
        Reason.GAME_OVER: "LW-52",
        Reason.CHOOSE_TICKETS_FIRST: "LW-50",
        Reason.WAIT_FOR_TICKETS: "LW-8",
        Reason.NOT_IN_EDITION: "LW-14",
        Reason.TAKE_SECOND_CARD: "LW-15",
        Reason.NOTHING_TO_CHOOSE: "LW-50",
        Reason.KEEP_MORE_TICKETS: "LW-50",
        f"{Reason.KEEP_MORE_TICKETS}@setup": "LW-8",
        f"{Reason.KEEP_MORE_TICKETS}@only-one": "LW-50",
        Reason.TICKET_NOT_OFFERED: "LW-50",
        f"{Reason.TICKET_NOT_OFFERED}@setup": "LW-8",
        Reason.TICKET_TWICE: "LW-8",
        Reason.NO_SUCH_TICKET: "LW-50",
        f"{Reason.NO_SUCH_TICKET}@choice": "LW-50",
        f"{Reason.NO_SUCH_TICKET}@setup": "LW-8",
        Reason.NO_TICKETS_LEFT: "LW-50",
        Reason.NO_CARDS_LEFT: "LW-20",
        f"{Reason.NO_CARDS_LEFT}@short": "LW-15",
        Reason.DECK_EMPTY: "LW-19",
        Reason.NO_SUCH_DECK: "LW-15",
        Reason.NO_SUCH_ROW_CARD: "LW-15",
        Reason.LOCOMOTIVE_ONLY_FIRST: "LW-16",
        Reason.NO_SUCH_ROUTE: "LW-36",
        Reason.ROUTE_TAKEN: "LW-36",
        Reason.OWN_DOUBLE: "LW-37",
        Reason.DOUBLE_ROUTE_CLOSED: "LW-38",
        Reason.OFF_THE_BOARD: "LW-35",
        Reason.TOO_FEW_TRAINS: "LW-2",
        Reason.WRONG_NUMBER_OF_CARDS: "LW-33",
        Reason.WRONG_COLOUR: "LW-33",
        Reason.MIXED_COLOURS: "LW-33",
        f"{Reason.MIXED_COLOURS}@gray": "LW-33",
        Reason.TOO_FEW_LOCOMOTIVES: "LW-33",
        Reason.NO_SUCH_CARD: "LW-3",
        Reason.CARDS_NOT_IN_HAND: "LW-33",
        f"{Reason.CARDS_NOT_IN_HAND}@extra": "LW-49",
        Reason.CARDS_NEEDED: "LW-33",
        Reason.CARDS_NOT_TRACKED: "LW-14",
        Reason.CARDS_ARE_DEALT: "LW-14",
        Reason.CAN_STILL_ACT: "LW-14",
        Reason.NOTHING_TO_UNDO: "LW-50",
        Reason.SHOWN_SINCE: "LW-51",
        Reason.NO_SUCH_CONDITION: "LW-49",
        Reason.NO_EVENT_TO_RESOLVE: "LW-29",
        Reason.TOO_FEW_COINS: "LW-5",
        "route-points": "LW-34",
    },
)
