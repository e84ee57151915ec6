"""SHELL: the wires of a table: what is opened of `mqtt` and `web`, as the config wants it, and kept on disk.

What table.toml says of a broker and of a table to follow goes in (`wire_settings`). `house_wire` makes a sink
of the session of it, which tells the house what happens; what comes in goes to the inbox as a request, from
nodes as observations. What was answered is kept beside the game (`answer_book`), so that a restart does
nothing twice. `followed_host` is the other way round: the game of a host in another home, kept here as it is
told, its acts wished for there. `listening` is a client for makers, with the subcommands `listen` and `mqtt`
(`commands`).

A broker that is away stops no game: only an address that can never be one is an error, of the call.

Deliberately absent: topics, envelopes and the outbox, which are `mqtt`'s; what a request does, which is
`table`'s; a broker of one's own (`fingerpost.broker`).
"""
