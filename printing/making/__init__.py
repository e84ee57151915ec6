"""PURE: from a map to a board: where its cities, pins, lines and labels lie, so that fingers have room.

`city_places` puts the cities where they are on earth and leads lines round each other; `city_codes` finds
the letters of their labels; `lines` draws every route as a line that depends on few points; `forces` says
how much too near things are to each other, and which way they should go; `growing` lets everything grow to
its size while it moves apart; `labelling` seats the labels; `writing` numbers channels and writes the
board/1 file; `tries` does all of it with ever less room between pins, until a board keeps every distance.

Deliberately absent: random numbers, clocks. The same map gives the same board on the same machine.
"""

from printing.making.city_places import MakeError
from printing.making.tries import made_board

__all__ = ["MakeError", "made_board"]
