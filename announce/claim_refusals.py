"""Why a route is not claimed, as far as the board tells: for everyone."""

from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import CityId, ClaimRoute, Reason, Refusal, Seat
from tabletop import SiteId


def claim_reason(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
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
        return _taken(v, facts, own=holder == command.seat)
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


def _too_few_trains(
    v: Vocabulary, refusal: Refusal, state: PublicState, facts: dict[str, str | int]
) -> Words:
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


def taken_off(v: Vocabulary, site: SiteId, owner: Seat, state: PublicState) -> Words:
    """A token has been set where another seat's was taken off: a route, a station or a harbor."""
    p, city = v.phrases, CityId(site)
    facts: dict[str, str | int] = {"route": v.site(site), "whose": v.whose(owner), "holder": v.seat(owner)}
    if city in state.stations or city in state.harbors:
        facts["city"] = v.city(city)
    if city in state.stations:
        return Words(
            p.sentence(
                "not built: {city} has {whose} station. Lift the token, put that on again; "
                "another city, or another act.",
                **facts,
            ),
            p.sentence("{city} has a station. Lift it.", **facts),
        )
    if city in state.harbors:
        return Words(
            p.sentence(
                "not built: {city} has {whose} harbor. Lift the token, put that on again; "
                "another city, or another act.",
                **facts,
            ),
            p.sentence("{city} has a harbor. Lift it.", **facts),
        )
    return _taken(v, facts, own=False)


def _taken(v: Vocabulary, facts: dict[str, str | int], *, own: bool) -> Words:
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
