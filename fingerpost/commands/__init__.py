"""The subcommands of `fingerpost`, a module each, in the order of the help."""

from fingerpost.commands import (
    board_reading,
    calibrate,
    demo,
    doctor,
    hub,
    play,
    referee,
    replay,
    score,
    simulate,
)

ALL = (
    demo.add,
    play.add,
    board_reading.add_read,
    board_reading.add_watch,
    calibrate.add,
    hub.add,
    score.add,
    referee.add,
    replay.add,
    simulate.add,
    doctor.add,
)
