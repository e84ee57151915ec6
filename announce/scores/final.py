"""The end of a game: its scores in steps that an ear can follow, then who has won."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from announce.announcement import Announcement
from announce.lasting import LONGEST_S, ROOM_S
from announce.public import PublicState
from announce.scores.standing import each_total, how_many, last_of, numbers, of_seats, winning
from announce.scores.tickets import STEP_S, Facts, Topic, ticket_topic
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import GameEnded, Seat, SeatScore, SeatTotal, TicketId

_Value = tuple[Seat, int]
"""A seat's points for one thing."""


def final_scores(
    v: Vocabulary, event: GameEnded, state: PublicState, opened: Sequence[SeatScore], seq: int
) -> tuple[Announcement, ...]:
    """Routes, each seat's tickets, buildings, the longest path, then the winner; at most 25 words a step.

    Where dollars are played for there are no points for routes: each seat's tickets, then its bank slip.
    Each topic has its number; where it is more than one step only the first tells it.
    `opened`: every seat's tickets, open now.
    """
    steps = [*_steps(v, event, state, opened), *_entered_twice(v, opened)]
    told = [tell("everyone", step, seq=seq) for step in steps]
    winner = event.winners[0] if len(event.winners) == 1 else None
    won, *others = winning(v, event, state)
    told.append(tell("everyone", won, "win", timbre=winner, seq=seq))
    told += [tell("everyone", words, seq=seq) for words in others]
    if state.coins:
        told.append(tell("everyone", _caboose(v, event), seq=seq))
        told += [tell("everyone", words, "paper", seq=seq) for words in _after_a_game(v, event, state)]
    return tuple(told)


def _entered_twice(v: Vocabulary, opened: Sequence[SeatScore]) -> Iterator[Words]:
    """The tickets that several seats have entered: the deck has each once (US-4), so somebody has erred."""
    p, holders = v.phrases, defaultdict[TicketId, list[Seat]](list)
    for score in opened:
        for ticket in score.ticket_list:
            holders[ticket.id].append(score.seat)
    for ticket_id, seats in holders.items():
        if len(seats) > 1:
            yield p.words(
                "{ticket} was entered by {seats}, and there is only one. Undo goes back to theirs.",
                "{ticket}: entered more than once.",
                ticket=v.ticket(ticket_id),
                seats=v.seats(seats),
            )


def _steps(v: Vocabulary, event: GameEnded, state: PublicState, opened: Sequence[SeatScore]) -> list[Words]:
    topics = _topics(v, event, state, opened)
    return [step for n, topic in enumerate(topics, 1) for step in topic(n, len(topics))]


def _topics(v: Vocabulary, event: GameEnded, state: PublicState, opened: Sequence[SeatScore]) -> list[Topic]:
    topics: list[Topic] = [] if state.coins else [partial(_routes, v, event)]
    for line in event.scores:
        first_s = ROOM_S if topics else ROOM_S - v.phrases.lasts_s(_goes_on(v))  # the first step of all
        topics.append(_lent(v, state, line, ticket_topic(v, event, opened, line, first_s)))
    if state.coins:
        for line in event.scores:
            is_first = line is event.scores[0]
            topics.append(partial(_slip, v, line, _behind(v, state, opened, line.seat), is_first=is_first))
    else:
        topics += [partial(_part, v, name, values) for name, values in _score_parts(v, event.scores)]
    if state.settings.longest_bonus:
        topics.append(partial(_longest, v, event))
    return topics


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
    p, last = v.phrases, last_of(event)
    return p.words(
        "{seat}, last, takes the caboose and starts next time.", "caboose: {seat}.", seat=v.seat(last)
    )


def _after_a_game(v: Vocabulary, event: GameEnded, state: PublicState) -> list[Words]:
    """What people do with the box after a game of a campaign, in the rules' order (LW-60, LW-61)."""
    p, told = v.phrases, []
    if state.event_discards:  # an empty pile: nothing is retired
        seat = v.seat(last_of(event))
        normal = p.sentence("{seat} retires one event from the discard pile, aloud.", seat=seat)
        told.append(Words(normal, p.sentence("{seat} retires one event.", seat=seat)))
    normal = p.sentence(
        "now the pause card: read it and follow it. "
        "Then each slip goes into its vault, unspoken until game 12."
    )
    return [*told, Words(normal, p.sentence("pause card, then slips into vaults."))]


def _routes(v: Vocabulary, event: GameEnded, n: int, count: int) -> list[Words]:
    """The first step of all, and what of it has no room there."""
    p, values = v.phrases, [(line.seat, line.routes) for line in event.scores]
    room_s = LONGEST_S - p.lasts_s(_goes_on(v))
    name = p.phrase("routes")

    def at_length(listed: str) -> str:
        return p.sentence("scores, {n} of {count}: routes. {listed}.", n=n, count=count, listed=listed)

    def shorter(listed: str) -> str:
        return p.sentence("{n} of {count}: {name}. {listed}.", n=n, count=count, name=name, listed=listed)

    each = each_total(v, values)
    told = at_length if p.lasts_s(at_length(", ".join(each))) <= room_s else shorter
    if p.lasts_s(told(", ".join(each))) <= ROOM_S:
        room_s = ROOM_S  # all seats in one breath are worth more than what goes on
    first, *rest = of_seats(v, told, each, room_s=room_s)
    listed = ", ".join(each[: how_many(v, told, each, room_s)])
    return [replace(first, brief=p.sentence("routes: {listed}.", listed=listed)), *rest]


def _slip(v: Vocabulary, line: SeatTotal, full: Facts, n: int, count: int, *, is_first: bool) -> list[Words]:
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
    brief = p.sentence("{seat}: {dollars}.", **facts)
    sum_up = Words(result, "", f"{result} {floor}")
    shorter = p.sentence(
        "{n} of {count}, {seat}: coins {coins}, for trains left {left}, tickets {tickets}.", **facts
    )
    if is_first:  # what a slip is has to be said; the sum that has no room with it comes after it
        slip = p.fitting(normal, shorter, room_s=LONGEST_S)
        return p.breaths(Words(slip, brief, details), sum_up, room_s=STEP_S)
    told = p.fitting(f"{normal} {result}", f"{shorter} {result}", room_s=STEP_S)
    if p.lasts_s(told) <= STEP_S:
        return [Words(told, brief, f"{details} {result} {floor}")]
    return p.breaths(Words(p.fitting(normal, shorter, room_s=STEP_S), brief, details), sum_up, room_s=STEP_S)


def _behind(v: Vocabulary, state: PublicState, opened: Sequence[SeatScore], seat: Seat) -> Facts:
    """What a bank slip is made of: the trains left, the worth of tickets done, and of those that are not."""
    scored = next(score for score in opened if score.seat == seat)
    return {
        "trains": v.trains(state.trains[seat]),
        "done": sum(ticket.points for ticket in scored.ticket_list if ticket.completed),
        "missed": -sum(ticket.points for ticket in scored.ticket_list if not ticket.completed),
    }


def _part(v: Vocabulary, name: str, values: Sequence[_Value], n: int, count: int) -> list[Words]:
    """What all seats have of it; brief gives numbers alone where all of them stand in one row."""
    p = v.phrases  # "stations left. Blue disc 12" would be heard as twelve stations
    gains = [p.phrase("{seat} {value}", seat=v.seat(seat), value=v.gain(value)) for seat, value in values]

    def at_length(listed: str) -> str:
        return p.sentence("{n} of {count}: {name}. {listed}.", n=n, count=count, name=name, listed=listed)

    def shorter(listed: str) -> str:
        return p.sentence(
            "{n} of {count}: {name}, points. {listed}.", n=n, count=count, name=name, listed=listed
        )

    plain = each_total(v, values)
    is_long = p.lasts_s(at_length(", ".join(gains))) > ROOM_S
    first, *rest = of_seats(v, shorter, plain) if is_long else of_seats(v, at_length, gains)
    listed = ", ".join(plain[: how_many(v, shorter, plain)] if rest else numbers(v, values))
    return [replace(first, brief=p.sentence("{name}: {listed}.", name=name, listed=listed)), *rest]


def _score_parts(v: Vocabulary, lines: Sequence[SeatTotal]) -> list[tuple[str, list[_Value]]]:
    """What else is scored, by name, with every seat's points; what nobody has is left out."""
    p = v.phrases
    parts = [
        (p.phrase("stations left"), [(line.seat, line.stations) for line in lines]),
        (p.phrase("harbors"), [(line.seat, line.harbors) for line in lines]),
        (p.phrase("exchange"), [(line.seat, line.exchange) for line in lines]),
    ]
    return [(name, values) for name, values in parts if any(points for _, points in values)]


def _lent(v: Vocabulary, state: PublicState, line: SeatTotal, topic: Topic) -> Topic:
    """In full, after a seat's tickets: whose routes its stations used for them."""
    p, used = v.phrases, [(city, route) for city, route in line.borrowed.items() if route is not None]
    if not used:
        return topic
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

    def and_lent(n: int, count: int) -> list[Words]:
        *steps, last = topic(n, count)
        return [*steps, replace(last, full=f"{last.longest} {told}")]

    return and_lent


def _longest(v: Vocabulary, event: GameEnded, n: int, count: int) -> list[Words]:
    p = v.phrases
    holders = [line for line in event.scores if line.longest_bonus]
    facts: Facts = {"n": n, "count": count}
    if not holders:
        return [p.words("{n} of {count}: longest path. Nobody.", "longest: nobody.", **facts)]
    facts |= {
        "seats": v.seats([line.seat for line in holders]),
        "trains": v.trains(holders[0].longest),
        "bonus": holders[0].longest_bonus,
    }
    if len(holders) == 1:
        told = p.sentence("{n} of {count}: longest path. {seats}, {trains}, plus {bonus}.", **facts)
        way = p.sentence("Ask tells the way.")
        normal = p.fitting(f"{told} {way}", told, room_s=STEP_S)
        return [Words(normal, p.sentence("longest: {seats}, plus {bonus}.", **facts))]
    return [
        p.words(
            "{n} of {count}: longest path. {seats}, {trains}, plus {bonus} each.",
            "longest: {seats}, plus {bonus} each.",
            **facts,
        )
    ]
