"""Every device faked well enough to pass the tests of the real one; simulated evenings, and the demo.

`hub/` is the real firmware on simulated pins behind a real pseudo-terminal; `camera/` draws what a lens would
see, frame by frame, `rooms/` whole tables in rooms, for measuring. `simulation/` plays scripts and simulated
people against a real session. `demo` plays a whole game on all of it; `series` has bots play many.
Everything follows from a seed.

Deliberately absent: shortcuts into the game. Only the commands in `commands/` use this room, loaded by
name; nothing at a real table imports it.
"""
