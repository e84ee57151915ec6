"""The table, where Yes begins and No takes back, and the list of what the mover can do."""

from typing import Final, Literal, assert_never

from dialog.draw import Cards
from dialog.effects import Answer, Do, ReadScores, Say, TakeBackTurn
from dialog.exchange import exchanges
from dialog.kit import Effects, Row, Step, into, listed, newer, older
from dialog.lists import ActItem, Acts, Table, act_items
from dialog.mode import Prompt
from dialog.names import NothingToChoose, letters_of
from dialog.pause import StopSure
from dialog.reading import Reading
from dialog.settle import settling
from engine import DrawCard, DrawTickets, EndTurn, Pass, Seat, State
from tabletop import Button, SiteId

_CARDS: Final[frozenset[ActItem]] = frozenset(("deck", "train-deck", "ship-deck", "row"))


class NoCardsLeft(Prompt, frozen=True, kw_only=True):
    """What one can do begins without a card to draw. `tickets`: there are some of those."""

    tickets: bool


class WaitingFor(Prompt, frozen=True, kw_only=True):
    """Somebody wants to act while these seats still choose their tickets, their pieces or their loans."""

    seats: tuple[Seat, ...]
    what: Literal["tickets", "pieces", "loans"] = "tickets"


class NothingToDo(Prompt, frozen=True, kw_only=True):
    """A press that can do nothing here, and why: `no-list`: nothing is open, …

    `closed`: what it answers has gone by itself; `late`: it was heard long after it was made.
    """

    button: Button
    why: Literal["over", "no-list", "no-history", "no-seat", "closed", "late"]


class TokenComing(Prompt, frozen=True, kw_only=True):
    """Yes is pressed while a token comes to rest here: what it asks for is settled before the turn ends."""

    site: SiteId


class AnotherChooses(Prompt, frozen=True, kw_only=True):
    """The panel is another seat's than the one that chooses here: its press does nothing to that choice."""

    seat: Seat


def _begin(mode: Table, state: State, asker: Seat) -> Step:
    """Yes at the table: end an untracked turn, or open what the phase offers."""
    if state.phase == "over":
        return Step(Reading(0), (ReadScores(0),))
    if state.to_move is None:
        return Step(mode, (Say(_waiting(state)),))
    if state.cards == "untracked":
        return Step(mode, (Do(EndTurn(seat=state.to_move)),))
    items = act_items(state)
    if not items:
        return Step(mode, (Say(NothingToChoose(seat=state.to_move)),))
    why: Effects = () if _CARDS & set(items) else (Say(NoCardsLeft(tickets="tickets" in items)),)
    return into(Acts(items), why)


def _take_back(mode: Table, state: State, asker: Seat) -> Step:
    """No in silence takes back an end of turn; when the game is over it asks for a new one."""
    if state.phase == "over":
        return into(StopSure(over=True))
    return Step(mode, (TakeBackTurn(),))


def _waiting(state: State) -> WaitingFor:
    """For whom the table waits while nobody is to move."""
    match state.phase:
        case "pieces" | "loans" as what:
            return WaitingFor(seats=state.waiting_for(), what=what)
        case _:
            return WaitingFor(seats=state.waiting_for(), what="tickets")


def _leave(mode: Acts, state: State, asker: Seat) -> Step:
    """Back to the table, with the words whose turn it is."""
    return Step(Table(), (Answer("turn", asker),))


def _take(mode: Acts, state: State, asker: Seat) -> Step:
    """Do it, or open what it needs to know."""
    mover, item = state.to_move or asker, mode.items[mode.index]
    match item:
        case "deck" | "train-deck" | "ship-deck":
            return Step(mode, (Do(DrawCard(seat=mover, source=item)),))
        case "row":
            return into(Cards())
        case "tickets":
            return Step(mode, (Do(DrawTickets(seat=mover)),))
        case "pass":
            return Step(mode, (Do(Pass(seat=mover)),))
        case "claim" | "station" | "harbor":
            letters = letters_of(state, mover, "claim" if item == "claim" else "build")
            return Step(mode, (Say(NothingToChoose(seat=mover)),)) if letters is None else into(letters)
        case "exchange":
            return into(exchanges(state))
        case "event":
            return into(settling(state))
        case _:
            assert_never(item)


ROWS: Final = (
    Row(mode=Table, yes=_begin, no=_take_back, back=older, forward=newer),
    listed(Acts, yes=_take, no=_leave),
)
