"""What the panel says back: items of lists, questions, where one is. Private ones go to a seat's ear."""

from typing import assert_never

from announce.announcement import Announcement
from announce.board_words import claim_or_stray
from announce.choosing import Choice, chosen_among
from announce.drawing_words import card_offered, second_card
from announce.public import PublicState
from announce.ticket_words import (
    declare_begins,
    declare_offered,
    early_tickets,
    ticket_offered,
    tickets_chosen,
    too_few_kept,
)
from announce.vocabulary import Vocabulary
from announce.voice_words import news_names
from announce.where import nothing_to_do, where_words
from announce.words import Words, for_an_ear, tell, whisper
from dialog import (
    ActItem,
    ActOffered,
    AskItem,
    CardOffered,
    DeclareBegins,
    DeclareOffered,
    EarlyTickets,
    NothingToDo,
    NothingToTakeBack,
    PaymentBegins,
    PaymentLeft,
    PaymentOffered,
    Prompt,
    QuestionOffered,
    SecondCard,
    TakeBackAsked,
    TicketOffered,
    TicketsChosen,
    TooFewKept,
    TunnelOffered,
    WaitingFor,
    Where,
    WhoseOffered,
)
from engine import ClaimRoute, Seat, State

_ASKED_IN_THE_EAR = frozenset(
    {
        *("act", "row", "second-card", "tickets", "confirm", "payment", "declare", "tunnel"),
        *("refill", "pieces", "exchange", "letter", "city", "route", "loans"),
    }
)


def prompted(v: Vocabulary, prompt: Prompt, state: State, asker: Seat | None) -> tuple[Announcement, ...]:
    """The announcement of a prompt. `asker` stands at the panel: words about a private list are its ear's."""
    if isinstance(prompt, Choice):
        return chosen_among(v, prompt)
    match prompt:
        case ActOffered(seat=seat):
            return (whisper(seat, _act(v, prompt)),)
        case QuestionOffered(seat=seat):
            return (tell(seat, _question(v, prompt)),)
        case CardOffered(seat=seat):
            return (whisper(seat, card_offered(v, prompt)),)
        case SecondCard(seat=seat):
            return (whisper(seat, second_card(v, prompt), "question"),)
        case TicketOffered(seat=seat):
            return (whisper(seat, ticket_offered(v, prompt, state), "ticket"),)
        case TicketsChosen(seat=seat):
            return (whisper(seat, tickets_chosen(v, prompt), "question"),)
        case TooFewKept(seat=seat):
            return (whisper(seat, too_few_kept(v, prompt), "refuse"),)
        case DeclareOffered(seat=seat):
            return (whisper(seat, declare_offered(v, prompt), "ticket"),)
        case DeclareBegins(seat=seat):
            return (tell("everyone", declare_begins(v, prompt), "ticket", timbre=seat),)
        case EarlyTickets(seat=seat):
            return (whisper(seat, early_tickets(v, prompt), "ticket"),)
        case PaymentOffered(wish=wish):
            return (whisper(wish.seat, _payment(v, prompt), "question"),)
        case PaymentLeft(wish=wish):
            return (tell("everyone", _payment_left(v, prompt), "refuse", timbre=wish.seat),)
        case PaymentBegins(wish=wish):
            return (tell("everyone", _payment_begins(v, prompt), timbre=wish.seat),)
        case TunnelOffered(seat=seat):
            return (whisper(seat, _tunnel(v, prompt), "question"),)
        case _:
            return _table(v, prompt, state, asker)


def _table(
    v: Vocabulary,
    prompt: WhoseOffered | TakeBackAsked | NothingToTakeBack | WaitingFor | NothingToDo | Where,
    state: PublicState,
    asker: Seat | None,
) -> tuple[Announcement, ...]:
    """Prompts without a secret."""
    p = v.phrases
    match prompt:
        case WhoseOffered():
            return (tell("everyone", _whose(v, prompt, state), "question", urgency="assertive"),)
        case TakeBackAsked(seat=seat):
            return (tell("everyone", _take_back(v, prompt), "question", timbre=seat),)
        case NothingToTakeBack():
            return (tell("everyone", Words(p.sentence("nothing to take back."))),)
        case WaitingFor():
            return (tell("everyone", _waiting(v, prompt), "wait"),)
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


@for_an_ear
def _act(v: Vocabulary, prompt: ActOffered) -> Words:
    p = v.phrases
    names: dict[ActItem, str] = {
        "deck": p.phrase("deck"),
        "train-deck": p.phrase("train deck"),
        "ship-deck": p.phrase("ship deck"),
        "row": p.phrase("row"),
        "tickets": p.phrase("tickets"),
        "station": p.phrase("station from the list"),
        "harbor": p.phrase("harbor from the list"),
        "exchange": p.phrase("exchange"),
        "claim": p.phrase("claim from the list"),
        "event": p.phrase("settle an event"),
        "pass": p.phrase("pass"),
    }
    return _item(v, names[prompt.item], prompt.index, prompt.count)


def question_name(v: Vocabulary, question: AskItem) -> str:
    """An item of the lists behind Ask."""
    p = v.phrases
    names: dict[AskItem, str] = {
        "turn": p.phrase("turn"),
        "scores": p.phrase("scores"),
        "trains": p.phrase("trains left"),
        "row": p.phrase("row and decks"),
        "longest": p.phrase("longest path"),
        "hand": p.phrase("my hand"),
        "tickets": p.phrase("my tickets"),
        "missing": p.phrase("what is missing"),
        "devices": p.phrase("devices"),
        "buildings": p.phrase("buildings"),
        "money": p.phrase("money and event"),
        "since": p.phrase("since my turn"),
        "story": p.phrase("the game told short"),
        "statistics": p.phrase("statistics"),
        "cut": p.phrase("what I cut"),
        "explore": p.phrase("explore"),
        "city": p.phrase("routes at a city"),
        "route": p.phrase("a route"),
        "pay": p.phrase("can I pay it"),
        "region": p.phrase("a region"),
        "glance": p.phrase("a glance by ear"),
        "holdings": p.phrase("who has what"),
        "supplies": p.phrase("cards and supply"),
        "others": p.phrase("other lists"),
        "voice": p.phrase("voice"),
        "rate": p.phrase("speed of speech"),
        "volume": p.phrase("volume"),
        "level": p.phrase("length of words"),
        "own-level": p.phrase("length for my own acts"),
        "sounds": p.phrase("short sounds"),
        "earcons": p.phrase("hear the short sounds"),
        "news": p.phrase("which news I say"),
        **news_names(v),
        "mine": p.phrase("mine"),
        "board": p.phrase("board"),
        "menu": p.phrase("menu"),
        "help": p.phrase("board help"),
        "for-whom": p.phrase("for whom"),
        "undo": p.phrase("undo"),
        "own-tickets": p.phrase("my paper tickets"),
        "acts": p.phrase("acts"),
        "pause": p.phrase("pause"),
        "stop": p.phrase("save and stop"),
        "ear-back": p.phrase("pass the earphone anew"),
        "rebuild": p.phrase("compare and rebuild"),
        "board-right": p.phrase("the board is right"),
    }
    return names[question]


def _waiting(v: Vocabulary, prompt: WaitingFor) -> Words:
    p, seats = v.phrases, v.seats(prompt.seats)
    match prompt.what:
        case "tickets":
            return Words(p.sentence("waiting for the tickets of {seats}.", seats=seats))
        case "pieces":
            return Words(
                p.sentence("waiting for the trains and ships of {seats}.", seats=seats),
                p.sentence("waiting for {seats}.", seats=seats),
            )
        case "loans":
            return Words(
                p.sentence("waiting for what the stations of {seats} lend.", seats=seats),
                p.sentence("waiting for {seats}.", seats=seats),
            )


def _question(v: Vocabulary, prompt: QuestionOffered) -> Words:
    words = _item(v, question_name(v, prompt.item), prompt.index, prompt.count)
    return Words(words.longest, words.brief, words.longest) if prompt.opened else words


@for_an_ear
def _payment(v: Vocabulary, prompt: PaymentOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "cards": v.payment(prompt.wish.cards or ()),
        "route": v.wish(prompt.wish),
        "n": prompt.index + 1,
        "count": prompt.count,
    }
    brief = p.sentence("pay {cards}?", **facts)
    ferry = isinstance(prompt.wish, ClaimRoute) and v.game_map.routes[prompt.wish.route].kind == "ferry"
    if prompt.following is None or prompt.count < 2:
        return Words(
            p.sentence("a ferry: pay {cards}? No leaves.", **facts)
            if ferry
            else p.sentence("pay {cards}? No leaves.", **facts),
            brief,
            p.sentence("pay {cards} for {route}? Yes pays, No leaves it.", **facts),
        )
    facts["next"] = v.payment(prompt.following.cards or ())
    if ferry and prompt.count == 2:
        normal = p.sentence("a ferry: pay {cards}? Forward: {next}.", **facts)
    elif ferry:
        normal = p.sentence("a ferry: pay {cards}? {n} of {count}; Forward: {next}.", **facts)
    elif prompt.count == 2:
        normal = p.sentence("pay {cards}? Forward: {next}.", **facts)
    else:
        normal = p.sentence("pay {cards}? {n} of {count}; Forward: {next}.", **facts)
    full = p.sentence("pay {cards} for {route}? {n} of {count}. Forward: {next}. No leaves it.", **facts)
    return Words(normal, brief, full)


def _payment_left(v: Vocabulary, prompt: PaymentLeft) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"what": v.wish(prompt.wish), "seat": v.seat(prompt.wish.seat)}
    if prompt.listed:
        return Words(p.sentence("{seat} leaves {what}.", **facts), p.sentence("left."))
    brief = p.sentence("left. Lift the token.")
    if isinstance(prompt.wish, ClaimRoute):
        return Words(p.sentence("not claimed: {seat} leaves {what}. Lift the token, please.", **facts), brief)
    return Words(p.sentence("not built: {seat} leaves {what}. Lift the token, please.", **facts), brief)


def _payment_begins(v: Vocabulary, prompt: PaymentBegins) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"what": v.wish(prompt.wish), "seat": v.seat(prompt.wish.seat)}
    return Words(
        p.sentence("{seat} wants {what}, and chooses the cards.", **facts),
        p.sentence("{what}: {seat} pays.", **facts),
    )


@for_an_ear
def _tunnel(v: Vocabulary, prompt: TunnelOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "owed": prompt.owed,
        "cards": v.payment(prompt.cards or ()),
        "n": prompt.index + 1,
        "count": prompt.count,
        "next": v.payment(prompt.following or ()),
    }
    if prompt.cards is None:
        return Words(
            p.sentence("{owed} more to pay, and your hand cannot. Yes gives the tunnel up.", **facts),
            p.sentence("you cannot pay {owed}. Yes gives up.", **facts),
        )
    brief = p.sentence("pay {cards}?", **facts)
    match prompt.count:
        case 0 | 1:
            normal = p.sentence(
                "pay {owed} more: {cards}? No gives the tunnel up; your cards come back.", **facts
            )
        case 2:
            normal = p.sentence("pay {owed} more: {cards}? Forward: {next}. No gives the tunnel up.", **facts)
        case _:
            normal = p.sentence(
                "pay {owed} more: {cards}? {n} of {count}; Forward: {next}. No gives the tunnel up.", **facts
            )
    return Words(normal, brief)


def _whose(v: Vocabulary, prompt: WhoseOffered, state: PublicState) -> Words:
    p, route = v.phrases, v.site(prompt.site)
    if prompt.guess is None:
        return Words(
            p.sentence(
                "nobody's? Yes, and I leave {route} alone until something changes there.", route=route
            ),
            p.sentence("nobody's?"),
        )
    if prompt.missing is not None:
        return claim_or_stray(v, prompt.guess, prompt.site, prompt.missing, state)
    facts: dict[str, str | int] = {"route": route, "whose": v.whose(prompt.guess)}
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
    if prompt.instead is not None:
        facts = {"seat": v.seat(prompt.seat), "new": v.site(prompt.instead), "old": route}
        if not prompt.everybody:
            return Words(
                p.sentence(
                    "{old} is empty. Does {seat} claim {new} instead? Yes, or put the token back.", **facts
                ),
                p.sentence("{new} instead of {old}?", **facts),
            )
        return Words(
            p.sentence(
                "cards were shown since. Does the whole table agree that {seat} has {new}, not {old}?",
                **facts,
            ),
            p.sentence("{new}, not {old}: does everybody agree?", **facts),
        )
    if prompt.everybody:
        if prompt.seen == "tickets":
            normal = p.sentence(
                "tickets were shown since. Does the whole table agree to take back {route}?", route=route
            )
        else:
            normal = p.sentence(
                "cards were shown since. Does the whole table agree to take back {route}?", route=route
            )
        return Words(normal, p.sentence("does everybody agree?"))
    return Words(
        p.sentence("take back {route}? Yes, or put the token back.", route=route),
        p.sentence("take back {route}?", route=route),
    )
