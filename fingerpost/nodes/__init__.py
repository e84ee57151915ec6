"""SHELL: a node's side of the wire: a camera or a hub on this machine senses for a table on another one."""
