"""Why not, in words, where only some editions have the rule: tunnels, stations, harbors, ships, two decks."""

from typing import Final

from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import BuildHarbor, Reason, Refusal

OPTIONAL_REASONS: Final = (
    Reason.NOT_IN_EDITION,
    Reason.NO_SUCH_DECK,
    Reason.ANSWER_TUNNEL_FIRST,
    Reason.NO_TUNNEL,
    Reason.NO_SUCH_LOAN,
    Reason.NO_SUCH_CITY,
    Reason.CITY_TAKEN,
    Reason.NO_STATIONS_LEFT,
    Reason.NO_HARBORS_LEFT,
    Reason.NOT_A_PORT,
    Reason.NO_ROUTE_TO_PORT,
    Reason.CHOOSE_PIECES_FIRST,
    Reason.WAIT_FOR_PIECES,
    Reason.WRONG_PIECES,
    Reason.NOTHING_TO_EXCHANGE,
    Reason.TOO_FEW_IN_BOX,
    Reason.NO_SUCH_CONDITION,
    Reason.NO_EVENT_TO_RESOLVE,
    Reason.TOO_FEW_COINS,
)
_AT_A_CITY: Final = OPTIONAL_REASONS[5:11]


def optional_reason(v: Vocabulary, refusal: Refusal, facts: dict[str, str | int]) -> Words:
    """What is not done, why, and what can be done; `facts` as for every refusal: seat, what, now."""
    if refusal.reason in _AT_A_CITY:
        return Words(*_city(v, refusal, facts))
    p = v.phrases
    match refusal.reason:
        case Reason.NOT_IN_EDITION:
            normal = p.sentence("{what}: this game has no such rule. Do something else.", **facts)
            return Words(normal, p.sentence("no such rule in this game."))
        case Reason.NO_SUCH_DECK:
            normal = p.sentence("{what}: no such deck was named. Choose a deck again.", **facts)
            return Words(normal, p.sentence("which deck? Choose again."))
        case Reason.ANSWER_TUNNEL_FIRST:
            normal = p.sentence("{what}: {seat} still has a tunnel to pay, or to leave. {now}", **facts)
            return Words(normal, p.sentence("{seat}: the tunnel first.", **facts))
        case Reason.NO_TUNNEL:
            normal = p.sentence("{what}: no tunnel waits to be paid. Play goes on.", **facts)
            return Words(normal, p.sentence("no tunnel waits."))
        case Reason.NO_SUCH_LOAN:
            normal = p.sentence("{what}: a station lends one route of another there. Choose again.", **facts)
            return Words(normal, p.sentence("not to be lent. Choose again."))
        case Reason.NO_SUCH_CONDITION | Reason.NO_EVENT_TO_RESOLVE | Reason.TOO_FEW_COINS:
            return Words(*_events(v, refusal, facts))
        case _:
            return Words(*_supply(v, refusal, facts))


def _events(v: Vocabulary, refusal: Refusal, facts: dict[str, str | int]) -> tuple[str, str]:
    p = v.phrases
    match refusal.reason:
        case Reason.NO_SUCH_CONDITION:
            normal = p.sentence("{what}: nothing here takes one locomotive more. Choose again.", **facts)
            return normal, p.sentence("no such condition. Choose again.")
        case Reason.TOO_FEW_COINS:
            normal = p.sentence("{what}: {seat} does not have so many dollars. Choose fewer.", **facts)
            return normal, p.sentence("not so many dollars.")
        case _:
            normal = p.sentence("{what}: no event asks for that now. Play goes on.", **facts)
            return normal, p.sentence("no event asks for that.")


def _city(v: Vocabulary, refusal: Refusal, facts: dict[str, str | int]) -> tuple[str, str]:
    p, city = v.phrases, refusal.city
    facts = {
        **facts,
        "city": v.city(city) if city is not None and city in v.game_map.cities else p.phrase("this city"),
    }
    match refusal.reason:
        case Reason.NO_SUCH_CITY:
            normal = p.sentence("{what}: this board has no such city. Lift the token.", **facts)
            return normal, p.sentence("no such city. Lift it.")
        case Reason.CITY_TAKEN:
            return _taken(v, refusal, facts)
        case Reason.NO_STATIONS_LEFT:
            normal = p.sentence("{what}: {seat} has no station left. Lift the token.", **facts)
            return normal, p.sentence("no station left. Lift it.")
        case Reason.NO_HARBORS_LEFT:
            normal = p.sentence("{what}: {seat} has no harbor left. Lift the token.", **facts)
            return normal, p.sentence("no harbor left. Lift it.")
        case Reason.NOT_A_PORT:
            normal = p.sentence("{what}: {city} is no port. Lift the token.", **facts)
            return normal, p.sentence("no port. Lift it.")
        case _:
            normal = p.sentence("{what}: {seat} has no route into {city}. Lift the token.", **facts)
            return normal, p.sentence("no route of yours there. Lift it.")


def _taken(v: Vocabulary, refusal: Refusal, facts: dict[str, str | int]) -> tuple[str, str]:
    """Somebody's building stands there already."""
    p = v.phrases
    if refusal.holder is None:
        normal = p.sentence("{what}: {city} is built on already. Lift the token.", **facts)
        return normal, p.sentence("built on already. Lift it.")
    facts = {**facts, "whose": v.whose(refusal.holder)}
    if isinstance(refusal.command, BuildHarbor):
        normal = p.sentence(
            "{what}: {city} has {whose} harbor. Lift the token; another city, or another act.", **facts
        )
        return normal, p.sentence("{city} has a harbor. Lift it.", **facts)
    normal = p.sentence(
        "{what}: {city} has {whose} station. Lift the token; another city, or another act.", **facts
    )
    return normal, p.sentence("{city} has a station. Lift it.", **facts)


def _supply(v: Vocabulary, refusal: Refusal, facts: dict[str, str | int]) -> tuple[str, str]:
    p = v.phrases
    match refusal.reason:
        case Reason.CHOOSE_PIECES_FIRST:
            normal = p.sentence("{what}: {seat} first chooses how many trains and ships. {now}", **facts)
            return normal, p.sentence("{seat}: trains and ships first.", **facts)
        case Reason.WAIT_FOR_PIECES:
            normal = p.sentence("{what}: others still choose their trains and ships. {now}", **facts)
            return normal, p.sentence("others still choose.")
        case Reason.WRONG_PIECES:
            normal = p.sentence("{what}: these numbers of trains and ships do not go. Choose again.", **facts)
            return normal, p.sentence("these numbers do not go.")
        case Reason.NOTHING_TO_EXCHANGE:
            normal = p.sentence("{what}: {seat} does not have so many to give. Choose again.", **facts)
            return normal, p.sentence("not so many to give.")
        case _:
            normal = p.sentence("{what}: the box does not hold so many. Choose fewer.", **facts)
            return normal, p.sentence("not so many in the box.")
