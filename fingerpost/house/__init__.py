"""SHELL: the wire to the house: the table's side, a node's, commands from outside, tools for makers."""
