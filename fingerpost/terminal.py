"""SHELL: words for the person at the terminal; what programs read goes to stdout."""

import sys


def tell_people(text: str) -> None:
    """One line for the person at the terminal."""
    sys.stderr.write(f"fingerpost: {text}\n")
    sys.stderr.flush()
