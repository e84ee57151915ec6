"""Where nearly everything begins: the table, with nothing open, what the mover can do, what can be asked."""

from typing import ClassVar, Final, Literal

from dialog.kit import Step, into
from dialog.mode import ASKING, CHOICE, Mode, Prompt, Traits
from dialog.offers import routes_for
from dialog.questions import AskItem, Level, ask_items
from engine import (
    BuildHarbor,
    BuildStation,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    Pass,
    ResolveEvent,
    State,
    legal,
    optional_acts,
)

ActItem = Literal[
    "deck", "train-deck", "ship-deck", "row", "tickets", "claim", "station", "harbor", "exchange", "event",
    "pass",
]  # fmt: skip
"""What the mover can do by the panel, in the order of the list."""

_ACTS: Final[tuple[ActItem, ...]] = (
    "deck", "train-deck", "ship-deck", "row", "tickets", "claim", "station", "harbor", "exchange", "event",
    "pass",
)  # fmt: skip


class Table(Mode, frozen=True):
    """Nothing is open: the table plays."""

    TRAITS: ClassVar[Traits] = Traits(quiet=True, ends_with_focus=True, at_rest=True)


class Acts(Mode, frozen=True):
    """The list of what the mover can do by the panel."""

    TRAITS: ClassVar[Traits] = CHOICE
    items: tuple[ActItem, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each act is an item."""
        return len(self.items)


class Questions(Mode, frozen=True):
    """The list of what can be asked, or one of the lists in it."""

    TRAITS: ClassVar[Traits] = ASKING
    items: tuple[AskItem, ...]
    index: int = 0
    level: Level = "ask"

    def size(self, state: State) -> int:
        """Each question is an item."""
        return len(self.items)


class QuestionsOpened(Prompt, frozen=True, kw_only=True):
    """Ask has opened the questions: beside the first of them the buttons are told, too."""

    questions: Questions


def to_acts(state: State, *left: ActItem) -> Step:
    """Back to the list of acts, at what was left if it is still there."""
    items = act_items(state)
    return into(Acts(items, next((n for n, one in enumerate(items) if one in left), 0)))


def to_questions(state: State, level: Level, item: AskItem | None = None) -> Step:
    """Back to a list of questions, at this item if it is still there."""
    items = ask_items(state, level)
    return into(Questions(items, next((n for n, one in enumerate(items) if one == item), 0), level))


def act_items(state: State) -> tuple[ActItem, ...]:
    """What the mover can do by the panel, in the order of the list; empty: nobody is to move."""
    seat = state.to_move
    if seat is None:
        return ()
    found: set[ActItem] = set()
    for command in (*_draws(state), *optional_acts(state)):
        match command:
            case DrawCard(source="row"):
                found.add("row")
            case DrawCard(source=deck):
                found.add(deck)
            case DrawTickets():
                found.add("tickets")
            case Pass():
                found.add("pass")
            case BuildStation():
                found.add("station")
            case BuildHarbor():
                found.add("harbor")
            case ExchangePieces():
                found.add("exchange")
            case _:
                pass
    if routes_for(state, seat):
        found.add("claim")
    if state.phase == "turn" and state.edition.of_command(ResolveEvent) is not None:
        found.add("event")
    return tuple(item for item in _ACTS if item in found)


def _draws(state: State) -> tuple[DrawCard | DrawTickets | Pass, ...]:
    if state.cards == "untracked":
        return ()
    return tuple(command for command in legal(state) if isinstance(command, DrawCard | DrawTickets | Pass))
