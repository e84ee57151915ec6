"""SHELL: what a node does that the engine orders: a camera or a hub on this machine, for a table elsewhere.

Orders come in from `mqtt.node_client`, which also sends what is sensed; answers go out, and how far each
order is stands in the node's `info`. The device that is running obeys (`camera_orders`, `hub_orders`; remote
configuration of a sensor node) in its own time: a lesson of a camera takes many frames, a hub answers when it
can, and what it senses meanwhile is told as before.

Kept is what it was taught (lens, empty board, tokens) and how it was set, in files of this machine, so that
it is so after a restart, too (`node_memory`). An order that cannot be obeyed is answered with why, and what
was kept before stays.

Deliberately absent: the wire, and the game. A node tells what is there, and never what it means.
"""
