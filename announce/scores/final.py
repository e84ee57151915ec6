"""The end of a game: its scores in steps that an ear can follow, then who has won."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from announce.announcement import Announcement
from announce.lasting import LONGEST_S, ROOM_S
from announce.private import STEP
from announce.public import PublicState
from announce.scores.standing import totals, winning
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import GameEnded, Seat, SeatScore, SeatTotal, TicketId

_MANY = (25, 25)
"""A step and how many there are, where it is not known yet: as long as these numbers get."""

_STEP_S = 7.6
"""Longer, a step goes without its number, or without what Ask tells: many figures are guessed too short."""

Facts = dict[str, str | int]
"""What a sentence's placeholders stand for."""

_Value = tuple[Seat, int]
"""A seat's points for one thing."""

_Step = Callable[[int, int], Words]
"""A step that still has to learn its number and how many there are."""


def final_scores(
    v: Vocabulary, event: GameEnded, state: PublicState, opened: Sequence[SeatScore], seq: int
) -> tuple[Announcement, ...]:
    """Routes, each seat's tickets, buildings, the longest path, then the winner; at most 25 words a step.

    Where dollars are played for there are no points for routes: each seat's tickets, then its bank slip.
    `opened`: every seat's tickets, open now.
    """
    steps = _steps(v, event, state, opened)
    told = [tell("everyone", step(n, len(steps)), seq=seq) for n, step in enumerate(steps, 1)]
    winner = event.winners[0] if len(event.winners) == 1 else None
    won, *others = winning(v, event, state)
    told.append(tell("everyone", won, "win", timbre=winner, seq=seq))
    told += [tell("everyone", words, seq=seq) for words in others]
    if state.coins:
        told.append(tell("everyone", _caboose(v, event), seq=seq))
        told += [tell("everyone", words, "paper", seq=seq) for words in _after_a_game(v, event, state)]
    return tuple(told)


def _steps(v: Vocabulary, event: GameEnded, state: PublicState, opened: Sequence[SeatScore]) -> list[_Step]:
    steps: list[_Step] = [] if state.coins else _all_routes(v, event)
    for line in event.scores:
        steps.extend(_lent(v, state, line, _tickets(v, event, opened, line)))
    if state.coins:
        steps += [partial(_slip, v, line, _behind(v, state, opened, line.seat)) for line in event.scores]
    else:
        for name, values in _score_parts(v, event.scores):
            steps += _in_breaths(v, values, partial(_part, v, name, len(values)))
    if state.settings.longest_bonus:
        steps.append(lambda n, count: _longest(v, event, n, count))
    return steps


def way_step(v: Vocabulary, event: GameEnded, state: PublicState, opened: Sequence[SeatScore]) -> int | None:
    """The step, from 0, that says "Ask tells the way": the last, if one seat alone has it; None: no step."""
    holders = [line for line in event.scores if line.longest_bonus]
    return len(_steps(v, event, state, opened)) - 1 if len(holders) == 1 else None


def read_on(v: Vocabulary, first: Announcement) -> Announcement:
    """The first of several steps, saying which button brings the next."""
    hint = _goes_on(v)
    brief = first.brief or first.normal
    normal = v.phrases.fitting(f"{first.normal} {hint}", first.normal, room_s=LONGEST_S)
    return replace(first, normal=normal, brief=brief, full=first.full and f"{first.full} {hint}")


def _goes_on(v: Vocabulary) -> str:
    return v.phrases.sentence("yes goes on.")


def _caboose(v: Vocabulary, event: GameEnded) -> Words:
    """Who begins the next game of a campaign: the last of the last place (LW-59)."""
    p, last = v.phrases, _last(event)
    return p.words(
        "{seat}, last, takes the caboose and starts next time.", "caboose: {seat}.", seat=v.seat(last)
    )


def _last(event: GameEnded) -> Seat:
    return max(event.scores, key=lambda line: line.place).seat


def _after_a_game(v: Vocabulary, event: GameEnded, state: PublicState) -> list[Words]:
    """What people do with the box after a game of a campaign, in the rules' order (LW-60, LW-61)."""
    p, told = v.phrases, []
    if state.event_discards:  # an empty pile: nothing is retired
        seat = v.seat(_last(event))
        normal = p.sentence("{seat} retires one event from the discard pile, aloud.", seat=seat)
        told.append(Words(normal, p.sentence("{seat} retires one event.", seat=seat)))
    normal = p.sentence(
        "now the pause card: read it and follow it. "
        "Then each slip goes into its vault, unspoken until game 12."
    )
    return [*told, Words(normal, p.sentence("pause card, then slips into vaults."))]


def _in_breaths(
    v: Vocabulary,
    values: Sequence[_Value],
    told: Callable[[Sequence[_Value], int, int], Words],
    more_s: float = 0.0,
) -> list[_Step]:
    """One step for all seats; where that would be too long so many at a time."""
    each = len(values) if v.phrases.lasts_s(told(values, *_MANY).normal) + more_s <= LONGEST_S else STEP
    return [partial(told, values[start : start + each]) for start in range(0, len(values), each)]


def _all_routes(v: Vocabulary, event: GameEnded) -> list[_Step]:
    values = [(line.seat, line.routes) for line in event.scores]
    return _in_breaths(v, values, partial(_routes, v), v.phrases.lasts_s(_goes_on(v)))


def _routes(v: Vocabulary, values: Sequence[_Value], n: int, count: int) -> Words:
    p = v.phrases
    listed = totals(v, values)
    brief = p.sentence("routes: {listed}.", listed=listed)
    normal = p.sentence("scores, {n} of {count}: routes. {listed}.", n=n, count=count, listed=listed)
    name = p.phrase("routes")
    shorter = p.sentence("{n} of {count}: {name}. {listed}.", n=n, count=count, name=name, listed=listed)
    if n > 1:
        return Words(shorter, brief)
    heard = {f"{one} {_goes_on(v)}": one for one in (normal, shorter)}
    return Words(heard[p.fitting(*heard, room_s=LONGEST_S)], brief)


def _slip(v: Vocabulary, line: SeatTotal, full: Facts, n: int, count: int) -> Words:
    """A bank slip of Legends. Below 0 it counts as 0, and both are told. `full`: what only full tells."""
    p = v.phrases
    together = line.coins + line.trains_bonus + line.tickets
    facts: Facts = full | {
        "n": n,
        "count": count,
        "seat": v.seat(line.seat),
        "whose": v.whose(line.seat),
        "coins": line.coins,
        "left": line.trains_bonus,
        "tickets": v.number(line.tickets),
        "sum": v.number(together),
        "dollars": v.dollars(line.total),
    }
    # "trains left 16" would be heard as sixteen trains: it is what 0 trains left are worth
    normal = p.sentence(
        "{n} of {count}: {whose} bank slip. Coins {coins}, for trains left {left}, tickets {tickets}.",
        **facts,
    )
    shorter = p.sentence(
        "{whose} bank slip. Coins {coins}, for trains left {left}, tickets {tickets}.", **facts
    )
    if full["done"] and full["missed"]:
        details = p.sentence(
            "{n} of {count}: {whose} bank slip. Coins {coins}; {trains} left, {left}; "
            "tickets {done} less {missed}, {tickets}.",
            **facts,
        )
    else:
        details = p.sentence(
            "{n} of {count}: {whose} bank slip. Coins {coins}; {trains} left, {left}; tickets {tickets}.",
            **facts,
        )
    if together == line.total:
        result = p.sentence("together {dollars}.", **facts)
    else:
        result = p.sentence("together {sum}, so {dollars}.", **facts)
    floor = p.sentence("a slip never falls below 0.")
    return Words(
        p.fitting(f"{normal} {result}", f"{shorter} {result}", room_s=_STEP_S),
        p.sentence("{seat}: {dollars}.", **facts),
        f"{details} {result} {floor}",
    )


def _behind(v: Vocabulary, state: PublicState, opened: Sequence[SeatScore], seat: Seat) -> Facts:
    """What a bank slip is made of: the trains left, the worth of tickets done, and of those that are not."""
    scored = next(score for score in opened if score.seat == seat)
    return {
        "trains": v.trains(state.trains[seat]),
        "done": sum(ticket.points for ticket in scored.ticket_list if ticket.completed),
        "missed": -sum(ticket.points for ticket in scored.ticket_list if not ticket.completed),
    }


def _part(v: Vocabulary, name: str, seats: int, values: Sequence[_Value], n: int, count: int) -> Words:
    """What all or some of so many seats have of it; brief gives numbers alone where all are there."""
    p = v.phrases  # "stations left. Blue disc 12" would be heard as twelve stations
    listed = ", ".join(
        p.phrase("{seat} {value}", seat=v.seat(seat), value=v.gain(value) if value else v.number(0))
        for seat, value in values
    )
    numbers = ", ".join(v.number(value) for _, value in values)
    plain = ", ".join(
        p.phrase("{seat} {value}", seat=v.seat(seat), value=v.number(value)) for seat, value in values
    )
    return Words(
        p.fitting(
            p.sentence("{n} of {count}: {name}. {listed}.", n=n, count=count, name=name, listed=listed),
            p.sentence(
                "{n} of {count}: {name}, points. {listed}.", n=n, count=count, name=name, listed=plain
            ),
            p.sentence("{name}: {listed}.", name=name, listed=listed),
        ),
        p.sentence("{name}: {listed}.", name=name, listed=numbers if len(values) == seats else plain),
    )


def _score_parts(v: Vocabulary, lines: Sequence[SeatTotal]) -> list[tuple[str, list[_Value]]]:
    """What else is scored, by name, with every seat's points; what nobody has is left out."""
    p = v.phrases
    parts = [
        (p.phrase("stations left"), [(line.seat, line.stations) for line in lines]),
        (p.phrase("harbors"), [(line.seat, line.harbors) for line in lines]),
        (p.phrase("exchange"), [(line.seat, line.exchange) for line in lines]),
    ]
    return [(name, values) for name, values in parts if any(points for _, points in values)]


def _tickets(v: Vocabulary, event: GameEnded, opened: Sequence[SeatScore], line: SeatTotal) -> list[_Step]:
    """A seat's tickets, the done ones first, so many a step; their sum with the last or by itself."""
    p, held = v.phrases, event.held.get(line.seat, ())
    if not held:
        return [lambda n, count: _no_tickets(v, line.seat, n, count)]
    scored = next(score for score in opened if score.seat == line.seat)
    points = {ticket.id: ticket.points for ticket in scored.ticket_list}
    finished = [ticket for ticket in held if ticket in scored.completed]
    missed = [ticket for ticket in held if ticket not in finished]
    room_s = ROOM_S
    if scored.coins and line is event.scores[0]:  # the first step of all
        room_s -= p.lasts_s(_goes_on(v))
    told = partial(_tickets_told, v, line.seat, points)
    parts = [
        (is_done, part)
        for group, is_done in ((finished, True), (missed, False))
        for part in _parted(v, group, partial(told, is_done, *_MANY), room_s)
    ]

    def step(is_done: bool, part: Sequence[TicketId], room_s: float = _STEP_S) -> _Step:
        gain = sum(points.get(ticket, 0) for ticket in part)
        said = partial(told, is_done, room_s=room_s)
        return partial(_ticket_step, v, line.seat, said, part, is_done, gain)

    steps = [step(*part) for part in parts]
    if len(held) > 1:
        together = p.sentence("together {sum}.", sum=v.gain(line.tickets))
        room_s -= p.lasts_s(together)
        last = step(*parts[-1], room_s)
        if p.lasts_s(last(*_MANY).normal) <= room_s:
            steps[-1] = lambda n, count: replace(words := last(n, count), normal=f"{words.normal} {together}")
        else:
            steps.append(partial(_sum_step, v, line))
    return steps


def _parted(
    v: Vocabulary, tickets: Sequence[TicketId], told: Callable[[Sequence[str]], str], room_s: float
) -> Iterator[Sequence[TicketId]]:
    """As many tickets at a time as one sentence has room for, three at most."""
    while tickets:
        many = v.phrases.as_many(tickets, told, STEP, room_s)
        yield tickets[:many]
        tickets = tickets[many:]


def _lent(v: Vocabulary, state: PublicState, line: SeatTotal, steps: list[_Step]) -> list[_Step]:
    """In full, after a seat's tickets: whose routes its stations used for them."""
    p, used = v.phrases, [(city, route) for city, route in line.borrowed.items() if route is not None]
    if not used:
        return steps
    if len(used) == 1:
        city, route = used[0]
        told = p.sentence(
            "{whose} station in {city} used {owner} {route}.",
            whose=v.whose(line.seat),
            city=v.city(city),
            owner=v.whose(state.owners[route]),
            route=v.route(route),
        )
    else:  # with its owner each is told apart; which of parallel routes would be too many words
        routes = [
            p.phrase("{owner} {route}", owner=v.whose(state.owners[route]), route=v.pair(route))
            for _, route in used
        ]
        told = p.sentence("{whose} stations used {routes}.", whose=v.whose(line.seat), routes=p.apart(routes))

    def last(n: int, count: int) -> Words:
        words = steps[-1](n, count)
        return Words(words.normal, words.brief, f"{words.longest} {told}")

    return [*steps[:-1], last]


def _no_tickets(v: Vocabulary, seat: Seat, n: int, count: int) -> Words:
    p = v.phrases
    return Words(
        p.sentence("{n} of {count}: {whose} tickets. None.", n=n, count=count, whose=v.whose(seat)),
        p.sentence("{seat}: no tickets.", seat=v.seat(seat)),
    )


def _tickets_told(
    v: Vocabulary,
    seat: Seat,
    points: Mapping[TicketId, int],
    is_done: bool,
    n: int,
    count: int,
    tickets: Sequence[str],
    *,
    room_s: float = _STEP_S,
) -> str:
    p = v.phrases
    worth = (
        p.phrase("{ticket}, {value}", ticket=v.ticket(ticket), value=v.number(points.get(ticket, 0)))
        for ticket in map(TicketId, tickets)
    )
    facts: Facts = {"n": n, "count": count, "whose": v.whose(seat), "listed": p.apart(worth)}
    if is_done:
        whole = p.sentence("{n} of {count}: {whose} tickets. Done: {listed}.", **facts)
        return p.fitting(whole, p.sentence("{whose} tickets. Done: {listed}.", **facts), room_s=room_s)
    whole = p.sentence("{n} of {count}: {whose} tickets. Not done: {listed}.", **facts)
    return p.fitting(whole, p.sentence("{whose} tickets. Not done: {listed}.", **facts), room_s=room_s)


def _ticket_step(
    v: Vocabulary,
    seat: Seat,
    told: Callable[[int, int, Sequence[str]], str],
    tickets: Sequence[str],
    is_done: bool,
    gain: int,
    n: int,
    count: int,
) -> Words:
    p, facts = v.phrases, {"seat": v.seat(seat), "gain": v.gain(gain)}
    if is_done:
        brief = p.sentence("{seat}: tickets done, {gain}.", **facts)
    else:
        brief = p.sentence("{seat}: tickets not done, {gain}.", **facts)
    return Words(told(n, count, tickets), brief)


def _sum_step(v: Vocabulary, line: SeatTotal, n: int, count: int) -> Words:
    p = v.phrases
    facts: Facts = {"n": n, "count": count, "whose": v.whose(line.seat), "sum": v.gain(line.tickets)}
    return Words(
        p.sentence("{n} of {count}: {whose} tickets. Together {sum}.", **facts),
        p.sentence("{seat}: tickets {sum}.", seat=v.seat(line.seat), **facts),
    )


def _longest(v: Vocabulary, event: GameEnded, n: int, count: int) -> Words:
    p = v.phrases
    holders = [line for line in event.scores if line.longest_bonus]
    facts: dict[str, str | int] = {"n": n, "count": count}
    if not holders:
        return p.words("{n} of {count}: longest path. Nobody.", "longest: nobody.", **facts)
    facts |= {
        "seats": v.seats([line.seat for line in holders]),
        "trains": v.trains(holders[0].longest),
        "bonus": holders[0].longest_bonus,
    }
    if len(holders) == 1:
        told = p.sentence("{n} of {count}: longest path. {seats}, {trains}, plus {bonus}.", **facts)
        way = p.sentence("Ask tells the way.")
        return Words(
            p.fitting(f"{told} {way}", told, room_s=_STEP_S),
            p.sentence("longest: {seats}, plus {bonus}.", **facts),
        )
    return p.words(
        "{n} of {count}: longest path. {seats}, {trains}, plus {bonus} each.",
        "longest: {seats}, plus {bonus} each.",
        **facts,
    )
