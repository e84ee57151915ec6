"""What only some editions know, told: tunnels, stations, harbors, trains and ships, coins, newspapers."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from announce.announcement import Earcon
from announce.lasting import MOVER_S, ROOM_S
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words, together
from engine import (
    Card,
    CardGained,
    CoinsPaid,
    EventResolved,
    EventRetired,
    EventsShuffled,
    EventTurned,
    HarborBuilt,
    LoansAsked,
    LoansChosen,
    NewspaperTurned,
    OptionalEvent,
    PiecesAsked,
    PiecesChosen,
    PiecesExchanged,
    PiecesRevealed,
    RouteId,
    StationBuilt,
    TunnelFailed,
    TunnelRevealed,
)

EARCONS: Final[Mapping[type[OptionalEvent], Earcon]] = {
    TunnelRevealed: "flip",
    TunnelFailed: "lift",
    StationBuilt: "claim",
    HarborBuilt: "claim",
    PiecesAsked: "question",
    PiecesChosen: "place",
    PiecesRevealed: "deal",
    PiecesExchanged: "money",
    CoinsPaid: "money",
    NewspaperTurned: "paper",
    EventTurned: "paper",
    EventsShuffled: "flush",
    EventRetired: "paper",
    EventResolved: "paper",
    CardGained: "card",
    LoansAsked: "question",
    LoansChosen: "place",
}
"""The short sound that goes with each."""

_AT_ONCE: Final = 2
"""Mixes of so many seats, and who is to move, are twelve words in brief."""


def happened(v: Vocabulary, event: OptionalEvent, after: PublicState) -> Words:
    """One sentence for everyone; `after`: the state that its act led to."""
    p = v.phrases
    match event:
        case TunnelRevealed():
            return tunnel_turned(v, event.route, event.cards, event.owed)
        case TunnelFailed():
            return given_up(v, event)
        case StationBuilt(number=number):
            return _built(v, event, number)
        case HarborBuilt(seat=seat):
            return _built(v, event, sum(owner == seat for owner in after.harbors.values()))
        case LoansAsked(seats=seats):
            normal = p.sentence("choose what your stations lend: {seats}.", seats=v.seats(seats))
            return Words(normal, p.sentence("choose what stations lend."))
        case LoansChosen(seat=seat, loans=loans):
            routes = [v.route(route) for route in loans.values() if route is not None]
            return p.words("{seat} is lent: {routes}.", seat=v.seat(seat), routes=v.listing(routes))
        case PiecesRevealed():
            return together(mixes_told(v, event))
        case PiecesAsked() | PiecesChosen() | PiecesExchanged():
            return _supply(v, event)
        case CoinsPaid() | NewspaperTurned() | EventTurned() | CardGained():
            return _papers(v, event)
        case EventsShuffled() | EventRetired() | EventResolved():
            return _events(v, event)
        case _:
            assert_never(event)


def given_up(v: Vocabulary, event: TunnelFailed, *, by_token: bool = True) -> Words:
    """A tunnel is left. `by_token`: a token stands there, and is to be lifted."""
    p, facts = v.phrases, {"seat": v.seat(event.seat), "route": v.route(event.route)}
    left = p.words(
        "{seat} gives up the tunnel; its turn is over.",
        "tunnel given up.",
        "{seat} gives up the tunnel {route}, and takes the cards back; its turn is over.",
        **facts,
    )
    return together((left, p.words("lift the token.", "lift it."))) if by_token else left


def tunnel_turned(v: Vocabulary, route: RouteId, cards: Sequence[Card], owed: int) -> Words:
    """Which cards a tunnel has turned, and how many more it costs."""
    p = v.phrases
    facts: dict[str, str | int] = {"route": v.route(route), "cards": v.row(cards)}
    # Fewer than three are turned when the deck and the discards hold no more.
    turned = p.sentences(
        "tunnel {route}. One card: {cards}.",
        "tunnel {route}. {n} cards: {cards}.",
        len(cards),
        **facts,
    )
    short = p.sentence("tunnel cards: {cards}.", **facts)
    if owed:
        more = p.sentence("{owed} more to pay.", owed=owed)
        short_more = p.sentence("{owed} more.", owed=owed)
    else:
        more, short_more = p.sentence("nothing more to pay."), p.sentence("nothing more.")
    return Words(f"{turned} {more}", f"{short} {short_more}")


def _built(v: Vocabulary, event: StationBuilt | HarborBuilt, number: int) -> Words:
    """Which of a seat's buildings it is, where, for how many cards if that is known, how many are left."""
    p = v.phrases
    facts: dict[str, str | int] = {"seat": v.seat(event.seat), "city": v.city(event.city)}
    facts["price"] = v.cards(len(event.cards or ()))
    if isinstance(event, StationBuilt):
        ordinals = (p.name("station", "first"), p.name("station", "second"), p.name("station", "third"))
        facts["which"] = ordinals[number - 1] if number <= len(ordinals) else p.name("station", "next")
        left = p.sentences("{n} station left.", "{n} stations left.", event.left)
        facts["left"] = left if event.left else p.sentence("no station left.")
        if event.cards is None:
            normal = p.sentence("{seat} builds its {which} station, in {city}. {left}", **facts)
        else:
            normal = p.sentence("{seat} builds its {which} station, in {city}, for {price}. {left}", **facts)
        return Words(normal, p.sentence("{seat}: station in {city}.", **facts))
    ordinals = (p.name("harbor", "first"), p.name("harbor", "second"), p.name("harbor", "third"))
    facts["which"] = ordinals[number - 1] if number <= len(ordinals) else p.name("harbor", "next")
    left = p.sentences("{n} harbor left.", "{n} harbors left.", event.left)
    facts["left"] = left if event.left else p.sentence("no harbor left.")
    if event.cards is None:
        normal = p.sentence("{seat} builds its {which} harbor, in {city}. {left}", **facts)
    else:
        normal = p.sentence("{seat} builds its {which} harbor, in {city}, for {price}. {left}", **facts)
    return Words(normal, p.sentence("{seat}: harbor in {city}.", **facts))


def brought(v: Vocabulary, event: CoinsPaid | CardGained, cards: int) -> Words:
    """What a claim brings, told in its own breath: dollars, or so many cards."""
    p = v.phrases
    if event.why not in ("company", "large-city"):
        return _brought_beside(v, event)
    if isinstance(event, CardGained) and cards == 1:
        return p.words("large city: one card.", "one card.")
    if isinstance(event, CardGained):
        return Words(
            p.sentences("large city: {n} card.", "large city: {n} cards.", cards),
            p.sentences("{n} card.", "{n} cards.", cards),
        )
    return Words(
        p.sentences("company route: {n} dollar.", "company route: {n} dollars.", event.amount),
        p.sentences("{n} dollar.", "{n} dollars.", event.amount),
    )


def _brought_beside(v: Vocabulary, event: CoinsPaid | CardGained) -> Words:
    """What the event in force, or a step that a sticker added, brings or costs at a claim."""
    p, facts = v.phrases, {"what": event.why}
    if event.why.isdecimal():
        facts["what"] = p.phrase("step {n}", n=event.why)
    elif not described(event.why):
        facts["what"] = p.phrase("event")
    if isinstance(event, CardGained):
        return p.words("{what}: one card.", "one card.", **facts)
    n = abs(event.amount)
    if event.amount < 0:
        return Words(
            p.sentences("{what}: minus {n} dollar.", "{what}: minus {n} dollars.", n, **facts),
            p.sentences("minus {n} dollar.", "minus {n} dollars.", n),
        )
    return Words(
        p.sentences("{what}: {n} dollar.", "{what}: {n} dollars.", n, **facts),
        p.sentences("{n} dollar.", "{n} dollars.", n),
    )


def described(event: str) -> bool:
    """Whether the owner of the box has given an event a name; else the card on the table tells what it is."""
    return not re.fullmatch(r"event-\d+", event)


def mixes_told(v: Vocabulary, event: PiecesRevealed) -> list[Words]:
    """Every seat's trains and ships in turn order, two seats at most at once; who is to move follows."""
    p = v.phrases
    each = [
        p.phrase("{seat} {trains} and {ships}", seat=v.seat(seat), trains=n, ships=event.ships.get(seat, 0))
        for seat, n in event.trains.items()
    ]

    def told(mixes: Sequence[str]) -> str:
        return p.sentence("trains, ships: {mixes}.", mixes=p.apart(mixes))

    most = p.as_many(each, told, _AT_ONCE, ROOM_S - MOVER_S)
    parts = [each[start : start + most] for start in range(0, len(each), most)]
    briefs = [p.sentence("{listed}.", listed=p.apart(part)) for part in parts]
    return [
        Words(told(part) if place == 0 else brief, brief)
        for place, (part, brief) in enumerate(zip(parts, briefs, strict=True))
    ]


def _supply(v: Vocabulary, event: PiecesAsked | PiecesChosen | PiecesExchanged) -> Words:
    p = v.phrases
    match event:
        case PiecesAsked(pieces=count):
            normal = p.sentence(
                "choose your trains and ships, {count} in all, each in your own ear.", count=count
            )
            rest = count - event.first_trains
            if rest < 0:  # a table with fewer pieces than the rules' own advice for a first game
                return Words(normal, p.sentence("choose trains and ships."))
            full = p.sentence(
                "choose your trains and ships, {count} in all, each in your own ear. "
                "For a first game {trains} trains and {ships} ships are best.",
                count=count,
                trains=event.first_trains,
                ships=rest,
            )
            return Words(normal, p.sentence("choose trains and ships."), full)
        case PiecesChosen(seat=seat):
            return p.words("{seat} has chosen trains and ships.", seat=v.seat(seat))
        case PiecesExchanged(seat=seat, give=give, count=count):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "points": v.points(event.points)}
            facts |= {"trains": v.trains(count), "ships": v.ships(count), "count": count}
            if give == "train":
                text = p.sentence("{seat} exchanges {trains} for {ships}: {points}.", **facts)
            else:
                text = p.sentence("{seat} exchanges {ships} for {trains}: {points}.", **facts)
            facts |= {"trains": v.trains(event.trains_left), "ships": v.ships(event.ships_left)}
            left = p.sentence("{trains} and {ships} left.", **facts)
            brief = p.sentence("{seat} exchanges {count}, {points}.", **facts)
            return Words(text, brief, f"{text} {left}")
        case _:
            assert_never(event)


def _papers(v: Vocabulary, event: CoinsPaid | NewspaperTurned | EventTurned | CardGained) -> Words:
    p = v.phrases
    match event:
        case CoinsPaid(seat=seat, amount=amount, total=total):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "total": total}
            if amount < 0:
                return Words(
                    p.sentences(
                        "{seat} pays {n} dollar; {total} now.",
                        "{seat} pays {n} dollars; {total} now.",
                        -amount,
                        **facts,
                    )
                )
            return Words(
                p.sentences(
                    "{seat} gets {n} dollar; {total} now.",
                    "{seat} gets {n} dollars; {total} now.",
                    amount,
                    **facts,
                )
            )
        case NewspaperTurned():
            return p.words("newspaper.")
        case EventTurned(event=name):
            if not described(name):
                return p.words("a new event.")
            return p.words("new event: {event}.", event=name)
        case CardGained(seat=seat):
            return p.words("{seat} gets a card from the deck.", seat=v.seat(seat))
        case _:
            assert_never(event)


def _events(v: Vocabulary, event: EventsShuffled | EventRetired | EventResolved) -> Words:
    p = v.phrases
    match event:
        case EventsShuffled():
            return p.words("the events are shuffled.")
        case EventRetired(event=name):
            if not described(name):
                return p.words("the event is retired.")
            return p.words("the event {event} is retired.", event=name)
        case EventResolved(seat=seat, event=name) if name is not None and described(name):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "event": name}
            normal = p.sentence("the table settles the event {event} for {seat}.", **facts)
            return Words(normal, p.sentence("settled for {seat}.", **facts))
        case EventResolved(seat=seat):
            normal = p.sentence("the table settles an event for {seat}.", seat=v.seat(seat))
            return Words(normal, p.sentence("settled for {seat}.", seat=v.seat(seat)))
        case _:
            assert_never(event)
