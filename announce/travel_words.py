"""Why cards of two decks do not pay, and what a score has beside routes, tickets and the longest path."""

from collections.abc import Sequence

from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import Reason, Refusal, Route, Seat, SeatTotal, State, payments


def travel_reason(v: Vocabulary, refusal: Refusal, route: Route, state: State) -> Words:
    """For the seat's own ear: what a route of trains, of ships or of pairs needs."""
    p = v.phrases
    facts: dict[str, str | int] = {"route": v.route(route.id), "n": route.length}
    facts |= {"colour": v.colour(route.colour), "need": _need(v, route)}
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


def _need(v: Vocabulary, route: Route) -> str:
    p, colour = v.phrases, v.colour(route.colour)
    if route.pair:
        return p.count("a pair of trains", "{n} pairs of trains", route.length)
    if route.kind == "ship":
        return p.count("{n} {colour} ship", "{n} {colour} ships", route.length, colour=colour)
    return p.count("{n} {colour} train", "{n} {colour} trains", route.length, colour=colour)


def score_parts(v: Vocabulary, lines: Sequence[SeatTotal]) -> list[tuple[str, list[tuple[Seat, int]]]]:
    """What else is scored, by name, with every seat's points; what nobody has is left out."""
    p = v.phrases
    parts = [
        (p.phrase("stations left"), [(line.seat, line.stations) for line in lines]),
        (p.phrase("harbors"), [(line.seat, line.harbors) for line in lines]),
        (p.phrase("exchange"), [(line.seat, line.exchange) for line in lines]),
    ]
    return [(name, values) for name, values in parts if any(points for _, points in values)]
