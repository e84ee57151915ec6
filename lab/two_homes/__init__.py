"""Two homes with one game, simulated: both tables whole but for their devices, and a line that is bad.

`line` is a broker at the host's home and the way from it to the other: delay, loss, messages that come
twice, cuts. `home` is one home: its session, its disk, its side of the wire (`mqtt.inbound`,
`mqtt.homes_heard` and `mqtt.host_link` as at a real table), a process that can be killed at any moment.
`evening` has people play: they set their tokens, do the errands of the other home, set one wrong now and
then, take an act back. Where cards are dealt, `socketless_page` serves the pages that are served at a real
table, `seat_line` has a seat's two conversations with them (`web.seat_talk`) over the same line, and
`far_people` play by what they are told there. Time is virtual, so that a night of games takes minutes and
each comes out the same again.

Deliberately absent: sockets, threads, clocks. `benchmarks/linked_games.py` plays many.
"""
