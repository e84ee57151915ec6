"""SHELL: what the table tells the machine it runs on, and what it asks of it, in /run/fingerpost.

`state.json` (state/1) says what is played, without secrets, so that no upgrade comes into the middle of a
game. A newer version that is installed waits in `upgrade-waiting`; between games the table wishes to be
started anew. Only the folder that the service was given is written; a table at a terminal tells nobody.
"""

import json
import logging
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from storage.version import version
from storage.whole_file import write_whole

FORM: Final = "state/1"
RUN: Final = Path("/run/fingerpost")
HELPER: Final = Path("/usr/libexec/fingerpost-helper")
"""Does what is wished for; a service that was made without the package has none."""

UNPRESSED_S: Final = 120.0
"""A table that has neither been pressed nor spoken for so long, over or set up, is between games."""

_LOOK_S: Final = 1.0
_GOING_S: Final = 30.0  # a machine that is not off by then stays on
_ALL_MAY_READ: Final = 0o644
_LONGEST: Final = 64  # characters of a version
log = logging.getLogger("fingerpost.machine_state")
Phase = Literal["starting", "set-up", "game", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What the table does. `act`: the number of the last event that is stored."""

    phase: Phase
    game: str = ""
    act: int = 0


class MachineState:
    """Tells and asks; `folder` None: there is no service here, and every call does nothing."""

    def __init__(self, folder: Path | None, helper: Path = HELPER) -> None:
        self._helper = helper
        self._folder, self._told, self._looked = folder, "", float("-inf")
        self._used: float | None = None
        self._wished = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "MachineState":
        """The folder that the service manager made for this process."""
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        return cls(Path(folder) if folder else None)

    @property
    def switches_off(self) -> bool:
        """Whether a wish to switch off would be heard."""
        return self._folder is not None and self._helper.exists()

    def turn(self, status: Status, at: float, *, used: bool = False) -> None:
        """Time has passed. `used`: somebody pressed or set something in this turn, or words go on."""
        if used or self._used is None:
            self._used = at
        if self._folder is None or (at - self._looked < _LOOK_S and status.phase != "starting"):
            return
        self._looked = at
        waiting = self._waiting()
        self._tell(status, waiting)
        if waiting and self._between(status, at) and not self._wished:
            self.wish("settle")
            self._wished = True

    def wish(self, word: Literal["settle", "power-off"]) -> None:
        """Ask the machine for what only root may do."""
        if self._folder is not None:
            self._write("wish", f"{word}\n")

    def switch_off(self, stop: threading.Event) -> None:
        """Ask for it, and wait to be told to end: who ended before that would be started anew."""
        self.wish("power-off")
        stop.wait(_GOING_S)

    def _between(self, status: Status, at: float) -> bool:
        unpressed = self._used is not None and at - self._used >= UNPRESSED_S
        return status.phase in ("over", "set-up") and unpressed

    def _waiting(self) -> str:
        assert self._folder is not None
        try:
            told = (self._folder / "upgrade-waiting").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return told.strip()[:_LONGEST]

    def _tell(self, status: Status, waiting: str) -> None:
        text = json.dumps(
            {
                "format": FORM,
                "program": version(),
                "phase": status.phase,
                "game": status.game,
                "act": status.act,
                "waiting": waiting or None,
            }
        )
        if text != self._told and self._write("state.json", text + "\n"):
            self._told = text

    def _write(self, name: str, text: str) -> bool:
        assert self._folder is not None
        try:
            write_whole(self._folder / name, text.encode(), mode=_ALL_MAY_READ)
        except OSError as error:
            log.warning("%s/%s: %s; the game goes on", self._folder, name, error.strerror)
            return False
        return True


def told_state(folder: Path = RUN) -> dict[str, object]:
    """What the running table says of itself; empty where none runs."""
    try:
        told = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) and told.get("format") == FORM else {}
