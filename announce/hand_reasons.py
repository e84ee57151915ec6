"""Why the cards do not pay: for the ear of the seat that holds them, and for nobody else."""

from announce.announcement import Announcement
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear, whisper
from engine import GRAY, LOCOMOTIVE, Card, ClaimRoute, Reason, Refusal, Route, State, payments


def hand_reason(v: Vocabulary, refusal: Refusal, state: State) -> Announcement:
    """For the seat's own ear: what the route needs and what the hand holds."""
    return whisper(refusal.command.seat, _reason(v, refusal, state), "refuse", urgency="assertive")


@for_an_ear
def _reason(v: Vocabulary, refusal: Refusal, state: State) -> Words:
    p, command = v.phrases, refusal.command
    route = v.game_map.routes.get(command.route) if isinstance(command, ClaimRoute) else None
    if not isinstance(command, ClaimRoute) or route is None:
        return Words(p.sentence("not claimed: the cards do not fit. Choose them again."))
    if len(state.edition.decks) > 1:
        return _travel_reason(v, refusal, route, state)
    facts: dict[str, str | int] = {"route": v.route(route.id), "colour": v.colour(route.colour)}
    short = _short(v, route, refusal, state)
    if short is not None:
        return short
    return _wrong_number(v, route, command, refusal.reason, facts)


def _wrong_number(
    v: Vocabulary, route: Route, command: ClaimRoute, reason: Reason, facts: dict[str, str | int]
) -> Words:
    """Too few or too many of the cards chosen; else what is wrong with their kinds."""
    p = v.phrases
    match reason:
        case Reason.WRONG_NUMBER_OF_CARDS:
            facts |= {"cards": v.cards(route.length), "have": len(command.cards or ())}
            return Words(
                p.sentence("{route} needs {cards}; {have} were chosen. Choose again.", **facts),
                p.sentence("needs {cards}. Choose again.", **facts),
            )
        case Reason.TOO_FEW_LOCOMOTIVES:
            facts |= {"locomotives": v.locomotives(route.locomotives)}
            return Words(
                p.sentence("{route} is a ferry and needs at least {locomotives}. Choose again.", **facts),
                p.sentence("at least {locomotives}. Choose again.", **facts),
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
        case _:
            return _wrong_kind(v, reason, facts)


def _wrong_kind(v: Vocabulary, reason: Reason, facts: dict[str, str | int]) -> Words:
    p = v.phrases
    match reason:
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
        case Reason.WRONG_KIND_OF_CARD:
            return Words(
                p.sentence("these cards are of the wrong kind for {route}. Choose again.", **facts),
                p.sentence("wrong kind of card. Choose again."),
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


def _travel_reason(v: Vocabulary, refusal: Refusal, route: Route, state: State) -> Words:
    """What a route of trains, of ships or of pairs needs."""
    p = v.phrases
    facts: dict[str, str | int] = {"route": v.route(route.id), "n": route.length}
    facts |= {"colour": v.colour(route.colour), "need": need(v, route)}
    if not payments(state, refusal.command.seat, route.id):
        return Words(
            p.sentence("{route} needs {need}; your hand has not enough. You may draw instead.", **facts),
            p.sentence("needs {need}. Not in your hand.", **facts),
        )
    match refusal.reason:
        case Reason.SUPERFLUOUS_CARD:
            return Words(
                p.sentence("{route} needs fewer cards than these. Leave one out and choose again.", **facts),
                p.sentence("one card too many. Choose again."),
            )
        case Reason.CARDS_NOT_IN_HAND:
            return Words(
                p.sentence("you do not have all the cards named for {route}. Choose again.", **facts),
                p.sentence("not all in your hand. Choose again."),
            )
        case Reason.CARDS_NEEDED:
            return Words(
                p.sentence("{route} wants its cards named. Set the token again and choose them.", **facts),
                p.sentence("name the cards first."),
            )
        case _:
            return Words(
                p.sentence("{route} needs {need}; these cards do not fit. Choose again.", **facts),
                p.sentence("needs {need}. Choose again.", **facts),
            )


def need(v: Vocabulary, route: Route) -> str:
    """What a route of trains, of ships or of pairs needs."""
    p, colour = v.phrases, v.colour(route.colour)
    if route.pair:
        return p.count("a pair of trains", "{n} pairs of trains", route.length)
    if route.kind == "ship":
        return p.count("{n} {colour} ship", "{n} {colour} ships", route.length, colour=colour)
    return p.count("{n} {colour} train", "{n} {colour} trains", route.length, colour=colour)
