"""A stored game for others: events as JSON lines, a table, or the words that the table heard.

While a game is not over its secrets are left out: what only one seat may know is in none of the forms. After
the end the events are whole, as hands are laid open on a table.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from announce import Wording
from engine import Event, GameMap, GameStarted, State, event_to_dict, seen_by
from storage.store import Log
from table.retelling import states
from tabletop import BoardLayout

FORMAT: Final = "fingerpost-events/1"
COLUMNS: Final = (
    "seq", "act", "turn", "at", "type", "seat", "route", "city", "length", "points", "total",
    "trains_left", "cards", "more",
)  # fmt: skip
"""The columns of the table; what an event has besides is a JSON object in `more`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicGame:
    """A game as the public may see it now."""

    log: Log
    game_map: GameMap
    events: tuple[Event, ...]  # secrets blank while the game is not over
    turns: tuple[int, ...]  # of each event
    acts: tuple[tuple[State | None, tuple[int, int], State], ...]  # before, (first, last), after
    over: bool


def shown(log: Log) -> PublicGame:
    """What may be shown of a stored game: of one event or more.

    Raises:
        ReplayError: the events are no game. MapError: its map is not here.
    """
    acts = tuple(states(log.events, log.acts, log.game_map))
    last = acts[-1][2]
    over = last.result is not None
    turns = tuple(after.turn for _, (first, end), after in acts for _ in range(first, end + 1))
    events = log.events if over else tuple(seen_by(event, None) for event in log.events)
    return PublicGame(log=log, game_map=last.game_map, events=events, turns=turns, acts=acts, over=over)


def as_jsonl(game: PublicGame, layout: BoardLayout | None) -> Iterator[str]:
    """A line that says what it is, then a line an event."""
    started = game.events[0]
    assert isinstance(started, GameStarted)  # no other event can begin a game
    head = {
        "format": FORMAT,
        "game": game.log.game_id,
        "edition": started.edition,
        "map": started.map,
        "cards": started.cards,
        "seats": list(started.seats),
        "events": len(game.events),
        "over": game.over,
        "secrets": "open" if game.over else "left out",
    }
    yield _json(head)
    for row in _rows(game):
        yield _json(row)


def as_csv(game: PublicGame, layout: BoardLayout | None) -> Iterator[str]:
    """A table with a head, a line an event."""
    yield _line(COLUMNS)
    for row in _rows(game):
        more = {key: value for key, value in row.items() if key not in COLUMNS}
        cells = [_cell(row.get(column)) for column in COLUMNS[:-1]]
        yield _line([*cells, _json(more) if more else ""])


def as_transcript(game: PublicGame, layout: BoardLayout | None) -> Iterator[str]:
    """What everybody heard of each act, a line an utterance, with its turn."""
    wording = Wording(game.game_map, layout)
    for before, (first, last), after in game.acts:
        events = game.log.events[first - 1 : last]
        for one in wording.events(before, events, after, first, by_token=False):
            if one.audience == "everyone" and one.normal:
                yield f"turn {after.turn}: {one.normal}"


FORMS: Final[Mapping[str, Callable[[PublicGame, BoardLayout | None], Iterator[str]]]] = MappingProxyType(
    {"jsonl": as_jsonl, "csv": as_csv, "transcript": as_transcript}
)


def _rows(game: PublicGame) -> Iterator[dict[str, object]]:
    for (first, last), at in zip(game.log.acts, game.log.times, strict=True):
        for seq in range(first, last + 1):
            place = {"seq": seq, "act": first, "turn": game.turns[seq - 1], "at": at}
            yield {**place, **event_to_dict(game.events[seq - 1])}


def _cell(value: object) -> str:
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line(cells: "list[str] | tuple[str, ...]") -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()
