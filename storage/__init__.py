"""SHELL: stored games: the form of a log, reading, mending, copying, resuming and exporting one.

One game is one SQLite file, one act one transaction, flushed before anything is told (`store`), and each act
once more in a plain file beside it (`acts_beside`). `log_format` says what is in it and brings older forms up
to date; `log_rows` reads and checks it row by row, as far as it is whole; `log_reading` joins what both files
know and never writes; `log_mending` makes a damaged one whole from what is left or from its second copy,
which a thread of its own writes to another card (`second_copy`). `resume` makes a game ready to be played
on, with what is to be said of its file; `folder` knows which games there are, `kept_logs` tells of them to
those who missed some. Small files are whole or as they were (`whole_file`): among them what the host's page
knows this home's seats by (`kept_pairing`).

Deliberately absent: what an event means, and when it is told.
"""
