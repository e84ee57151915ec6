"""How seats stand: each with its number, now; and at the end who has won and by which rule."""

from collections.abc import Sequence

from announce.lasting import LONGEST_S, ROOM_S
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import GameEnded, Seat, SeatTotal

_STEP_S = 1.0  # of an explained score, "4 of 4."


def totals(v: Vocabulary, values: Sequence[tuple[Seat, int]]) -> str:
    """Seats with a number each: `blue disc 58, red square minus 3`."""
    return ", ".join(
        v.phrases.phrase("{seat} {value}", seat=v.seat(seat), value=v.number(value)) for seat, value in values
    )


def scores_now(v: Vocabulary, state: PublicState) -> Words:
    """Every seat with its points, or its dollars, as everybody may know them."""
    p = v.phrases
    if state.result is not None:
        final = [(line.seat, line.total) for line in state.result.scores]
        return Words(
            p.sentence("final scores: {listed}.", listed=totals(v, final)),
            p.sentence("{numbers}.", numbers=", ".join(v.number(n) for _, n in final)),
        )
    if state.coins:
        coins = [(seat, state.coins[seat]) for seat in state.seats]
        return Words(
            p.sentence("dollars: {listed}. Tickets and trains left not counted.", listed=totals(v, coins)),
            p.sentence("{numbers}.", numbers=", ".join(v.number(n) for _, n in coins)),
        )
    points = [(seat, state.points[seat]) for seat in state.seats]
    return Words(
        p.sentence("{listed}. Tickets not counted.", listed=totals(v, points)),
        p.sentence("{numbers}.", numbers=", ".join(v.number(n) for _, n in points)),
    )


def winning(v: Vocabulary, event: GameEnded, state: PublicState) -> Words:
    """Who has won, with what, and when totals are equal by which of the edition's tie-breaks."""
    p = v.phrases
    in_order = sorted(event.scores, key=lambda line: line.place)
    top = max(line.total for line in event.scores)
    level = [line for line in event.scores if line.total == top]
    behind = [line for line in in_order if line.seat not in event.winners]
    others = totals(v, [(line.seat, line.total) for line in behind])
    numbers = ", ".join(v.number(line.total) for line in in_order)
    facts: dict[str, str | int] = {
        "seats": v.seats(event.winners),
        "points": v.worth(state, top),
        "total": v.number(top),
        "numbers": numbers,
    }
    if len(event.winners) > 1:
        normal = p.sentence(
            "{seats} share the victory with {points}; no rule of the game parts them.", **facts
        )
        brief = p.sentence("{seats} share the victory.", **facts)
    elif len(level) > 1:
        normal, brief = _parted(v, event, level, state, facts)
        others = ", ".join(_placed(v, line) for line in behind)
    else:
        normal = p.sentence("{seats} wins with {points}.", **facts)
        brief = p.sentence("{seats} wins: {numbers}.", **facts)
    if others:
        shared = p.sentence("{seats} share the victory with {points}.", **facts)
        rest = p.sentence("{others}.", others=others)
        named = p.sentence("then {seats}.", seats=", ".join(v.seat(line.seat) for line in behind))
        if len(event.winners) > 1:
            normal = p.fitting(f"{normal} {rest}", f"{shared} {rest}", room_s=LONGEST_S)
        elif len(level) > 1:  # the places of all the others
            normal = p.fitting(f"{normal} {rest}", f"{normal} {named}", room_s=ROOM_S - _STEP_S)
        else:
            totals_alone = p.sentence("{seats} wins: {numbers}.", **(facts | {"numbers": facts["total"]}))
            normal = p.fitting(f"{normal} {rest}", f"{totals_alone} {rest}")
    return Words(normal, brief)


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
        case _:
            text = p.sentence("a tie at {total}: {seats} wins, sitting later in turn order.", **facts)
    return text, text


def _deciding(event: GameEnded, level: Sequence[SeatTotal], state: PublicState) -> tuple[str, int, int]:
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


def _worth(rule: str, line: SeatTotal, event: GameEnded, state: PublicState) -> int:
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
        case _:
            return [other.seat for other in event.scores].index(line.seat)
