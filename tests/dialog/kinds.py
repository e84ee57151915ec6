"""Every mode there is, and every prompt, wherever it stands."""

import sys
from typing import Any

from dialog import Said


def kinds(base: type[Said], *, set_up: bool = False) -> set[Any]:
    """The classes of a base, in games or in set-up; of one that slots made twice, that which has the name."""
    found = {getattr(sys.modules[one.__module__], one.__name__) for one in base.__subclasses__()}
    return {one for one in found if one.__module__.startswith("dialog.setup.") == set_up}
