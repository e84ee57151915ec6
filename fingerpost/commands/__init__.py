"""The subcommands of `fingerpost`, a module each, in the order of the help."""

import os

# Read by numpy when it is first loaded, and some of these modules load it: so before them. Our matrices are
# small; a second thread costs more than it helps, on a busy machine many times more.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from fingerpost.commands import (
    board_reading,
    broker,
    calibrate,
    campaign,
    demo,
    doctor,
    earcons,
    export,
    games,
    hub,
    listen,
    map,
    mqtt,
    node,
    play,
    referee,
    replay,
    say,
    score,
    simulate,
    transcript,
)

ALL = (
    demo.add,
    play.add,
    board_reading.add_read,
    board_reading.add_watch,
    calibrate.add,
    hub.add,
    listen.add,
    mqtt.add,
    node.add,
    broker.add,
    score.add,
    referee.add,
    map.add,
    campaign.add,
    replay.add,
    transcript.add,
    games.add,
    export.add,
    simulate.add,
    say.add,
    earcons.add,
    doctor.add,
)
