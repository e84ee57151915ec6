"""The subcommands of `fingerpost`, a module each, in the order of the help."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version

from fingerpost.commands import (
    board_reading,
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
    hub.add,
    score.add,
    referee.add,
    replay.add,
    simulate.add,
    doctor.add,
)


def version() -> str:
    """The installed version, or `0` from a bare checkout."""
    try:
        return installed_version("fingerpost")
    except PackageNotFoundError:
        return "0"
