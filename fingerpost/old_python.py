"""SHELL: what is said to a Python that is too old for the rest; written so that Python 3.7 reads it."""

from __future__ import annotations

import json
import sys

NEEDED = (3, 11)
"""The oldest Python that reads Fingerpost."""


def refuse(argv: list[str], version: tuple[int, ...]) -> int:
    """Say that it is too old; the doctor's line or doctor/1, for other commands one line on stderr.

    Returns:
        1 for the doctor, who has found something; else 2.
    """
    has, advice = ".".join(map(str, version)), "use Python 3.11 or newer"
    if argv[:1] != ["doctor"]:
        sys.stderr.write(f"fingerpost: Python {has} is too old; {advice}\n")
        return 2
    if "--json" in argv:
        check = {"id": "python", "ok": False, "fault": "python.old", "what": has, "advice": advice}
        told = {"format": "doctor/1", "program": "", "ok": False, "checks": [check]}
        sys.stdout.write(json.dumps(told) + "\n")
    else:
        sys.stdout.write(f"missing python: {has}; {advice}\n")
    sys.stderr.write("fingerpost doctor: the Python is too old to look at anything else.\n")
    return 1
