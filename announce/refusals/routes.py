"""Why a route is not claimed, as far as the board tells: for everyone."""

from collections.abc import Callable, Mapping
from typing import Final

from announce.public import PublicState
from announce.refusals.reply import OWED, Facts, Plain, Public, RefusalWords, RefusedCommand
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import CityId, ClaimRoute, Reason, Refusal, RouteId, Seat
from tabletop import SiteId


def _asked(at: RefusedCommand) -> RouteId | None:
    """The route in the way, as far as this map knows it."""
    command = at.refusal.command
    route = at.refusal.route or (command.route if isinstance(command, ClaimRoute) else None)
    return route if route in at.v.game_map.routes else None


def _named(words: Callable[[RefusedCommand, Facts], Words]) -> Public:
    """The words with the route in them, where it is known."""

    def public(at: RefusedCommand) -> Words:
        route = _asked(at)
        return _unknown(at) if route is None else words(at, {**at.facts, "route": at.v.route(route)})

    return public


def _held(words: Callable[[RefusedCommand, Facts], Words]) -> Public:
    """The words with its holder too, where that is known."""

    def public(at: RefusedCommand) -> Words:
        v, route = at.v, _asked(at)
        if route is None:
            return _unknown(at)
        holder, facts = at.refusal.holder or at.state.owners.get(route), {**at.facts, "route": v.route(route)}
        if holder is None:
            return _not_free(at, facts)
        facts |= {"pair": v.pair(route), "side": v.side(route)}
        return words(at, facts | {"holder": v.seat(holder), "whose": v.whose(holder)})

    return public


def _unknown(at: RefusedCommand) -> Words:
    if at.refusal.reason is Reason.OFF_THE_BOARD:
        return at.lifting(at.words("not claimed: this way leads off the board.", "leads off the board."))
    return at.lifting(at.words("not claimed: this board has no such route.", "no such route."))


def _not_free(at: RefusedCommand, facts: Facts) -> Words:
    return at.lifting(at.p.words("not claimed: {route} is not free.", "not free.", **facts))


def _taken(at: RefusedCommand, facts: Facts) -> Words:
    route = _asked(at)
    holder = at.refusal.holder or (None if route is None else at.state.owners.get(route))
    if holder == at.refusal.command.seat:  # not by their names: two people may have the same
        why = at.p.words("not claimed: {route} is {whose} already.", "yours already.", **facts)
        return at.lifting(why, at.p.words("lift the second token."))
    if at.stands:
        return _take_back(at.v, facts)
    return at.lifting(at.p.words("not claimed: {route} is {whose}.", "taken by {holder}.", **facts))


def _closed(at: RefusedCommand, facts: Facts) -> Words:
    return at.lifting(
        Words(
            at.p.sentences(
                "not claimed: of {pair} only one counts with {n} seat; {holder} has the {side}.",
                "not claimed: of {pair} only one counts with {n} seats; {holder} has the {side}.",
                len(at.state.seats),
                **facts,
            ),
            at.p.sentence("closed: {holder} has the {side}.", **facts),
        )
    )


def _too_few(at: RefusedCommand, facts: Facts) -> Words:
    v, refusal, route = at.v, at.refusal, _asked(at)
    ships = refusal.reason is Reason.TOO_FEW_SHIPS
    supply = at.state.ships if ships else at.state.trains
    need = v.game_map.routes[route].length if refusal.need is None and route else refusal.need or 0
    have = supply.get(refusal.command.seat, 0) if refusal.have is None else refusal.have
    facts |= {"trains": v.ships(need) if ships else v.trains(need), "have": v.so_many(have)}
    return at.lifting(
        at.p.words(
            "not claimed: {route} needs {trains}, {seat} has {have}.",
            "needs {trains}, you have {have}.",
            **facts,
        )
    )


def taken_off(v: Vocabulary, site: SiteId, owner: Seat, state: PublicState) -> Words:
    """A token has been set where another seat's was taken off: a route, a station or a harbor."""
    p, city = v.phrases, CityId(site)
    facts: Facts = {"route": v.site(site), "whose": v.whose(owner), "holder": v.seat(owner)}
    if city in state.stations or city in state.harbors:
        facts["city"] = v.city(city)
    if city in state.stations:
        return p.words(
            "not built: {city} has {whose} station. Lift the token, put that on again; "
            "another city, or another act.",
            "{city} has a station. Lift it.",
            **facts,
        )
    if city in state.harbors:
        return p.words(
            "not built: {city} has {whose} harbor. Lift the token, put that on again; "
            "another city, or another act.",
            "{city} has a harbor. Lift it.",
            **facts,
        )
    return _take_back(v, facts)


def _take_back(v: Vocabulary, facts: Facts) -> Words:
    p = v.phrases
    return p.words(
        "not claimed: {route} is {whose}. Take your token back, put {whose} on again.",
        "taken by {holder}. Lift your token.",
        **facts,
    )


def _plain(text: str) -> Plain:
    """The sentence with the name of the route that was asked for."""

    def plain(state: PublicState, refusal: Refusal) -> str:
        command = refusal.command
        if not isinstance(command, ClaimRoute):
            return OWED
        return text.format(
            name=state.game_map.route_name(command.route),
            seat=command.seat,
            seats=len(state.seats),
            holder=refusal.holder,
            need=refusal.need,
            have=refusal.have,
        )

    return plain


def _plain_unknown(state: PublicState, refusal: Refusal) -> str:
    command = refusal.command
    if not isinstance(command, ClaimRoute):
        return OWED
    return f"There is no route {ascii(command.route)[:60]} on this map."


def _plain_off(state: PublicState, refusal: Refusal) -> str:
    command = refusal.command
    if isinstance(command, ClaimRoute) and command.route not in state.game_map.routes:
        return f"The route {command.route} leads off the board; no city is at its other end."
    return _plain("{name} leads off the board.")(state, refusal)


ROUTES: Final[Mapping[Reason, RefusalWords]] = {
    Reason.NO_SUCH_ROUTE: RefusalWords(public=_named(_not_free), plain=_plain_unknown),
    Reason.ROUTE_TAKEN: RefusalWords(public=_held(_taken), plain=_plain("{name} is {holder}'s already.")),
    Reason.OWN_DOUBLE: RefusalWords(
        public=_held(
            lambda at, facts: at.lifting(
                at.p.words(
                    "not claimed: {seat} holds the other {pair}, the {side}.", "you hold its twin.", **facts
                ),
                at.p.words("lift this token.", "lift it."),
            )
        ),
        plain=_plain("{seat} has the other route from {name} already."),
    ),
    Reason.DOUBLE_ROUTE_CLOSED: RefusalWords(
        public=_held(_closed),
        plain=_plain("With {seats} seats only one route from {name} counts, and {holder} has it."),
    ),
    Reason.OFF_THE_BOARD: RefusalWords(
        public=_named(
            lambda at, facts: at.lifting(
                at.p.words("not claimed: {route} leads off the board.", "leads off the board.", **facts)
            )
        ),
        plain=_plain_off,
    ),
    Reason.TOO_FEW_TRAINS: RefusalWords(
        public=_named(_too_few), plain=_plain("{name} takes {need} trains; {seat} has {have}.")
    ),
    Reason.TOO_FEW_SHIPS: RefusalWords(
        public=_named(_too_few), plain=_plain("{name} takes {need} ships; {seat} has {have}.")
    ),
}
