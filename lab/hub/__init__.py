"""A hub that is not there: the real firmware on simulated pins, behind a real pseudo-terminal.

`simulated_hub` runs the very files that go on a Pico, with `contacts` for pins and a clock that is passed
in. `world` and `hub_faults` say what happens to it, `cable` what its bytes suffer, all from seeds. As a
process (`hub_server`, `process`) it sits behind a pseudo-terminal (`pty_port`), which a host opens as a
serial port.

Deliberately absent: a second hub/1. Whatever the host accepts here the firmware has really said.
"""
