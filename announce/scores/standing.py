"""How seats stand: each with its number, now; and at the end who has won and by which rule."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from announce.lasting import LONGEST_S, ROOM_S
from announce.private import STEP
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import GameEnded, Seat, SeatTotal
from engine.settings import TieBreak


def last_of(event: GameEnded) -> Seat:
    """The seat in the last place; of several there the first in turn order."""
    return max(event.scores, key=lambda line: line.place).seat


def each_total(v: Vocabulary, values: Sequence[tuple[Seat, int]]) -> list[str]:
    """A seat with a number, for each of these: `red square minus 3`."""
    return [
        v.phrases.phrase("{seat} {value}", seat=v.seat(seat), value=v.number(value)) for seat, value in values
    ]


def totals(v: Vocabulary, values: Sequence[tuple[Seat, int]]) -> str:
    """Seats with a number each, as one list: `blue disc 58, red square minus 3`."""
    return ", ".join(each_total(v, values))


def of_seats(
    v: Vocabulary,
    told: Callable[[str], str],
    items: Sequence[str],
    briefs: Sequence[str] | None = None,
    *after: Words,
    room_s: float = ROOM_S,
) -> list[Words]:
    """A list with an item a seat, then what is said after it: in one utterance, or in as many as it needs.

    Five seats with three figures each are ten seconds of talk (criterion 83). `told`: the sentence around
    the list; around its first items, where it is too long. `briefs`: what is said of each item in brief,
    none: nothing where it stands beside a sentence that says enough; None: the same.
    """
    p, each = v.phrases, how_many(v, told, items, room_s)
    parts = [slice(start, start + each) for start in range(0, len(items), each)]
    sentences = [told(", ".join(items[parts[0]])), *(alone(v, ", ".join(items[part])) for part in parts[1:])]
    if briefs is None:
        said = [Words(sentence) for sentence in sentences]
    else:
        shown = (", ".join(filter(None, briefs[part])) for part in parts)
        said = [
            Words(one, alone(v, brief) if brief else "") for one, brief in zip(sentences, shown, strict=True)
        ]
    return p.breaths(*said, *after, room_s=room_s)


def how_many(v: Vocabulary, told: Callable[[str], str], items: Sequence[str], room_s: float = ROOM_S) -> int:
    """So many of these items an utterance takes: all, or as many as the sentence around them has room for."""
    p = v.phrases
    if p.lasts_s(told(", ".join(items))) <= room_s:
        return len(items)
    return p.as_many(items, lambda part: told(", ".join(part)), STEP, room_s)


def scores_now(v: Vocabulary, state: PublicState) -> list[Words]:
    """Every seat with its points, or its dollars, as everybody may know them."""
    p, after = v.phrases, list[Words]()
    if state.result is not None:
        values = [(line.seat, line.total) for line in state.result.scores]
        told: Callable[[str], str] = partial(_final, v)
    elif state.coins:
        values = [(seat, state.coins[seat]) for seat in state.seats]
        told = partial(dollars_of, v)
        after.append(Words(p.sentence("tickets and trains left not counted."), ""))
    else:
        values = [(seat, state.points[seat]) for seat in state.seats]
        told = partial(alone, v)
        after.append(Words(p.sentence("tickets not counted."), ""))
    return of_seats(v, told, each_total(v, values), numbers(v, values), *after)


def _final(v: Vocabulary, listed: str) -> str:
    return v.phrases.sentence("final scores: {listed}.", listed=listed)


def dollars_of(v: Vocabulary, listed: str) -> str:
    """Dollars of these seats."""
    return v.phrases.sentence("dollars: {listed}.", listed=listed)


def alone(v: Vocabulary, listed: str) -> str:
    """Seats and their numbers and no more, where what is counted has been said or asked."""
    return v.phrases.sentence("{listed}.", listed=listed)


def numbers(v: Vocabulary, values: Iterable[tuple[Seat, int]]) -> list[str]:
    """The numbers of these seats without their names, for brief words."""
    return [v.number(n) for _, n in values]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Won:
    """Who has won: the winner at length and shorter, each seat behind, and how both are said in brief.

    `brief` says all at once; `winner` is brief where the others are told apart: there they have their names.
    """

    heads: Sequence[str]
    others: Sequence[str]
    brief: str
    winner: str

    def at_once(self, v: Vocabulary) -> list[str]:
        """All of it, at length and shorter."""
        rest = (alone(v, ", ".join(self.others)),) if self.others else ()
        return [" ".join((head, *rest)) for head in self.heads]


def winning(v: Vocabulary, event: GameEnded, state: PublicState) -> list[Words]:
    """Who has won, with what, and when totals are equal by which of the tie-breaks; then the others."""
    won = _won(v, event, state)
    room_s = LONGEST_S if len(event.winners) > 1 else ROOM_S
    told = v.phrases.fitting(*won.at_once(v), room_s=room_s)
    if not won.others or v.phrases.lasts_s(told) <= room_s:
        return [Words(told, won.brief)]
    head = v.phrases.fitting(*won.heads, room_s=LONGEST_S)
    return [Words(head, won.winner), *of_seats(v, partial(alone, v), won.others)]


def winning_at_once(v: Vocabulary, event: GameEnded, state: PublicState, room_s: float) -> str:
    """Who has won, in one utterance of so many seconds; the others where there is room for them."""
    won = _won(v, event, state)
    return v.phrases.fitting(*won.at_once(v), *won.heads, room_s=room_s)


def _won(v: Vocabulary, event: GameEnded, state: PublicState) -> _Won:
    p = v.phrases
    in_order = sorted(event.scores, key=lambda line: line.place)
    top = max(line.total for line in event.scores)
    level = [line for line in event.scores if line.total == top]
    behind = [line for line in in_order if line.seat not in event.winners]
    values = [(line.seat, line.total) for line in behind]
    facts: dict[str, str | int] = {
        "seats": v.seats(event.winners),
        "points": v.worth(state, top),
        "total": v.number(top),
        "numbers": ", ".join(v.number(line.total) for line in in_order),
    }
    if len(event.winners) > 1:
        heads = [
            p.sentence("{seats} share the victory with {points}; no rule of the game parts them.", **facts),
            p.sentence("{seats} share the victory with {points}.", **facts),
        ]
        brief = p.sentence("{seats} share the victory.", **facts)
        return _Won(heads=heads, others=each_total(v, values), brief=brief, winner=brief)
    if len(level) > 1:
        whole, brief = _parted(v, event, level, state, facts)
        return _Won(heads=[whole], others=[_placed(v, line) for line in behind], brief=brief, winner=brief)
    shorter = p.sentence("{seats} wins: {numbers}.", **(facts | {"numbers": facts["total"]}))
    return _Won(
        heads=[p.sentence("{seats} wins with {points}.", **facts), shorter],
        others=each_total(v, values),
        brief=p.sentence("{seats} wins: {numbers}.", **facts),
        winner=shorter,
    )


def _placed(v: Vocabulary, line: SeatTotal) -> str:
    """Who comes after the winner: totals that are equal would tell nothing."""
    p, facts = v.phrases, {"seat": v.seat(line.seat)}
    match line.place:
        case 2:
            return p.phrase("{seat} second", **facts)
        case 3:
            return p.phrase("{seat} third", **facts)
        case 4:
            return p.phrase("{seat} fourth", **facts)
        case _:
            return p.phrase("{seat} fifth", **facts)


def _parted(
    v: Vocabulary,
    event: GameEnded,
    level: Sequence[SeatTotal],
    state: PublicState,
    facts: dict[str, str | int],
) -> tuple[str, str]:
    """A tie and the rule that decides it: the first that leaves the winner alone."""
    p = v.phrases
    rule, own, most = _deciding(event, level, state)
    match rule:
        case "tickets":
            normal = p.sentences(
                "a tie at {total}: {seats} wins, {n} ticket to {most}.",
                "a tie at {total}: {seats} wins, {n} tickets to {most}.",
                own,
                most=most if most else p.phrase("none"),
                **facts,
            )
            return normal, p.sentence("a tie at {total}: {seats} wins by tickets.", **facts)
        case "stations":
            text = p.sentence("a tie at {total}: {seats} wins by fewer stations.", **facts)
        case "longest":
            text = p.sentence("a tie at {total}: {seats} wins by the longest path.", **facts)
        case "later":
            text = p.sentence("a tie at {total}: {seats} wins, sitting later in turn order.", **facts)
    return text, text


def _deciding(event: GameEnded, level: Sequence[SeatTotal], state: PublicState) -> tuple[TieBreak, int, int]:
    """The rule that leaves the winner alone, what the winner has by it and the most that another has.

    Source: the order of the edition's `tie_breaks`, as `engine.ranked` goes through them.
    """
    left = list(level)
    for rule in state.settings.tie_breaks:
        worth = {line.seat: _worth(rule, line, event, state) for line in left}
        best = max(worth.values())
        others = [value for seat, value in worth.items() if seat not in event.winners]
        left = [line for line in left if worth[line.seat] == best]
        if len(left) == 1:
            return rule, best, max(others)
    raise ValueError(f"winners {event.winners}: no tie-break of {state.settings.tie_breaks} parts them")


def _worth(rule: TieBreak, line: SeatTotal, event: GameEnded, state: PublicState) -> int:
    """What a seat has by a rule that parts ties; the more the better."""
    match rule:
        case "tickets":
            return line.tickets_completed
        case "stations" if state.settings.stations_used == "lent":
            return -sum(route is not None for route in line.borrowed.values())
        case "stations":
            return -sum(owner == line.seat for owner in state.stations.values())
        case "longest" if state.settings.longest_tie == "length":
            return line.longest
        case "longest":
            return int(line.longest == max(other.longest for other in event.scores))
        case "later":
            return [other.seat for other in event.scores].index(line.seat)
