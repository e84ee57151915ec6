"""SHELL: programs of others as child processes: players of a seat (docs/writing-a-bot.md), readers of boards.

`keeper` is a process of its own: it starts a player with its limits and ends it and all its children when
the game ends, or the host dies. `child` is the host's side of the pipes, where no read or write is waited
for without end; `seat_program` plays a seat by them, on the clock, and `called_programs` starts those that a
call or the config names. What a program did wrong it is told in words (`explaining`). `reader` gives a
program the paths of pictures, and takes its lines as they come (docs/reading-benchmark.md).

What is said over the pipes is `bots.talk`'s, which is pure: a test needs no process.

Deliberately absent: a prison. A program may read what its owner may read.
"""
