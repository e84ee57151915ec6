"""Why a command is refused."""

from enum import StrEnum


class Reason(StrEnum):
    """Wording has a sentence for each; an edition has a rule number for each that it can give."""

    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_SEAT = "no-such-seat"
    GAME_OVER = "game-over"
    NOT_IN_EDITION = "not-in-edition"
    CHOOSE_TICKETS_FIRST = "choose-tickets-first"
    WAIT_FOR_TICKETS = "wait-for-tickets"
    TAKE_SECOND_CARD = "take-second-card"
    NOTHING_TO_CHOOSE = "nothing-to-choose"
    KEEP_MORE_TICKETS = "keep-more-tickets"
    TICKET_NOT_OFFERED = "ticket-not-offered"
    TICKET_TWICE = "ticket-twice"
    NO_SUCH_TICKET = "no-such-ticket"
    NO_TICKETS_LEFT = "no-tickets-left"
    NO_CARDS_LEFT = "no-cards-left"
    DECK_EMPTY = "deck-empty"
    NO_SUCH_DECK = "no-such-deck"
    NO_SUCH_ROW_CARD = "no-such-row-card"
    LOCOMOTIVE_ONLY_FIRST = "locomotive-only-first"
    NO_SUCH_ROUTE = "no-such-route"
    ROUTE_TAKEN = "route-taken"
    OWN_DOUBLE = "own-double"
    DOUBLE_ROUTE_CLOSED = "double-route-closed"
    OFF_THE_BOARD = "off-the-board"
    TOO_FEW_TRAINS = "too-few-trains"
    TOO_FEW_SHIPS = "too-few-ships"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    WRONG_COLOUR = "wrong-colour"
    WRONG_KIND_OF_CARD = "wrong-kind-of-card"
    MIXED_COLOURS = "mixed-colours"
    TOO_FEW_LOCOMOTIVES = "too-few-locomotives"
    SUPERFLUOUS_CARD = "superfluous-card"
    NOT_IN_PAIRS = "not-in-pairs"
    NO_SUCH_CARD = "no-such-card"
    CARDS_NOT_IN_HAND = "cards-not-in-hand"
    CARDS_NEEDED = "cards-needed"
    CARDS_NOT_TRACKED = "cards-not-tracked"
    CARDS_ARE_DEALT = "cards-are-dealt"
    ANSWER_TUNNEL_FIRST = "answer-tunnel-first"
    NO_TUNNEL = "no-tunnel"
    CAN_PAY_TUNNEL = "can-pay-tunnel"
    NO_SUCH_CITY = "no-such-city"
    CITY_TAKEN = "city-taken"
    NO_STATIONS_LEFT = "no-stations-left"
    NO_SUCH_LOAN = "no-such-loan"
    NO_HARBORS_LEFT = "no-harbors-left"
    NOT_A_PORT = "not-a-port"
    NO_ROUTE_TO_PORT = "no-route-to-port"
    NO_HARBOR_SYMBOL = "no-harbor-symbol"
    CHOOSE_PIECES_FIRST = "choose-pieces-first"
    WAIT_FOR_PIECES = "wait-for-pieces"
    WRONG_PIECES = "wrong-pieces"
    NOTHING_TO_EXCHANGE = "nothing-to-exchange"
    TOO_FEW_IN_BOX = "too-few-in-box"
    NO_SUCH_CONDITION = "no-such-condition"
    NO_EVENT_TO_RESOLVE = "no-event-to-resolve"
    TOO_FEW_COINS = "too-few-coins"
    CAN_STILL_ACT = "can-still-act"
    NOTHING_TO_UNDO = "nothing-to-undo"
    SHOWN_SINCE = "shown-since"


SECRET_REASONS: frozenset[Reason] = frozenset(
    {
        Reason.WRONG_NUMBER_OF_CARDS,
        Reason.WRONG_COLOUR,
        Reason.WRONG_KIND_OF_CARD,
        Reason.MIXED_COLOURS,
        Reason.TOO_FEW_LOCOMOTIVES,
        Reason.SUPERFLUOUS_CARD,
        Reason.NOT_IN_PAIRS,
        Reason.NO_HARBOR_SYMBOL,
        Reason.CARDS_NOT_IN_HAND,
        Reason.CARDS_NEEDED,
        Reason.CAN_PAY_TUNNEL,
    }
)
"""Reasons that would tell the table what a hand holds: only the seat itself hears them."""
