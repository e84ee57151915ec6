"""A refusal as one plain English sentence for programs and logs; tables hear the words of `announce`."""

from engine.commands import ClaimRoute, DeclareTickets, KeepTickets, Reason, Refusal
from engine.state import State

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
    Reason.SHOWN_SINCE: "Something was shown since; it is taken back only if the whole table agrees.",
}


def explain(state: State, refusal: Refusal) -> str:
    """One sentence: what is refused and why, with cities and seats by name."""
    plain = _PLAIN.get(refusal.reason)
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
    return f"The row has {refusal.have} cards, counted from 0; there is none at {refusal.need}."


def _claim(state: State, refusal: Refusal, command: ClaimRoute) -> str:
    if refusal.reason is Reason.NO_SUCH_ROUTE:
        return f"There is no route {ascii(command.route)[:60]} on this map."
    board, seat = state.game_map, command.seat
    name, way = board.route_name(command.route), board.routes[command.route]
    match refusal.reason:
        case Reason.ROUTE_TAKEN:
            return f"{name} is {refusal.holder}'s already."
        case Reason.OWN_DOUBLE:
            return f"{seat} has the other route from {name} already."
        case Reason.DOUBLE_ROUTE_CLOSED:
            seats = len(state.seats)
            return f"With {seats} seats only one route from {name} counts, and {refusal.holder} has it."
        case Reason.TOO_FEW_TRAINS:
            return f"{name} takes {refusal.need} trains; {seat} has {refusal.have}."
        case Reason.WRONG_NUMBER_OF_CARDS:
            return f"{name} takes exactly {refusal.need} cards, not {refusal.have}."
        case Reason.WRONG_COLOUR:
            return f"{name} takes {way.colour} cards and locomotives only."
        case Reason.MIXED_COLOURS:
            return f"{name} takes cards of one colour, and locomotives."
        case Reason.NO_SUCH_CARD:
            return f"One of the cards for {name} is no card of this edition."
    return f"{seat} does not hold these cards for {name}."


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
