"""A game in numbers, and what a listener has cut."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from announce.announcement import Announcement, Audience
from announce.places_asked import more_follows
from announce.public import PublicState
from announce.story import Deed
from announce.vocabulary import Vocabulary
from announce.words import Words, tell

_HOUR = 60


def statistics(v: Vocabulary, deeds: Sequence[Deed], minutes: int | None) -> list[Words]:
    """Turns that are over and time, the longest claims, who has claimed most often.

    Args:
        deeds: the acts that were not taken back, from the beginning of the game on.
    """
    p, state = v.phrases, deeds[-1][1]
    over = state.turn if state.to_move is None else state.turn - 1  # the one that has begun is no turn yet
    turns = p.count("{n} turn", "{n} turns", max(over, 0))
    if not minutes:  # "in 0 minutes" tells nothing
        told = p.sentence("{turns}.", turns=turns)
    else:
        told = p.sentence("{turns} in {time}.", turns=turns, time=lasted(v, minutes))
    if not state.owners:
        return p.breaths(Words(told), Words(p.sentence("no route was claimed."), ""))
    counted = Counter(state.owners.values())
    most: int | str = max(counted.values())
    leaders = [seat for seat in state.seats if counted[seat] == most]
    if len(leaders) > 1:
        most = p.phrase("{n} each", n=most)  # not all of them together
    claimed = p.sentence("most claims: {seats}, {n}.", seats=v.seats(leaders), n=most)
    return p.breaths(Words(told), *[Words(one, "") for one in (*_longest(v, state), claimed)])


def _longest(v: Vocabulary, state: PublicState) -> list[str]:
    """The longest claim that stands; where others are as long all of them, the earlier first."""
    p, routes = v.phrases, v.game_map.routes
    length = max(routes[route].length for route in state.owners)
    found = [(route, seat) for route, seat in state.owners.items() if routes[route].length == length]
    pieces = _pieces(v, {routes[route].kind for route, _ in found}, length)
    if len(found) == 1:
        (route, seat), *_ = found
        facts = {"seat": v.seat(seat), "route": v.route(route), "pieces": pieces}
        return [p.sentence("longest route: {seat}, {route}, {pieces}.", **facts)]
    listed = [p.phrase("{seat}, {route}", seat=v.seat(seat), route=v.route(route)) for route, seat in found]
    told: list[str] = []
    while listed:

        def sentence(part: Sequence[str], first: bool = not told) -> str:
            if first:
                return p.sentence(
                    "longest routes, {pieces} each: {listed}.", pieces=pieces, listed=p.apart(part)
                )
            return p.sentence("{listed}.", listed=p.apart(part))

        many = p.as_many(listed, sentence, len(listed))
        told.append(sentence(listed[:many]))
        listed = listed[many:]
    return told


def _pieces(v: Vocabulary, kinds: set[str], length: int) -> str:
    """So many trains or ships; spaces where both are as long."""
    if len(kinds) > 1:
        return v.phrases.count("{n} space", "{n} spaces", length)
    return v.ships(length) if "ship" in kinds else v.trains(length)


def lasted(v: Vocabulary, minutes: int) -> str:
    """A time: `52 minutes`, `1 hour 10`."""
    p = v.phrases
    hours, rest = divmod(minutes, _HOUR)
    if not hours:
        return p.count("{n} minute", "{n} minutes", minutes)
    if not rest:
        return p.count("{n} hour", "{n} hours", hours)
    return p.count("{n} hour {rest}", "{n} hours {rest}", hours, rest=rest)


def cut_told(v: Vocabulary, unheard: Sequence[Announcement], audience: Audience) -> tuple[Announcement, ...]:
    """How many utterances were cut, then each of them whole, without its short sound."""
    p = v.phrases
    if not unheard:
        return (tell(audience, p.words("you have cut nothing.", "nothing.")),)
    count = Words(p.sentences("{n} utterance you cut.", "{n} utterances you cut.", len(unheard)))
    first = more_follows(v, [count, Words("")])[0]
    again = (
        replace(one, earcon=None, timbre=None, seq=None, undoes=None, urgency="polite") for one in unheard
    )
    return (tell(audience, first), *again)
