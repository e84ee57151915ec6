"""A camera that is not there: frames of a board drawn as a real lens would show it, from a seed.

What stands on the board goes in, with a lens, a place over the table and a time; frames come out, behind the
same port as of a camera on a cable (`drawn_camera`; synthetic images, rendered). The board's face is drawn
once, flat (`board_art`). For each frame it is seen through the lens; on it stand prisms with walls, tops and
shadows (`solids`), things that are no tokens (`things`) and hands that reach in (`hands`).

Kept is the face of the board, for it is dear to draw; a frame is made of its seed, its number and what stands
there, and comes out the same again.

Deliberately absent: the truth for `vision`: it gets pixels and nothing else.
"""
