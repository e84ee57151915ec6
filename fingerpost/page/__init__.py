"""SHELL: the page as a part of the table: opened, kept going, of a set-up and then of its game."""
