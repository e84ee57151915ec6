"""SHELL: what pictures show of a board, without a game: files, a fixed camera, photographs.

Pictures go in, with the board they are of; what stands on each pin comes out, or why that cannot be told.
`commands` are `read` (pictures → what each shows), `watch` (one camera → what has settled) and `calibrate`
(views of a board → its lens, or how a table's tokens look). `finished_board` makes a position of one
photograph, which `fingerpost score` scores; `phone_photos` reads what phones send to a table's page.
`named_files` are the lens and the tokens that a caller names.

All seeing is `vision`'s: it is loaded only when there is a picture to look at, so that no other command
waits for OpenCV. What cannot be read is said in one line and is "unknown" in the answer, never guessed; no
picture is written down but where the caller says so.

Deliberately absent: a game's camera, which is a part of the table (`fingerpost.devices`); what a token means.
"""
