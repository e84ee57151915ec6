"""The sentences of single events; `announce.whole_acts` puts those of one act together."""

from announce.optional_words import described
from announce.public import PublicState
from announce.scores import totals
from announce.vocabulary import Vocabulary
from announce.words import Words
from engine import FinalRoundStarted, RouteClaimed, RouteId, Seat, Undone

SOON = 3
"""A seat that has at most so many pieces more than begin the last round is told of, once."""

Facts = dict[str, str | int]
"""What a sentence's placeholders stand for."""


def claimed(v: Vocabulary, event: RouteClaimed, *, short: bool, room_s: float) -> Words:
    """A route is claimed. `short`: more is told in the same breath, so prices are left out."""
    p = v.phrases
    facts = _of_a_claim(v, event)
    facts["cards"] = v.paid(event.cards or ())
    if not event.points and not event.total:  # Legends: what a claim brings is told in dollars, after it
        return _claimed_for_nothing(v, event, facts, short=short, room_s=room_s)
    brief = p.sentence("{seat}: {route}, {value}.", **facts)
    facts["route"] = v.way(event.route)
    normal = p.sentence("{seat} claims {route}: {trains}, {points}.", **facts)
    if short:
        return Words(
            normal, brief, p.sentence("{seat} claims {route}, {trains}, for {points}; {total} now.", **facts)
        )
    if event.cards is None:
        full = p.sentence("{seat} claims {route}, {trains}, for {points}; {total} now, {left} left.", **facts)
        return Words(normal, brief, " ".join((full, *_of_its_kind(v, event.route))))
    full = p.sentence(
        "{seat} claims {route}, {trains}, for {points}, paid {cards}; {total} now, {left} left.", **facts
    )
    named, facts["cards"] = facts["cards"], v.cards(len(event.cards))
    told = p.fitting(
        p.sentence("{seat} claims {route}: {trains}, {points}, paid {cards}.", **(facts | {"cards": named})),
        p.sentence("{seat} claims {route}: {points}, paid {cards}.", **(facts | {"cards": named})),
        p.sentence("{seat} claims {route}: {trains}, {points}, paid {cards}.", **facts),
        normal,
        room_s=room_s,
    )
    return Words(told, brief, full)


def _of_its_kind(v: Vocabulary, route: RouteId) -> list[str]:
    """What cards that are in hands must be for this route: nobody else checks them."""
    p, way = v.phrases, v.game_map.routes[route]
    if way.kind == "tunnel":
        return [p.sentence("a tunnel.")]
    if way.locomotives:
        return [p.sentence("a ferry: {locomotives}.", locomotives=v.locomotives(way.locomotives))]
    return []


def _of_a_claim(v: Vocabulary, event: RouteClaimed) -> Facts:
    """What every sentence about a claim may name: seat, route, how long, its points, what is left."""
    ships = event.ships_left
    return {
        "seat": v.seat(event.seat),
        "route": v.route(event.route),
        "trains": v.trains(event.length) if ships is None else v.ships(event.length),
        "points": v.points(event.points),
        "value": event.points,
        "total": event.total,
        "left": v.trains(event.trains_left) if ships is None else v.ships(ships),
    }


def dug(v: Vocabulary, event: RouteClaimed) -> Words:
    """A tunnel is claimed, after its cards were told."""
    p = v.phrases
    facts = _of_a_claim(v, event)
    return p.words(
        "{seat} claims the tunnel {route}: {trains}, {points}.",
        "{seat}: {route}, {value}.",
        "{seat} claims the tunnel {route}, {trains}, for {points}; {total} now, {left} left.",
        **facts,
    )


def _claimed_for_nothing(
    v: Vocabulary, event: RouteClaimed, facts: Facts, *, short: bool, room_s: float
) -> Words:
    """A claim where routes have no points."""
    p = v.phrases
    brief = p.sentence("{seat}: {route}.", **facts)
    normal = p.sentence("{seat} claims {route}: {trains}.", **facts)
    if event.cards is None or short:
        return Words(normal, brief, p.sentence("{seat} claims {route}: {trains}; {left} left.", **facts))
    full = p.sentence("{seat} claims {route}: {trains}, paid {cards}; {left} left.", **facts)
    named, facts["cards"] = facts["cards"], v.cards(len(event.cards))
    told = p.fitting(
        p.sentence("{seat} claims {route}: {trains}, paid {cards}.", **(facts | {"cards": named})),
        p.sentence("{seat} claims {route}: {trains}, paid {cards}.", **facts),
        normal,
        room_s=room_s,
    )
    return Words(told, brief, full)


def corrected(v: Vocabulary, event: RouteClaimed, old: RouteId, *, short: bool) -> Words:
    """A token slid to another pin before anybody else acted: the claim goes with it, and is paid anew.

    `short`: more is told in the same breath, so prices are left out.
    """
    p = v.phrases
    facts = _of_a_claim(v, event)
    facts["old"], facts["cards"] = v.route(old), v.paid(event.cards or ())
    unpaid = event.cards is None or short
    if not event.points and not event.total:
        text = p.sentence("corrected: {seat} claims {route}, {trains}, not {old}.", **facts)
        if not unpaid:
            text = p.sentence("corrected: {seat} claims {route}, paid {cards}, not {old}.", **facts)
        return Words(text, p.sentence("corrected: {route}.", **facts))
    normal = p.sentence("corrected: {seat} claims {route}, {trains}, {points}, not {old}.", **facts)
    if not unpaid:
        normal = p.sentence("corrected: {seat} claims {route}, {points}, paid {cards}, not {old}.", **facts)
    left = p.sentence("{total} now, {left} left.", **facts)
    return Words(normal, p.sentence("corrected: {route}, {value}.", **facts), f"{normal} {left}")


def to_the_box(v: Vocabulary, n: int) -> Words:
    """The chore after a claim on a board with one token a route; at the level full only. Below 0: back."""
    p = v.phrases
    if n < 0:
        back = p.sentences("{n} token back from the box.", "{n} tokens back from the box.", -n)
        return Words("", "", back)
    return Words("", "", p.sentences("{n} token to the box.", "{n} tokens to the box.", n))


def little_left(v: Vocabulary, after: PublicState, seat: Seat) -> Words:
    """A seat's supply runs low: `Green triangle has 5 trains left.`"""
    return v.phrases.words("{seat} has {trains} left.", seat=v.seat(seat), trains=_supply(v, after, seat))


def _supply(v: Vocabulary, after: PublicState, seat: Seat) -> str:
    if len(after.edition.decks) == 1:
        return v.trains(after.trains[seat])
    left = after.trains[seat] + after.ships[seat]
    return v.phrases.count("{n} train or ship", "{n} trains and ships", left)


def last_round(v: Vocabulary, event: FinalRoundStarted, after: PublicState) -> Words:
    """The end is near: why, how many turns each, who is last."""
    p = v.phrases
    left, turns = event.trains_left, event.turns // len(after.seats)
    facts: Facts = {"seat": v.seat(event.seat), "trains": v.trains(left)}
    if len(after.edition.decks) > 1:
        facts["trains"] = (
            p.count("{n} train or ship", "{n} trains and ships", left)
            if left
            else p.phrase("no trains or ships")
        )
    if turns > 1 or len(after.edition.decks) > 1:
        normal = p.sentences(
            "{seat} has {trains} left. Last round: {n} turn each, {seat} last.",
            "{seat} has {trains} left. Last round: {n} turns each, {seat} last.",
            turns,
            **facts,
        )
    else:
        normal = p.sentence("{seat} has {trains} left. Last round: everyone once more, {seat} last.", **facts)
    return Words(normal, p.sentence("last round."))


def undone(v: Vocabulary, event: Undone, after: PublicState) -> Words:
    """An act is taken back: what, who is to move again, and with how much."""
    p, mover = v.phrases, after.to_move
    if mover is None:
        return p.words("taken back. Waiting for {seats}.", seats=v.seats(after.waiting_for()))
    facts: Facts = {"seat": v.seat(mover)}
    if event.route is None:
        return p.words("taken back. {seat} still to move.", **facts)
    by_ship = after.game_map.routes[event.route].kind == "ship"
    facts |= {
        "route": v.route(event.route),
        "points": v.worth(after, (after.coins or after.points)[mover]),
        "trains": v.ships(after.ships[mover]) if by_ship else v.trains(after.trains[mover]),
    }
    return p.words(
        "taken back: {route}. {seat} to move; {points}, {trains}.", "taken back. {seat} to move.", **facts
    )


def given_back(v: Vocabulary, before: PublicState, after: PublicState, told: Seat | None) -> list[Words]:
    """What else an undo leaves to be known and done: whose dollars have changed, which event cards go back.

    Args:
        told: whose dollars are told already.
    """
    p, words = v.phrases, list[Words]()
    seats = [seat for seat in after.seats if before.coins.get(seat) != after.coins.get(seat) and seat != told]
    if seats:
        listed = totals(v, [(seat, after.coins[seat]) for seat in seats])
        words.append(Words(p.sentence("dollars again: {listed}.", listed=listed), ""))
    lie = after.event_discards
    back = before.event_discards[len(lie) :] if tuple(before.event_discards[: len(lie)]) == tuple(lie) else ()
    if len(back) == 1 and described(back[0]):
        words.append(p.words("put event {event} back on top of its deck.", event=back[0]))
    elif back:
        words.append(
            Words(
                p.sentences(
                    "put the event card turned up last back on top of its deck.",
                    "put the {n} event cards turned up last back on top of their deck, the newest first.",
                    len(back),
                )
            )
        )
    return words


def to_move(v: Vocabulary, seat: Seat) -> str:
    """Whose turn it is now, in the words of normal length."""
    return v.phrases.sentence("{seat} to move.", seat=v.seat(seat))


def next_to_move(v: Vocabulary, state: PublicState, seat: Seat, turn: int) -> Words:
    """Whose turn it is now."""
    p = v.phrases
    facts: Facts = {"seat": v.seat(seat), "turn": turn, "trains": v.trains(state.trains[seat])}
    full = p.sentence("{seat} to move, turn {turn}, {trains} left.", **facts)
    if seat in state.ships:
        facts["ships"] = v.ships(state.ships[seat])
        full = p.sentence("{seat} to move, turn {turn}, {trains} and {ships} left.", **facts)
    return Words(to_move(v, seat), None, full)
