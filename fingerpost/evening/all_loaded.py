"""SHELL: everything a running table may need of its own files, read before it says that it is ready.

A package manager puts a newer version's files into the place of these while a game is played. What was
imported by then is in memory; what was not would come from the new version, into the midst of the old one.
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from typing import Final

_ROOMS: Final = (
    *("engine", "tabletop", "firmware_bridge", "reconcile", "dialog", "announce", "audio"),
    *("mqtt", "bots", "table", "storage", "programs", "command_line", "upkeep", "integrations", "fingerpost"),
)
_WHERE_USED: Final = ("web", "vision")
"""What needs packages that not every table has: loaded whole where the table has begun to."""

_NOT_HERE: Final = (
    *("firmware_bridge.firmware", "fingerpost.commands", "integrations.commands", "upkeep.upgrade"),
)
"""What runs on a hub, and what a command of its own process is for."""


def load_all() -> None:
    """Import every module of ours that a table may come to use."""
    for room in (*_ROOMS, *(room for room in _WHERE_USED if room in sys.modules)):
        for name in _modules(room):
            try:
                importlib.import_module(name)
            except ImportError:
                continue  # an extra that this table has not, and so does not come to use


def _modules(room: str) -> Iterator[str]:
    package = importlib.import_module(room)
    pending = [(room, package.__path__)]
    while pending:
        above, paths = pending.pop()
        for found in pkgutil.iter_modules(paths, f"{above}."):
            if found.name.startswith(_NOT_HERE) or found.name.endswith("__main__"):
                continue
            yield found.name
            if found.ispkg and found.name in sys.modules:
                pending.append((found.name, sys.modules[found.name].__path__))
