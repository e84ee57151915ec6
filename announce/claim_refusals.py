"""Why a route is not claimed: what the board says, for everyone; what the hand lacks, for its seat."""

from announce.travel_words import travel_reason
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import GRAY, LOCOMOTIVE, Card, ClaimRoute, Reason, Refusal, Route, State


def claim_reason(v: Vocabulary, refusal: Refusal, state: State) -> Words:
    """Why a route cannot be had as far as the board tells, for everyone."""
    p, command = v.phrases, refusal.command
    route = refusal.route or (command.route if isinstance(command, ClaimRoute) else None)
    if refusal.reason is Reason.NO_SUCH_CARD:
        return Words(p.sentence("not claimed: there is no such card. Choose the cards again."))
    if refusal.reason is Reason.OFF_THE_BOARD and (route is None or route not in v.game_map.routes):
        return Words(
            p.sentence("not claimed: this way leads off the board. Lift the token."),
            p.sentence("leads off the board. Lift it."),
        )
    if route is None or route not in v.game_map.routes:
        return Words(
            p.sentence("not claimed: this board has no such route. Lift the token."),
            p.sentence("no such route. Lift it."),
        )
    holder = refusal.holder or state.owners.get(route)
    facts: dict[str, str | int] = {
        "route": v.route(route),
        "pair": v.pair(route),
        "side": v.side(route),
        "seat": v.seat(command.seat),
    }
    if holder is not None:
        facts |= {"holder": v.seat(holder), "whose": v.whose(holder)}
    if refusal.reason is Reason.OFF_THE_BOARD:
        return Words(
            p.sentence("not claimed: {route} leads off the board. Lift the token.", **facts),
            p.sentence("leads off the board. Lift it."),
        )
    if refusal.reason is Reason.TOO_FEW_SHIPS:
        facts |= {"trains": v.ships(refusal.need or 0), "have": refusal.have or p.phrase("none")}
        return Words(
            p.sentence("not claimed: {route} needs {trains}, {seat} has {have}. Lift the token.", **facts),
            p.sentence("needs {trains}, you have {have}. Lift it.", **facts),
        )
    if refusal.reason is Reason.TOO_FEW_TRAINS:
        return _too_few_trains(v, refusal, state, facts)
    if holder is None:
        return Words(p.sentence("not claimed: {route} is not free. Lift the token.", **facts))
    if refusal.reason is Reason.ROUTE_TAKEN:
        return _taken(v, holder == command.seat, facts)
    if refusal.reason is Reason.OWN_DOUBLE:
        return Words(
            p.sentence("not claimed: {seat} holds the other {pair}, the {side}. Lift this token.", **facts),
            p.sentence("you hold its twin. Lift it."),
        )
    return Words(
        p.sentences(
            "not claimed: of {pair} only one counts with {n} seat; {holder} has the {side}. Lift it, please.",
            "not claimed: of {pair} only one counts with {n} seats; {holder} has the {side}. Lift the token.",
            len(state.seats),
            **facts,
        ),
        p.sentence("closed: {holder} has the {side}. Lift it.", **facts),
    )


def _too_few_trains(v: Vocabulary, refusal: Refusal, state: State, facts: dict[str, str | int]) -> Words:
    p, seat = v.phrases, refusal.command.seat
    need = (
        v.game_map.routes[refusal.route].length
        if refusal.need is None and refusal.route
        else refusal.need or 0
    )
    have = state.trains.get(seat, 0) if refusal.have is None else refusal.have
    facts = {**facts, "trains": v.trains(need), "have": have if have else v.phrases.phrase("none")}
    return Words(
        p.sentence("not claimed: {route} needs {trains}, {seat} has {have}. Lift the token.", **facts),
        p.sentence("needs {trains}, you have {have}. Lift it.", **facts),
    )


def _taken(v: Vocabulary, own: bool, facts: dict[str, str | int]) -> Words:
    p = v.phrases
    if own:
        return Words(
            p.sentence("not claimed: {route} is {whose} already. Lift the second token.", **facts),
            p.sentence("yours already. Lift the second token."),
        )
    return Words(
        p.sentence("not claimed: {route} is {whose}. Take your token back, put {whose} on again.", **facts),
        p.sentence("taken by {holder}. Lift your token.", **facts),
    )


def hand_reason(v: Vocabulary, refusal: Refusal, state: State) -> Words:
    """For the seat's own ear: what the route needs and what the hand holds."""
    p, command = v.phrases, refusal.command
    route = v.game_map.routes.get(command.route) if isinstance(command, ClaimRoute) else None
    if not isinstance(command, ClaimRoute) or route is None:
        return Words(p.sentence("not claimed: the cards do not fit. Choose them again."))
    if len(state.edition.decks) > 1:
        return travel_reason(v, refusal, route, state)
    facts: dict[str, str | int] = {"route": v.route(route.id), "colour": v.colour(route.colour)}
    short = _short(v, route, refusal, state)
    if short is not None:
        return short
    match refusal.reason:
        case Reason.WRONG_NUMBER_OF_CARDS:
            facts |= {"cards": v.cards(route.length), "have": len(command.cards or ())}
            return Words(
                p.sentence("{route} needs {cards}; {have} were chosen. Choose again.", **facts),
                p.sentence("needs {cards}. Choose again.", **facts),
            )
        case Reason.WRONG_COLOUR:
            return Words(
                p.sentence("{route} takes {colour} cards and locomotives only. Choose again.", **facts),
                p.sentence("only {colour} and locomotives. Choose again.", **facts),
            )
        case Reason.MIXED_COLOURS:
            return Words(
                p.sentence("{route} takes cards of one colour, with locomotives. Choose again.", **facts),
                p.sentence("one colour only. Choose again."),
            )
        case Reason.TOO_FEW_LOCOMOTIVES:
            facts |= {"locomotives": v.locomotives(route.locomotives)}
            return Words(
                p.sentence("{route} is a ferry and needs at least {locomotives}. Choose again.", **facts),
                p.sentence("at least {locomotives}. Choose again.", **facts),
            )
        case Reason.WRONG_KIND_OF_CARD:
            return Words(
                p.sentence("these cards are of the wrong kind for {route}. Choose again.", **facts),
                p.sentence("wrong kind of card. Choose again."),
            )
        case Reason.SUPERFLUOUS_CARD:
            return Words(
                p.sentence("{route} needs fewer cards than these. Leave one out and choose again.", **facts),
                p.sentence("one card too many. Choose again."),
            )
        case Reason.NOT_IN_PAIRS:
            return Words(
                p.sentence("{route} needs two equal cards for every space. Choose again.", **facts),
                p.sentence("two equal cards a space. Choose again."),
            )
        case Reason.CARDS_NOT_IN_HAND:
            return Words(
                p.sentence("you do not have all the cards named for {route}. Choose again.", **facts),
                p.sentence("not all in your hand. Choose again."),
            )
        case _:
            return Words(
                p.sentence("{route} wants its cards named. Set the token again and choose them.", **facts),
                p.sentence("name the cards first."),
            )


def _short(v: Vocabulary, route: Route, refusal: Refusal, state: State) -> Words | None:
    """Said when no choice of cards could pay; None when the hand is enough."""
    p = v.phrases
    hand = state.hands.get(refusal.command.seat, {})
    wild = hand.get(LOCOMOTIVE, 0)
    own = {card: n for card, n in hand.items() if card != LOCOMOTIVE}
    have = max(own.values(), default=0) if route.colour == GRAY else hand.get(_card(route), 0)
    if have + wild >= route.length:
        return None
    facts: dict[str, str | int] = {
        "route": v.route(route.id),
        "need": route.length,
        "colour": v.colour(route.colour),
        "have": have or p.phrase("none"),
        "locomotives": v.locomotives(wild),
        "cards": v.cards(route.length),
    }
    if route.colour == GRAY:
        return Words(
            p.sentence(
                "{route} needs {cards} of one colour; you have {have} and {locomotives}. You may draw.",
                **facts,
            ),
            p.sentence("needs {need} of one colour, you have {have}.", **facts),
        )
    return Words(
        p.sentence(
            "{route} needs {need} {colour}; you have {have} and {locomotives}. You may draw instead.", **facts
        ),
        p.sentence("needs {need} {colour}, you have {have}.", **facts),
    )


def _card(route: Route) -> Card:
    return Card(route.colour)
