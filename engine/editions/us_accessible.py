"""`us-accessible`: the classic game of 2004 with shaped tokens that stand on pins.

Source: the rule document of the accessible set; numbers are those of the casebook, section US.
"""

from collections.abc import Mapping
from typing import Final

from engine.reasons import Reason
from engine.ruleset import Edition
from engine.settings import Settings
from engine.values import COLOURS, LOCOMOTIVE

US_RULES: Final[Mapping[str, str]] = {
    Reason.NOT_YOUR_TURN: "US-13",
    Reason.NO_SUCH_SEAT: "US-1",
    Reason.GAME_OVER: "US-53",
    Reason.CHOOSE_TICKETS_FIRST: "US-48",
    Reason.WAIT_FOR_TICKETS: "US-10",
    Reason.NOT_IN_EDITION: "US-12",
    Reason.TAKE_SECOND_CARD: "US-25",
    Reason.NOTHING_TO_CHOOSE: "US-49",
    Reason.KEEP_MORE_TICKETS: "US-45",
    f"{Reason.KEEP_MORE_TICKETS}@setup": "US-7",
    f"{Reason.KEEP_MORE_TICKETS}@only-one": "US-46",
    Reason.TICKET_NOT_OFFERED: "US-45",
    f"{Reason.TICKET_NOT_OFFERED}@setup": "US-7",
    Reason.TICKET_TWICE: "US-7",
    Reason.NO_SUCH_TICKET: "US-4",
    f"{Reason.NO_SUCH_TICKET}@choice": "US-45",
    f"{Reason.NO_SUCH_TICKET}@setup": "US-7",
    Reason.NO_TICKETS_LEFT: "US-46",
    Reason.NO_CARDS_LEFT: "US-24",
    f"{Reason.NO_CARDS_LEFT}@short": "US-26",
    Reason.DECK_EMPTY: "US-24",
    Reason.NO_SUCH_DECK: "US-14",
    Reason.NO_SUCH_ROW_CARD: "US-14",
    Reason.LOCOMOTIVE_ONLY_FIRST: "US-17",
    Reason.NO_SUCH_ROUTE: "US-35",
    Reason.ROUTE_TAKEN: "US-35",
    Reason.OWN_DOUBLE: "US-38",
    Reason.DOUBLE_ROUTE_CLOSED: "US-39",
    Reason.TOO_FEW_TRAINS: "US-34",
    Reason.WRONG_NUMBER_OF_CARDS: "US-28",
    Reason.WRONG_COLOUR: "US-30",
    Reason.MIXED_COLOURS: "US-29",
    f"{Reason.MIXED_COLOURS}@gray": "US-31",
    Reason.NO_SUCH_CARD: "US-3",
    Reason.CARDS_NOT_IN_HAND: "US-33",
    Reason.CARDS_NEEDED: "US-28",
    Reason.CARDS_NOT_TRACKED: "US-12",
    Reason.CARDS_ARE_DEALT: "US-12",
    Reason.CAN_STILL_ACT: "US-62",
    Reason.NOTHING_TO_UNDO: "US-44",
    Reason.SHOWN_SINCE: "US-9",
    "route-points": "US-42",
}
"""The number behind each refusal; other documents are compared with this one."""

US_ACCESSIBLE: Final = Edition(
    name="us-accessible",
    title="United States, accessible set",
    source="us-accessible: rules of the classic game, tokens on pins",
    map="usa",
    fewest_seats=2,
    most_seats=5,
    deck=(*((colour, 12) for colour in COLOURS), (LOCOMOTIVE, 14)),
    route_kinds=frozenset({"train"}),
    colours=frozenset(COLOURS),
    settings=Settings(),
    rules=US_RULES,
)
