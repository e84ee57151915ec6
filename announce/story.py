"""A stored game in a minute: at most eight steps, 150 words in all, nothing that is anybody's secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from announce.announcement import Announcement, Audience
from announce.lasting import ROOM_S
from announce.public import PublicState
from announce.scores import alone, each_total, of_seats, totals, winning_at_once
from announce.vocabulary import Vocabulary
from announce.words import Words, tell, together
from engine import Event, FinalRoundStarted, Route, RouteClaimed, Seat, State, TurnStarted

_LEADS = 3
"""So many changes of the lead are told; of more how many there were, and the last ones."""
_LONGEST = 2
_MOST = 8
"""More steps there are not."""

Deed = tuple[Sequence[Event], State]
"""An act that was not taken back: its events, the state after it."""
_Told = tuple[Sequence[Event], PublicState]
_Dated = tuple[int, Words]
"""What came in a turn; 0: it holds of all that follow."""


@dataclass(frozen=True, slots=True)
class _Claim:
    turn: int
    event: RouteClaimed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lead:
    """A seat comes to lead alone after another; `claim`: what it claimed for that."""

    turn: int
    seat: Seat
    own: int
    other: int  # the next best
    first: bool  # it has not led before
    claim: _Claim | None


def story(v: Vocabulary, deeds: Sequence[Deed], audience: Audience = "everyone") -> tuple[Announcement, ...]:
    """Opening, changes of the lead and the last round as they came, then what holds of all, and the end.

    Args:
        deeds: the acts from the beginning of the game on, at least that.
    """
    p, state, claims = v.phrases, deeds[-1][1], _claims(deeds)
    end = _end(v, state)
    changes = _changes(v, _leads(deeds, claims), _LEADS + 1 - len(end))
    dated = sorted((*changes, *_last_round(v, deeds)), key=lambda step: step[0])
    steps = [*_opening(v, claims), *(words for _, words in dated)]
    steps += [*_longest(v, state), *_buildings(v, state), *end]
    told = [_number(v, n, len(steps)) for n in range(1, len(steps) + 1)]
    told[0] = p.sentence("the game in a minute, 1 of {count}.", count=len(steps))
    return tuple(
        tell(audience, together([Words(number), step])) for number, step in zip(told, steps, strict=True)
    )


def _number(v: Vocabulary, n: int, count: int) -> str:
    return v.phrases.sentence("{n} of {count}.", n=n, count=count)


def _behind_a_number(v: Vocabulary, text: str) -> str:
    """A step as it is heard, whichever of how many it will be."""
    return f"{_number(v, _MOST, _MOST)} {text}"


def _fitting(v: Vocabulary, *told: str) -> str:
    """The first of several ways to say one step that has room behind its number; else the last."""
    heard = {_behind_a_number(v, one): one for one in told}
    return heard[v.phrases.fitting(*heard)]


def _claims(deeds: Sequence[_Told]) -> list[_Claim]:
    found, turn = [], 0
    for event in (event for events, _ in deeds for event in events):
        if isinstance(event, TurnStarted):
            turn = event.turn
        elif isinstance(event, RouteClaimed):
            found.append(_Claim(turn, event))
    return found


def _leads(deeds: Sequence[_Told], claims: Sequence[_Claim]) -> list[_Lead]:
    """Who comes to lead alone, from the second leader on; a tie leaves the lead where it is."""
    of_event = {id(one.event): one for one in claims}
    found: list[_Lead] = []
    leader: Seat | None = None
    led: set[Seat] = set()
    turn = 0
    for events, after in deeds:
        points: Mapping[Seat, int] = after.coins or after.points
        best, second = sorted(after.seats, key=lambda seat: -points[seat])[:2]
        if points[best] > points[second] and best != leader:
            mine = [of_event[id(e)] for e in events if isinstance(e, RouteClaimed) and e.seat == best]
            claim = mine[-1] if mine else None
            if leader is not None:
                lead = _Lead(
                    turn=claim.turn if claim is not None else turn,
                    seat=best,
                    own=points[best],
                    other=points[second],
                    first=best not in led,
                    claim=claim,
                )
                found.append(lead)
            leader = best
            led.add(best)
        turn = after.turn
    return found


def _opening(v: Vocabulary, claims: Sequence[_Claim]) -> list[Words]:
    p = v.phrases
    if not claims:
        return [p.words("no route was claimed.")]
    seat, route = v.seat(claims[0].event.seat), v.route(claims[0].event.route)
    turn = claims[0].turn
    return [
        p.words("turn {turn}: {seat} opens with {route}.", "{seat} opens.", turn=turn, seat=seat, route=route)
    ]


def _changes(v: Vocabulary, leads: Sequence[_Lead], most: int) -> list[_Dated]:
    if len(leads) <= most:
        return [(lead.turn, _change(v, lead)) for lead in leads]
    counted = v.phrases.sentences("the lead changed {n} time.", "the lead changed {n} times.", len(leads))
    last = leads[len(leads) + 1 - most :]
    return [(0, Words(counted)), *((lead.turn, _change(v, lead)) for lead in last)]


def _change(v: Vocabulary, lead: _Lead) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "turn": lead.turn,
        "seat": v.seat(lead.seat),
        "own": v.number(lead.own),
        "other": v.number(lead.other),
    }
    brief = p.sentence("{seat} leads, {own} to {other}.", **facts)
    if lead.claim is None:
        return Words(p.sentence("turn {turn}: {seat} leads, {own} to {other}.", **facts), brief)
    facts["route"] = v.route(lead.claim.event.route)
    told = [p.sentence("turn {turn}: {seat} takes {route} and leads, {own} to {other}.", **facts)]
    if lead.first:
        first = p.sentence(
            "turn {turn}: {seat} takes {route} and leads for the first time, {own} to {other}.", **facts
        )
        told.insert(0, first)
    plain = p.sentence("turn {turn}: {seat} leads, {own} to {other}.", **facts)
    return Words(_fitting(v, *told, plain), brief)


def _longest(v: Vocabulary, state: PublicState) -> list[Words]:
    """The longest claims that stand, the earlier first of those as long."""
    p, routes = v.phrases, v.game_map.routes
    longest = sorted(state.owners.items(), key=lambda claim: -routes[claim[0]].length)[:_LONGEST]
    if not longest:
        return []
    listed = [
        p.phrase(
            "{seat}, {route}, {pieces}",
            seat=v.seat(seat),
            route=v.route(route),
            pieces=_pieces(v, routes[route]),
        )
        for route, seat in longest
    ]

    def told(part: Sequence[str]) -> str:
        return p.sentence("longest claims: {listed}.", listed=p.apart(part))

    many = p.as_many(listed, lambda part: _behind_a_number(v, told(part)), len(listed))
    brief = p.sentence("longest claim: {pieces}.", pieces=_pieces(v, routes[longest[0][0]]))
    return [Words(told(listed[:many]), brief)]


def _pieces(v: Vocabulary, route: Route) -> str:
    return v.ships(route.length) if route.kind == "ship" else v.trains(route.length)


def _buildings(v: Vocabulary, state: PublicState) -> list[Words]:
    """How many each seat has built; seats without any are left out."""
    built = [*state.stations.values(), *state.harbors.values()]
    listed = totals(v, [(seat, built.count(seat)) for seat in state.seats if seat in built])
    brief = v.phrases.sentences("{n} building.", "{n} buildings.", len(built))
    if not built:
        return []
    return [Words(_fitting(v, v.phrases.sentence("built: {listed}.", listed=listed), brief), brief)]


def _last_round(v: Vocabulary, deeds: Sequence[_Told]) -> list[_Dated]:
    p, turn = v.phrases, 0
    for event in (event for events, _ in deeds for event in events):
        if isinstance(event, TurnStarted):
            turn = event.turn
        elif isinstance(event, FinalRoundStarted):
            seat = v.seat(event.seat)
            told = p.sentence("turn {turn}: {seat} brings the last round.", turn=turn, seat=seat)
            return [(turn, Words(told, p.sentence("the last round.")))]
    return []


def _end(v: Vocabulary, state: PublicState) -> list[Words]:
    """Who has won, or how it stands: with five seats in two steps where one is too long."""
    p, points = v.phrases, state.coins or state.points
    room_s = ROOM_S - p.lasts_s(_number(v, _MOST, _MOST))
    if state.result is not None:
        winners, top = v.seats(state.result.winners), max(line.total for line in state.result.scores)
        brief = p.sentence("{seats} wins with {points}.", seats=winners, points=v.worth(state, top))
        if len(state.result.winners) > 1:
            brief = p.sentence("{seats} share the victory.", seats=winners)
        return [Words(winning_at_once(v, state.result, state, room_s), brief)]
    items, brief = each_total(v, [(seat, points[seat]) for seat in state.seats]), p.sentence("not over.")

    def told(listed: str) -> str:
        return p.sentence("the game is not over: {listed}.", listed=listed)

    short = alone(v, ", ".join(items))
    if p.lasts_s(told(", ".join(items))) > room_s >= p.lasts_s(short):
        return [Words(short, brief)]
    first, *rest = of_seats(v, told, items, room_s=room_s)
    return [Words(first.normal, brief), *rest]
