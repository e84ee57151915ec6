"""The criteria of docs/criteria.md that no test proves yet: none. A new one without a test goes here."""

OPEN: frozenset[int] = frozenset()
