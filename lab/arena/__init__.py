"""Programs and our own bots play each other: games of one deal in every order, and what they come to.

Luck is taken out by playing a block: the same deal as often as there are seats, each bot at each place once.
`match` plays one game of a series and knows nothing of the others: its number gives deal and places, so any
number of processes may play them. `standings` counts what came of them (Wilson
bounds of each share, a Bradley-Terry rating of all); `report` is the form arena/1 and its lines.

Deliberately absent: how a program is run, which is the same here as at a table (`programs`).
"""
