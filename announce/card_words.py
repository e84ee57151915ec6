"""The sentences of cards and tickets that are dealt, drawn and turned up; see `act_words`."""

from collections.abc import Mapping, Sequence
from typing import Final

from announce.act_words import Facts
from announce.card_names import WILD
from announce.lasting import LONGEST_S, MOVER_S, ROOM_S
from announce.public import DealtTickets, DrawnCard, KeptTickets, PublicState, ToldTickets
from announce.vocabulary import Vocabulary
from announce.words import Message, Words
from engine import LOCOMOTIVE, Card, DeckShuffled, RowRefilled, RowTurned

_SHORT_ROW, _SHORT_WORDS = 5, 12


def dealt(v: Vocabulary, after: PublicState, each: int) -> list[Words]:
    """A game has been dealt: so many cards each, the row, and what everybody does now.

    A row of two decks has long names: it has a breath of its own. `each` 0: who tells it does not know.
    """
    p = v.phrases
    if not each:
        return [
            Words(p.sentence("dealt. Choose tickets.")),
            p.words("row: {row}.", "new row.", row=v.row(after.row)),
        ]
    facts: Facts = {"row": v.row(after.row), "deck": len(after.deck)}
    told = p.sentences(
        "dealt: {n} card each. Row: {row}. Choose your tickets.",
        "dealt: {n} cards each. Row: {row}. Choose your tickets.",
        each,
        **facts,
    )
    brief = p.sentence("dealt. Choose tickets.")
    full = p.sentences(
        "dealt: {n} card each. Row: {row}. Deck {deck}. Choose your tickets, each in your own ear.",
        "dealt: {n} cards each. Row: {row}. Deck {deck}. Choose your tickets, each in your own ear.",
        each,
        **facts,
    )
    if p.lasts_s(told) <= ROOM_S:
        return [Words(told, brief, full)]
    without = p.sentences(
        "dealt: {n} card each. Choose your tickets.", "dealt: {n} cards each. Choose your tickets.", each
    )
    return [Words(without, brief), p.words("row: {row}.", "new row.", **facts)]


def row_turned(v: Vocabulary, event: RowTurned) -> Words:
    """A whole new row, with the reason where both have room together."""
    p, row = v.phrases, v.row(event.row)
    new = p.sentence("new row: {row}.", row=row)
    short = new if _short(event.row, new) else p.sentence("new row.")
    if not event.flushed or row_goes(v, event) is not None:
        return Words(new, short)
    wild = WILD in event.flushed
    if not event.row:  # a newspaper or a shuffle comes first; the row is read after it
        return p.words("third wild: the row goes." if wild else "third locomotive: the row goes.")
    if wild:
        return Words(p.sentence("third wild. New row: {row}.", row=row), short)
    return Words(p.sentence("third locomotive: the row goes. New row: {row}.", row=row), short)


def _short(row: Sequence[object], told: str) -> bool:
    """Whether a row is told at the level brief, too: one of more cards or words is of two decks, too long."""
    return len(row) <= _SHORT_ROW and len(told.split()) <= _SHORT_WORDS


def row_goes(v: Vocabulary, event: RowTurned) -> Words | None:
    """Why the row goes, where that has no room with the new one; None: it has, or there is no reason."""
    p, row, room_s = v.phrases, v.row(event.row), LONGEST_S - MOVER_S
    if WILD in event.flushed:
        whole = p.sentence("third wild. New row: {row}.", row=row)
        return p.words("third wild: the row goes.") if p.lasts_s(whole) > room_s else None
    whole = p.sentence("third locomotive: the row goes. New row: {row}.", row=row)
    fits = not event.flushed or not event.row or p.lasts_s(whole) <= room_s
    return None if fits else p.words("third locomotive: the row goes.")


_DRAWN: Final[Mapping[str, Message]] = {
    "deck": Message(
        "{seat} draws from the deck.", "{seat}: deck.", "{seat} draws from the deck; {deck} there."
    ),
    "train-deck": Message(
        "{seat} draws from the train deck.",
        "{seat}: train deck.",
        "{seat} draws from the train deck; {deck} there.",
    ),
    "ship-deck": Message(
        "{seat} draws from the ship deck.",
        "{seat}: ship deck.",
        "{seat} draws from the ship deck; {deck} there.",
    ),
}


def drawn(v: Vocabulary, event: DrawnCard, after: PublicState) -> Words:
    """A card from the deck: everyone hears only that, and of two decks from which."""
    deck = after.ship_deck if event.source == "ship-deck" else after.deck
    return v.phrases.said(_DRAWN[event.source], seat=v.seat(event.seat), deck=v.cards(len(deck)))


def taken(v: Vocabulary, event: DrawnCard, card: Card | None, refill: RowRefilled | None) -> Words:
    """A card of the row, and the one that lies there now."""
    p = v.phrases
    facts: Facts = {
        "seat": v.seat(event.seat),
        "card": v.a_card(card) if card is not None else p.phrase("a card"),
        "number": (event.index or 0) + 1,
    }
    brief = p.sentence("{seat}: {card}.", **facts)
    if refill is None:
        return Words(p.sentence("{seat} takes {card}, number {number} of the row.", **facts), brief)
    facts["new"] = v.a_card(refill.card) if refill.card in (LOCOMOTIVE, WILD) else v.colour(refill.card)
    return Words(
        p.sentence("{seat} takes {card}, number {number} of the row; now {new} there.", **facts), brief
    )


def refilled(v: Vocabulary, event: RowRefilled) -> Words:
    """A gap of the row is filled, long after it came to be."""
    p = v.phrases
    facts: Facts = {"number": event.index + 1, "card": v.colour(event.card)}
    return p.words("number {number} of the row is {card} now.", "number {number}: {card}.", **facts)


def row_now(v: Vocabulary, after: PublicState) -> Words:
    """The row, where several gaps of it are filled at once."""
    p, row = v.phrases, v.row(after.row)
    told = p.words("row: {row}.", "new row.", row=row)
    return Words(told.normal) if _short(after.row, told.normal) else told


def shuffled(v: Vocabulary, event: DeckShuffled, left: int) -> Words:
    """The discards are the new deck, or come below the cards that are left; of two decks it is said which."""
    p, n = v.phrases, event.count
    match event.pile:
        case "deck" if left > 0:  # too few for a tunnel
            told = p.sentences(
                "the deck has {cards} left; {n} discard comes below.",
                "the deck has {cards} left; {n} discards are shuffled below.",
                n,
                cards=v.cards(left),
            )
            return Words(told, p.sentence("deck shuffled."))
        case "deck":
            told = p.sentences(
                "the deck was empty; {n} discard is the new one.",
                "the deck was empty; {n} discards are shuffled.",
                n,
            )
            return Words(told, p.sentence("deck shuffled."))
        case "train-deck":
            told = p.sentences(
                "the train deck was empty; {n} discard is the new one.",
                "the train deck was empty; {n} discards are shuffled.",
                n,
            )
            return Words(told, p.sentence("train deck shuffled."))
        case "ship-deck":
            told = p.sentences(
                "the ship deck was empty; {n} discard is the new one.",
                "the ship deck was empty; {n} discards are shuffled.",
                n,
            )
            return Words(told, p.sentence("ship deck shuffled."))


def tickets_drawn(v: Vocabulary, event: DealtTickets) -> Words:
    """A seat draws tickets as its action."""
    p = v.phrases
    facts: Facts = {"seat": v.seat(event.seat), "least": event.keep_at_least}
    return Words(
        p.sentences("{seat} draws {n} ticket.", "{seat} draws {n} tickets.", event.count, **facts),
        p.sentence("{seat}: tickets.", **facts),
        p.sentences(
            "{seat} draws {n} ticket and must keep it.",
            "{seat} draws {n} tickets and keeps at least {least}.",
            event.count,
            **facts,
        ),
    )


def tickets_kept(v: Vocabulary, event: KeptTickets) -> Words:
    """How many a seat keeps, never which."""
    p = v.phrases
    facts: Facts = {"seat": v.seat(event.seat), "dealt": event.kept_count + event.returned_count}
    return Words(
        p.sentences(
            "{seat} keeps {n} ticket of {dealt}.",
            "{seat} keeps {n} tickets of {dealt}.",
            event.kept_count,
            **facts,
        ),
        p.sentence("{seat} keeps {n}.", n=event.kept_count, **facts),
    )


def tickets_told(v: Vocabulary, event: ToldTickets) -> Words:
    """Untracked: how many tickets a seat has entered."""
    p, seat = v.phrases, v.seat(event.seat)
    if not event.count:
        return p.words("{seat} has no tickets.", seat=seat)
    return Words(
        p.sentences(
            "{seat} has entered {n} ticket.", "{seat} has entered {n} tickets.", event.count, seat=seat
        )
    )
