"""What a mode offers now: the items of its list and the prompt for where it stands."""

from typing import assert_never

from dialog.modes import (
    Acts,
    Cards,
    Confirm,
    Declare,
    Mending,
    Mode,
    Payment,
    Questions,
    Second,
    Table,
    TakeBack,
    Tickets,
    Tunnel,
    Whose,
)
from dialog.prompts import (
    ActItem,
    ActOffered,
    CardOffered,
    DeclareOffered,
    Payable,
    PaymentOffered,
    Prompt,
    Question,
    QuestionOffered,
    SecondCard,
    TakeBackAsked,
    TicketOffered,
    TicketsChosen,
    TunnelOffered,
    Where,
    WhoseOffered,
)
from engine import (
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    CityId,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    Pass,
    RouteId,
    Seat,
    State,
    closed,
    legal,
    payments,
)
from tabletop import SiteId


def act_items(state: State) -> tuple[ActItem, ...]:
    """What the mover can do by the panel; what cannot be done is left out, a pass stands alone."""
    items: list[ActItem] = []
    for command in legal(state):
        item: ActItem | None = None
        match command:
            case DrawCard(source="deck"):
                item = "deck"
            case DrawCard(source="row"):
                item = "row"
            case DrawTickets():
                item = "tickets"
            case Pass():
                item = "pass"
            case _:
                pass
        if item is not None and item not in items:
            items.append(item)
    order: tuple[ActItem, ...] = ("deck", "row", "tickets", "pass")
    return tuple(item for item in order if item in items) or ("deck",)


def question_items(state: State) -> tuple[Question, ...]:
    """What can be asked: with cards untracked the hand and the row are in the players' own hands."""
    public: tuple[Question, ...] = ("turn", "scores", "trains", "longest", "devices")
    return (*public[:3], "row", "hand", "tickets", *public[3:]) if state.cards == "dealt" else public


def payable_commands(state: State, seat: Seat, site: SiteId) -> tuple[Payable, ...]:
    """Every way in which this seat may claim or build at a site now, cheapest first; empty: none."""
    if state.phase != "turn" or seat != state.to_move:
        return ()
    if RouteId(site) in state.game_map.routes:
        route = RouteId(site)
        ways = () if closed(state, seat, route) is not None else payments(state, seat, route)
        return tuple(ClaimRoute(seat=seat, route=route, cards=cards) for cards in ways)
    return tuple(
        command
        for command in legal(state)
        if isinstance(command, BuildStation | BuildHarbor) and SiteId(command.city) == site
    )


def wish_at(state: State, seat: Seat, site: SiteId) -> Payable:
    """What a token on a site asks for, without cards: a route, or what the edition builds in cities."""
    if RouteId(site) in state.game_map.routes:
        return ClaimRoute(seat=seat, route=RouteId(site))
    if state.edition.of_command(BuildHarbor) is not None:
        return BuildHarbor(seat=seat, city=CityId(site))
    return BuildStation(seat=seat, city=CityId(site))


def tunnel_answers(state: State) -> tuple[AnswerTunnel, ...]:
    """Every way to pay what a tunnel's turned cards ask for; empty: the hand has none."""
    answers = (command for command in legal(state) if isinstance(command, AnswerTunnel))
    return tuple(command for command in answers if not command.decline)


def site_of(wish: Payable) -> SiteId:
    """The pin on which this token stands."""
    return SiteId(wish.route if isinstance(wish, ClaimRoute) else wish.city)


def undeclared(state: State) -> tuple[Seat, ...]:
    """The seats that have not told their tickets, in turn order."""
    return tuple(seat for seat in state.seats if seat not in state.declared)


def mode_prompt(mode: Mode, state: State) -> Prompt | None:
    """What is said on coming to this place; None: nothing is open."""
    match mode:
        case Table() | Mending():
            return None
        case Payment(options=options, index=index):
            following = options[(index + 1) % len(options)] if len(options) > 1 else None
            return PaymentOffered(wish=options[index], index=index, count=len(options), following=following)
        case Tunnel(seat=seat, route=route, owed=owed, options=answers, index=index):
            cards = answers[index].cards if answers else None
            return TunnelOffered(
                seat=seat, route=route, owed=owed, cards=cards, index=index, count=len(answers)
            )
        case Whose(site=site, seats=seats, guessed=guessed, index=index):
            guess = seats[index] if index < len(seats) else None
            return WhoseOffered(site=site, guess=guess, first=guessed and index == 0)
        case TakeBack(seat=seat, site=site, everybody=everybody):
            return TakeBackAsked(seat=seat, site=site, everybody=everybody)
        case _:
            return _list_prompt(mode, state)


def _list_prompt(
    mode: Acts | Questions | Cards | Second | Tickets | Confirm | Declare, state: State
) -> Prompt:
    seat = state.to_move or state.seats[0]
    match mode:
        case Acts(items=items, index=index):
            return ActOffered(seat=seat, item=items[index], index=index, count=len(items))
        case Questions(items=questions, index=index):
            return QuestionOffered(seat=seat, item=questions[index], index=index, count=len(questions))
        case Cards(index=index):
            card = state.row[index] if index < len(state.row) else None
            return CardOffered(seat=seat, index=index, card=card, deck_count=len(state.deck))
        case Second():
            return SecondCard(seat=seat)
        case Tickets(seat=owner, offered=offered, index=index):
            return TicketOffered(
                seat=owner,
                ticket=offered[index],
                index=index,
                count=len(offered),
                keep_at_least=state.keep_at_least,
            )
        case Confirm(tickets=tickets):
            keep = tuple(ticket for ticket in tickets.offered if ticket in tickets.kept)
            back = tuple(ticket for ticket in tickets.offered if ticket not in tickets.kept)
            return TicketsChosen(seat=tickets.seat, keep=keep, give_back=back)
        case Declare(seat=owner, tickets=all_tickets, held=held, index=index):
            ticket = all_tickets[index]
            return DeclareOffered(
                seat=owner,
                ticket=ticket,
                index=index,
                count=len(all_tickets),
                held=ticket in held,
                marked=len(held),
            )
        case _:
            assert_never(mode)


def where(mode: Mode, state: State) -> Where:
    """Where one is, for Ask inside a list or a question."""
    match mode:
        case Table():
            return Where(place="table", index=0, count=0)
        case Acts(items=items, index=index):
            return Where(place="act", index=index, count=len(items))
        case Questions(items=questions, index=index):
            return Where(place="questions", index=index, count=len(questions))
        case Cards(index=index):
            return Where(place="row", index=index, count=len(state.row) + 1)
        case Second():
            return Where(place="second-card", index=0, count=1)
        case Tickets(offered=offered, index=index):
            return Where(place="tickets", index=index, count=len(offered))
        case Confirm(tickets=tickets):
            return Where(place="confirm", index=0, count=len(tickets.offered))
        case Payment(options=options, index=index):
            return Where(place="payment", index=index, count=len(options))
        case Tunnel(options=answers, index=index):
            return Where(place="tunnel", index=index, count=len(answers))
        case Whose(seats=seats, index=index):
            return Where(place="whose", index=index, count=len(seats) + 1)
        case TakeBack():
            return Where(place="take-back", index=0, count=1)
        case Declare(tickets=all_tickets, index=index):
            return Where(place="declare", index=index, count=len(all_tickets))
        case Mending():
            return Where(place="mending", index=0, count=1)
        case _:
            assert_never(mode)
