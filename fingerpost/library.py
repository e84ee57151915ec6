"""What lies ready for a map: its board."""

from tabletop import BoardLayout, LayoutError, board_layout


def layout_or_none(map_id: str) -> BoardLayout | None:
    """The board that ships for a map, or None: routes are then told apart as first and second."""
    try:
        return board_layout(map_id)
    except LayoutError:
        return None
