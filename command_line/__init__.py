"""SHELL: what every subcommand shares, in whichever room it stands: what it is given, and where it answers.

A caller names things in words: a map, a board, seats and files become values or one line that says what is
wrong with them (`by_name`); options that several subcommands have stand once (`arguments`, `language`). What
a table may lack is told alike everywhere (`extras`). What goes out parts in two: results for programs to
standard output, words for people to standard error (`terminal`), with `progress` now and then where a person
waits. `streams` keeps everything that steers a terminal out of both; `screen` wraps lines, or leaves them
whole for screen readers and braille; `printed_words` is the table's own words there, as a sink of a session.

Deliberately absent: subcommands, which are loaded late, by name (`fingerpost.commands.all`); the config of a
table; cursors, colours and columns.
"""
