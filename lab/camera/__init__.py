"""A camera that is not there: frames of a board drawn as a real lens would show it, from a seed.

The board's face is drawn once, flat (`board_art`). For each frame it is seen through a lens from a place
over the table; on it stand prisms with walls, tops and shadows (`solids`), things that are no tokens
(`things`) and hands that reach in (`hands`). `drawn_camera` is the whole, behind the same port as a camera
on a cable.

Deliberately absent: the truth for `vision`: it gets pixels and nothing else.
"""
