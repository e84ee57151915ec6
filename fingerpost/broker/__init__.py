"""SHELL: the broker of a house: files, certificates, users, roles, and whether all is as it should be.

Mosquitto does the work; this room writes what it reads (`files`, `club_bridge`), makes its certificate
(`certificates`), and tells it who may do what by its own tool (`control`). The roles themselves are a pure
table: what is not allowed there is denied (`roles`). `check` takes nothing on trust: it tries what an
engine may, and may not.

Deliberately absent: messages of a game, and secrets as arguments or in a log: each is in a file of its
owner's.
"""
