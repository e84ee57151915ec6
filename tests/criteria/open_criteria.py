"""The criteria of docs/criteria.md that no test proves yet; a new one without a test goes here."""

OPEN: frozenset[int] = frozenset({88})
