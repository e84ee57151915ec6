"""What happens to a simulated hub and its cable, and when: a script of JSON lines. Pure.

`{"at": 2000, "hang": 4000}` happens once, `{"at": 2000, "every": 30000, "rename": true}` again and again.
What can be requested is in DEEDS; docs/firmware.md tells what each does.
"""

import heapq
import json
from collections.abc import Iterable
from typing import Final

Request = dict[str, int | float | bool]

DEEDS: Final = {
    "contact": (("contact", "token"), ("bounce_ms",)),
    "key": (("key", "down"), ()),
    "flicker": (("flicker", "hz", "for_ms"), ()),
    "reboot": (("reboot",), ()),
    "brown": (("brown",), ()),
    "torn": (("torn",), ()),
    "hang": (("hang",), ()),
    "unplug": (("unplug",), ()),
    "plug": (("plug",), ()),
    "rename": (("rename",), ()),
    "loss": (("loss",), ()),
    "garble": (("garble",), ()),
    "baud": (("baud",), ()),
    "full": (("full",), ()),
}
"""What may be requested: the keys that must be there, and those that may."""


class FaultScriptError(Exception):
    """A line of a fault script that makes no sense; the message says which, and what to do."""


class FaultScript:
    """Requests in order of time."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._due: list[tuple[int, int, int, Request]] = []
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.lstrip().startswith("#"):
                at, every, request = _read(number, line)
                self._due.append((at, number, every, request))
        heapq.heapify(self._due)

    def next_ms(self) -> int | None:
        """When the next request is due; None: no more."""
        return self._due[0][0] if self._due else None

    def take(self, now_ms: int) -> list[Request]:
        """The requests that are due by now."""
        taken: list[Request] = []
        while self._due and self._due[0][0] <= now_ms:
            at, number, every, request = heapq.heappop(self._due)
            taken.append(request)
            if every:
                heapq.heappush(self._due, (at + every, number, every, request))
        return taken


def _read(number: int, line: str) -> tuple[int, int, Request]:
    def wrong(what: str) -> FaultScriptError:
        return FaultScriptError(
            f'fault script line {number}: {what}; write a line such as {{"at": 2000, "hang": 4000}}'
        )

    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise wrong("is no JSON") from None
    if not isinstance(request, dict):
        raise wrong("is no table")
    for key, value in request.items():
        if not isinstance(value, int | float) or not 0 <= value < 1 << 40:
            raise wrong(f"{key} is no number from 0 on")
    at, every = request.pop("at", -1), request.pop("every", 0)
    if at < 0:
        raise wrong('has no "at"')
    if 0 < every < 1:
        raise wrong("every is less than a millisecond")
    deed = next((deed for deed in DEEDS if deed in request), None)
    if deed is None:
        raise wrong(f"wishes nothing; one of {', '.join(DEEDS)}")
    needed, allowed = DEEDS[deed]
    if missing := [key for key in needed if key not in request]:
        raise wrong(f"{deed} needs {', '.join(missing)}")
    if strange := [key for key in request if key not in needed + allowed]:
        raise wrong(f"{deed} knows no {', '.join(strange)}")
    return int(at), int(every), request
