"""SHELL: what a node does that the engine orders: a camera or a hub on this machine, for a table elsewhere.

`mqtt.node_client` sends what is sensed and hands on what is ordered. The device that is running obeys
(`camera_orders`, `hub_orders`), and what it was told is remembered over a restart (`node_memory`).

Deliberately absent: the wire, and the game. A node tells what is there, and never what it means.
"""
