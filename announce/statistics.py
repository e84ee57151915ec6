"""A game in numbers, and what a listener has cut."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from announce.announcement import Announcement, Audience
from announce.places_asked import more_follows
from announce.story import Deed
from announce.vocabulary import Vocabulary
from announce.words import Words, tell

_HOUR = 60


def statistics(v: Vocabulary, deeds: Sequence[Deed], minutes: int | None) -> list[Words]:
    """Turns and time, the longest claim, who has claimed most often.

    Args:
        deeds: the acts that were not taken back, from the beginning of the game on.
    """
    p, state = v.phrases, deeds[-1][1]
    claims, routes = list(state.owners.items()), v.game_map.routes  # what stands, oldest first
    turns = p.count("{n} turn", "{n} turns", state.turn)
    if not minutes:  # "in 0 minutes" tells nothing
        told = p.sentence("{turns}.", turns=turns)
    else:
        told = p.sentence("{turns} in {time}.", turns=turns, time=lasted(v, minutes))
    if not claims:
        return p.breaths(Words(told), Words(p.sentence("no route was claimed."), ""))
    route, seat = max(claims, key=lambda claim: routes[claim[0]].length)
    length = routes[route].length
    pieces = v.ships(length) if routes[route].kind == "ship" else v.trains(length)
    longest = p.sentence(
        "longest route: {seat}, {route}, {pieces}.", seat=v.seat(seat), route=v.route(route), pieces=pieces
    )
    counted = Counter(state.owners.values())
    most = max(counted.values())
    leaders = [seat for seat in state.seats if counted[seat] == most]
    claimed = p.sentence("most claims: {seats}, {n}.", seats=v.seats(leaders), n=most)
    return p.breaths(Words(told), Words(longest, ""), Words(claimed, ""))


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
