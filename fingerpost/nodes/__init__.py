"""SHELL: what a node does that the engine orders: a camera or a hub on this machine, for a table elsewhere.

`mqtt.node_client` sends what is sensed and hands on what is ordered. The device that is running obeys
(`camera_orders`, `hub_orders`) in its own time: a lesson of a camera takes many frames, a hub answers when it
can; how far it is stands in the node's `info`, and the order is answered there. What it was taught (lens,
empty board, tokens) and how it was set is so after a restart, too (`node_memory`).

Deliberately absent: the wire, and the game. A node tells what is there, and never what it means.
"""
