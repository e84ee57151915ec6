"""Things to print in plastic: tokens, rings round the pins, tiles in braille, panels with all that is raised.

A board/1 goes in; each solid that it asks for comes out as STL and 3MF (`solid_files`), and what cannot be
printed is said before anything is made. Outlines are shapely's, bodies are manifold3d's, which unites without
a gap (`shaping`; constructive solid geometry). `pieces` are the tokens and what is built on cities, `collars`
tell a route's colour to a finger, `labels` and `braille` a city's code, `panels` carry all that a finger
reads. Millimetres, z up, x right, y to the back; nothing is mirrored, but what is read from below.

Nothing is kept; a body becomes the same bytes each time (`mesh_files`), so that a file can be compared. Never
is a mesh open or turned inside out.

Deliberately absent: slicers, supports, colours.
"""

from printing.solids.solid_files import SolidError, check_solids, panel_solids, small_solids

__all__ = ["SolidError", "check_solids", "panel_solids", "small_solids"]
