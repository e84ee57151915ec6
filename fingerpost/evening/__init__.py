"""SHELL: an evening at a real table: which game is played, what goes on from set-up into it, and the loop.

A config goes in, and the game that somebody chose. `set_up_choices` says what a file, the evening before and
a choice at the panel mean for the next game; `looks` what only a look tells before it. `game_opening` finds
the game that is gone on with, or begins one; `sitting_down` has its words, its bots and its side of a game in
two homes. What set-up has opened and heard goes on into the game (`handing_on`), and each seat's words go
where it hears them (`whose_ear`). `loop` then gives every device its turn, empties the one inbox, and feeds
the watchdog after each whole turn; before it says that it is ready, all its code is in memory (`all_loaded`).

A game that cannot be read is set aside and said, never overwritten; whoever hears nothing is never guessed.

Deliberately absent: making the things of a table (`fingerpost.wiring`), what they do (`devices`), and what a
game does with what they say (`table`).
"""
