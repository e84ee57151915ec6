"""What each seat's tickets brought, at the end of a game, in utterances that an ear can follow."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from announce.lasting import ROOM_S
from announce.private import STEP as MOST
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import GameEnded, SeatScore, SeatTotal

STEP_S: Final = 7.6
"""Longer, an utterance goes without its number, or what Ask tells: many figures are guessed too short."""

Facts = dict[str, str | int]
"""What a sentence's placeholders stand for."""

Topic = Callable[[int, int], list[Words]]
"""One thing that is scored, in as many utterances as it needs; it learns yet which of how many it is."""


def ticket_topic(
    v: Vocabulary, event: GameEnded, opened: Sequence[SeatScore], line: SeatTotal, room_s: float = ROOM_S
) -> Topic:
    """A seat's tickets, the done ones first, three at most in a sentence, then their sum.

    In brief the first utterance tells their sum, and the others nothing: it would be heard as more of it.
    """
    scored = next(score for score in opened if score.seat == line.seat)

    def told(n: int, count: int) -> list[Words]:
        p = v.phrases
        facts: Facts = {"n": n, "count": count, "seat": v.seat(line.seat), "whose": v.whose(line.seat)}
        if not event.held.get(line.seat, ()):
            return [p.words("{n} of {count}: {whose} tickets. None.", "{seat}: no tickets.", **facts)]
        said = _sentences(v, facts, scored, room_s)
        if len(scored.ticket_list) > 1:
            said.append(Words(p.sentence("together {sum}.", sum=v.gain(line.tickets)), ""))
        first, *rest = p.breaths(*said, room_s=room_s)
        return [
            Words(first.normal, p.sentence("{seat}: tickets {sum}.", sum=v.gain(line.tickets), **facts)),
            *rest,
        ]

    return told


def _sentences(v: Vocabulary, facts: Facts, scored: SeatScore, room_s: float) -> list[Words]:
    """The tickets in order, as many in a sentence as it has room for."""
    p, said = v.phrases, list[Words]()
    for is_done in (True, False):
        left = [one for one in scored.ticket_list if one.completed is is_done]
        worth = [
            p.phrase("{ticket}, {value}", ticket=v.ticket(one.id), value=v.number(one.points)) for one in left
        ]
        while left:
            told = partial(_more if said else _first, v, facts, is_done)
            many = p.as_many(worth, told, MOST, room_s)
            said.append(Words(told(worth[:many]), ""))
            left, worth = left[many:], worth[many:]
    return said


def _first(v: Vocabulary, facts: Facts, is_done: bool, tickets: Sequence[str]) -> str:
    """A seat's first tickets, with whose they are."""
    p = v.phrases
    facts = {**facts, "listed": p.apart(tickets)}
    if is_done:
        whole = p.sentence("{n} of {count}: {whose} tickets. Done: {listed}.", **facts)
        shorter = p.sentence("{n} of {count}, {seat}, done: {listed}.", **facts)
    else:
        whole = p.sentence("{n} of {count}: {whose} tickets. Not done: {listed}.", **facts)
        shorter = p.sentence("{n} of {count}, {seat}, not done: {listed}.", **facts)
    return whole if len(tickets) > 1 else p.fitting(whole, shorter, room_s=STEP_S)


def _more(v: Vocabulary, facts: Facts, is_done: bool, tickets: Sequence[str]) -> str:
    """Tickets of the seat that was named before."""
    p, listed = v.phrases, v.phrases.apart(tickets)
    if is_done:
        return p.sentence("done: {listed}.", listed=listed)
    return p.sentence("not done: {listed}.", listed=listed)
