"""The criteria of docs/criteria.md that no test proves yet; a new one without a test goes here."""

# 88: what neither pin nor collar shows is not called empty (test_own_pins.py, test_covered_and_odd.py);
# of twenty pairs of a colour and another seat's outline sixteen are asked about or unknown. Four go by
# their colour alone: a blue or black square, a black star, a yellow cross.
OPEN: frozenset[int] = frozenset({88})
