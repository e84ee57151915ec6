"""Stations and harbors: whether one can stand in a city, and what a station lends."""

from collections.abc import Mapping
from typing import Final

from announce.public import PublicState
from announce.refusals.reply import OWED, Plain, RefusalWords, RefusedCommand
from announce.words import Message, Words
from engine import Build, BuildHarbor, BuildStation, Reason, Refusal


def _city(at: RefusedCommand) -> str:
    city = at.refusal.city
    return at.p.phrase("this city") if city is None or city not in at.v.game_map.cities else at.v.city(city)


def _taken(at: RefusedCommand) -> Words:
    """Somebody's building stands there already."""
    city, holder = _city(at), at.refusal.holder
    if holder is None:
        return at.words(
            "{what}: {city} is built on already. Lift the token.", "built on already. Lift it.", city=city
        )
    whose = at.v.whose(holder)
    if isinstance(at.refusal.command, BuildHarbor):
        return at.words(
            "{what}: {city} has {whose} harbor. Lift the token; another city, or another act.",
            "{city} has a harbor. Lift it.",
            city=city,
            whose=whose,
        )
    return at.words(
        "{what}: {city} has {whose} station. Lift the token; another city, or another act.",
        "{city} has a station. Lift it.",
        city=city,
        whose=whose,
    )


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
        public=Message("{what}: this board has no such city. Lift the token.", "no such city. Lift it."),
        plain=_plain("There is no city {city} on this map."),
    ),
    Reason.CITY_TAKEN: RefusalWords(public=_taken, plain=_plain("{city} has {holder}'s {what} already.")),
    Reason.NO_STATIONS_LEFT: RefusalWords(
        public=Message("{what}: {seat} has no station left. Lift the token.", "no station left. Lift it."),
        plain=_plain("{seat} has no {what} left."),
    ),
    Reason.NO_HARBORS_LEFT: RefusalWords(
        public=Message("{what}: {seat} has no harbor left. Lift the token.", "no harbor left. Lift it."),
        plain=_plain("{seat} has no {what} left."),
    ),
    Reason.NOT_A_PORT: RefusalWords(
        public=lambda at: at.words(
            "{what}: {city} is no port. Lift the token.", "no port. Lift it.", city=_city(at)
        ),
        plain=_plain("{city} is no port."),
    ),
    Reason.NO_ROUTE_TO_PORT: RefusalWords(
        public=lambda at: at.words(
            "{what}: {seat} has no route into {city}. Lift the token.",
            "no route of yours there. Lift it.",
            city=_city(at),
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
