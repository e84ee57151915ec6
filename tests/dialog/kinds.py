"""Every mode there is, and every prompt, wherever it stands."""

import sys
from typing import Any

from dialog import Said


def kinds(base: type[Said]) -> set[Any]:
    """The classes of a base; of a class with slots, which is made twice, the one that has the name."""
    return {getattr(sys.modules[one.__module__], one.__name__) for one in base.__subclasses__()}
