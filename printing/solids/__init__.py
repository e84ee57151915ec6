"""Things to print in plastic: tokens, rings round the pins, tiles in braille, panels with all that is raised.

Outlines are shapely's, bodies are manifold3d's, which unites without a gap; a body becomes the same bytes
each time (`mesh_files`). Millimetres, z up, x right, y to the back; nothing is mirrored, but what is read
from below.

Deliberately absent: slicers, supports, colours.
"""

from printing.solids.solid_files import SolidError, check_solids, panel_solids, small_solids

__all__ = ["SolidError", "check_solids", "panel_solids", "small_solids"]
