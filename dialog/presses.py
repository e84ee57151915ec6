"""What a button does in a mode: one function a mode, no button without an answer.

`yes` takes what was named, `no` leaves it, `back` and `forward` walk. Each returns the step that follows:
the mode then, and what is said or done.
"""

from dataclasses import dataclass
from typing import assert_never

from dialog.effects import (
    Answer,
    ClaimFor,
    Do,
    Edge,
    Effect,
    History,
    Left,
    Mend,
    Nobodys,
    Say,
    TakeBackTurn,
)
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
from dialog.offers import act_items, mode_prompt, site_of, where
from dialog.prompts import NothingToDo, PaymentLeft, TooFewKept, WaitingForTickets
from engine import (
    AnswerTunnel,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
    Seat,
    State,
    Undo,
)
from tabletop import Button

Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What a press leads to. `mode` None: what was open before the question is open again."""

    mode: Mode | None
    effects: Effects = ()


def respond(mode: Mode, button: Button, state: State, asker: Seat) -> Step:
    """One press of yes, no, back or forward; `asker` is whose ear private answers go to."""
    match mode:
        case Table():
            return _table(mode, button, state)
        case Acts():
            return _acts(mode, button, state, asker)
        case Questions():
            return _questions(mode, button, state, asker)
        case Cards():
            return _cards(mode, button, state, asker)
        case Second():
            return _second(mode, button, state, asker)
        case Tickets():
            return _tickets(mode, button, state)
        case Confirm():
            return _confirm(mode, button, state)
        case Payment():
            return _payment(mode, button, state)
        case Tunnel():
            return _tunnel(mode, button, state)
        case Whose():
            return _whose(mode, button, state)
        case TakeBack():
            return _take_back(mode, button, asker)
        case Declare():
            return _declare(mode, button, state)
        case Mending():
            return _mending(mode, button)
        case _:
            assert_never(mode)


def _into(mode: Mode, state: State, before: Effects = ()) -> Step:
    """Go to a place and say it."""
    prompt = mode_prompt(mode, state)
    return Step(mode, before if prompt is None else (*before, Say(prompt)))


def _walk(index: int, count: int, button: Button) -> tuple[int, Effects]:
    """One step through a list that wraps, with the edge sound at the join."""
    target = index + (-1 if button == "back" else 1)
    return target % count, () if 0 <= target < count else (Edge(),)


def _table(mode: Table, button: Button, state: State) -> Step:
    match button:
        case "back":
            return Step(mode, (History(-1),))
        case "forward":
            return Step(mode, (History(+1),))
        case "no":
            return Step(mode, (TakeBackTurn(),))
        case _:
            return _begin(mode, state)


def _begin(mode: Table, state: State) -> Step:
    """Yes at the table: end an untracked turn, or open what the phase offers."""
    if state.to_move is None:
        if state.offered:
            choosing = tuple(seat for seat in state.seats if seat in state.offered)
            return Step(mode, (Say(WaitingForTickets(seats=choosing)),))
        return Step(mode, (Say(NothingToDo(button="yes", why="over")),))
    if state.cards == "untracked":
        return Step(mode, (Do(EndTurn(seat=state.to_move)),))
    return _into(Acts(act_items(state)), state)


def _acts(mode: Acts, button: Button, state: State, mover: Seat) -> Step:
    match button:
        case "back" | "forward":
            index, edge = _walk(mode.index, len(mode.items), button)
            return _into(Acts(mode.items, index), state, edge)
        case "no":
            return Step(Table(), (Answer("turn", mover),))
        case _:
            return _take_act(mode, state, state.to_move or mover)


def _take_act(mode: Acts, state: State, mover: Seat) -> Step:
    match mode.items[mode.index]:
        case "deck":
            return Step(mode, (Do(DrawCard(seat=mover, source="deck")),))
        case "row":
            return _into(Cards(), state)
        case "tickets":
            return Step(mode, (Do(DrawTickets(seat=mover)),))
        case "pass":
            return Step(mode, (Do(Pass(seat=mover)),))


def _questions(mode: Questions, button: Button, state: State, asker: Seat) -> Step:
    match button:
        case "back" | "forward":
            index, edge = _walk(mode.index, len(mode.items), button)
            return _into(Questions(mode.items, index), state, edge)
        case "no":
            return Step(None, (Answer("turn", asker),))
        case _:
            return Step(mode, (Answer(mode.items[mode.index], asker),))


def _cards(mode: Cards, button: Button, state: State, mover: Seat) -> Step:
    mover = state.to_move or mover
    match button:
        case "back" | "forward":
            index, edge = _walk(mode.index, len(state.row) + 1, button)
            return _into(Cards(index), state, edge)
        case "no":
            return _into(Second() if state.phase == "second-card" else Acts(act_items(state)), state)
        case _ if mode.index < len(state.row):
            return Step(mode, (Do(DrawCard(seat=mover, source="row", index=mode.index)),))
        case _:
            return Step(mode, (Do(DrawCard(seat=mover, source="deck")),))


def _second(mode: Second, button: Button, state: State, mover: Seat) -> Step:
    match button:
        case "forward":
            return _into(Cards(), state)
        case "back":
            return _into(Cards(len(state.row)), state)
        case "no":
            return Step(mode, (Say(where(mode, state)),))
        case _:
            return Step(mode, (Do(DrawCard(seat=state.to_move or mover, source="deck")),))


def _tickets(mode: Tickets, button: Button, state: State) -> Step:
    match button:
        case "back" | "forward":
            index, edge = _walk(mode.index, len(mode.offered), button)
            return _into(Tickets(mode.seat, mode.offered, mode.kept, index), state, edge)
        case _:
            ticket = mode.offered[mode.index]
            kept = mode.kept | {ticket} if button == "yes" else mode.kept - {ticket}
            return _next_ticket(Tickets(mode.seat, mode.offered, kept, mode.index + 1), state)


def _next_ticket(mode: Tickets, state: State) -> Step:
    if mode.index < len(mode.offered):
        return _into(mode, state)
    if len(mode.kept) < state.keep_at_least:
        few = TooFewKept(seat=mode.seat, keep_at_least=state.keep_at_least)
        return _into(Tickets(mode.seat, mode.offered), state, (Say(few),))
    return _into(Confirm(mode), state)


def _confirm(mode: Confirm, button: Button, state: State) -> Step:
    tickets = mode.tickets
    match button:
        case "yes":
            kept = tuple(ticket for ticket in tickets.offered if ticket in tickets.kept)
            return Step(mode, (Do(KeepTickets(seat=tickets.seat, tickets=kept)),))
        case "no":
            return _into(Tickets(tickets.seat, tickets.offered), state)
        case _:
            index = len(tickets.offered) - 1 if button == "back" else 0
            return _into(Tickets(tickets.seat, tickets.offered, tickets.kept, index), state)


def _payment(mode: Payment, button: Button, state: State) -> Step:
    wish = mode.options[mode.index]
    match button:
        case "yes":
            return Step(mode, (Do(wish),))
        case "no":
            return Step(None, (Left(site_of(wish)), Say(PaymentLeft(wish=wish))))
        case _:
            index, edge = _walk(mode.index, len(mode.options), button)
            return _into(Payment(mode.options, index), state, edge)


def _tunnel(mode: Tunnel, button: Button, state: State) -> Step:
    match button:
        case "yes" if mode.options:
            return Step(mode, (Do(mode.options[mode.index]),))
        case "yes" | "no":
            return Step(mode, (Do(AnswerTunnel(seat=mode.seat, decline=True)),))
        case _ if not mode.options:
            return _into(mode, state)
        case _:
            index, edge = _walk(mode.index, len(mode.options), button)
            return _into(Tunnel(mode.seat, mode.route, mode.owed, mode.options, index), state, edge)


def _whose(mode: Whose, button: Button, state: State) -> Step:
    if button == "yes" and mode.index == len(mode.seats):
        return Step(None, (Nobodys(mode.site),))
    if button == "yes":
        return Step(None, (ClaimFor(mode.seats[mode.index], mode.site),))
    index, edge = _walk(mode.index, len(mode.seats) + 1, "back" if button == "back" else "forward")
    return _into(Whose(mode.site, mode.seats, mode.guessed, index), state, edge)


def _take_back(mode: TakeBack, button: Button, asker: Seat) -> Step:
    match button:
        case "yes":
            return Step(None, (Do(Undo(seat=mode.seat, agreed=True)),))
        case "no":
            return Step(None, (Answer("turn", asker),))
        case _:
            return Step(mode, (History(-1 if button == "back" else +1),))


def _declare(mode: Declare, button: Button, state: State) -> Step:
    match button:
        case "no":
            held = tuple(ticket for ticket in mode.tickets if ticket in mode.held)
            return Step(mode, (Do(DeclareTickets(seat=mode.seat, tickets=held)),))
        case "yes":
            ticket = mode.tickets[mode.index]
            return _into(Declare(mode.seat, mode.tickets, mode.held ^ {ticket}, mode.index), state)
        case _:
            index, edge = _walk(mode.index, len(mode.tickets), button)
            return _into(Declare(mode.seat, mode.tickets, mode.held, index), state, edge)


def _mending(mode: Mending, button: Button) -> Step:
    match mode.stage, button:
        case "asked", "yes":
            return Step(Mending("sort"), (Mend("start"),))
        case "sort", "yes":
            return Step(Mending("step"), (Mend("ready"),))
        case "step", "no" | "forward":
            return Step(mode, (Mend("skip"),))
        case "step", _:
            return Step(mode, (Mend("again"),))
        case _, "no":
            return Step(None, (Mend("leave"),))
        case _:
            return Step(mode, (History(-1 if button == "back" else +1),))
