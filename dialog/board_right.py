"""The board is right: the game is changed to it, after each change could be heard."""

from typing import ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from dialog.effects import Edge, Mend
from dialog.kit import Cell, Effects, Row, Step, into, leave
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State
from tabletop import SiteId

Why = Literal["twin", "own-twin", "pieces", "unpaid", "harbor", "rules"]


class BoardChange(Struct, frozen=True, kw_only=True):
    """One thing that the board would change in the game: a claim or building goes or comes, or cannot."""

    kind: Literal["out", "in", "kept", "left"]  # `kept`: it cannot go; `left`: it cannot come
    seat: Seat
    site: SiteId
    why: Why = "rules"  # it cannot


class BoardRight(Mode, frozen=True):
    """Is the board right, so that the game is changed to it? Forward and Back name what changes."""

    TRAITS: ClassVar[Traits] = Traits(stays=True, decides=True)
    changes: tuple[BoardChange, ...]
    index: int = -1  # -1: the question itself

    def size(self, state: State) -> int:
        """Each change is an item."""
        return len(self.changes)


class BoardHasMore(Prompt, frozen=True, kw_only=True):
    """Nothing is missing, but tokens stand that are none of the game's, or another's; one of them."""

    count: int
    site: SiteId


class BoardLeft(Prompt, frozen=True, kw_only=True):
    """So many tokens stay as they are and count for nothing, by the table's own word."""

    count: int


def _follow(mode: BoardRight, state: State, asker: Seat) -> Step:
    return Step(mode, (Mend("follow-board"),))  # what is open below comes back when it is done


def _change(step: int) -> Cell[BoardRight, [State, Seat]]:
    """One change on or back; before the first and after the last stands the question."""

    def cell(mode: BoardRight, state: State, asker: Seat) -> Step:
        target = (mode.index + 1 + step) % (len(mode.changes) + 1) - 1
        edge: Effects = (Edge(),) if target == -1 else ()
        return into(replace(mode, index=target), edge)

    return cell


ROWS: Final = (Row(mode=BoardRight, yes=_follow, no=leave, back=_change(-1), forward=_change(+1)),)
