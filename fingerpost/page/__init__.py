"""SHELL: the page as a part of the table: opened, kept going, of a set-up and then of its game.

`part` hands moments to the server's thread, and what a page wants to the game's; no state is shared.
`keeping` opens the server anew where its port was taken or it has ended. One page lives on from set-up into
its game, so that no phone has to come again.

Deliberately absent: what stands on a page (`web`) and who may see it.
"""
