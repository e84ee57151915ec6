"""SHELL: the subcommands of `fingerpost`, a module each.

A call's words go in, and an exit status comes out: 0 done, 1 the answer is no, 2 the call or a file is wrong.
`all` lists them by name, those of other rooms (`club`, `printing`, `board_reading`, `integrations`, `upkeep`,
`lab`) too; each is imported when it is called, so that no other has to wait for it: this package loads none.
A module has `add`, which says what it takes, and `run`. What several share is `command_line`'s, but for
which stored game is meant (`which_game`); `campaign_lines` is how a campaign looks at a terminal.

Results go to standard output, words for people to standard error. Nothing is kept but the files that a call
names and the games it plays. What is wrong is raised as an error of one line (`fingerpost.cli` prints it).

Deliberately absent: what they do: each hands over to a room as soon as it knows what is wanted.
"""

import os

# Read by numpy when it is first loaded, and some of these modules load it: so before them. Our matrices are
# small; a second thread costs more than it helps, on a busy machine many times more.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
