"""Why an opponent that plays by itself did what it did last, by what everybody may know.

Its hand, its tickets and what it means to do next stay its own: the words are made of the open state alone,
so that the same act in the same open state has the same words, whatever it holds. Only the planner, and who
looks ahead, act for reasons that are known here; of any other (an easy one, a program) what it did is told.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from announce.lasting import ROOM_S
from announce.public import PublicState
from announce.story import Deed
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import (
    CardDrawn,
    CityId,
    Event,
    FinalRoundStarted,
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

_Other = (
    CardDrawn | TicketsKept | StationBuilt | HarborBuilt | PiecesExchanged | TunnelFailed
    | TurnEnded | TurnPassed
)  # fmt: skip
_Act = RouteClaimed | _Other
_LONG = 5
"""So many spaces make a route worth having for its points alone."""


def why(v: Vocabulary, deeds: Sequence[Deed], bots: Collection[Seat], by_plan: Collection[Seat]) -> Words:
    """The newest act of a seat that plays by itself, and what speaks for it.

    Args:
        deeds: the acts that were not taken back, from the beginning of the game on.
        by_plan: those of the bots that do what they do for the planner's reasons.
    """
    p = v.phrases
    if not bots:
        return p.words("nobody here plays by itself.")
    for place in range(len(deeds) - 1, 0, -1):
        events, before = deeds[place][0], deeds[place - 1][1]
        if acts := _acts_of(events, bots):
            act, known = acts[-1], acts[-1].seat in by_plan
            if isinstance(act, RouteClaimed):
                last = any(isinstance(event, FinalRoundStarted) for event in events)
                return _claimed(v, act, before, known=known, last=last)
            others = [one for one in acts if not isinstance(one, RouteClaimed)]
            return _reason(v, others, before) if known else _unexplained(v, others)
    return p.words("no opponent has done anything yet.")


def _acts_of(events: Sequence[Event], bots: Collection[Seat]) -> list[_Act]:
    """What its seat did in one act; the newest kind of it alone."""
    acts = [event for event in events if isinstance(event, _Act) and event.seat in bots]
    return [act for act in acts if type(act) is type(acts[-1])]


def _reason(v: Vocabulary, acts: Sequence[_Other], before: PublicState) -> Words:
    p, act = v.phrases, acts[-1]
    facts: dict[str, str | int] = {"seat": v.seat(act.seat)}
    match act:
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


def _unexplained(v: Vocabulary, acts: Sequence[_Other]) -> Words:
    """What was done by one whose reasons are not known here."""
    p, did = v.phrases, _did(v, acts)
    return Words(f"{did} {p.sentence('why, it does not tell.')}", did)


def _did(v: Vocabulary, acts: Sequence[_Other]) -> str:
    p, act = v.phrases, acts[-1]
    seat = v.seat(act.seat)
    match act:
        case CardDrawn():
            if all(isinstance(one, CardDrawn) and one.source != "row" for one in acts):
                return p.sentence("{seat} drew unseen.", seat=seat)
            return p.sentence("{seat} took open cards.", seat=seat)
        case TicketsKept():
            return p.sentence("{seat} kept tickets.", seat=seat)
        case StationBuilt(city=city) | HarborBuilt(city=city):
            return p.sentence("{seat} built in {city}.", seat=seat, city=v.city(city))
        case PiecesExchanged():
            return p.sentence("{seat} exchanged pieces.", seat=seat)
        case TunnelFailed(route=route):
            return p.sentence("{seat} gave up {route} for now.", seat=seat, route=v.route(route))
        case TurnEnded() | TurnPassed():
            return p.sentence("{seat} claimed nothing.", seat=seat)
        case _:
            assert_never(act)


def _claimed(v: Vocabulary, act: RouteClaimed, before: PublicState, *, known: bool, last: bool) -> Words:
    """A claim, told by what all see of it. `last`: it brought on the last round."""
    p = v.phrases
    facts: dict[str, str | int] = {"seat": v.seat(act.seat), "points": v.points(act.points)}
    name = v.route(act.route)
    if act.points:
        brief = p.sentence("{seat}: {points}.", **facts)
        told = [p.sentence("{seat} claimed {route} for {points}.", route=name, **facts)]
    else:  # an edition whose routes bring none
        brief = p.sentence("{seat} claimed {route}.", route=name, **facts)
        told = [brief]
    told += _place(v, act, before, known=known)
    if last:
        told.append(p.sentence("and it brings on the last round."))
    elif known and act.points:
        told += _haste(v, act, before)
    while p.lasts_s(*told) > ROOM_S and len(told) > 2:
        del told[1]  # where it lies
    return Words(" ".join(told), brief)


def _place(v: Vocabulary, act: RouteClaimed, before: PublicState, *, known: bool) -> list[str]:
    """How the route lies to those that the seat had."""
    p, own = v.phrases, before.routes_of(act.seat)
    board = before.game_map
    way, parts = board.routes[act.route], _parts(before, own)
    here, there = parts.get(way.a), parts.get(way.b)
    if not own:
        return [p.sentence("it is its first.")]
    if here is None and there is None:
        return [p.sentence("it begins somewhere new.")]
    if here is None or there is None:
        return [p.sentence("it goes on from its own routes.")]
    if here != there:
        return [p.sentence("it joins two parts of its own routes.")]
    return [p.sentence("it is there for the points.")] if known and act.points else []


def _haste(v: Vocabulary, act: RouteClaimed, before: PublicState) -> list[str]:
    p = v.phrases
    if before.turns_left is not None:
        return [p.sentence("in the last round every point counts.")]
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
