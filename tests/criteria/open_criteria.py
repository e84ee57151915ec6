"""The criteria of docs/criteria.md that no test proves yet; a new one without a test goes here."""

# 88: no place without a pin or collar is called empty (tests/vision/test_own_pins.py, test_covered_and_odd.py), and
# of the twenty pairs of a colour and another seat's outline sixteen are asked about or said as unknown. Four are
# believed by their colour: a blue or black square, a black star, a yellow cross.
OPEN: frozenset[int] = frozenset({88})
