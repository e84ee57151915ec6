"""The cells of tickets, of undoing, of reading in steps, of the pause and of whose ear it is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from dialog.cells import Effects, Row, Step, back, forward, into, newer, older, say_again, tell_place
from dialog.choices import (
    PauseTold,
    Stopping,
)
from dialog.effects import Answer, Do, NextWords, ReadScores, Say, Stop, TuneVoice, UndoBack
from dialog.modes import (
    Confirm,
    Declare,
    ForWhom,
    News,
    Paused,
    Questions,
    Reading,
    StopSure,
    Table,
    Tickets,
    Tune,
    Undos,
    UndoSure,
)
from dialog.offers import ask_items
from dialog.prompts import EarlyTickets, Level, NewsItem, TooFewKept
from engine import DeclareTickets, KeepTickets, Seat, State

# Tickets


def _keep(mode: Tickets, state: State, asker: Seat) -> Step:
    return _marked(mode, state, mode.kept | {mode.offered[mode.index]})


def _give_back(mode: Tickets, state: State, asker: Seat) -> Step:
    return _marked(mode, state, mode.kept - {mode.offered[mode.index]})


def _marked(mode: Tickets, state: State, kept: frozenset[Any]) -> Step:
    mode = replace(mode, kept=kept, index=mode.index + 1)
    if mode.index < len(mode.offered):
        return into(mode, state)
    if len(mode.kept) < state.keep_at_least:
        few = TooFewKept(seat=mode.seat, keep_at_least=state.keep_at_least)
        return into(Tickets(mode.seat, mode.offered), state, (Say(few),))
    return into(Confirm(mode), state)


def _settle(mode: Confirm, state: State, asker: Seat) -> Step:
    tickets = mode.tickets
    kept = tuple(ticket for ticket in tickets.offered if ticket in tickets.kept)
    return Step(mode, (Do(KeepTickets(seat=tickets.seat, tickets=kept)),))


def _choose_again(mode: Confirm, state: State, asker: Seat) -> Step:
    return into(Tickets(mode.tickets.seat, mode.tickets.offered), state)


def _last_ticket(mode: Confirm, state: State, asker: Seat) -> Step:
    return into(replace(mode.tickets, index=len(mode.tickets.offered) - 1), state)


def _first_ticket(mode: Confirm, state: State, asker: Seat) -> Step:
    return into(replace(mode.tickets, index=0), state)


def _mark(mode: Declare, state: State, asker: Seat) -> Step:
    marked = replace(mode, held=mode.held ^ {mode.tickets[mode.index]})
    return into(marked, state, (Do(_entry(marked)),) if mode.early else ())  # a stop or a pause loses none


def _declared(mode: Declare, state: State, asker: Seat) -> Step:
    if mode.early:
        return Step(None, (Say(EarlyTickets(seat=mode.seat, stage="ends", count=len(mode.held))),))
    return Step(mode, (Do(_entry(mode)),))


def _entry(mode: Declare) -> DeclareTickets:
    held = tuple(ticket for ticket in mode.tickets if ticket in mode.held)
    return DeclareTickets(seat=mode.seat, tickets=held)


# Undoing: the list, then a question that names what is lost


def _choose_undo(mode: Undos, state: State, asker: Seat) -> Step:
    return into(UndoSure(mode.acts[: mode.index + 1]), state)


def _to_menu(mode: object, state: State, asker: Seat) -> Step:
    return into(Questions(ask_items(state, "menu"), 0, "menu"), state)


def _undo(mode: UndoSure, state: State, asker: Seat) -> Step:
    return Step(Table(), (UndoBack(asker, len(mode.acts)),))


def _leave(mode: object, state: State, asker: Seat) -> Step:
    return Step(None, (Answer("turn", asker),))


# Reading


def _go_on(mode: News, state: State, asker: Seat) -> Step:
    return Step(None, (NextWords(),))


def _read(step: int) -> Any:
    def cell(mode: Reading, state: State, asker: Seat) -> Step:
        index = max(0, mode.index + step)
        return Step(Reading(index), (ReadScores(index),))

    return cell


def _scores(mode: Reading, state: State, asker: Seat) -> Step:
    return Step(Table(), (Answer("scores", asker),))


# Pause and stop


def _resume(mode: Paused, state: State, asker: Seat) -> Step:
    effects: Effects = (Say(PauseTold(paused=False)), Answer("turn", asker))
    return Step(None, effects)


def _stop(mode: StopSure, state: State, asker: Seat) -> Step:
    return Step(None, (Say(Stopping(over=mode.over)), Stop()))


# Whose ear


def _go_on_playing(mode: StopSure, state: State, asker: Seat) -> Step:
    return _leave(mode, state, asker) if mode.over else _to_menu(mode, state, asker)


def _for_whom(mode: ForWhom, state: State, asker: Seat) -> Step:
    """The panel takes the focus for the seat named: see `Panel`."""
    return into(Questions(ask_items(state, "ask")), state)


# The voice


def _tune(step: int) -> Any:
    def cell(mode: Tune, state: State, asker: Seat) -> Step:
        return Step(mode, (TuneVoice(mode.what, step, asker),))

    return cell


def _tuned(mode: Tune, state: State, asker: Seat) -> Step:
    level: Level = "news" if mode.what in get_args(NewsItem) else "voice"
    items = ask_items(state, level)
    at = next((n for n, item in enumerate(items) if item == mode.what), 0)
    return into(Questions(items, at, level), state)


LISTS: Final[Mapping[type, Row[Any]]] = {
    Tickets: Row[Tickets](yes=_keep, no=_give_back, back=back, forward=forward),
    Confirm: Row[Confirm](yes=_settle, no=_choose_again, back=_last_ticket, forward=_first_ticket),
    Tune: Row[Tune](yes=_tuned, no=_tuned, back=_tune(-1), forward=_tune(+1)),
    Declare: Row[Declare](yes=_mark, no=_declared, back=back, forward=forward),
    Undos: Row[Undos](yes=_choose_undo, no=_to_menu, back=back, forward=forward),
    UndoSure: Row[UndoSure](yes=_undo, no=_leave, back=older, forward=newer),
    News: Row[News](yes=_go_on, no=tell_place, back=older, forward=newer),
    Reading: Row[Reading](yes=_read(+1), no=_scores, back=_read(-1), forward=_read(+1)),
    Paused: Row[Paused](yes=_resume, no=say_again, back=older, forward=newer),
    StopSure: Row[StopSure](yes=_stop, no=_go_on_playing, back=older, forward=newer),
    ForWhom: Row[ForWhom](yes=_for_whom, no=_to_menu, back=back, forward=forward),
}
"""Rows of the table in `dialog.presses`."""
