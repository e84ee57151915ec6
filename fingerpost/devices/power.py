"""The Pi's own word about its supply and its heat: read at the start and each minute, told once each way."""

import shutil
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tabletop import DeviceHealth

THROTTLED: Final = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
HWMON: Final = Path("/sys/class/hwmon")
LOOK_S: Final = 60.0
CALM_LOOKS: Final = 5
"""So many looks without trouble, and it is over: a weak supply sags and recovers all the time."""

# Bits of `vcgencmd get_throttled`, the worst first: now, and since the start.
_CAUSES: Final = (("under-voltage", 0, 16), ("hot", 3, 19), ("throttled", 2, 18))


class PowerError(Exception):
    """The Pi was asked and gave no answer."""


def throttled_bits(throttled: Path = THROTTLED, hwmon: Path = HWMON) -> int | None:
    """What `vcgencmd get_throttled` tells, from the kernel if it knows, else from that program.

    Returns:
        None on a machine that is no Pi. A kernel that knows of the voltage only gives bit 0 alone.

    Raises:
        PowerError: the program is there and gives no answer.
    """
    with suppress(OSError, ValueError):
        return int(throttled.read_text(encoding="ascii"), 16)
    program = shutil.which("vcgencmd")
    if program is None:
        return _kernels_alarm(hwmon)
    try:
        told = subprocess.run(
            [program, "get_throttled"], capture_output=True, text=True, timeout=3, check=True
        )
        return int(told.stdout.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        alarm = _kernels_alarm(hwmon)
        if alarm is None:
            raise PowerError("vcgencmd gives no answer; is the user in the group video?") from None
        return alarm


def _kernels_alarm(hwmon: Path) -> int | None:
    for folder in sorted(hwmon.glob("hwmon*")):
        with suppress(OSError, ValueError):
            if (folder / "name").read_text(encoding="ascii").strip() == "rpi_volt":
                return int((folder / "in0_lcrit_alarm").read_text(encoding="ascii")) & 1
    return None


class PowerWatch:
    """What a series of looks means, told once each way. Pure."""

    def __init__(self) -> None:
        self._cause = ""  # as told
        self._past: set[str] = set()  # what is known to have been since the start
        self._calm = 0

    def look(self, bits: int, at: float) -> list[DeviceHealth]:
        """One look at the bits; `at` in monotonic seconds."""
        now = [
            cause
            for cause, is_now, since_start in _CAUSES
            if bits >> is_now & 1 or (bits >> since_start & 1 and cause not in self._past)
        ]
        self._past |= {cause for cause, _, since_start in _CAUSES if bits >> since_start & 1}
        if now:
            self._calm = 0
            return self._tell(now[0], f"get_throttled {bits:#x}", at) if not self._worse(now[0]) else []
        self._calm += 1
        return self._tell("", "", at) if self._cause and self._calm >= CALM_LOOKS else []

    def _worse(self, cause: str) -> bool:
        """Whether something at least as bad was told already."""
        order = [known for known, _, _ in _CAUSES]
        return bool(self._cause) and order.index(self._cause) <= order.index(cause)

    def _tell(self, cause: str, detail: str, at: float) -> list[DeviceHealth]:
        self._cause = cause
        return [
            DeviceHealth(
                device="pi", condition="fault" if cause else "live", at=at, cause=cause, detail=detail
            )
        ]


class PowerPart:
    """Looks each minute, in a thread of its own: the program that knows may take its time.

    Args:
        put: takes what is to be told, from that thread.
        look: the bits of `vcgencmd get_throttled`; None: this is no Pi.
    """

    def __init__(
        self, put: Callable[[DeviceHealth], None], look: Callable[[], int | None] = throttled_bits
    ) -> None:
        self._put = put
        self._look = look
        self._watch = PowerWatch()
        self._due = float("-inf")
        self._thread: threading.Thread | None = None

    def poll(self, at: float) -> None:
        """Look when it is time; on a machine that is no Pi never again."""
        if at >= self._due and (self._thread is None or not self._thread.is_alive()):
            self._due = at + LOOK_S
            self._thread = threading.Thread(target=self._once, args=(at,), name="power", daemon=True)
            self._thread.start()

    def _once(self, at: float) -> None:
        try:
            bits = self._look()
        except PowerError:
            return  # the doctor tells of it; the game has nothing to say
        if bits is None:
            self._due = float("inf")
            return
        for health in self._watch.look(bits, at):
            self._put(health)

    def close(self) -> None:
        """Wait for a look that is under way."""
        if self._thread is not None:
            self._thread.join(timeout=4.0)
