"""What nobody may see of dealt cards, searched for in all that went over a broker."""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Final

_BLANK: Final = {
    "cards-dealt": ("cards",),
    "tickets-dealt": ("tickets",),
    "tickets-kept": ("kept", "returned"),
    "tickets-declared": ("tickets",),
    "game-started": ("seed", "deck", "ticket_deck", "removed"),
    "deck-shuffled": ("deck",),
}
"""The fields of events that are empty on the wire."""
_NEVER: Final = ("own", "hands", "seed", "tickets_open", "offered")
"""What no message has before the game is over."""


def before_the_end(payloads: Sequence[bytes]) -> list[bytes]:
    """What was sent before the end of the game opened the tickets."""
    end = next((place for place, one in enumerate(payloads) if b'"game-ended"' in one), len(payloads))
    return list(payloads[:end])


def secrets_in(payload: bytes, hands: Collection[bytes] = (), words: Collection[bytes] = ()) -> list[str]:
    """What of it is somebody's alone, a line each.

    `hands`: every hand that was held, as compact JSON; `words`: what single ears were told.
    """
    found = [f"hand {one.decode()}" for one in hands if one in payload]
    found += [f"words {one.decode()}" for one in words if one in payload]
    try:
        message = json.loads(payload)
    except ValueError:
        return found  # `online`, `offline`
    return found + [line for one in _objects(message) for line in _fields(one)]


def _objects(value: object) -> Iterator[dict[str, object]]:
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from _objects(one)
    elif isinstance(value, list):
        for one in value:
            yield from _objects(one)


def _fields(one: dict[str, object]) -> Iterator[str]:
    data = one.get("data")
    if isinstance(data, dict):
        kind = str(one.get("type"))
        yield from (f"{kind} {key}" for key in _BLANK.get(kind, ()) if data.get(key))
        if kind == "card-drawn" and data.get("from") != "row" and data.get("card"):
            yield f"{kind} card"
    yield from (key for key in _NEVER if one.get(key))
