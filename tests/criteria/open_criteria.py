"""The criteria of docs/criteria.md that no test proves yet: none. A new promise without a test is named here."""

OPEN = frozenset({})
