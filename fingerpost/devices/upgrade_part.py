"""What the package's own scripts leave for a running table to say: that a newer version finds no room."""

from collections.abc import Callable, Mapping
from os import environ
from pathlib import Path
from typing import Final

from tabletop import DeviceHealth

NOTE: Final = "upgrade-hindered"
"""In the folder that the service was given; `deploy/debian/preinst` writes it, and takes it away."""

LOOK_S: Final = 5.0


class UpgradePart:
    """Looks for the note now and then, and tells each change once.

    Args:
        put: takes what is to be told.
        environment: names the folder (`RUNTIME_DIRECTORY`); a table without a service has none.
    """

    def __init__(self, put: Callable[[DeviceHealth], None], environment: Mapping[str, str] = environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._put = put
        self._note = Path(folder, NOTE) if folder else None
        self._hindered, self._due = False, float("-inf")

    def poll(self, at: float) -> None:
        """Look when it is time."""
        if self._note is None or at < self._due:
            return
        self._due = at + LOOK_S
        hindered = self._note.exists()
        if hindered == self._hindered:
            return
        self._hindered = hindered
        self._put(
            DeviceHealth(
                device="upgrade",
                condition="fault" if hindered else "live",
                at=at,
                cause="no-room" if hindered else "",
            )
        )

    def close(self) -> None:
        """Nothing is held."""
