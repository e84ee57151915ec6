"""The end of a game: its scores in steps that an ear can follow, then who has won and by which rule."""

from collections.abc import Callable, Sequence
from functools import partial

from announce.announcement import Announcement
from announce.travel_words import score_parts
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import GameEnded, Seat, SeatTotal, State, TicketId, seat_scores

_TICKETS_A_STEP = 3

_Step = Callable[[int, int], Words]
"""A step that still has to learn its number and how many there are."""


def final_scores(v: Vocabulary, event: GameEnded, state: State, seq: int) -> tuple[Announcement, ...]:
    """Routes (or coins), each seat's tickets, the longest path, then the winner; at most 25 words a step."""
    steps: list[_Step] = [partial(_coins if state.coins else _routes, v, event)]
    for line in event.scores:
        steps.extend(_tickets(v, event, state, line))
    if state.settings.longest_bonus:
        steps.append(lambda n, count: _longest(v, event, n, count))
    steps += [partial(_part, v, name, values) for name, values in score_parts(v, event.scores)]
    told = [tell("everyone", step(n, len(steps)), seq=seq) for n, step in enumerate(steps, 1)]
    winner = event.winners[0] if len(event.winners) == 1 else None
    words = winning(v, event, state)
    told.append(tell("everyone", words, "win", timbre=winner, seq=seq))
    return tuple(told)


def _routes(v: Vocabulary, event: GameEnded, n: int, count: int) -> Words:
    p = v.phrases
    listed = totals(v, [(line.seat, line.routes) for line in event.scores])
    return Words(
        p.sentence("scores, {n} of {count}: routes. {listed}.", n=n, count=count, listed=listed),
        p.sentence("routes: {listed}.", listed=listed),
    )


def _coins(v: Vocabulary, event: GameEnded, n: int, count: int) -> Words:
    """Legends begins with the coins in hand: routes have no points."""
    p = v.phrases
    listed = totals(v, [(line.seat, line.coins) for line in event.scores])
    return Words(
        p.sentence("scores in dollars, {n} of {count}: coins. {listed}.", n=n, count=count, listed=listed),
        p.sentence("coins: {listed}.", listed=listed),
    )


def _part(v: Vocabulary, name: str, values: Sequence[tuple[Seat, int]], n: int, count: int) -> Words:
    p, listed = v.phrases, totals(v, values)
    return Words(
        p.sentence("{n} of {count}: {name}. {listed}.", n=n, count=count, name=name, listed=listed),
        p.sentence("{name}: {listed}.", name=name, listed=listed),
    )


def totals(v: Vocabulary, values: Sequence[tuple[Seat, int]]) -> str:
    """Seats with a number each: `blue disc 58, red square minus 3`."""
    return ", ".join(
        v.phrases.phrase("{seat} {value}", seat=v.seat(seat), value=v.number(value)) for seat, value in values
    )


def _tickets(v: Vocabulary, event: GameEnded, state: State, line: SeatTotal) -> list[_Step]:
    """A seat's tickets, the done ones first, so many a step; the last step gives the sum."""
    held = event.held.get(line.seat, ())
    if not held:
        return [lambda n, count: _no_tickets(v, line.seat, n, count)]
    scored = next(score for score in seat_scores(state) if score.seat == line.seat)
    points = {ticket.id: ticket.points for ticket in scored.ticket_list}
    finished = [ticket for ticket in held if ticket in scored.completed]
    missed = [ticket for ticket in held if ticket not in finished]
    parts = [(part, True) for part in _parts(finished)] + [(part, False) for part in _parts(missed)]
    steps: list[_Step] = []
    for place, (part, is_done) in enumerate(parts, 1):
        together = line.tickets if place == len(parts) and len(held) > 1 else None
        worth = [points.get(ticket, 0) for ticket in part]
        steps.append(_ticket_step(v, line.seat, part, worth, is_done, together))
    return steps


def _parts(tickets: Sequence[TicketId]) -> list[Sequence[TicketId]]:
    return [tickets[start : start + _TICKETS_A_STEP] for start in range(0, len(tickets), _TICKETS_A_STEP)]


def _no_tickets(v: Vocabulary, seat: Seat, n: int, count: int) -> Words:
    p = v.phrases
    return Words(
        p.sentence("{n} of {count}: {whose} tickets. None.", n=n, count=count, whose=v.whose(seat)),
        p.sentence("{seat}: no tickets.", seat=v.seat(seat)),
    )


def _ticket_step(
    v: Vocabulary,
    seat: Seat,
    tickets: Sequence[TicketId],
    values: Sequence[int],
    is_done: bool,
    together: int | None,
) -> _Step:
    p = v.phrases
    listed = "; ".join(
        p.phrase("{ticket}, {value}", ticket=v.ticket(ticket), value=v.number(value))
        for ticket, value in zip(tickets, values, strict=True)
    )

    def step(n: int, count: int) -> Words:
        facts: dict[str, str | int] = {"n": n, "count": count, "whose": v.whose(seat), "listed": listed}
        facts |= {"sum": v.gain(together or 0), "seat": v.seat(seat), "gain": v.gain(sum(values))}
        if is_done:
            brief = p.sentence("{seat}: tickets done, {gain}.", **facts)
            if together is None:
                return Words(p.sentence("{n} of {count}: {whose} tickets. Done: {listed}.", **facts), brief)
            return Words(
                p.sentence("{n} of {count}: {whose} tickets. Done: {listed}. Together {sum}.", **facts), brief
            )
        brief = p.sentence("{seat}: tickets not done, {gain}.", **facts)
        if together is None:
            return Words(p.sentence("{n} of {count}: {whose} tickets. Not done: {listed}.", **facts), brief)
        return Words(
            p.sentence("{n} of {count}: {whose} tickets. Not done: {listed}. Together {sum}.", **facts), brief
        )

    return step


def _longest(v: Vocabulary, event: GameEnded, n: int, count: int) -> Words:
    p = v.phrases
    holders = [line for line in event.scores if line.longest_bonus]
    facts: dict[str, str | int] = {"n": n, "count": count}
    if not holders:
        return Words(
            p.sentence("{n} of {count}: longest path. Nobody.", **facts), p.sentence("longest: nobody.")
        )
    facts |= {
        "seats": v.seats([line.seat for line in holders]),
        "trains": v.trains(holders[0].longest),
        "bonus": holders[0].longest_bonus,
    }
    if len(holders) == 1:
        return Words(
            p.sentence("{n} of {count}: longest path. {seats}, {trains}, plus {bonus}.", **facts),
            p.sentence("longest: {seats}, plus {bonus}.", **facts),
        )
    return Words(
        p.sentence("{n} of {count}: longest path. {seats}, {trains}, plus {bonus} each.", **facts),
        p.sentence("longest: {seats}, plus {bonus} each.", **facts),
    )


def winning(v: Vocabulary, event: GameEnded, state: State) -> Words:
    """Who has won, with what, and when totals are equal by which of the edition's tie-breaks."""
    p = v.phrases
    in_order = sorted(event.scores, key=lambda line: line.place)
    top = max(line.total for line in event.scores)
    level = [line for line in event.scores if line.total == top]
    others = [(line.seat, line.total) for line in in_order if line.seat not in event.winners]
    numbers = ", ".join(v.number(line.total) for line in in_order)
    facts: dict[str, str | int] = {
        "seats": v.seats(event.winners),
        "points": v.worth(state, top),
        "total": v.number(top),
        "others": totals(v, others),
        "numbers": numbers,
    }
    if len(event.winners) > 1:
        normal = p.sentence(
            "{seats} share the victory with {points}; no rule of the game parts them.", **facts
        )
        brief = p.sentence("{seats} share the victory.", **facts)
    elif len(level) > 1:
        normal, brief = _parted(v, event, level, state.settings.tie_breaks, facts)
    else:
        normal = p.sentence("{seats} wins with {points}.", **facts)
        brief = p.sentence("{seats} wins: {numbers}.", **facts)
    if others:
        normal = " ".join((normal, p.sentence("{others}.", **facts)))
    return Words(normal, brief)


def _parted(
    v: Vocabulary,
    event: GameEnded,
    level: Sequence[SeatTotal],
    tie_breaks: Sequence[str],
    facts: dict[str, str | int],
) -> tuple[str, str]:
    """A tie that a rule decides: most completed tickets, the longest path, or the later seat."""
    p = v.phrases
    own = next(line.tickets_completed for line in level if line.seat == event.winners[0])
    most = max(line.tickets_completed for line in level if line.seat != event.winners[0])
    for rule in tie_breaks:
        if rule == "tickets" and own > most:
            normal = p.sentences(
                "a tie at {total}: {seats} wins, {n} ticket to {most}.",
                "a tie at {total}: {seats} wins, {n} tickets to {most}.",
                own,
                most=most if most else p.phrase("none"),
                **facts,
            )
            return normal, p.sentence("a tie at {total}: {seats} wins by tickets.", **facts)
        if rule == "longest" and any(line.longest_bonus for line in level if line.seat == event.winners[0]):
            text = p.sentence("a tie at {total}: {seats} wins by the longest path.", **facts)
            return text, text
    text = p.sentence("a tie at {total}: {seats} wins, sitting later in turn order.", **facts)
    return text, text
