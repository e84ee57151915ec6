"""Programs and our own bots play each other: games of one deal in every order, and what they come to.

`match` plays one game of a series and knows nothing of the others, so any number of processes may play them;
`standings` counts (Wilson bounds, Bradley-Terry); `report` is the form arena/1 and its lines. Deliberately
absent: how a program is run, which is the same here as at a table (`programs`).
"""
