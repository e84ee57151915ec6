"""The criteria of docs/criteria.md that no test proves yet; none now. Whoever adds a promise puts its number in."""

OPEN = frozenset({})
