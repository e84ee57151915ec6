"""PURE but for passed time: one table's evening, from "Which game?" to the last score.

`Session` plays a game, `SettingUp` a table before its game; both take in what devices say (`handle`) and
that time has passed (`tick`), and neither knows a device. A session is one loop that owns its parts:
presses, findings about the board, requests, effects of the panel, claims, acts, words (see `session`). An
act is decided, stored, then told, in this order and no other. What anybody wants, by key (`keyboard`), page
or wire, is a `requests.Request`, and what comes of it an `answers.Answer`. What a page shows is one
immutable moment (`moment`).

Deliberately absent: files, sockets, threads, clocks, sounds. What a table needs of them stands in `ports`.
"""
