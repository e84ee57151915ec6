"""What the panel says back: items of lists, questions, where one is. Private ones go to a seat's ear."""

from typing import assert_never

from announce.announcement import Announcement
from announce.private import way_of
from announce.vocabulary import Vocabulary
from announce.where import nothing_to_do, where_words
from announce.words import Words, tell
from dialog import (
    ActOffered,
    CardOffered,
    DeclareBegins,
    DeclareOffered,
    NothingToDo,
    NothingToTakeBack,
    PaymentBegins,
    PaymentLeft,
    PaymentOffered,
    Prompt,
    Question,
    QuestionOffered,
    SecondCard,
    TakeBackAsked,
    TicketOffered,
    TicketsChosen,
    TooFewKept,
    TunnelOffered,
    WaitingForTickets,
    Where,
    WhoseOffered,
)
from engine import LOCOMOTIVE, ClaimRoute, Seat, State

_NAMED = 2
"""So many tickets are named in one question; more are counted."""

_ASKED_IN_THE_EAR = frozenset(
    {"act", "row", "second-card", "tickets", "confirm", "payment", "declare", "tunnel"}
)


def prompted(v: Vocabulary, prompt: Prompt, state: State, asker: Seat | None) -> tuple[Announcement, ...]:
    """The announcement of a prompt. `asker` stands at the panel: words about a private list are its ear's."""
    match prompt:
        case ActOffered(seat=seat):
            return (tell(seat, _act(v, prompt)),)
        case QuestionOffered(seat=seat):
            return (tell(seat, _question(v, prompt)),)
        case CardOffered(seat=seat):
            return (tell(seat, _card(v, prompt)),)
        case SecondCard(seat=seat):
            return (tell(seat, _second_card(v), "question"),)
        case TicketOffered(seat=seat):
            return (tell(seat, _ticket(v, prompt, state), "ticket"),)
        case TicketsChosen(seat=seat):
            return (tell(seat, _chosen(v, prompt), "question"),)
        case TooFewKept(seat=seat):
            return (tell(seat, _too_few(v, prompt), "refuse"),)
        case DeclareOffered(seat=seat):
            return (tell(seat, _declare(v, prompt), "ticket"),)
        case DeclareBegins(seat=seat):
            return (tell("everyone", _declare_begins(v, prompt), "ticket", timbre=seat),)
        case PaymentOffered(wish=wish):
            return (tell(wish.seat, _payment(v, prompt), "question"),)
        case PaymentLeft(wish=wish):
            return (tell("everyone", _payment_left(v, prompt), "refuse", timbre=wish.seat),)
        case PaymentBegins(wish=wish):
            return (tell("everyone", _payment_begins(v, prompt), timbre=wish.seat),)
        case TunnelOffered(seat=seat):
            return (tell(seat, _tunnel(v, prompt), "question"),)
        case _:
            return _table(v, prompt, state, asker)


def _table(
    v: Vocabulary,
    prompt: WhoseOffered | TakeBackAsked | NothingToTakeBack | WaitingForTickets | NothingToDo | Where,
    state: State,
    asker: Seat | None,
) -> tuple[Announcement, ...]:
    """Prompts without a secret."""
    p = v.phrases
    match prompt:
        case WhoseOffered():
            return (tell("everyone", _whose(v, prompt), "question", urgency="assertive"),)
        case TakeBackAsked(seat=seat):
            return (tell("everyone", _take_back(v, prompt), "question", timbre=seat),)
        case NothingToTakeBack():
            return (tell("everyone", Words(p.sentence("nothing to take back."))),)
        case WaitingForTickets(seats=seats):
            words = Words(p.sentence("waiting for the tickets of {seats}.", seats=v.seats(seats)))
            return (tell("everyone", words, "wait"),)
        case NothingToDo():
            return (tell("everyone", nothing_to_do(v, prompt)),)
        case Where(place=place):
            if place not in _ASKED_IN_THE_EAR:
                return (tell("everyone", where_words(v, prompt, state, numbered=place != "table")),)
            if asker is None:  # how many ways there are to pay is nobody else's business
                return (tell("everyone", where_words(v, prompt, state, numbered=False)),)
            return (tell(asker, where_words(v, prompt, state, numbered=prompt.count > 1)),)
        case _:
            assert_never(prompt)


def _item(v: Vocabulary, name: str, index: int, count: int) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"name": name, "n": index + 1, "count": count}
    return Words(
        p.sentence("{name}. {n} of {count}.", **facts),
        p.sentence("{name}.", **facts),
        p.sentence("{name}. {n} of {count}. Yes takes it, Forward goes on, No leaves.", **facts),
    )


def _act(v: Vocabulary, prompt: ActOffered) -> Words:
    p = v.phrases
    name = {
        "deck": p.phrase("deck"),
        "row": p.phrase("row"),
        "tickets": p.phrase("tickets"),
        "pass": p.phrase("pass"),
    }[prompt.item]
    return _item(v, name, prompt.index, prompt.count)


def question_name(v: Vocabulary, question: Question) -> str:
    """A question of the Ask list."""
    p = v.phrases
    names: dict[Question, str] = {
        "turn": p.phrase("turn"),
        "scores": p.phrase("scores"),
        "trains": p.phrase("trains left"),
        "row": p.phrase("row and decks"),
        "longest": p.phrase("longest path"),
        "hand": p.phrase("my hand"),
        "tickets": p.phrase("my tickets"),
        "devices": p.phrase("devices"),
    }
    return names[question]


def _question(v: Vocabulary, prompt: QuestionOffered) -> Words:
    return _item(v, question_name(v, prompt.item), prompt.index, prompt.count)


def _card(v: Vocabulary, prompt: CardOffered) -> Words:
    p = v.phrases
    if prompt.card is None:
        if not prompt.deck_count:
            return Words(p.sentence("the deck is empty."))
        deck = v.cards(prompt.deck_count)
        return Words(p.sentence("deck, {cards}.", cards=deck), p.sentence("deck."))
    facts: dict[str, str | int] = {"n": prompt.index + 1, "card": v.a_card(prompt.card)}
    brief = p.sentence("{n}, {colour}.", n=prompt.index + 1, colour=v.colour(prompt.card))
    if prompt.card == LOCOMOTIVE:
        return Words(p.sentence("number {n}, {card}, the whole draw.", **facts), brief)
    return Words(p.sentence("number {n}, {card}.", **facts), brief)


def _second_card(v: Vocabulary) -> Words:
    p = v.phrases
    return Words(
        p.sentence("second card: deck? Forward for the row."),
        p.sentence("deck?"),
        p.sentence("second card: from the deck? Yes takes it; Forward reads the row, Back its end."),
    )


def _ticket(v: Vocabulary, prompt: TicketOffered, state: State) -> Words:
    p = v.phrases
    value = v.game_map.tickets[prompt.ticket].value
    facts: dict[str, str | int] = {
        "n": prompt.index + 1,
        "count": prompt.count,
        "ticket": v.ticket(prompt.ticket),
        "points": v.worth(state, value),
        "value": value,
        "way": way_of(v, state, prompt.seat, prompt.ticket),
        "least": prompt.keep_at_least,
    }
    return Words(
        p.sentence("{n} of {count}: {ticket}, {points}, {way}. Keep?", **facts),
        p.sentence("{ticket}, {value}. Keep?", **facts),
        p.sentence(
            "{n} of {count}: {ticket}, {points}, {way}. Keep? Yes keeps, No does not; keep {least} or more.",
            **facts,
        ),
    )


def _chosen(v: Vocabulary, prompt: TicketsChosen) -> Words:
    p = v.phrases
    keep = [v.ticket(ticket) for ticket in prompt.keep]
    back = [v.ticket(ticket) for ticket in prompt.give_back]
    facts: dict[str, str | int] = {
        "keep": v.listing(keep) if len(keep) <= _NAMED else v.tickets(len(keep)),
        "back": v.listing(back) if len(back) <= _NAMED else v.tickets(len(back)),
        "kept": len(keep),
        "given": len(back),
    }
    if not back:
        facts["keep"] = v.listing(keep) if len(keep) <= _NAMED + 1 else v.tickets(len(keep))
        return Words(
            p.sentence("keep {keep}, give back none. Right?", **facts),
            p.sentence("keep {kept}, give back none?", **facts),
        )
    return Words(
        p.sentence("keep {keep}, give back {back}. Right?", **facts),
        p.sentence("keep {kept}, give back {given}?", **facts),
    )


def _too_few(v: Vocabulary, prompt: TooFewKept) -> Words:
    p = v.phrases
    return Words(
        p.sentences(
            "at least {n} ticket must be kept. Once more from the first.",
            "at least {n} tickets must be kept. Once more from the first.",
            prompt.keep_at_least,
        ),
        p.sentence("keep {n} or more.", n=prompt.keep_at_least),
    )


def _declare(v: Vocabulary, prompt: DeclareOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "n": prompt.index + 1,
        "count": prompt.count,
        "ticket": v.ticket(prompt.ticket),
        "value": v.game_map.tickets[prompt.ticket].value,
        "marked": v.tickets(prompt.marked),
    }
    if prompt.held:
        return Words(
            p.sentence("{ticket}, {value}. {n} of {count}. Yours; Yes takes it away.", **facts),
            p.sentence("{ticket}, {value}: yours.", **facts),
            p.sentence(
                "{ticket}, {value}. {n} of {count}. Yours; Yes takes it away. So far {marked}.", **facts
            ),
        )
    return Words(
        p.sentence("{ticket}, {value}. {n} of {count}. Held?", **facts),
        p.sentence("{ticket}, {value}?", **facts),
        p.sentence(
            "{ticket}, {value}. {n} of {count}. Held? Yes if you hold it, Forward goes on. So far {marked}.",
            **facts,
        ),
    )


def _declare_begins(v: Vocabulary, prompt: DeclareBegins) -> Words:
    p, seat = v.phrases, v.seat(prompt.seat)
    return Words(
        p.sentence("{seat} tells its tickets now, in its own ear.", seat=seat),
        p.sentence("{seat}: your tickets.", seat=seat),
        p.sentence(
            "{seat} tells its tickets now, in its own ear: Yes marks one, Forward goes on, No ends.",
            seat=seat,
        ),
    )


def _payment(v: Vocabulary, prompt: PaymentOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "cards": v.payment(prompt.wish.cards or ()),
        "route": v.wish(prompt.wish),
        "n": prompt.index + 1,
        "count": prompt.count,
    }
    brief = p.sentence("pay {cards}?", **facts)
    if prompt.following is None or prompt.count < 2:
        return Words(
            p.sentence("pay {cards}? No leaves.", **facts),
            brief,
            p.sentence("pay {cards} for {route}? Yes pays, No leaves it.", **facts),
        )
    facts["next"] = v.payment(prompt.following.cards or ())
    if prompt.count == 2:
        normal = p.sentence("pay {cards}? Forward: {next}.", **facts)
    else:
        normal = p.sentence("pay {cards}? {n} of {count}; Forward: {next}.", **facts)
    full = p.sentence("pay {cards} for {route}? {n} of {count}. Forward: {next}. No leaves it.", **facts)
    return Words(normal, brief, full)


def _payment_left(v: Vocabulary, prompt: PaymentLeft) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"what": v.wish(prompt.wish), "seat": v.seat(prompt.wish.seat)}
    brief = p.sentence("left. Lift the token.")
    if isinstance(prompt.wish, ClaimRoute):
        return Words(p.sentence("not claimed: {seat} leaves {what}. Lift the token, please.", **facts), brief)
    return Words(p.sentence("not built: {seat} leaves {what}. Lift the token, please.", **facts), brief)


def _payment_begins(v: Vocabulary, prompt: PaymentBegins) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"what": v.wish(prompt.wish), "seat": v.seat(prompt.wish.seat)}
    return Words(
        p.sentence("{seat} wants {what} and chooses the cards.", **facts),
        p.sentence("{what}: {seat} pays.", **facts),
    )


def _tunnel(v: Vocabulary, prompt: TunnelOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "owed": prompt.owed,
        "cards": v.payment(prompt.cards or ()),
        "n": prompt.index + 1,
        "count": prompt.count,
    }
    if prompt.cards is None:
        return Words(
            p.sentence("{owed} more to pay, and your hand cannot. Yes gives the tunnel up.", **facts),
            p.sentence("you cannot pay {owed}. Yes gives up.", **facts),
        )
    brief = p.sentence("pay {cards}?", **facts)
    if prompt.count < 2:
        return Words(
            p.sentence("pay {owed} more: {cards}? No gives the tunnel up; your cards come back.", **facts),
            brief,
        )
    return Words(
        p.sentence("pay {owed} more: {cards}? {n} of {count}. No gives the tunnel up.", **facts), brief
    )


def _whose(v: Vocabulary, prompt: WhoseOffered) -> Words:
    p = v.phrases
    if prompt.guess is None:
        route = v.site(prompt.site)
        return Words(
            p.sentence(
                "nobody's? Yes, and I leave {route} alone until something changes there.", route=route
            ),
            p.sentence("nobody's?"),
        )
    facts: dict[str, str | int] = {"route": v.site(prompt.site), "whose": v.whose(prompt.guess)}
    if prompt.first:
        return Words(
            p.sentence("a token on {route}. {whose}? Yes, or No for another seat.", **facts),
            p.sentence("{whose}, {route}?", **facts),
        )
    return Words(
        p.sentence("{whose}? Yes, or Forward for the next seat. The token on {route}.", **facts),
        p.sentence("{whose}?", **facts),
    )


def _take_back(v: Vocabulary, prompt: TakeBackAsked) -> Words:
    p, route = v.phrases, v.site(prompt.site)
    if prompt.everybody:
        return Words(
            p.sentence(
                "cards were shown since. Does the whole table agree to take back {route}?", route=route
            ),
            p.sentence("does everybody agree?"),
        )
    return Words(
        p.sentence("take back {route}? Yes, or put the token back.", route=route),
        p.sentence("take back {route}?", route=route),
    )
