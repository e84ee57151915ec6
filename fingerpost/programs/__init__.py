"""SHELL: programs that play a seat, as child processes (docs/writing-a-bot.md).

`keeper` is a process of its own: it starts the program with its limits and ends it and all its children when
the game ends, or the host dies. `child` is the host's side of the pipes, `seat_program` plays by them.
What is said over the pipes is `bots.talk`'s.

Deliberately absent: a prison. A program may read what its owner may read.
"""
