"""A stored game in words again: act by act, as the table heard it."""

from collections.abc import Iterator, Sequence

from announce import Announcement, Audience, Deed, Wording
from engine import Event, Game, GameMap, State, Undone


def states(
    events: Sequence[Event], acts: Sequence[tuple[int, int]], game_map: GameMap | None = None
) -> Iterator[tuple[State | None, tuple[int, int], State]]:
    """For each act the state before it (None: there was none), its first and last seq, the state after it.

    Args:
        game_map: where it is not one that ships.
    Raises:
        ReplayError: these events are no game.
    """
    game: Game | None = None
    for first, last in acts:
        act = tuple(events[first - 1 : last])
        after = Game.replay(act, game_map) if game is None else game.told(act)
        yield (None if game is None else game.state), (first, last), after.state
        game = after


def deeds(
    events: Sequence[Event], acts: Sequence[tuple[int, int]], game_map: GameMap | None = None
) -> list[Deed]:
    """The acts that were not taken back, each with the state after it. Raises as `states`."""
    kept: list[tuple[int, Deed]] = []
    for _, (first, last), after in states(events, acts, game_map):
        act = tuple(events[first - 1 : last])
        back = [event.to for event in act if isinstance(event, Undone)]
        if back:
            kept = [(end, deed) for end, deed in kept if end <= back[0]]
        else:
            kept.append((last, (act, after)))
    return [deed for _, deed in kept]


def retold(
    wording: Wording,
    events: Sequence[Event],
    acts: Sequence[tuple[int, int]],
    game_map: GameMap | None = None,
    audience: Audience = "everyone",
) -> Iterator[Announcement]:
    """What everybody heard of each act, and what the `audience` heard in its own ear. Raises as `states`."""
    for before, (first, last), after in states(events, acts, game_map):
        for one in wording.events(before, tuple(events[first - 1 : last]), after, first):
            if one.audience in ("everyone", audience):
                yield one
