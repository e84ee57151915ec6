"""Stations and harbors: whether one can stand in a city, and what a station lends."""

from collections.abc import Mapping
from typing import Final

from announce.public import PublicState
from announce.refusals.reply import OWED, Plain, RefusalWords, RefusedCommand
from announce.words import Message, Words
from engine import Build, BuildHarbor, BuildStation, Reason, Refusal


def _city(at: RefusedCommand) -> str:
    city, command = at.refusal.city, at.refusal.command
    if city is None and isinstance(command, Build):  # another home's table has told the reason alone
        city = command.city
    return at.p.phrase("this city") if city is None or city not in at.v.game_map.cities else at.v.city(city)


def _taken(at: RefusedCommand) -> Words:
    """Somebody's building stands there already."""
    city, holder = _city(at), at.refusal.holder
    if holder is None:
        return at.lifting(at.words("{what}: {city} is built on already.", "built on already.", city=city))
    whose = at.v.whose(holder)
    if isinstance(at.refusal.command, BuildHarbor):
        why = at.words("{what}: {city} has {whose} harbor.", "{city} has a harbor.", city=city, whose=whose)
    else:
        why = at.words("{what}: {city} has {whose} station.", "{city} has a station.", city=city, whose=whose)
    return at.lifting(why, at.p.words("lift the token; another city, or another act.", "lift it."))


def _plain(text: str) -> Plain:
    """The sentence with the city that was asked for."""

    def plain(state: PublicState, refusal: Refusal) -> str:
        command = refusal.command
        if not isinstance(command, Build):
            return OWED
        city = state.game_map.cities.get(command.city)
        return text.format(
            city=ascii(command.city)[:60] if city is None else city.name,
            seat=command.seat,
            holder=refusal.holder,
            what=building(refusal),
        )

    return plain


def building(refusal: Refusal) -> str:
    """What is to be built, in plain English."""
    return "station" if isinstance(refusal.command, BuildStation) else "harbor"


BUILDINGS: Final[Mapping[Reason, RefusalWords]] = {
    Reason.NO_SUCH_CITY: RefusalWords(
        public=lambda at: at.lifting(at.words("{what}: this board has no such city.", "no such city.")),
        plain=_plain("There is no city {city} on this map."),
    ),
    Reason.CITY_TAKEN: RefusalWords(public=_taken, plain=_plain("{city} has {holder}'s {what} already.")),
    Reason.NO_STATIONS_LEFT: RefusalWords(
        public=lambda at: at.lifting(at.words("{what}: {seat} has no station left.", "no station left.")),
        plain=_plain("{seat} has no {what} left."),
    ),
    Reason.NO_HARBORS_LEFT: RefusalWords(
        public=lambda at: at.lifting(at.words("{what}: {seat} has no harbor left.", "no harbor left.")),
        plain=_plain("{seat} has no {what} left."),
    ),
    Reason.NOT_A_PORT: RefusalWords(
        public=lambda at: at.lifting(at.words("{what}: {city} is no port.", "no port.", city=_city(at))),
        plain=_plain("{city} is no port."),
    ),
    Reason.NO_ROUTE_TO_PORT: RefusalWords(
        public=lambda at: at.lifting(
            at.words("{what}: {seat} has no route into {city}.", "no route of yours there.", city=_city(at))
        ),
        plain=_plain("{seat} has no route to {city}."),
    ),
    Reason.NO_SUCH_LOAN: RefusalWords(
        public=Message(
            "{what}: a station lends one route of another there. Choose again.",
            "not to be lent. Choose again.",
        ),
        plain="A station lends one route of another seat that begins or ends in its city.",
    ),
}
