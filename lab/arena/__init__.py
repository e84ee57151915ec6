"""Programs and our own bots play each other: games of one deal in every order, and what they come to.

Bots and a seed go in; arena/1 comes out (`report`), as JSON or as lines. Luck is taken out by playing a block
(duplicate deals, as in bridge): the same deal as often as there are seats, each bot at each place once.
`match` plays one game of a series and knows nothing of the others: its number gives deal and places, so any
number of processes may play them. `standings` counts what came of them: Wilson bounds of each share, a
Bradley-Terry rating of all.

Nothing is kept between games: a bot is begun anew for each. One that breaks off, or asks for what the rules
do not allow, has that counted against it and stops nobody else's game.

Deliberately absent: how a program is run, which is the same here as at a table (`programs`).
"""
