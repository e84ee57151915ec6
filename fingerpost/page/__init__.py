"""SHELL: the page of a table, opened as its config wants it: address, seal, what the host takes along.

`opening` serves it (`web.page_part`, kept going by `web.kept_server`). Its certificate is made here
(`sealing`), and here stands what joins it with the files of a game, of which it knows nothing (`host_files`).

Deliberately absent: what stands on a page (`web`) and who may see it.
"""
