"""What a table knows of the earlier sittings of a game that it goes on with."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from announce import Announcement


class EarlierSittings(Struct, frozen=True, kw_only=True):
    """What is stored of a game, and what was said of it; of a new game nothing."""

    stored: int = 0
    """How many of the game's events are in the store already."""
    acts: Sequence[tuple[int, int]] = ()
    """(first seq, last seq) of each of their acts; none: they are one."""
    agreed: Mapping[str, object] = field(default_factory=dict)
    """What was noted beside them: kind → body."""
    past: Sequence[Announcement] = ()
    """What was said of them: the history that Back walks."""


NEW_GAME = EarlierSittings()
