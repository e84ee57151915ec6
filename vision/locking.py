"""Holding a camera's exposure, white balance and focus while the scene is still. Pure: time is passed in.

A camera that adjusts itself makes the whole board brighter or redder when an arm reaches in; one that is
held for ever clips when a lamp is switched on. So it is held, and let go for a moment after a step of light.
"""

from collections.abc import Mapping
from typing import Final, Literal, Protocol

import numpy as np

from vision.frame import Image

Values = Mapping[str, float]
"""What a camera is set to, by names such as `exposure`, `gain`, `white balance`, `focus`."""

SETTLE_S: Final = 2.0  # that a camera is given to adjust itself
CHECK_S: Final = 2.0  # after which what was set is read back: some drivers take it and forget
_TRIES: Final = 2
_DRIFT: Final = 0.1  # share by which a value that was held may differ when it is read back
_LEAST_DRIFT: Final = 2.0  # drivers round to steps of their own
_STEP: Final = (0.7, 1.4)  # brightness of the scene against what it was when held
_STEP_S: Final = 1.0  # for so long: a hand before the lens is no lamp


class Controls(Protocol):
    """What can be held of a camera."""

    def release(self) -> None:
        """Let the camera adjust itself."""

    def values(self) -> Values:
        """What it is set to now; only what it tells."""

    def hold(self, values: Values) -> None:
        """Stop adjusting, and set these."""


class ExposureLock:
    """Holds one camera's controls; call `started` when its stream starts and `look` with every picture."""

    def __init__(self, controls: Controls) -> None:
        self._controls = controls
        self._state: Literal["off", "settling", "checking", "held"] = "off"
        self._since = 0.0
        self._wanted: Values = {}
        self._bright = 0.0  # when it was held
        self._stepped_since: float | None = None
        self._tries = 0
        self.held = False  # True: everything the camera tells stays as it was set

    def started(self, at: float) -> None:
        """The stream began, or began again: drivers forget what was set before."""
        self._tries = 0
        self._let_go(at)

    def look(self, image: Image, at: float) -> str | None:
        """Judge one picture; what is worth a line in the log, if anything."""
        bright = _brightness(image)
        if self._state == "settling" and at - self._since >= SETTLE_S:
            return self._hold(bright, at)
        if self._state == "checking" and at - self._since >= CHECK_S:
            return self._check(bright, at)
        if self._state == "held" and self.held and self._stepped(bright, at):
            self._tries = 0
            self._let_go(at)
            return "the light has changed; the camera adjusts itself anew"
        return None

    def _let_go(self, at: float) -> None:
        self._controls.release()
        self._state, self._since, self.held = "settling", at, False
        self._stepped_since = None

    def _hold(self, bright: float, at: float) -> str | None:
        self._wanted = dict(self._controls.values())
        if not self._wanted:
            self._state = "held"
            return (
                "the camera tells neither exposure nor white balance nor focus; it goes on adjusting itself"
            )
        self._controls.hold(self._wanted)
        self._state, self._since, self._bright = "checking", at, bright
        return None

    def _check(self, bright: float, at: float) -> str | None:
        now = self._controls.values()
        lost = [name for name, value in self._wanted.items() if not _close(now.get(name), value)]
        # Some cameras report an exposure that is not the one they use while adjusting themselves.
        if not _STEP[0] <= _share(bright, self._bright) <= _STEP[1]:
            lost = [*lost, "brightness"]
        if not lost:
            self._state, self.held = "held", True
            told = ", ".join(f"{name} {value:g}" for name, value in self._wanted.items())
            return f"held: {told}"
        self._tries += 1
        self._let_go(at)
        if self._tries < _TRIES:
            return None
        self._state = "held"
        return f"the camera does not keep {' and '.join(lost)} as set; it goes on adjusting itself"

    def _stepped(self, bright: float, at: float) -> bool:
        """Whether the scene has been much darker or lighter for a while."""
        if _STEP[0] <= _share(bright, self._bright) <= _STEP[1]:
            self._stepped_since = None
            return False
        self._stepped_since = at if self._stepped_since is None else self._stepped_since
        return at - self._stepped_since >= _STEP_S


def _brightness(image: Image) -> float:
    """The median: an arm covers less than half of the picture."""
    return float(np.median(image[::16, ::16]))


def _share(now: float, then: float) -> float:
    return (now + 4.0) / (then + 4.0)


def _close(now: float | None, wanted: float) -> bool:
    return now is not None and abs(now - wanted) <= max(_LEAST_DRIFT, _DRIFT * abs(wanted))
