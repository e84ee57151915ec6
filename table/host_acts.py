"""What a followed host's events mean here: where acts begin, what led to them, which tokens they ask for."""

from collections.abc import Iterator, Sequence

from dialog import site_of
from engine import (
    BuildHarbor,
    BuildStation,
    ClaimRoute,
    Command,
    EndTurn,
    Event,
    Game,
    HarborBuilt,
    RouteClaimed,
    Seat,
    StationBuilt,
    TableEvent,
    TokenCommand,
    TunnelRevealed,
    TurnEnded,
    TurnStarted,
    Undo,
    Undone,
)
from tabletop import SiteId


def acts_of(game: Game, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """Events of which nobody has said where acts end, act by act.

    Raises:
        ReplayError: the next one cannot have followed.
    """
    act: list[Event] = []
    for event in events:
        after = game.heard((event,))
        goes_back = isinstance(event, Undone)
        begins = goes_back or isinstance(event, TableEvent) or len(after.acts) > len(game.acts)
        if act and begins:
            yield tuple(act)
            act = []
        act.append(event)
        game = after
    if act:
        yield tuple(act)


def commands_of(events: Sequence[Event]) -> tuple[Command, ...]:
    """The commands that the board has to know of: whose tokens came, who acted, what was taken back."""
    found: list[Command] = []
    for event in events:
        match event:
            case RouteClaimed():
                found.append(ClaimRoute(seat=event.seat, route=event.route))
            case StationBuilt():
                found.append(BuildStation(seat=event.seat, city=event.city))
            case HarborBuilt():
                found.append(BuildHarbor(seat=event.seat, city=event.city))
            case TurnEnded():
                found.append(EndTurn(seat=event.seat))
            case Undone():
                found.append(Undo(seat=event.seat, agreed=True))
            case _:
                pass
    return tuple(found)


def asked_by(events: Sequence[Event]) -> Iterator[tuple[Seat, SiteId]]:
    """For whom a token is wanted where: of what came about, and of tunnels that are bid for."""
    for command in commands_of(events):
        if isinstance(command, TokenCommand):
            yield command.seat, site_of(command)
    for event in events:
        if isinstance(event, TunnelRevealed):
            yield event.seat, SiteId(event.route)


def acted(seat: Seat, events: Sequence[Event]) -> bool:
    """Whether the seat has acted in these."""
    return any(getattr(one, "seat", None) == seat for one in events if not isinstance(one, TurnStarted))
