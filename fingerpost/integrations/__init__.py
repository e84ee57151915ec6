"""SHELL: the table's side of the wire to the house, and tools for makers who listen to it.

`wire_sink` is the MQTT client as a sink of the session, before a game and in it; what comes in goes to the
inbox as a request. Answers are kept beside the game, so that a restart does nothing twice (`answer_book`).
`followed_host` keeps the game of a host in another home. `listening` is for makers.

Deliberately absent: topics and envelopes, which are `mqtt`'s; what a request does, which is `table`'s.
"""
