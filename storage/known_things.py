"""Whether an event of a log names only what its map and its decks have: a file may hold anything."""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import lru_cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from engine import EditionError, Event, GameMap, GameStarted, MapError, edition, game_map
from engine.values import Card, CityId, RouteId, TicketId

_KINDS: Final[Mapping[object, str]] = {RouteId: "route", CityId: "city", TicketId: "ticket", Card: "card"}
Walk = Callable[[Any], Iterator[tuple[str, str]]]
"""From what a field holds to the names in it, each with its kind."""


class KnownThings:
    """What the events of one game may name."""

    def __init__(self, started: Event | None, own: GameMap | None = None) -> None:
        """What there is to name.

        Args:
            started: its first event; of a map or an edition that is not here nothing is known.
            own: the map that it is played on, where that is not the one that ships under this id.
        """
        self._known: dict[str, Container[str]] = {}
        if not isinstance(started, GameStarted):
            return
        try:
            board, rules = own or game_map(started.map), edition(started.edition)
        except (MapError, EditionError):
            return
        self._known = {
            "route": board.routes.keys(),
            "city": board.cities.keys(),
            "ticket": board.tickets.keys(),
            "card": rules.cards.union(rules.pile_cards),
        }

    def stranger(self, event: Event) -> str:
        """What it names that is not there, in words; empty: nothing."""
        if not self._known:
            return ""
        for kind, name in _named(event):
            if name not in self._known.get(kind, (name,)):
                return f"the {kind} {name[:60]!r}"
        return ""


def _named(event: Event) -> Iterator[tuple[str, str]]:
    for field, walk in _walks(type(event)):
        yield from walk(getattr(event, field))


@lru_cache
def _walks(kind: type[Event]) -> tuple[tuple[str, Walk], ...]:
    walks = ((field, _walk(hint)) for field, hint in get_type_hints(kind).items())
    return tuple((field, walk) for field, walk in walks if walk is not None)


def _walk(hint: object) -> Walk | None:
    """How the names in a field of this type are found; None: it can hold none."""
    if hint in _KINDS:
        told = _KINDS[hint]
        return lambda value: iter(((told, value),))
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        walks = [walk for one in inner if (walk := _walk(one)) is not None]
        return (lambda value: iter(()) if value is None else walks[0](value)) if walks else None
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis and (each := _walk(inner[0])):
        return lambda value: (found for one in value for found in each(one))
    if origin is dict:
        key, item = _walk(inner[0]), _walk(inner[1])
        return _both(key, item) if key or item else None
    return None


def _both(key: Walk | None, item: Walk | None) -> Walk:
    def walk(value: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
        for name, held in value.items():
            if key is not None:
                yield from key(name)
            if item is not None:
                yield from item(held)

    return walk
