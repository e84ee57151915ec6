"""A stored game in words again: act by act, as the table heard it."""

from collections.abc import Iterator, Sequence

from announce import Announcement, Audience, Deed, Wording
from engine import Event, Game, GameMap, GameStarted, State, Undone


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


def deeds(game: Game) -> list[Deed]:
    """The acts of a game that were not taken back, each with the state after it; first its beginning."""
    kept: list[tuple[int, Event]] = []
    for seq, event in enumerate(game.events, 1):
        if isinstance(event, Undone):
            kept = [one for one in kept if one[0] <= event.to]
        else:
            kept.append((seq, event))
    begins = {act.to + 1 for act in game.acts}
    acts: list[list[Event]] = []
    for seq, event in kept:
        if seq in begins or not acts:
            acts.append([])
        acts[-1].append(event)
    told = Game.replay(acts[0], game.state.game_map)
    found: list[Deed] = [(acts[0], told.state)]
    for act in acts[1:]:
        told = told.told(tuple(act))
        found.append((act, told.state))
    return found


def is_blank(events: Sequence[Event]) -> bool:
    """Whether another table deals the cards of this game: what is kept here of hands is blank."""
    return any(isinstance(one, GameStarted) and one.cards == "dealt" and not one.deck for one in events[:1])


def retold(
    wording: Wording,
    events: Sequence[Event],
    acts: Sequence[tuple[int, int]],
    game_map: GameMap | None = None,
    audience: Audience = "everyone",
) -> Iterator[Announcement]:
    """What everybody heard of each act, and what the `audience` heard in its own ear. Raises as `states`."""
    told = wording.public if is_blank(events) else wording.events
    for before, (first, last), after in states(events, acts, game_map):
        # nothing stands there to be lifted, and who lifted what is in no log
        for one in told(before, tuple(events[first - 1 : last]), after, first, by_token=False):
            if one.audience in ("everyone", audience):
                yield one
