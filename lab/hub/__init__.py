"""A hub that is not there: the real firmware on simulated pins, behind a real pseudo-terminal.

What happens to pins goes in (`world`: tokens, fingers, bad contacts), and what goes wrong with hub and cable
(`hub_faults`, `cable`), all by seed and by a clock that is passed in. hub/1 bytes come out, as of a real
hub (software in the loop). `simulated_hub` runs the very files that go on a Pico, on inputs that `contacts`
answer for. As a process (`hub_server`; `process` and `hub_child` hold it) it sits behind a pseudo-terminal
(`pty_port`), which a host opens as a serial port, which can be pulled out and come back under another name.

Kept over a loss of power is its flash, as on a Pico, and nothing else. The same seed gives the same bytes.

Deliberately absent: a second hub/1. Whatever the host accepts here the firmware has really said.
"""
