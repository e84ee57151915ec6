"""Why an opponent that plays by itself did what it did last, by what everybody may know.

Its hand, its tickets and what it means to do next stay its own: the words are made of the open state alone,
so that the same act in the same open state has the same words, whatever it holds.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from announce.public import PublicState
from announce.story import Deed
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import (
    CardDrawn,
    CityId,
    Event,
    HarborBuilt,
    PiecesExchanged,
    RouteClaimed,
    RouteId,
    Seat,
    StationBuilt,
    TicketsKept,
    TunnelFailed,
    TurnEnded,
    TurnPassed,
)

_Act = (
    RouteClaimed | CardDrawn | TicketsKept | StationBuilt | HarborBuilt | PiecesExchanged | TunnelFailed
    | TurnEnded | TurnPassed
)  # fmt: skip
_LONG = 5
"""So many spaces make a route worth having for its points alone."""
_FEW = 2
"""With so few trains left the last round begins."""


def why(v: Vocabulary, deeds: Sequence[Deed], bots: Collection[Seat]) -> Words:
    """The newest act of a seat that plays by itself, and what speaks for it.

    Args:
        deeds: the acts that were not taken back, from the beginning of the game on.
    """
    p = v.phrases
    if not bots:
        return p.words("nobody here plays by itself.")
    for place in range(len(deeds) - 1, 0, -1):
        acts = _acts_of(deeds[place][0], bots)
        if acts:
            return _reason(v, acts, deeds[place - 1][1])
    return p.words("no opponent has done anything yet.")


def _acts_of(events: Sequence[Event], bots: Collection[Seat]) -> list[_Act]:
    """What its seat did in one act; the newest kind of it alone."""
    acts = [event for event in events if isinstance(event, _Act) and event.seat in bots]
    return [act for act in acts if type(act) is type(acts[-1])]


def _reason(v: Vocabulary, acts: Sequence[_Act], before: PublicState) -> Words:
    p, act = v.phrases, acts[-1]
    facts: dict[str, str | int] = {"seat": v.seat(act.seat)}
    match act:
        case RouteClaimed():
            return _claimed(v, act, before)
        case CardDrawn():
            return _drew(v, [one for one in acts if isinstance(one, CardDrawn)], before)
        case TicketsKept():
            return p.words(
                "{seat} kept those of its tickets that it thinks it can join. Which they are stays its own.",
                "{seat} kept what it thinks it can join.",
                **facts,
            )
        case StationBuilt(city=city):
            return p.words(
                "{seat} built in {city}: with a station it goes on over another's route there.",
                "{seat}: to go on over another's route.",
                city=v.city(city),
                **facts,
            )
        case HarborBuilt(city=city):
            return p.words(
                "{seat} built in {city}: a harbor pays by the tickets to its port. Those stay its own.",
                "{seat}: a harbor pays by its tickets.",
                city=v.city(city),
                **facts,
            )
        case PiecesExchanged():
            return p.words(
                "{seat} exchanged: it had too few of that kind left for what it wants.",
                "{seat} had too few of that kind.",
                **facts,
            )
        case TunnelFailed(route=route):
            return p.words(
                "{seat} gave up {route} for now: the tunnel cost more than it would or could pay.",
                "{seat}: the tunnel cost too much.",
                route=v.route(route),
                **facts,
            )
        case TurnEnded() | TurnPassed():
            return p.words(
                "{seat} claimed nothing: it lacks the cards for what it wants.",
                "{seat} lacks the cards.",
                **facts,
            )
        case _:
            assert_never(act)


def _claimed(v: Vocabulary, act: RouteClaimed, before: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"seat": v.seat(act.seat), "points": v.points(act.points)}
    brief = p.sentence("{seat}: {points}.", **facts)
    told = [p.sentence("{seat} claimed {route} for {points}.", route=v.route(act.route), **facts)]
    told += [_place(v, act, before), *_haste(v, act, before)]
    return Words(" ".join(told[:3]), brief)


def _place(v: Vocabulary, act: RouteClaimed, before: PublicState) -> str:
    """How the route lies to those that the seat had."""
    p, own = v.phrases, before.routes_of(act.seat)
    board = before.game_map
    way, parts = board.routes[act.route], _parts(before, own)
    here, there = parts.get(way.a), parts.get(way.b)
    if not own:
        return p.sentence("it is its first.")
    if here is None and there is None:
        return p.sentence("it begins somewhere new.")
    if here is None or there is None:
        return p.sentence("it goes on from its own routes.")
    if here != there:
        return p.sentence("it joins two parts of its own routes.")
    return p.sentence("it is there for the points.")


def _haste(v: Vocabulary, act: RouteClaimed, before: PublicState) -> list[str]:
    p = v.phrases
    if before.turns_left is not None:
        return [p.sentence("in the last round every point counts.")]
    if act.trains_left <= _FEW:
        return [p.sentence("and it brings on the last round.")]
    if act.length >= _LONG:
        return [p.sentence("long routes bring most for a turn.")]
    return []


def _parts(state: PublicState, own: Sequence[RouteId]) -> Mapping[CityId, int]:
    """City → which connected part of a seat's routes it belongs to."""
    part: dict[CityId, int] = {}
    for number, name in enumerate(own):
        way = state.game_map.routes[name]
        joined = {part[city] for city in (way.a, way.b) if city in part}
        part = {city: number if one in joined else one for city, one in part.items()}
        part |= {way.a: number, way.b: number}
    return part


def _drew(v: Vocabulary, drawn: Sequence[CardDrawn], before: PublicState) -> Words:
    """Open cards are seen by all; what came from a deck is nobody's business."""
    p, seat = v.phrases, v.seat(drawn[0].seat)
    open_ = [one for one in drawn if one.source == "row"]
    if not open_:
        return p.words(
            "{seat} drew unseen: no open card was worth more to it than chance.",
            "{seat} trusted to chance.",
            seat=seat,
        )
    wild = next((one.card for one in open_ if one.card == before.edition.wild), None)
    if wild is not None:
        return p.words(
            "{seat} took {card} that lay open: it fits any route.",
            "{seat}: it fits any route.",
            seat=seat,
            card=v.a_card(wild),
        )
    if len(open_) < len(drawn):
        return p.words(
            "{seat} took the open card that helps it, and for the other trusted to chance.",
            "{seat} took what helps, and chance.",
            seat=seat,
        )
    return p.words(
        "{seat} took open cards that help it more than chance would. For which route stays its own.",
        "{seat} took what helps it.",
        seat=seat,
    )
