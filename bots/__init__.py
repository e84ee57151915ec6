"""PURE: players of our own, who see what one seat may see.

A bot is asked for a command when its seat has something to do (`players.Bot`) and answers from that seat's
view alone. One takes any legal act (`chance`) from numbers that look random (`mixing`); one plays towards its
tickets: what it wants (`plans`), what it claims (`claims`), draws (`draws`) and builds (`building`), with
trains and ships (`rails`), and with cards that lie in people's hands (`paper`); easy opponents are that one
with lapses. A third looks ahead (`strong`): what its seat cannot see is drawn by lot (`outline`) and the game
is played on (`playout`) on a board of numbers (`ground`), as often as a clock that is handed in allows
(`by_clock`).

Deliberately absent: other seats' hands, time, and any shortcut into the game: a bot's act is tried like
any.
"""
