"""The acts of a game that can be undone, newest last: from events alone, so that a replay knows them too."""

from typing import Final

import msgspec
from msgspec.structs import replace

from engine.event import EventBase, tag_of
from engine.events import (
    CardDrawn,
    DeckShuffled,
    Event,
    RouteClaimed,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
)
from engine.optional_events import CardGained, NewspaperTurned, TunnelRevealed
from engine.values import RouteId

NEWSPAPER: Final = "newspaper-turned"
DECLARED: Final = "tickets-declared"


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat did in one go, and whether anything was shown since it began."""

    to: int  # the seq before it
    kind: str  # the type of the event that was the act
    route: RouteId | None = None
    shown: bool = False


Acts = tuple[Act, ...]


def acts_after(acts: Acts, event: Event, seq: int, before: Event | None, *, asked: bool) -> Acts:
    """The acts after one more event.

    Args:
        seq: of the event; `before`: the one before it.
        asked: every seat is asked for its tickets; what one has told before it was asked is no act.
    """
    match event:
        case CardDrawn(second=False) if acts and acts[-1].kind == NEWSPAPER:
            return (*acts[:-1], replace(acts[-1], kind=tag_of(event)))
        case CardDrawn(second=False) | NewspaperTurned(first=True):
            return (*acts, Act(to=_before_the_deck(seq, before), kind=tag_of(event), shown=True))
        case TunnelRevealed(route=route):
            to = _before_the_deck(seq, before)
            return (*acts, Act(to=to, kind=tag_of(event), route=route, shown=True))
        case RouteClaimed(route=route) if _begun_by_bid(acts, route):
            return (*acts[:-1], replace(acts[-1], kind=tag_of(event)))
        case RouteClaimed(route=route):
            return (*acts, Act(to=seq - 1, kind=tag_of(event), route=route))
        case TicketsDealt(setup=False):
            return (*acts, Act(to=seq - 1, kind=tag_of(event), shown=True))
        case TicketsDeclared() if not asked:
            return acts
        case TicketsKept(setup=True) | EventBase(is_act=True):
            return (*acts, Act(to=seq - 1, kind=tag_of(event)))
        case CardGained(card=None):
            return acts  # from the table's own deck
    if acts and event.shows and not acts[-1].shown:
        return (*acts[:-1], replace(acts[-1], shown=True))
    return acts


def _before_the_deck(seq: int, before: Event | None) -> int:
    """The seq before an act, of which a deck that was made anew for its card is part."""
    return seq - 2 if isinstance(before, DeckShuffled) else seq - 1


def _begun_by_bid(acts: Acts, route: RouteId) -> bool:
    return bool(acts) and acts[-1].kind == "tunnel-revealed" and acts[-1].route == route
