"""From a board/1 to what a maker holds in hand, and whether the board can be made at all.

`distances` measures what must not be too near to each other, `line_mending` leads lines that are into their
cities; `scene_pictures` draws the face as a file. An `order` says what is to be made of a board; `sheets`,
`templates`, `lists`, `reference`, `start_here` and `publication` make its files, `further` those of the
tiers after paper (`solids`, `drill`, `wiring_sheets`), `print_folder` writes them, whole or not at all. The
drawing itself is `table.board_drawing`, the same that the page shows. All of it needs the extra `print`, and
only the subcommand `board` (`commands`) loads it; `plain_letters` stands on nothing: `map check` asks it too.

Deliberately absent: games, sensors, the network.
"""
