"""A hub that is not there: the real firmware on simulated pins, behind a real pseudo-terminal."""
