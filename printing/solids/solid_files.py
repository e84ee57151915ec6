"""Which solids a board asks for, each as its two files; and what cannot be printed."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from manifold3d import Manifold

from engine import GameMap
from printing.solids.collars import collar_solids
from printing.solids.labels import codes, label_solids
from printing.solids.mesh_files import solid_files
from printing.solids.panels import panel_solid
from printing.solids.pieces import token_solids
from tabletop import BoardLayout

Told = Callable[[str], None]
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class SolidError(Exception):
    """A board that is not to be printed as solids; the message says why and what to do."""


def check_solids(layout: BoardLayout, *, bed: tuple[float, float] | None) -> None:
    """Look before anything is made, which takes a while.

    Args:
        bed: of the printer, mm; None: no panels are made.
    Raises:
        SolidError: a name that is no name of a file, a panel that is larger than the bed.
    """
    named = [*codes(layout), *(panel.id for panel in layout.panels)]
    wrong = [name for name in named if not _NAME.fullmatch(name)]
    if wrong:
        raise SolidError(f"{wrong[0]!r} is to name a file; give labels and panels letters and digits")
    for panel in layout.panels if bed is not None else ():
        if not _fits((panel.width, panel.height), bed or (0.0, 0.0)):
            size = f"{panel.width:g} x {panel.height:g} mm"
            raise SolidError(f"panel {panel.id} is {size}, larger than the bed; give --bed of that size")


def _fits(size: tuple[float, float], bed: tuple[float, float]) -> bool:
    """In one of two turns."""
    return any(wide <= bed[0] and deep <= bed[1] for wide, deep in (size, size[::-1]))


def small_solids(layout: BoardLayout, game_map: GameMap, letters: Mapping[str, str]) -> dict[str, bytes]:
    """Tokens, collars and tiles.

    Args:
        letters: colour of a route to its letter, in the language of the board.
    """
    colours = sorted({route.colour for route in game_map.routes.values()})
    return {
        **_files("tokens", token_solids(layout)),
        **_files("collars", collar_solids(colours, letters)),
        **_files("labels", label_solids(layout)),
    }


def panel_solids(
    layout: BoardLayout, game_map: GameMap, letters: Mapping[str, str], told: Told
) -> dict[str, bytes]:
    """Every panel.

    Args:
        told: is called with the id of each that is made.
    """
    made: dict[str, bytes] = {}
    for panel in layout.panels:
        made |= solid_files(f"panels/{panel.id}", panel_solid(layout, game_map, panel, letters))
        told(panel.id)
    return made


def _files(folder: str, solids: Iterable[tuple[str, Manifold]]) -> dict[str, bytes]:
    made: dict[str, bytes] = {}
    for name, solid in solids:
        made |= solid_files(f"{folder}/{name}", solid)
    return made
