"""What lies ready for a map or an edition: its board, and whether the panel can play it."""

from engine import ChoosePieces, Edition
from fingerpost.errors import CallError
from tabletop import BoardLayout, LayoutError, board_layout


def layout_or_none(map_id: str) -> BoardLayout | None:
    """The board that ships for a map, or None: routes are then told apart as first and second."""
    try:
        return board_layout(map_id)
    except LayoutError:
        return None


def check_panel(rules: Edition) -> None:
    """Whether the panel's lists can play an edition.

    Raises:
        CallError: it has acts that no list offers yet (two decks, the mix of pieces).
    """
    if rules.of_command(ChoosePieces) is not None or len(rules.decks) > 1:
        raise CallError(
            f"the panel cannot play {rules.name} yet; judge it with `fingerpost referee`, "
            "or let bots play it with `fingerpost simulate`"
        )
