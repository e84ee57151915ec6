"""SHELL: stored games: the form of a log, reading, mending, copying, resuming and exporting one."""
