"""A finished board, read from one photograph → the position/1 that `fingerpost score` scores."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine import SEATS, GameMap, Seat, edition
from table.errors import CallError
from tabletop import (
    BoardLayout,
    Seen,
    ShownScore,
    SiteId,
    score_differences,
    shown_scores,
)

if TYPE_CHECKING:
    from vision import CameraModel, TokenLooks

_BUILDINGS = ("stations", "harbors")  # what a token on a city's pin can be
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Photographed:
    """What a photograph says about a finished game."""

    position: dict[str, object]  # position/1
    notes: tuple[str, ...]  # for people: what could not be read, what does not belong
    marks: Mapping[Seat, int]  # what each seat's score markers show, where the board has any


def photographed(
    image: Path,
    layout: BoardLayout,
    edition_name: str,
    game_map: GameMap,
    held: Mapping[Seat, object],
    camera: "CameraModel | None" = None,
    looks: "TokenLooks | None" = None,
) -> Photographed:
    """Read a photograph.

    Args:
        held: from `seat_holdings`: what the board does not show, in turn order.
        looks: how this table's tokens look; None: as the board's file says.
    Raises:
        CallError: the picture cannot be read, shows no board or no token, or the board is not the map's.
    """
    seen, note = _seen(image, layout, camera, looks)
    _matching(layout, game_map)
    notes = [f"{image}: {note}"] if note else []
    kinds = {name: layout.sites[name].kind for name in seen}
    claims, built = _standing(seen, kinds, held)
    seats = [*held, *(seat for seat in SEATS if seat not in held and (seat in claims or seat in built))]
    if not any(claims.get(seat) or built.get(seat) for seat in seats):
        why = note or "no token is seen on any pin; is this the finished board?"
        raise CallError(f"photo {image}: {why}")
    keys = [key for key in _BUILDINGS if key in edition(edition_name).position_keys]
    if built and not keys:
        cities = _named(_flat(built))
        notes.append(f"{image}: tokens on cities, where {edition_name} builds nothing: {cities}; not counted")
    notes += _doubts(image, seen, kinds)
    position: dict[str, object] = {
        "edition": edition_name,
        "map": game_map.id,
        "seats": [
            _seat(seat, claims.get(seat, []), keys, built.get(seat, []), held.get(seat)) for seat in seats
        ],
    }
    return Photographed(position=position, notes=tuple(notes), marks=_marks(layout, seen))


def seat_holdings(text: str, source: str) -> dict[Seat, object]:
    """What the board does not show: `{"blue": ["ticket-id", …], …}` in turn order.

    Instead of a list a seat may have position/1's own keys: `{"tickets": […], "coins": 3}`.

    Raises:
        CallError: not JSON, or no such object.
    """
    try:
        raw = json.loads(text)
    except RecursionError:
        raise CallError(f'--tickets {source}: too deep; give {{"blue": ["ticket-id"]}}') from None
    except ValueError as error:
        raise CallError(f'--tickets {source}: not JSON ({error}); give {{"blue": ["ticket-id"]}}') from None
    if not isinstance(raw, dict):
        raise CallError(f'--tickets {source}: no object; give {{"blue": ["ticket-id"]}}')
    held: dict[Seat, object] = {}
    for name, value in raw.items():
        seat = next((seat for seat in SEATS if seat == name), None)
        if seat is None:
            raise CallError(f"--tickets {source}: {str(name)[:40]} is no seat; seats are {', '.join(SEATS)}")
        if not isinstance(value, list | dict):
            raise CallError(f"--tickets {source}: {seat} has {str(value)[:40]}; give a list of ticket ids")
        held[seat] = value
    return held


def marks_off(marks: Mapping[Seat, int], score: Mapping[str, object], layout: BoardLayout) -> list[str]:
    """Score markers that stand elsewhere than a score/1 says, a sentence each."""
    rows = score["seats"]
    assert isinstance(rows, list)  # ours: score/1
    shown = tuple(ShownScore(seat=seat, points=points) for seat, points in marks.items())
    totals = {row["seat"]: row["total"] for row in rows}
    return [str(one) for one in score_differences(layout, shown, totals)]


def _seen(
    image: Path, layout: BoardLayout, camera: "CameraModel | None", looks: "TokenLooks | None"
) -> tuple[Mapping[SiteId, Seen], str]:
    from vision import CameraFileError, FrameError, StillReader, load_frame

    try:
        still = StillReader(layout, camera, looks=looks).read(load_frame(image))
    except FrameError as error:
        raise CallError(str(error)) from None
    except CameraFileError as error:
        raise CallError(f"photo {image}: {error}") from None
    if still.pose is None:
        raise CallError(f"photo {image}: {still.note}")
    return still.answers, still.note


def _standing(
    seen: Mapping[SiteId, Seen], kinds: Mapping[SiteId, str], held: Mapping[Seat, object]
) -> tuple[dict[Seat, list[str]], dict[Seat, list[str]]]:
    """Each seat's tokens on routes and on cities."""
    claims: dict[Seat, list[str]] = {seat: [] for seat in held}
    built: dict[Seat, list[str]] = {}
    for name, token in seen.items():
        seat = next((seat for seat in SEATS if seat == token), None)
        if seat is not None and kinds[name] != "score":
            (claims if kinds[name] == "route" else built).setdefault(seat, []).append(str(name))
    return claims, built


def _matching(layout: BoardLayout, game_map: GameMap) -> None:
    known = {str(name) for name in (*game_map.routes, *game_map.cities)}
    strange = [
        name for name, site in layout.sites.items() if site.kind in ("route", "city") and name not in known
    ]
    if strange:
        raise CallError(
            f"board {layout.map}: has {strange[0]}, which the map {game_map.id} has not; "
            "give the board of this edition's map, or name its map by --map"
        )


def _seat(
    seat: Seat, routes: Sequence[str], keys: Sequence[str], cities: Sequence[str], held: object
) -> dict[str, object]:
    own = dict(held) if isinstance(held, dict) else {"tickets": held or []}
    return {"seat": seat, "routes": list(routes), **{key: list(cities) for key in keys}, **own}


def _doubts(image: Path, seen: Mapping[SiteId, Seen], kinds: Mapping[SiteId, str]) -> list[str]:
    unknown = [str(name) for name, token in seen.items() if token == "unknown" and kinds[name] != "score"]
    if not unknown:
        return []
    pins = "1 pin" if len(unknown) == 1 else f"{len(unknown)} pins"
    return [f"{image}: {pins} cannot be read and count as empty; look at {_named(unknown)}"]


def _marks(layout: BoardLayout, seen: Mapping[SiteId, Seen]) -> dict[Seat, int]:
    shown = {item.seat: item.points for item in shown_scores(layout, seen) if item.points is not None}
    return {seat: shown[seat] for seat in SEATS if seat in shown}


def _flat(built: Mapping[Seat, list[str]]) -> list[str]:
    return [city for cities in built.values() for city in cities]


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
