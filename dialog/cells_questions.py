"""The cells of questions that the table asks by itself: payment, tunnel, whose, take back, mending."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dialog.cells import Row, Step, back, forward, into, newer, older
from dialog.choices import EarTold, LeftOverLifted
from dialog.effects import (
    Answer,
    ClaimFor,
    Correct,
    CorrectTo,
    Do,
    EarPassed,
    Edge,
    Effect,
    Left,
    Mend,
    Nobodys,
    PutOut,
    Say,
    Stands,
)
from dialog.modes import BoardRight, Mending, PassEar, Payment, Phone, TakeBack, Tunnel, Whose
from dialog.offers import site_of
from dialog.prompts import PaymentLeft
from engine import AnswerTunnel, Seat, State, Undo


def _pay(mode: Payment, state: State, asker: Seat) -> Step:
    wish = mode.options[mode.index]
    return Step(mode, (Do(wish) if mode.instead is None else Correct(mode.instead, wish),))


def _leave(mode: Payment, state: State, asker: Seat) -> Step:
    wish = mode.options[mode.index]
    left: tuple[Effect, ...] = () if mode.listed else (Left(site_of(wish)),)
    return Step(None, (*left, Say(PaymentLeft(wish=wish, listed=mode.listed))))


def _pay_more(mode: Tunnel, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(mode.options[mode.index]),)) if mode.options else _give_up(mode, state, asker)


def _give_up(mode: Tunnel, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(AnswerTunnel(seat=mode.seat, decline=True)),))


def _its(mode: Whose, state: State, asker: Seat) -> Step:
    if mode.index == len(mode.seats):
        return Step(None, (Nobodys(mode.site),))
    return Step(None, (ClaimFor(mode.seats[mode.index], mode.site),))


def _take_back(mode: TakeBack, state: State, asker: Seat) -> Step:
    if mode.instead is not None:
        return Step(None, (CorrectTo(mode.seat, mode.site, mode.instead),))
    return Step(None, (Do(Undo(seat=mode.seat, agreed=True)),))


def _stand(mode: TakeBack, state: State, asker: Seat) -> Step:
    if mode.instead is not None and mode.everybody:  # else its claim stands already
        lift = Say(LeftOverLifted(site=mode.instead))
        return Step(None, (Stands(mode.site), Left(mode.instead), lift))
    return Step(None, (Stands(mode.site), Answer("turn", asker)))


def _let_in(mode: Phone, state: State, asker: Seat) -> Step:
    return Step(None, (Answer("turn", asker),))


def _put_out(mode: Phone, state: State, asker: Seat) -> Step:
    return Step(None, (PutOut(mode.seat),))


def _mend_yes(mode: Mending, state: State, asker: Seat) -> Step:
    match mode.stage:
        case "asked":
            return Step(Mending("sort"), (Mend("start"),))
        case "sort":
            return Step(Mending("step"), (Mend("ready"),))
        case "accept":
            return Step(None, (Mend("accept"),))
        case _:
            return Step(mode, (Mend("again"),))


def _mend_no(mode: Mending, state: State, asker: Seat) -> Step:
    match mode.stage:
        case "step":
            return Step(mode, (Mend("skip"),))
        case "accept":
            return Step(Mending("step"), (Mend("again"),))
        case _:
            return Step(None, (Mend("leave"),))


def _mend_back(mode: Mending, state: State, asker: Seat) -> Step:
    return Step(mode, (Mend("again"),)) if mode.stage == "step" else older(mode, state, asker)


def _mend_forward(mode: Mending, state: State, asker: Seat) -> Step:
    return Step(mode, (Mend("skip"),)) if mode.stage == "step" else newer(mode, state, asker)


def _follow_board(mode: BoardRight, state: State, asker: Seat) -> Step:
    return Step(mode, (Mend("follow-board"),))  # what is open below comes back when it is done


def _leave_board(mode: BoardRight, state: State, asker: Seat) -> Step:
    return Step(None, (Answer("turn", asker),))


def _change(step: int) -> Any:
    """One change on or back; before the first and after the last stands the question."""

    def cell(mode: BoardRight, state: State, asker: Seat) -> Step:
        target = (mode.index + 1 + step) % (len(mode.changes) + 1) - 1
        edge: tuple[Effect, ...] = (Edge(),) if target == -1 else ()
        return into(replace(mode, index=target), state, edge)

    return cell


def _walk_tunnel(mode: Tunnel, state: State, asker: Seat) -> Step:
    return forward(mode, state, asker) if mode.options else into(mode, state)


def _walk_tunnel_back(mode: Tunnel, state: State, asker: Seat) -> Step:
    return back(mode, state, asker) if mode.options else into(mode, state)


def _has_it(mode: PassEar, state: State, asker: Seat) -> Step:
    return Step(None, (EarPassed(mode.seat),))


def _keeps_it(mode: PassEar, state: State, asker: Seat) -> Step:
    return Step(None, (EarPassed(mode.seat, kept=True), Say(EarTold(holder=mode.holder, waits=mode.seat))))


QUESTIONS: Final[Mapping[type, Row[Any]]] = {
    Payment: Row[Payment](yes=_pay, no=_leave, back=back, forward=forward),
    Tunnel: Row[Tunnel](yes=_pay_more, no=_give_up, back=_walk_tunnel_back, forward=_walk_tunnel),
    Whose: Row[Whose](yes=_its, no=forward, back=back, forward=forward),
    PassEar: Row[PassEar](yes=_has_it, no=_keeps_it, back=older, forward=newer),
    TakeBack: Row[TakeBack](yes=_take_back, no=_stand, back=older, forward=newer),
    Phone: Row[Phone](yes=_let_in, no=_put_out, back=older, forward=newer),
    BoardRight: Row[BoardRight](yes=_follow_board, no=_leave_board, back=_change(-1), forward=_change(+1)),
    Mending: Row[Mending](yes=_mend_yes, no=_mend_no, back=_mend_back, forward=_mend_forward),
}
"""Rows of the table in `dialog.presses`."""
