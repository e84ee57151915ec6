"""SHELL: the table before its game: set up by presses and voice alone."""
