"""SHELL: a node's side of the wire: a camera or a hub on this machine senses for a table on another one.

`node_client` sends what is sensed. While nobody hears, only what is sensed now is kept (`picture`,
`unsent`), and told whole to a table that comes: a press of that time is not for later. What the engine
orders is done by the device that is running (`camera_orders`, `hub_orders`) and remembered over a restart
(`node_memory`).

Deliberately absent: the game. A node tells what is there, and never what it means.
"""
