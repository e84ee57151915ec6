"""The words of choices at the panel: decks, mixes, exchanges, names, loans, events, the pause."""

from announce.announcement import Announcement
from announce.compass import region_name
from announce.drawing_words import no_cards_left
from announce.exploring_words import exploring_told
from announce.shared_ear_words import shared_ear_told
from announce.undo_words import lift_asked, undo_asked, undo_offered
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear, tell, whisper
from dialog import (
    REGIONS,
    BotMoves,
    BotWantsOther,
    EarTold,
    ExchangeOffered,
    ExploringBegins,
    ExploringEnds,
    FocusOver,
    ForWhomOffered,
    LeftOverLifted,
    LeftOverOffered,
    LiftAsked,
    LoanOffered,
    NameOffered,
    NewsStop,
    NoCardsLeft,
    NothingToChoose,
    PassEarAsked,
    PauseTold,
    PhoneAsked,
    PiecesOffered,
    RefillOffered,
    SettleOffered,
    SetToken,
    StopAsked,
    Stopping,
    UndoAsked,
    UndoOffered,
)
from engine import SEATS, CityId, RouteId, Seat

Choice = (
    RefillOffered
    | PiecesOffered
    | ExchangeOffered
    | NameOffered
    | NothingToChoose
    | NoCardsLeft
    | LoanOffered
    | ExploringBegins
    | ExploringEnds
    | LeftOverOffered
    | LeftOverLifted
    | PassEarAsked
    | EarTold
    | FocusOver
    | SettleOffered
    | NewsStop
    | ForWhomOffered
    | UndoOffered
    | UndoAsked
    | PhoneAsked
    | LiftAsked
    | SetToken
    | BotMoves
    | BotWantsOther
    | PauseTold
    | StopAsked
    | Stopping
)


def chosen_among(v: Vocabulary, prompt: Choice) -> tuple[Announcement, ...]:
    """The announcement of a choice: a seat's own in its ear, the table's for everyone."""
    match prompt:
        case RefillOffered(seat=seat):
            return (whisper(seat, _refill(v, prompt), "question"),)
        case PiecesOffered(seat=seat):
            return (whisper(seat, _pieces(v, prompt), "question"),)
        case ExchangeOffered(command=command):
            return (whisper(command.seat, _exchange(v, prompt), "question"),)
        case NameOffered(seat=seat):
            return (tell(seat, _name(v, prompt)),)
        case NothingToChoose(seat=seat):
            return (tell(seat, Words(v.phrases.sentence("nothing there can be had now."))),)
        case NoCardsLeft(tickets=tickets):
            return (tell("everyone", no_cards_left(v, tickets=tickets), "refuse"),)
        case ExploringBegins() | ExploringEnds() | LeftOverOffered() | LeftOverLifted():
            return (exploring_told(v, prompt),)
        case PassEarAsked() | EarTold():
            return (shared_ear_told(v, prompt),)
        case LoanOffered(seat=seat):
            return (whisper(seat, _loan(v, prompt), "question"),)
        case FocusOver(seat=seat):
            p = v.phrases
            words = Words(p.sentence("the panel is free again."))
            return (tell(seat, words),)
        case _:
            return (_for_all(v, prompt),)


def _for_all(
    v: Vocabulary,
    prompt: SettleOffered
    | NewsStop
    | ForWhomOffered
    | UndoOffered
    | UndoAsked
    | PhoneAsked
    | LiftAsked
    | SetToken
    | BotMoves
    | BotWantsOther
    | PauseTold
    | StopAsked
    | Stopping,
) -> Announcement:
    p = v.phrases
    match prompt:
        case SettleOffered():
            return tell("everyone", _settle(v, prompt), "question")
        case NewsStop():
            words = Words(
                p.sentence("turn up the next event card, read it out, then Yes."),
                p.sentence("read the event, then Yes."),
            )
            return tell("everyone", words, "paper")
        case ForWhomOffered(seat=seat, index=index, count=count):
            facts: dict[str, str | int] = {"seat": v.seat(seat), "n": index + 1, "count": count}
            full = p.sentence("for {seat}? {n} of {count}. Yes, and answers go to its ear.", **facts)
            return tell("everyone", Words(p.sentence("for {seat}? {n} of {count}.", **facts), None, full))
        case UndoOffered():
            return tell("everyone", undo_offered(v, prompt))
        case UndoAsked():
            return tell("everyone", undo_asked(v, prompt), "question")
        case PhoneAsked(seat=seat):
            return tell("everyone", phone_joined(v, seat), "found", timbre=seat)
        case LiftAsked():
            return tell("everyone", lift_asked(v, prompt), "off")
        case SetToken() | BotMoves() | BotWantsOther():
            return _for_a_hand(v, prompt)
        case PauseTold() | StopAsked() | Stopping():
            return _for_the_evening(v, prompt)


def _for_a_hand(v: Vocabulary, prompt: SetToken | BotMoves | BotWantsOther) -> Announcement:
    """What a hand is to do, or to leave, for a seat that cannot reach the board."""
    p = v.phrases
    match prompt:
        case SetToken(seat=seat, site=site):
            facts = {"seat": v.seat(seat), "site": v.site(site)}
            words = Words(
                p.sentence("set {seat}'s token on {site}, please.", **facts),
                p.sentence("token on {site}, please.", **facts),
            )
            return tell("everyone", words, "question", timbre=seat)
        case BotMoves(seat=seat):
            words = Words(p.sentence("{seat} plays by itself. Wait for its word.", seat=v.seat(seat)))
            return tell("everyone", words, "wait")
        case BotWantsOther(seat=seat, site=site, wanted=wanted):
            facts = {"seat": v.seat(seat), "site": v.site(site), "wanted": v.site(wanted)}
            words = Words(
                p.sentence("not {site}: {seat} wants {wanted}. Move its token, please.", **facts),
                p.sentence("{seat} wants {wanted}.", **facts),
            )
            return tell("everyone", words, "refuse", timbre=seat)


def _for_the_evening(v: Vocabulary, prompt: PauseTold | StopAsked | Stopping) -> Announcement:
    p = v.phrases
    match prompt:
        case PauseTold(paused=True):
            words = Words(
                p.sentence("paused: nothing on the board counts. Yes goes on."), p.sentence("paused.")
            )
            return tell("everyone", words, "wait")
        case PauseTold():
            return tell("everyone", Words(p.sentence("the game goes on.")), "ready")
        case StopAsked(over=True):
            words = Words(p.sentence("a new game? Yes begins one, No stays here."), p.sentence("a new game?"))
            return tell("everyone", words, "question")
        case StopAsked():
            words = Words(p.sentence("save and stop? Yes stops, No goes on."), p.sentence("stop?"))
            return tell("everyone", words, "question")
        case Stopping(over=True):
            return tell("everyone", Words(p.sentence("a new game begins.")), "ready")
        case Stopping():
            return tell("everyone", Words(p.sentence("all is saved. Goodbye.")), "ready")


@for_an_ear
def _refill(v: Vocabulary, prompt: RefillOffered) -> Words:
    p, n = v.phrases, prompt.number
    if prompt.deck == "ship-deck":
        return Words(
            p.sentence("new card for number {n}: from the ship deck? Forward: train deck.", n=n),
            p.sentence("refill: ship deck?"),
        )
    return Words(
        p.sentence("new card for number {n}: from the train deck? Forward: ship deck.", n=n),
        p.sentence("refill: train deck?"),
    )


@for_an_ear
def _pieces(v: Vocabulary, prompt: PiecesOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"trains": v.trains(prompt.trains), "ships": v.ships(prompt.ships)}
    return Words(
        p.sentence(
            "your supply: {trains}, {ships}. Forward: one train more. Back: one fewer. Yes when right.",
            **facts,
        ),
        p.sentence("{trains}, {ships}?", **facts),
    )


@for_an_ear
def _exchange(v: Vocabulary, prompt: ExchangeOffered) -> Words:
    p, n = v.phrases, prompt.command.count
    facts: dict[str, str | int] = {
        "trains": v.trains(n),
        "ships": v.ships(n),
        "points": v.points(prompt.points),
    }
    if prompt.command.give == "ship":
        return Words(
            p.sentence("{ships} for {trains}, {points}? Forward: one more. No leaves.", **facts),
            p.sentence("{ships} for trains, {points}?", **facts),
        )
    return Words(
        p.sentence("{trains} for {ships}, {points}? Forward: one more. No leaves.", **facts),
        p.sentence("{trains} for ships, {points}?", **facts),
    )


def _name(v: Vocabulary, prompt: NameOffered) -> Words:
    p = v.phrases
    match prompt.kind:
        case "letter":
            name = prompt.name
        case "city":
            name = v.city(CityId(prompt.name))
        case "region":
            name = region_name(v.phrases, next(one for one in REGIONS if one == prompt.name))
        case "seat":
            name = v.seat(next(one for one in SEATS if one == prompt.name))
        case _:
            name = v.route(RouteId(prompt.name))
    facts: dict[str, str | int] = {"name": name, "n": prompt.index + 1, "count": prompt.count}
    return Words(
        p.sentence("{name}. {n} of {count}.", **facts),
        p.sentence("{name}.", **facts),
        p.sentence("{name}. {n} of {count}. Yes takes it, Forward goes on, No leaves.", **facts),
    )


@for_an_ear
def _loan(v: Vocabulary, prompt: LoanOffered) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"city": v.city(prompt.city), "n": prompt.index + 1, "count": prompt.count}
    if prompt.route is None:
        return Words(p.sentence("your station in {city} lends nothing? {n} of {count}.", **facts))
    facts["route"] = v.route(prompt.route)
    return Words(
        p.sentence("your station in {city} lends {route}? {n} of {count}; Forward: another.", **facts),
        p.sentence("{city}: {route}?", **facts),
    )


def _settle(v: Vocabulary, prompt: SettleOffered) -> Words:
    p, n = v.phrases, prompt.number
    seat = v.seat(prompt.seat)
    match prompt.step:
        case "seat":
            return Words(
                p.sentence("settle an event for {seat}? Forward for the next seat.", seat=seat),
                p.sentence("for {seat}?", seat=seat),
            )
        case "coins" if n < 0:
            return Words(
                p.sentences(
                    "{seat} pays {n} dollar? Back: one more, Yes when right.",
                    "{seat} pays {n} dollars? Back: one more, Yes when right.",
                    -n,
                    seat=seat,
                )
            )
        case "coins" if n == 0:
            return Words(
                p.sentence(
                    "no dollars for {seat}? Forward: one more. Back: one to pay. Yes when right.", seat=seat
                ),
                p.sentence("no dollars for {seat}?", seat=seat),
            )
        case "coins":
            return Words(
                p.sentences(
                    "{seat} gets {n} dollar? Forward: one more, Yes when right.",
                    "{seat} gets {n} dollars? Forward: one more, Yes when right.",
                    n,
                    seat=seat,
                )
            )
        case "cards":
            cards = v.cards(n) if n else p.phrase("no cards")
            return Words(
                p.sentence("and {cards} from the deck? Forward: one more, Yes when right.", cards=cards)
            )
        case _:
            return Words(p.sentence("is the event retired? Yes or No."))


def phone_joined(v: Vocabulary, seat: Seat) -> Words:
    """A phone has joined as a seat."""
    p, whose = v.phrases, v.seat(seat)
    joined = p.sentence("a phone joined as {seat}.", seat=whose)
    return Words(p.sentence("a phone joined as {seat}. If that is wrong, press No.", seat=whose), joined)
