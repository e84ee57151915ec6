"""A refusal as one plain English sentence for programs and logs; tables hear the words of `announce`."""

from engine.commands import BuildHarbor, BuildStation, ClaimRoute, DeclareTickets, KeepTickets, Refusal
from engine.reasons import Reason
from engine.state import State
from engine.values import LOCOMOTIVE

_PLAIN: dict[Reason, str] = {
    Reason.GAME_OVER: "The turns of this game are over.",
    Reason.CHOOSE_TICKETS_FIRST: "Choose which tickets to keep first.",
    Reason.WAIT_FOR_TICKETS: "Nobody acts before all seats have chosen their tickets.",
    Reason.TAKE_SECOND_CARD: "One card is drawn; take the second one first.",
    Reason.NOTHING_TO_CHOOSE: "There are no tickets to choose from, and tickets kept stay kept.",
    Reason.TICKET_TWICE: "One ticket is named twice.",
    Reason.NO_TICKETS_LEFT: "No tickets are left to draw.",
    Reason.NO_CARDS_LEFT: "Deck and discards have too few cards to draw.",
    Reason.DECK_EMPTY: "The deck is empty; take a card from the row.",
    Reason.LOCOMOTIVE_ONLY_FIRST: "A face-up locomotive can only be the first card.",
    Reason.CARDS_NEEDED: "Cards are dealt in this game: name the cards that pay.",
    Reason.CARDS_NOT_TRACKED: "Cards are not tracked in this game: leave them out.",
    Reason.CARDS_ARE_DEALT: "Cards are dealt in this game: this is for games with cards untracked.",
    Reason.CAN_STILL_ACT: "A seat passes only when it can do nothing else.",
    Reason.NOTHING_TO_UNDO: "There is nothing to take back.",
    Reason.NOT_IN_EDITION: "This edition has no rule for that.",
    Reason.NO_SUCH_DECK: "Name a deck of this edition; with two decks also the one that refills the row.",
    Reason.ANSWER_TUNNEL_FIRST: "Cards were turned for the tunnel; pay for it or decline first.",
    Reason.NO_TUNNEL: "No tunnel waits for an answer.",
    Reason.CAN_PAY_TUNNEL: "The hand can pay for the tunnel, so it must be paid.",
    Reason.NO_SUCH_LOAN: "A station lends one route of another seat that begins or ends in its city.",
    Reason.CHOOSE_PIECES_FIRST: "Choose how many trains and ships first.",
    Reason.WAIT_FOR_PIECES: "Nobody acts before all seats have chosen their trains and ships.",
    Reason.NOTHING_TO_EXCHANGE: "An exchange gives at least one piece, and no more than the seat has.",
    Reason.NO_SUCH_CONDITION: "No such condition is open here; each takes a locomotive more, once.",
    Reason.NO_EVENT_TO_RESOLVE: "No event that the table settles asks for that now.",
    Reason.TOO_FEW_COINS: "The seat does not have so many coins.",
    Reason.SHOWN_SINCE: "Something was shown since; it is taken back only if the whole table agrees.",
}


def explain(state: State, refusal: Refusal) -> str:
    """One sentence: what is refused and why, with cities and seats by name."""
    plain = _PLAIN.get(refusal.reason)
    if refusal.reason is Reason.LOCOMOTIVE_ONLY_FIRST and state.edition.wild != LOCOMOTIVE:
        return "A face-up wild card can only be the first card."
    if plain is not None:
        return plain
    command, reason = refusal.command, refusal.reason
    if reason is Reason.NO_SUCH_SEAT:
        return f"{command.seat} is no seat of this game; seats are {', '.join(state.seats)}."
    if reason is Reason.NOT_YOUR_TURN:
        return f"It is not {command.seat}'s turn; {refusal.holder} is to move."
    if isinstance(command, ClaimRoute):
        return _claim(state, refusal, command)
    if isinstance(command, KeepTickets | DeclareTickets):
        return _tickets(state, refusal, command)
    if isinstance(command, BuildStation | BuildHarbor):
        return _building(state, refusal, command)
    if reason in (Reason.WRONG_PIECES, Reason.TOO_FEW_IN_BOX):
        return f"These numbers do not go: {refusal.need} are wanted, {refusal.have} can be had."
    if reason is not Reason.NO_SUCH_ROW_CARD:
        return _answer(refusal)
    return f"The row has {refusal.have} cards, counted from 0; there is none at {refusal.need}."


def _claim(state: State, refusal: Refusal, command: ClaimRoute) -> str:
    if refusal.reason is Reason.OFF_THE_BOARD and command.route not in state.game_map.routes:
        return f"The route {command.route} leads off the board; no city is at its other end."
    if refusal.reason is Reason.NO_SUCH_ROUTE:
        return f"There is no route {ascii(command.route)[:60]} on this map."
    board, seat = state.game_map, command.seat
    name, way = board.route_name(command.route), board.routes[command.route]
    wild = "locomotives" if state.edition.wild == LOCOMOTIVE else "wild cards"
    match refusal.reason:
        case Reason.ROUTE_TAKEN:
            return f"{name} is {refusal.holder}'s already."
        case Reason.OWN_DOUBLE:
            return f"{seat} has the other route from {name} already."
        case Reason.DOUBLE_ROUTE_CLOSED:
            seats = len(state.seats)
            return f"With {seats} seats only one route from {name} counts, and {refusal.holder} has it."
        case Reason.OFF_THE_BOARD:
            return f"{name} leads off the board."
        case Reason.TOO_FEW_SHIPS:
            return f"{name} takes {refusal.need} ships; {seat} has {refusal.have}."
        case Reason.TOO_FEW_LOCOMOTIVES:
            return f"{name} takes at least {refusal.need} locomotives, not {refusal.have}."
        case Reason.WRONG_KIND_OF_CARD:
            return f"{name} takes {way.kind} cards, and wild ones."
        case Reason.SUPERFLUOUS_CARD:
            return f"One of these cards is not needed for {name}."
        case Reason.NOT_IN_PAIRS:
            return f"{name} takes two cards of one colour for every space."
        case Reason.TOO_FEW_TRAINS:
            return f"{name} takes {refusal.need} trains; {seat} has {refusal.have}."
        case Reason.WRONG_NUMBER_OF_CARDS if way.kind == "ship":
            return f"These cards do not cover the {refusal.need} spaces of {name}."
        case Reason.WRONG_NUMBER_OF_CARDS:
            return f"{name} takes exactly {refusal.need} cards, not {refusal.have}."
        case Reason.WRONG_COLOUR:
            return f"{name} takes {way.colour} cards and {wild} only."
        case Reason.MIXED_COLOURS:
            return f"{name} takes cards of one colour, and {wild}."
        case Reason.NO_SUCH_CARD:
            return f"One of the cards for {name} is no card of this edition."
    return f"{seat} does not hold these cards for {name}."


def _building(state: State, refusal: Refusal, command: BuildStation | BuildHarbor) -> str:
    what = "station" if isinstance(command, BuildStation) else "harbor"
    if refusal.reason is Reason.NO_SUCH_CITY:
        return f"There is no city {ascii(command.city)[:60]} on this map."
    city = state.game_map.cities[command.city].name
    match refusal.reason:
        case Reason.CITY_TAKEN:
            return f"{city} has {refusal.holder}'s {what} already."
        case Reason.NO_STATIONS_LEFT | Reason.NO_HARBORS_LEFT:
            return f"{command.seat} has no {what} left."
        case Reason.NOT_A_PORT:
            return f"{city} is no port."
        case Reason.NO_ROUTE_TO_PORT:
            return f"{command.seat} has no route to {city}."
        case Reason.NO_HARBOR_SYMBOL:
            return "A harbor takes cards with the harbor symbol, and wild ones."
        case Reason.WRONG_NUMBER_OF_CARDS:
            return f"This {what} takes exactly {refusal.need} cards, not {refusal.have}."
        case Reason.MIXED_COLOURS:
            return f"This {what} takes cards of one colour, and wild ones."
        case Reason.WRONG_KIND_OF_CARD:
            return f"This {what} takes two train cards and two ship cards."
        case Reason.NO_SUCH_CARD:
            return f"One of the cards for the {what} is no card of this edition."
    return f"{command.seat} does not hold these cards for the {what}."


def _answer(refusal: Refusal) -> str:
    """What is wrong with cards that pay for something already begun."""
    match refusal.reason:
        case Reason.WRONG_NUMBER_OF_CARDS:
            return f"Exactly {refusal.need} cards more are owed, not {refusal.have}."
        case Reason.NO_SUCH_CARD:
            return "One of these cards is no card of this edition."
        case Reason.CARDS_NOT_IN_HAND:
            return f"{refusal.command.seat} does not hold these cards beside the bid."
    return "These cards do not pay what is owed."


def _tickets(state: State, refusal: Refusal, command: KeepTickets | DeclareTickets) -> str:
    match refusal.reason:
        case Reason.KEEP_MORE_TICKETS:
            return f"At least {refusal.need} of the tickets must be kept, not {refusal.have}."
        case Reason.TICKET_NOT_OFFERED:
            return "One of these tickets was not among those dealt."
    known = state.game_map.tickets
    missing = next((ticket for ticket in command.tickets if ticket not in known), None)
    if missing is None:
        return "One of these tickets is not in this edition's deck."
    return f"There is no ticket {ascii(missing)[:60]} on this map."
