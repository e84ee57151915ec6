"""PURE: cameras that stand elsewhere on the network: which names are theirs, and what may be told of them.

An address may hold a user's password, before its host or among its words after a `?`. Wherever a camera is
named, in words, logs, topics or pages, it is named by what `told` leaves.
"""

import re
from typing import Final

_SCHEMES: Final = ("http://", "https://", "rtsp://", "rtsps://")
_ADDRESS: Final = re.compile(
    r"(?P<scheme>\w+)://(?:[^/?#]*@)?(?P<host>(?:\[[0-9A-Fa-f:.]+\]|[^/?#:\[\]@]+)(?::\d+)?)(?P<path>/[^?#@]*)?(?:[?#].*)?",
    re.DOTALL,
)


def is_network(name: str) -> bool:
    """Whether a name is a network camera's address: http (MJPEG) or rtsp."""
    return name.lower().startswith(_SCHEMES)


def told(name: str) -> str:
    """A camera's name for people: of an address its host and path, without user, password and query."""
    if not is_network(name):
        return name
    found = _ADDRESS.fullmatch(name)
    if found is None:  # a port that is no number, a bracket that is not closed
        return f"{name.partition('://')[0].lower()}://?"
    return f"{found['scheme'].lower()}://{found['host']}{found['path'] or ''}"
