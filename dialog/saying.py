"""What is said on coming to a place of the panel, and where one is: a line for every mode."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, cast

from dialog.choices import (
    ExchangeOffered,
    ExploringBegins,
    ForWhomOffered,
    LeftOverOffered,
    LoanOffered,
    NameOffered,
    NewsStop,
    PassEarAsked,
    PauseTold,
    PhoneAsked,
    PiecesOffered,
    RefillOffered,
    SettleOffered,
    Shown,
    StopAsked,
    UndoAsked,
    UndoOffered,
)
from dialog.mending import BoardChangeOffered, BoardRightAsked, MendingPrompt
from dialog.modes import (
    Acts,
    BoardRight,
    Cards,
    Cities,
    Confirm,
    Declare,
    Exchange,
    Exploring,
    ForWhom,
    LeftOver,
    Letters,
    Loans,
    Mending,
    Mode,
    More,
    Named,
    News,
    PassEar,
    Paused,
    Payment,
    Phone,
    Pieces,
    Questions,
    Reading,
    Refill,
    Routes,
    Second,
    Settle,
    StopSure,
    Table,
    TakeBack,
    Tickets,
    Tune,
    Tunnel,
    Undos,
    UndoSure,
    Whose,
)
from dialog.prompts import (
    ActOffered,
    Building,
    CardOffered,
    DeclareOffered,
    PaymentOffered,
    Place,
    Prompt,
    QuestionOffered,
    SecondCard,
    TakeBackAsked,
    TicketOffered,
    TicketsChosen,
    TunnelOffered,
    Where,
    WhoseOffered,
)
from engine import BuildHarbor, CityId, ClaimRoute, RouteId, Seat, State

_MOST_COINS: Final = 60  # from so many taken to so many given in one event
_MOST_CARDS: Final = 10


def size(mode: Mode, state: State) -> int:
    """How many items the list of a mode has; 0: it is no list."""
    match mode:
        case Acts(items=items) | Questions(items=items):
            return len(items)
        case Cards():
            return len(state.row) + len(state.edition.decks)
        case Refill(decks=decks):
            return len(decks)
        case Tickets(offered=offered) | Confirm(tickets=Tickets(offered=offered)):
            return len(offered)
        case Pieces(least=least, most=most):
            return most - least + 1
        case Exchange(options=options):
            return len(options)
        case Letters(letters=letters):
            return len(letters)
        case Cities(cities=cities):
            return len(cities)
        case Routes(routes=routes):
            return len(routes)
        case Named(names=names):
            return len(names)
        case More(count=count):
            return count
        case Payment(options=ways):
            return len(ways)
        case Tunnel(options=answers):
            return len(answers)
        case Loans(offers=offers, chosen=chosen):
            return len(offers[len(chosen)][1])
        case Settle(step="seat", seats=seats) | ForWhom(seats=seats):
            return len(seats)
        case Whose(seats=seats):
            return len(seats) + 1  # nobody's, at last
        case Settle(step="coins"):
            return 2 * _MOST_COINS + 1
        case Settle(step="cards"):
            return _MOST_CARDS + 1
        case Undos(acts=acts):
            return len(acts)
        case BoardRight(changes=changes):
            return len(changes)
        case Declare(tickets=tickets):
            return len(tickets)
        case _:
            return 0


def coins_at(index: int) -> int:
    """The dollars at a place of the list: 0, 1, 2 … and, backwards from 0, what is paid."""
    return index if index <= _MOST_COINS else index - 2 * _MOST_COINS - 1


def _mover(state: State) -> Seat:
    return state.to_move or state.seats[0]


def _card(mode: Cards, state: State) -> Prompt:
    beyond = mode.index - len(state.row)
    card = state.row[mode.index] if beyond < 0 else None
    deck = state.edition.decks[max(beyond, 0)]
    count = len(state.ship_deck if deck == "ship-deck" else state.deck)
    whole = card == state.edition.wild and not state.settings.faceup_loco_second
    return CardOffered(
        seat=_mover(state), index=mode.index, card=card, deck_count=count, deck=deck, whole_draw=whole
    )


def _ticket(mode: Tickets, state: State) -> Prompt:
    return TicketOffered(
        seat=mode.seat,
        ticket=mode.offered[mode.index],
        index=mode.index,
        count=len(mode.offered),
        keep_at_least=state.keep_at_least,
    )


def _confirm(mode: Confirm, state: State) -> Prompt:
    marked = mode.tickets
    keep = tuple(ticket for ticket in marked.offered if ticket in marked.kept)
    back = tuple(ticket for ticket in marked.offered if ticket not in marked.kept)
    return TicketsChosen(seat=marked.seat, keep=keep, give_back=back)


def _declare(mode: Declare, state: State) -> Prompt:
    ticket = mode.tickets[mode.index]
    held, marked, count = ticket in mode.held, len(mode.held), len(mode.tickets)
    return DeclareOffered(
        seat=mode.seat, ticket=ticket, index=mode.index, count=count, held=held, marked=marked
    )


def _pieces(mode: Pieces, state: State) -> Prompt:
    trains = mode.least + mode.index
    return PiecesOffered(seat=mode.seat, trains=trains, ships=mode.pieces - trains)


def _exchange(mode: Exchange, state: State) -> Prompt:
    command = mode.options[mode.index]
    return ExchangeOffered(command=command, points=command.count * state.settings.exchange_points)


def _name(
    name: str | CityId | RouteId,
    kind: Literal["letter", "city", "route", "region", "seat"],
    mode: Letters | Cities | Routes | Named,
    state: State,
) -> Prompt:
    return NameOffered(seat=_mover(state), name=name, kind=kind, index=mode.index, count=size(mode, state))


def _payment(mode: Payment, state: State) -> Prompt:
    options, index = mode.options, mode.index
    following = options[(index + 1) % len(options)] if len(options) > 1 else None
    return PaymentOffered(wish=options[index], index=index, count=len(options), following=following)


def _whose(mode: Whose, state: State) -> Prompt:
    guess = mode.seats[mode.index] if mode.index < len(mode.seats) else None
    first = mode.guessed and mode.index == 0
    return WhoseOffered(site=mode.site, guess=guess, first=first, missing=mode.missing if first else None)


def _tunnel(mode: Tunnel, state: State) -> Prompt:
    ways, index = [answer.cards for answer in mode.options], mode.index
    return TunnelOffered(
        seat=mode.seat,
        route=mode.route,
        owed=mode.owed,
        cards=ways[index] if ways else None,
        index=index,
        count=len(ways),
        following=ways[(index + 1) % len(ways)] if len(ways) > 1 else None,
    )


def _loan(mode: Loans, state: State) -> Prompt:
    city, routes = mode.offers[len(mode.chosen)]
    return LoanOffered(
        seat=mode.seat, city=city, route=routes[mode.index], index=mode.index, count=len(routes)
    )


def _settle(mode: Settle, state: State) -> Prompt:
    seat = mode.seats[mode.index] if mode.seat is None else mode.seat
    number = coins_at(mode.index) if mode.step == "coins" else mode.index
    return SettleOffered(step=mode.step, seat=seat, number=number)


def _board_right(mode: BoardRight, state: State) -> Prompt | MendingPrompt:
    if mode.index < 0:
        return BoardRightAsked(changes=mode.changes)
    return BoardChangeOffered(change=mode.changes[mode.index], index=mode.index, count=len(mode.changes))


def _seen(state: State) -> Shown:
    """What was shown to the table last: where cards are in hands, at the end the tickets."""
    return "tickets" if state.cards == "untracked" and state.phase == "over" else "cards"


_Say = Callable[[Any, State], Prompt | MendingPrompt | None]


def _quiet(mode: object, state: State) -> None:
    """Nothing is open, or the session says what it is about."""


_PROMPTS: Final[Mapping[type, _Say]] = {
    Table: _quiet,
    Mending: _quiet,
    Reading: _quiet,
    Acts: lambda m, s: ActOffered(seat=_mover(s), item=m.items[m.index], index=m.index, count=len(m.items)),
    Questions: lambda m, s: QuestionOffered(
        seat=_mover(s), item=m.items[m.index], index=m.index, count=len(m.items)
    ),
    Cards: _card,
    Refill: lambda m, s: RefillOffered(seat=_mover(s), number=m.card + 1, deck=m.decks[m.index]),
    Second: lambda m, s: SecondCard(
        seat=_mover(s),
        two_decks=len(s.edition.decks) > 1,
        deck_empty=not (s.deck or s.discards),
        ships_empty=not (s.ship_deck or s.ship_discards),
    ),
    Tickets: _ticket,
    Confirm: _confirm,
    Pieces: _pieces,
    Exchange: _exchange,
    Letters: lambda m, s: _name(m.letters[m.index], "letter", m, s),
    Cities: lambda m, s: _name(m.cities[m.index], "city", m, s),
    Routes: lambda m, s: _name(m.routes[m.index], "route", m, s),
    Named: lambda m, s: _name(m.names[m.index], "region" if m.question == "region" else "seat", m, s),
    More: _quiet,
    Tune: _quiet,
    Exploring: lambda m, s: ExploringBegins(seat=m.seat),
    LeftOver: lambda m, s: LeftOverOffered(site=m.site),
    PassEar: lambda m, s: PassEarAsked(seat=m.seat, holder=m.holder, screen=m.screen),
    Payment: _payment,
    Tunnel: _tunnel,
    Loans: _loan,
    Settle: _settle,
    Whose: _whose,
    TakeBack: lambda m, s: TakeBackAsked(
        seat=m.seat, site=m.site, everybody=m.everybody, instead=m.instead, seen=_seen(s)
    ),
    Undos: lambda m, s: UndoOffered(act=m.acts[m.index], count=len(m.acts)),
    UndoSure: lambda m, s: UndoAsked(acts=m.acts, seen=_seen(s)),
    Phone: lambda m, s: PhoneAsked(seat=m.seat),
    News: lambda m, s: NewsStop(left=m.left),
    Paused: lambda m, s: PauseTold(paused=True),
    StopSure: lambda m, s: StopAsked(over=m.over),
    ForWhom: lambda m, s: ForWhomOffered(seat=m.seats[m.index], index=m.index, count=len(m.seats)),
    Declare: _declare,
    BoardRight: _board_right,
}

PLACES: Final[Mapping[type, Place]] = {
    Table: "table",
    Acts: "act",
    Questions: "questions",
    Cards: "row",
    Refill: "refill",
    Second: "second-card",
    Tickets: "tickets",
    Confirm: "confirm",
    Pieces: "pieces",
    Exchange: "exchange",
    Letters: "letter",
    Cities: "city",
    Routes: "route",
    Named: "named",
    More: "more",
    Exploring: "exploring",
    LeftOver: "left-over",
    PassEar: "pass-ear",
    Tune: "tune",
    Payment: "payment",
    Tunnel: "tunnel",
    Loans: "loans",
    Settle: "settle",
    Whose: "whose",
    TakeBack: "take-back",
    Undos: "undo",
    UndoSure: "undo-sure",
    Phone: "phone",
    News: "news",
    Reading: "reading",
    Paused: "paused",
    StopSure: "stop",
    ForWhom: "for-whom",
    Declare: "declare",
    Mending: "mending",
    BoardRight: "board-right",
}
"""What a mode is called where Ask tells where one is."""


def mode_prompt(mode: Mode, state: State) -> Prompt | MendingPrompt | None:
    """What is said on coming to this place; None: nothing is open, or the session says it."""
    return _PROMPTS[type(mode)](mode, state)


def where(mode: Mode, state: State) -> Where:
    """Where one is, for Ask inside a list or a question."""
    return Where(
        place=PLACES[type(mode)],
        index=cast(int, getattr(mode, "index", 0)),
        count=size(mode, state),
        building=_building(mode, state),
    )


def _building(mode: Mode, state: State) -> Building | None:
    """What is built where a question is not about a route."""
    match mode:
        case Payment(options=options, index=index) if isinstance(options[index], ClaimRoute):
            return None
        case LeftOver(site=site) | TakeBack(site=site) if CityId(site) not in state.game_map.cities:
            return None
        case Payment() | LeftOver() | TakeBack():
            return "harbor" if state.edition.of_command(BuildHarbor) is not None else "station"
        case _:
            return None
