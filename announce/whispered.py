"""What happened, told to those who alone may know it: each seat's own part of an act, in its ear."""

from collections import Counter
from collections.abc import Iterator

from announce.announcement import Announcement
from announce.private import hand, private_draw, ticket_done
from announce.vocabulary import Vocabulary
from announce.whole_acts import slid_from
from announce.words import Words, for_an_ear, whisper, whispers
from engine import (
    CardDrawn,
    CardGained,
    CardsDealt,
    Event,
    GameCorrected,
    GameStarted,
    RouteClaimed,
    Seat,
    State,
    TicketsKept,
    Undone,
)


def whispered(
    v: Vocabulary, before: State | None, events: tuple[Event, ...], after: State, first_seq: int
) -> tuple[Announcement, ...]:
    """What each seat hears of an act in its own ear. `events` carry their secrets."""
    numbered = list(enumerate(events, first_seq))
    if after.cards == "dealt" and any(isinstance(event, GameStarted) for event in events):
        dealt = [(seq, event) for seq, event in numbered if isinstance(event, CardsDealt)]
        return tuple(
            one
            for seq, event in dealt
            for one in whispers(event.seat, hand(v, Counter(event.cards)), "card", seq=seq)
        )
    undone = [(seq, event) for seq, event in numbered if isinstance(event, Undone)]
    if len(undone) > 1:
        return tuple(_cards_again(v, before, after, first_seq + len(events) - 1))
    slid = slid_from(events) is not None
    return tuple(one for seq, event in numbered for one in _of(v, before, event, after, seq, slid=slid))


def _of(
    v: Vocabulary, before: State | None, event: Event, after: State, seq: int, *, slid: bool
) -> Iterator[Announcement]:
    match event:
        case TicketsKept(seat=seat):
            yield whisper(seat, _tickets_held(v, after, seat), "ticket", seq=seq)
        case CardDrawn() | CardGained():
            mine = private_draw(v, after, event)
            if mine is not None:
                yield whisper(event.seat, mine, "card", seq=seq)
        case RouteClaimed():
            yield from ticket_done(v, after, event, seq)
        case Undone() if not slid:  # else it is told with the claim that the token has slid to
            yield from _cards_again(v, before, after, seq)
        case GameCorrected():  # what was paid for a claim that is gone
            yield from _cards_again(v, before, after, seq)


@for_an_ear
def _tickets_held(v: Vocabulary, after: State, seat: Seat) -> Words:
    held = len(after.tickets.get(seat, ()))
    return Words(v.phrases.sentences("you have {n} ticket.", "you have {n} tickets.", held))


def _cards_again(v: Vocabulary, before: State | None, after: State, seq: int) -> Iterator[Announcement]:
    """To each seat whose cards changed how many it has again."""
    if before is None or after.cards != "dealt":
        return
    for seat in after.seats:
        if before.hands.get(seat) != after.hands.get(seat):
            yield whisper(seat, _cards_held(v, after, seat), "card", seq=seq)


@for_an_ear
def _cards_held(v: Vocabulary, after: State, seat: Seat) -> Words:
    n = after.hand_size(seat)
    return Words(v.phrases.sentences("you have {n} card again.", "you have {n} cards again.", n))
