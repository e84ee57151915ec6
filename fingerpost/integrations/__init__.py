"""SHELL: the table's side of the wire to the house, and tools for makers who listen to it."""
