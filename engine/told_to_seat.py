"""What the player of one seat is told when it is asked: what it sees, what has happened, what it may do."""

from collections.abc import Sequence

import msgspec

from engine.codec import command_to_json, event_to_dict
from engine.commands import Command
from engine.events import Event
from engine.game import Game
from engine.legal import legal
from engine.state import State
from engine.values import Seat
from engine.view import seen_by, view


def legal_for(state: State, seat: Seat) -> tuple[Command, ...]:
    """Every command that would be accepted of this seat now; nothing is taken back."""
    return tuple([command for command in legal(state) if command.seat == seat])


def events_for(events: Sequence[Event], seat: Seat, since: int = 0) -> list[dict[str, object]]:
    """The events after `since`, each with its `seq`, as the seat may see them."""
    later = enumerate(events[since:], since + 1)
    return [{"seq": seq, **event_to_dict(seen_by(event, seat))} for seq, event in later]


def told_to_seat(
    game: Game, seat: Seat, *, since: int = 0, legal: Sequence[Command] | None = None
) -> dict[str, object]:
    """`view`, `events` and `legal`, as JSON holds them.

    Args:
        since: the last event that it was told before.
        legal: what it may do, where that is known.
    """
    may = legal_for(game.state, seat) if legal is None else legal
    return {
        "view": view(game.state, seat),
        "events": events_for(game.events, seat, since),
        "legal": [msgspec.Raw(command_to_json(command).encode()) for command in may],
    }
