"""A stored game that cannot be played: what that is in a word, and saying it where nobody sees a screen."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from announce import Wording
from engine import ReplayError
from storage.log_mending import set_aside
from storage.writer_lock import WriterLock
from table.errors import StoreError
from table.ports import Sink
from tabletop import DeviceHealth

CannotBePlayed: Final = (StoreError, ReplayError)
_SAID_SO: Final = ("newer", "busy", "empty")


def why(error: Exception) -> str:
    """`newer`, `busy`, `empty` (it was cut before its first word), else `unreadable`."""
    cause = error.cause if isinstance(error, StoreError) else ""
    return cause if cause in _SAID_SO else "unreadable"


def unreadable(error: Exception) -> DeviceHealth:
    """What the table is told of it."""
    return DeviceHealth(device="store", condition="fault", at=0.0, cause=why(error), detail=str(error))


def kept(path: Path, error: Exception) -> DeviceHealth:
    """What the table is told of a game that it cannot go on with; a damaged one is set aside first."""
    told = unreadable(error)
    if not (isinstance(error, StoreError) and error.cause in ("damaged", "foreign")):
        return told
    try:
        with WriterLock(path):
            aside = set_aside(path)
    except (OSError, StoreError):  # a card that can only be read: then it stays where it is
        return told
    return replace(told, cause="set-aside", detail=f"{told.detail}; it is kept as {aside}")


def say(error: Exception, wording: Wording, sinks: Sequence[Sink]) -> None:
    """Tell it aloud, and close the sinks; the line on the screen tells more."""
    say_health(unreadable(error), wording, sinks)


def say_health(health: DeviceHealth, wording: Wording, sinks: Sequence[Sink]) -> None:
    """Tell of it aloud, and close the sinks."""
    at = time.monotonic()
    for sink in sinks:
        for told in wording.health(health):
            sink.say(told, at)
        sink.close()
