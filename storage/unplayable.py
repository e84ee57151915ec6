"""A stored game that cannot be played: what that is in a word, and saying it where nobody sees a screen."""

import time
from collections.abc import Sequence
from typing import Final

from announce import Wording
from engine import ReplayError
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


def say(error: Exception, wording: Wording, sinks: Sequence[Sink]) -> None:
    """Tell it aloud, and close the sinks; the line on the screen tells more."""
    at = time.monotonic()
    for sink in sinks:
        for told in wording.health(unreadable(error)):
            sink.say(told, at)
        sink.close()
