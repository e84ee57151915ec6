"""Every device faked well enough to pass the tests of the real one; simulated evenings, and the demo.

`hub/` is the real firmware on simulated pins behind a real pseudo-terminal; `camera/` draws what a lens would
see, frame by frame, `rooms/` whole tables in rooms, for measuring, and `reading_tally` counts how well they
are read. `simulation/` plays scripts and simulated people against a real session, `two_homes/` two tables
over a bad line, `club_evening` a hall of them. `demo` plays a whole game on all of it; `series` has bots play
many, `arena/` programs and bots against each other. Everything follows from a seed.

`file_schemas` tells other programs what every file of ours may hold, made from the types (`file_formats`).

Deliberately absent: shortcuts into the game. Only the commands in `commands/` use this room, loaded by
name; nothing at a real table imports it.
"""
