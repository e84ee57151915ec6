"""What happened, told: the events of one act become one utterance, and what only a seat may know its own."""

from collections import Counter
from dataclasses import dataclass, field
from typing import assert_never

from announce.announcement import Announcement, Ear, Earcon, Urgency
from announce.private import hand, private_draw, ticket_done
from announce.scores import final_scores
from announce.vocabulary import Vocabulary
from announce.words import Words, tell, together
from engine import (
    CardDrawn,
    CardsArranged,
    CardsDealt,
    DeckShuffled,
    Event,
    FinalRoundStarted,
    GameEnded,
    GameStarted,
    RouteClaimed,
    RowRefilled,
    RowTurned,
    Seat,
    State,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
    TurnEnded,
    TurnPassed,
    TurnStarted,
    Undone,
)


@dataclass(slots=True)
class _Utterance:
    """Sentences that are said together."""

    parts: list[Words]
    earcon: Earcon | None = None
    timbre: Ear | None = None
    urgency: Urgency = "polite"
    seq: int | None = None


@dataclass(slots=True)
class _Telling:
    """An act on its way to become announcements."""

    v: Vocabulary
    before: State | None
    after: State
    final: bool  # the last round begins with this act
    public: list[_Utterance] = field(default_factory=list)
    private: list[Announcement] = field(default_factory=list)
    scores: list[Announcement] = field(default_factory=list)
    mover: tuple[TurnStarted, int] | None = None
    drawn: CardDrawn | None = None  # the card just taken: the one that fills its gap is told with it

    def say(
        self,
        words: Words,
        earcon: Earcon | None,
        seq: int,
        timbre: Ear | None = None,
        urgency: Urgency = "polite",
    ) -> None:
        """An utterance of its own to everyone."""
        self.public.append(_Utterance([words], earcon, timbre, urgency, seq))

    def add(self, words: Words, seq: int) -> None:
        """A sentence more to the last utterance, or one of its own."""
        if self.public:
            self.public[-1].parts.append(words)
        else:
            self.say(words, None, seq)


def told(
    v: Vocabulary, before: State | None, events: tuple[Event, ...], after: State, first_seq: int
) -> tuple[Announcement, ...]:
    """The announcements of one act (or of several that belong together), everyone's first.

    `events` carry their secrets; `first_seq` is the number of the first of them.
    """
    final = any(isinstance(event, FinalRoundStarted) for event in events)
    telling = _Telling(v, before, after, final)
    started = any(isinstance(event, GameStarted) for event in events)
    if started and after.cards == "dealt":
        _set_up(telling, events, first_seq)
        events = tuple(event for event in events if isinstance(event, TurnStarted))
        first_seq = after.seq
    for seq, event in enumerate(events, first_seq):
        _event(telling, event, seq)
    _next_mover(telling)
    public = [
        tell(
            "everyone",
            together(one.parts),
            one.earcon,
            urgency=one.urgency,
            timbre=one.timbre,
            seq=one.seq,
        )
        for one in telling.public
    ]
    return (*public, *telling.private, *telling.scores)


def _event(telling: _Telling, event: Event, seq: int) -> None:
    match event:
        case GameStarted() | CardsDealt():
            pass  # told as one: dealt by `_set_up`, untracked by the welcome
        case RowTurned():
            _row_turned(telling, event, seq)
        case TicketsDealt():
            _tickets_dealt(telling, event, seq)
        case TicketsKept():
            _tickets_kept(telling, event, seq)
        case TurnStarted():
            telling.mover = (event, seq)
        case CardDrawn():
            _card_drawn(telling, event, seq)
        case RowRefilled():
            _row_refilled(telling, event, seq)
        case DeckShuffled():
            _deck_shuffled(telling, event, seq)
        case RouteClaimed():
            _route_claimed(telling, event, seq)
        case TurnEnded():
            _turn_ended(telling, event, seq)
        case TurnPassed():
            _turn_passed(telling, event, seq)
        case FinalRoundStarted():
            _final_round(telling, event, seq)
        case TicketsDeclared():
            _tickets_declared(telling, event, seq)
        case GameEnded():
            _game_ended(telling, event, seq)
        case Undone():
            _undone(telling, event, seq)
        case CardsArranged():
            words = Words(telling.v.phrases.sentence("the cards were arranged for a test."))
            telling.say(words, None, seq)
        case _:
            assert_never(event)


def _set_up(telling: _Telling, events: tuple[Event, ...], first_seq: int) -> None:
    v, after = telling.v, telling.after
    p = v.phrases
    dealt = [event for event in events if isinstance(event, CardsDealt)]
    each = len(dealt[0].cards) if dealt else 0
    row = v.row(after.row)
    words = Words(
        p.sentences(
            "dealt: {n} card each. Row: {row}. Choose your tickets.",
            "dealt: {n} cards each. Row: {row}. Choose your tickets.",
            each,
            row=row,
        ),
        p.sentence("dealt. Choose tickets."),
        p.sentences(
            "dealt: {n} card each. Row: {row}. Deck {deck}. Choose your tickets, everyone in the own ear.",
            "dealt: {n} cards each. Row: {row}. Deck {deck}. Choose your tickets, everyone in the own ear.",
            each,
            row=row,
            deck=len(after.deck),
        ),
    )
    telling.say(words, "deal", first_seq + len(events) - 1)
    telling.private.extend(
        tell(event.seat, hand(v, Counter(event.cards)), "card", seq=seq)
        for seq, event in enumerate(events, first_seq)
        if isinstance(event, CardsDealt)
    )


def _row_turned(telling: _Telling, event: RowTurned, seq: int) -> None:
    p = telling.v.phrases
    row = telling.v.row(event.row)
    if not event.flushed:
        telling.say(Words(p.sentence("new row: {row}.", row=row)), "flush", seq)
        return
    words = Words(
        p.sentence("third locomotive: the row goes. New row: {row}.", row=row),
        p.sentence("new row: {row}.", row=row),
    )
    if telling.public and telling.public[-1].earcon == "flush":
        telling.public.pop()  # the row went again at once: only the one that stays is read
    telling.say(words, "flush", seq)


def _tickets_dealt(telling: _Telling, event: TicketsDealt, seq: int) -> None:
    v = telling.v
    p, seat = v.phrases, v.seat(event.seat)
    words = Words(
        p.sentences("{seat} draws {n} ticket.", "{seat} draws {n} tickets.", event.count, seat=seat),
        p.sentence("{seat}: tickets.", seat=seat),
        p.sentences(
            "{seat} draws {n} ticket and must keep it.",
            "{seat} draws {n} tickets and keeps at least {least}.",
            event.count,
            seat=seat,
            least=event.keep_at_least,
        ),
    )
    telling.say(words, "ticket", seq, event.seat)


def _tickets_kept(telling: _Telling, event: TicketsKept, seq: int) -> None:
    v = telling.v
    p, seat = v.phrases, v.seat(event.seat)
    dealt = event.kept_count + event.returned_count
    words = Words(
        p.sentences(
            "{seat} keeps {n} ticket of {dealt}.", "{seat} keeps {n} tickets of {dealt}.", event.kept_count,
            seat=seat, dealt=dealt,
        ),
        p.sentence("{seat} keeps {n}.", seat=seat, n=event.kept_count),
    )  # fmt: skip
    telling.say(words, "ticket", seq, event.seat)
    if event.setup:
        waiting = waiting_for(telling.after)
        if waiting:
            telling.add(Words(p.sentence("waiting for {seats}.", seats=v.seats(waiting)), ""), seq)
        else:
            telling.add(Words(p.sentence("all have chosen."), ""), seq)
    held = len(telling.after.tickets.get(event.seat, ()))
    mine = Words(p.sentences("you have {n} ticket.", "you have {n} tickets.", held))
    telling.private.append(tell(event.seat, mine, "ticket", seq=seq))


def waiting_for(state: State) -> tuple[Seat, ...]:
    """Seats that still choose tickets, in turn order."""
    return tuple(seat for seat in state.seats if state.offered.get(seat))


def _card_drawn(telling: _Telling, event: CardDrawn, seq: int) -> None:
    v = telling.v
    p, seat = v.phrases, v.seat(event.seat)
    telling.drawn = event
    if event.source == "deck":
        words = Words(
            p.sentence("{seat} draws from the deck.", seat=seat),
            p.sentence("{seat}: deck.", seat=seat),
            p.sentence(
                "{seat} draws from the deck; {deck} there.", seat=seat, deck=v.cards(len(telling.after.deck))
            ),
        )
    else:
        words = _taken(v, event, None)
    telling.say(words, "card", seq, event.seat)
    mine = private_draw(v, telling.after, event)
    if mine is not None:
        telling.private.append(tell(event.seat, mine, "card", seq=seq))


def _taken(v: Vocabulary, event: CardDrawn, refill: RowRefilled | None) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "seat": v.seat(event.seat),
        "card": v.a_card(event.card) if event.card is not None else p.phrase("a card"),
        "number": (event.index or 0) + 1,
    }
    if refill is None:
        normal = p.sentence("{seat} takes {card}, number {number} of the row.", **facts)
    else:
        normal = p.sentence(
            "{seat} takes {card}, number {number} of the row; now {new} there.",
            new=v.colour(refill.card),
            **facts,
        )
    return Words(normal, p.sentence("{seat}: {card}.", **facts))


def _row_refilled(telling: _Telling, event: RowRefilled, seq: int) -> None:
    v, drawn = telling.v, telling.drawn
    if drawn is not None and drawn.source == "row" and drawn.index == event.index:
        telling.public[-1].parts[-1] = _taken(v, drawn, event)
        telling.drawn = None
        return
    facts: dict[str, str | int] = {"number": event.index + 1, "card": v.colour(event.card)}
    words = Words(
        v.phrases.sentence("number {number} of the row is {card} now.", **facts),
        v.phrases.sentence("number {number}: {card}.", **facts),
    )
    telling.say(words, "card", seq)


def _deck_shuffled(telling: _Telling, event: DeckShuffled, seq: int) -> None:
    p = telling.v.phrases
    words = Words(
        p.sentences(
            "the deck was empty; {n} discard is the new one.",
            "the deck was empty; {n} discards are shuffled.",
            event.count,
        ),
        p.sentence("deck shuffled."),
    )
    telling.say(words, "deal", seq)


def _route_claimed(telling: _Telling, event: RouteClaimed, seq: int) -> None:
    v = telling.v
    p = v.phrases
    facts: dict[str, str | int] = {
        "seat": v.seat(event.seat),
        "route": v.route(event.route),
        "trains": v.trains(event.length),
        "points": v.points(event.points),
        "value": event.points,
        "total": event.total,
        "left": v.trains(event.trains_left),
    }
    brief = p.sentence("{seat}: {route}, {value}.", **facts)
    if event.cards is None:
        normal = p.sentence("{seat} claims {route}: {trains}, {points}.", **facts)
        full = p.sentence("{seat} claims {route}, {trains}, for {points}; {total} now, {left} left.", **facts)
    else:
        facts["cards"] = v.paid(event.cards)
        normal = p.sentence("{seat} claims {route}: {trains}, {points}, paid {cards}.", **facts)
        full = p.sentence(
            "{seat} claims {route}, {trains}, for {points}, paid {cards}; {total} now, {left} left.", **facts
        )
    if telling.final:  # room for the last round in the same breath
        normal = p.sentence("{seat} claims {route}: {trains}, {points}.", **facts)
        full = p.sentence("{seat} claims {route}, {trains}, for {points}; {total} now.", **facts)
    words = Words(normal, brief, full)
    continuing = bool(telling.public)
    telling.add(words, seq)
    said = telling.public[-1]
    said.earcon, said.timbre, said.seq = "claim", event.seat, seq
    box = event.length - 1
    if box and not telling.final and not continuing:
        chore = p.sentences("{n} token to the box.", "{n} tokens to the box.", box)
        said.parts.append(Words("", "", chore))
    telling.private.extend(ticket_done(v, telling.before, telling.after, event, seq))


def _turn_ended(telling: _Telling, event: TurnEnded, seq: int) -> None:
    v = telling.v
    words = Words(
        v.phrases.sentence("{seat}: no claim.", seat=v.seat(event.seat)), v.phrases.sentence("no claim.")
    )
    telling.say(words, "turn", seq)


def _turn_passed(telling: _Telling, event: TurnPassed, seq: int) -> None:
    v = telling.v
    seat = v.seat(event.seat)
    words = Words(
        v.phrases.sentence("{seat} can do nothing and passes.", seat=seat),
        v.phrases.sentence("{seat} passes.", seat=seat),
    )
    telling.say(words, "turn", seq)


def _final_round(telling: _Telling, event: FinalRoundStarted, seq: int) -> None:
    v = telling.v
    p = v.phrases
    facts: dict[str, str | int] = {"seat": v.seat(event.seat), "trains": v.trains(event.trains_left)}
    rounds = event.turns // max(1, len(telling.after.seats))
    if rounds > 1:
        normal = p.sentences(
            "{seat} has {trains} left. Last round: everyone {n} turn more, {seat} last.",
            "{seat} has {trains} left. Last round: everyone {n} turns more, {seat} last.",
            rounds,
            **facts,
        )
    else:
        normal = p.sentence("{seat} has {trains} left. Last round: everyone once more, {seat} last.", **facts)
    telling.add(Words(normal, p.sentence("last round.")), seq)
    said = telling.public[-1]
    said.earcon, said.timbre, said.urgency = "last", None, "assertive"


def _tickets_declared(telling: _Telling, event: TicketsDeclared, seq: int) -> None:
    v = telling.v
    seat = v.seat(event.seat)
    if event.count:
        words = Words(
            v.phrases.sentences(
                "{seat} has told {n} ticket.", "{seat} has told {n} tickets.", event.count, seat=seat
            )
        )
    else:
        words = Words(v.phrases.sentence("{seat} has no tickets.", seat=seat))
    telling.say(words, "ticket", seq, event.seat)


def _game_ended(telling: _Telling, event: GameEnded, seq: int) -> None:
    p = telling.v.phrases
    if event.why == "stuck":
        words = Words(
            p.sentence("nobody can do anything more: the game is over."), p.sentence("the game is over.")
        )
    else:
        words = Words(p.sentence("the game is over."))
    telling.add(words, seq)
    telling.scores.extend(final_scores(telling.v, event, telling.after, seq))


def _undone(telling: _Telling, event: Undone, seq: int) -> None:
    v, after = telling.v, telling.after
    p = v.phrases
    mover = after.to_move
    if event.route is not None and mover is not None:
        facts: dict[str, str | int] = {
            "route": v.route(event.route),
            "seat": v.seat(mover),
            "points": v.points(after.points[mover]),
            "trains": v.trains(after.trains[mover]),
        }
        words = Words(
            p.sentence("taken back: {route}. {seat} to move; {points}, {trains}.", **facts),
            p.sentence("taken back. {seat} to move.", **facts),
        )
    elif mover is not None:
        words = Words(p.sentence("taken back. {seat} still to move.", seat=v.seat(mover)))
    else:
        waiting = waiting_for(after)
        words = Words(p.sentence("taken back. Waiting for {seats}.", seats=v.seats(waiting)))
    telling.say(words, "lift", seq, mover)
    _hands_again(telling, seq)


def _hands_again(telling: _Telling, seq: int) -> None:
    """After an undo each seat whose cards changed hears how many it has again."""
    before, after, p = telling.before, telling.after, telling.v.phrases
    if before is None or after.cards != "dealt":
        return
    for seat in after.seats:
        if before.hands.get(seat) != after.hands.get(seat):
            n = sum(after.hands.get(seat, {}).values())
            words = Words(p.sentences("you have {n} card again.", "you have {n} cards again.", n))
            telling.private.append(tell(seat, words, "card", seq=seq))


def _next_mover(telling: _Telling) -> None:
    """Who is next closes the act: in the claim's own utterance, else in the last one."""
    v, after, before = telling.v, telling.after, telling.before
    if telling.mover is None:
        declaring = after.phase == "declaring" and (before is None or before.phase != "declaring")
        if declaring:
            words = Words(v.phrases.sentence("the last turn is over. Tell your tickets now."))
            telling.add(words, after.seq)
        return
    event, seq = telling.mover
    words = next_to_move(v, after, event.seat, event.turn)
    acts = [said for said in telling.public if said.earcon in ("claim", "last")]
    if acts:
        acts[-1].parts.append(Words(words.normal, words.brief, None))
    elif telling.public:
        telling.public[-1].parts.append(words)
    else:
        telling.say(words, "turn", seq, event.seat)
    # an act that ends with no news of its own leaves only the mover at the level brief
    if len(telling.public) == 1 and telling.public[0].earcon == "turn" and len(telling.public[0].parts) == 2:
        ended = telling.public[0]
        ended.parts[0] = Words(ended.parts[0].normal, "", ended.parts[0].full)
        ended.timbre = event.seat


def next_to_move(v: Vocabulary, state: State, seat: Seat, turn: int) -> Words:
    """Whose turn it is now."""
    p = v.phrases
    short = p.sentence("{seat} to move.", seat=v.seat(seat))
    full = p.sentence(
        "{seat} to move, turn {turn}, {trains} left.",
        seat=v.seat(seat),
        turn=turn,
        trains=v.trains(state.trains[seat]),
    )
    return Words(short, None, full)
