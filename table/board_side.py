"""What a session keeps of its board beside belief: tokens expected, mended, undone, explored, agreed on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from dialog import Panel
from reconcile import Tracker
from table.agreements import Agreements
from table.board_followed import BoardFollower
from table.early_tokens import EarlyTokens
from table.expecting import Expecting
from table.exploring import Explorer
from table.far_seats import FarSeats
from table.rebuilding import Mender
from table.undoing import Undoer
from table.wishes import KIND, Wishes
from tabletop import BoardLayout


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSide:
    """The parts that stand between the tracker and the panel; each does one thing about tokens."""

    agreements: Agreements
    early: EarlyTokens
    expecting: Expecting
    explorer: Explorer
    follower: BoardFollower
    mender: Mender
    undoer: Undoer
    wishes: Wishes

    @classmethod
    def of(
        cls,
        layout: BoardLayout,
        panel: Panel,
        tracker: Tracker,
        noted: Mapping[str, object] | None,
        far: FarSeats,
        *,
        has_board: bool,
    ) -> Self:
        """For this board. `noted`: what earlier sittings of the game have agreed on; `has_board`: or keys."""
        early, mender = EarlyTokens(panel, tracker), Mender(layout, panel, tracker)
        expecting = Expecting(panel, tracker, mender)
        expecting.board, expecting.far = has_board, far
        return cls(
            agreements=Agreements(tracker, early, noted),
            early=early,
            expecting=expecting,
            explorer=Explorer(panel, tracker, frozenset(site.id for site in layout.pins())),
            follower=BoardFollower(panel, tracker),
            mender=mender,
            undoer=Undoer(panel, tracker),
            wishes=Wishes((noted or {}).get(KIND)),
        )
