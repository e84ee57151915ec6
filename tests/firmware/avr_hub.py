"""SHELL: the small hub (firmware_bridge/avr) on an emulated ATmega328P, its UART on a pseudo-terminal."""

import json
import os
import select
import shutil
import subprocess
from pathlib import Path
from typing import Final

from lab.hub.hub_child import ChildProcess

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "firmware_bridge" / "avr"
FLASH_BYTES: Final = 4096
"""What the program may take of the chip's flash."""

_FLAGS: Final = (
    *("-mmcu=atmega328p", "-DF_CPU=16000000UL", "-std=gnu99", "-Wall", "-Wextra", "-Werror"),
    *("-funsigned-char", "-nostartfiles", "-mrelax", "-ffunction-sections", "-Wl,--gc-sections"),
    *("-Os", "-mstrict-X", "-fno-inline-small-functions", "-fno-move-loop-invariants"),  # what makes it small
    *("-fno-tree-dominator-opts", "-fno-tree-pre", "-fno-tree-scev-cprop", "-fno-tree-sink"),
    *("-fno-ssa-phiopt", "-fira-algorithm=priority"),  # and with both avr-gcc 5.4 and 14.2
)
_ANSWER_S: Final = 10.0


class AvrError(Exception):
    """The small hub could not be built or run; the message says why."""


def build(folder: Path) -> tuple[Path, Path]:
    """Compile the hub's program and the bench that runs it; both files, made in that folder.

    Raises:
        AvrError: a compiler is missing or refuses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    program, bench = folder / "hub.elf", folder / "bench"
    _compile(["avr-gcc", *_FLAGS, "-o", str(program), str(SOURCE / "hub.c")])
    _compile(
        ["cc", "-O2", "-Wall", "-Wextra", "-o", str(bench), str(SOURCE / "bench.c"), "-lsimavr", "-lutil"]
    )
    return program, bench


def flash_bytes(program: Path) -> int:
    """How much flash a program takes: its code, and the data that it copies from there."""
    sizes = _compile(["avr-size", str(program)]).splitlines()[1].split()
    return int(sizes[0]) + int(sizes[1])


def _compile(command: list[str]) -> str:
    if shutil.which(command[0]) is None:
        raise AvrError(f"{command[0]} is missing; run scripts/setup test")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AvrError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


class AvrHub(ChildProcess):
    """A running small hub: 64 sites, four keys; its pins are moved by the methods, its port is `port`."""

    def __init__(self, program: Path, bench: Path, seed: int = 0) -> None:
        super().__init__([str(bench), str(program), str(seed)])
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], _ANSWER_S)
        line = os.read(self._process.stdout.fileno(), 200) if ready else b""
        if not line:
            self.close()
            raise AvrError("the emulated hub gave no port; see its words on stderr")
        self.port = str(json.loads(line)["port"])

    def contact(self, channel: int, token: int, *, bounce_ms: int = 0) -> None:
        """Put something on a pin, or lift it (0); the contact may bounce first."""
        self._tell(f"c {channel} {int(token != 0)} {bounce_ms}")

    def contacts(self, levels: dict[int, int]) -> None:
        """Move many contacts in one instant."""
        self._tell("\n".join(f"c {channel} {int(level != 0)} 0" for channel, level in levels.items()))

    def key(self, index: int, down: bool) -> None:
        """Press a key, or let it go."""
        self._tell(f"k {index} {int(down)}")

    def cut_chain(self, cut: bool) -> None:
        """Cut the chain of chips, or mend it."""
        self._tell(f"b {int(cut)}")

    def reboot(self) -> None:
        """Press the reset button."""
        self._tell("r")

    def _tell(self, line: str) -> None:
        try:
            self.write(line.encode())
        except (OSError, ValueError) as error:
            raise AvrError(f"the emulated hub has ended ({error}); start another") from None
