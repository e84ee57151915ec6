"""SHELL: the wires of a table, opened as its config wants them, and a client for makers who listen.

`house_wire` opens `mqtt`'s client as a sink of the session; what comes in goes to the inbox as a request.
Answers are kept beside the game, so that a restart does nothing twice (`answer_book`). `followed_host` keeps
the game of a host in another home. `listening` is for makers.

Deliberately absent: topics and envelopes, which are `mqtt`'s; what a request does, which is `table`'s.
"""
