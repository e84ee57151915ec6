"""SHELL: the page of a table, opened as its config wants it: address, seal, what the host takes along.

A page part (`web.page_part`) and what [page] says go in; a server comes out that is kept going
(`web.kept_server`): a port that cannot be used is said in one line, tried again, and stops no game
(`opening`, which also says by which address phones find the page). Its certificate (TLS) comes from an
authority of the table's own, made here and renewed two months before it ends, in a thread that no game waits
for (`sealing`). What the host may take along, a game without secrets, a diagnosis, a picture of now, is made
when it is asked for (`host_files`).

Kept are authority and certificate, in a folder that only the table's user reads; of what the host takes
nothing. Never is a page served to the network unless the config says so.

Deliberately absent: what stands on a page (`web`) and who may see it.
"""
