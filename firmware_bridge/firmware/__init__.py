"""The firmware of a hub: MicroPython for a Raspberry Pi Pico (docs/firmware.md).

`core` is all of a hub but its hardware: sites and keys are settled (`sites`, `keys`), packets read and
written (`wire`, `messages`, `answers`), time and readings passed in. `board` and `usb` are the Pico's own,
so all else runs here as it does there. `firmware_files` are the files that go on it, each to the place that
`place_on_hub` tells. Deliberately absent: the game.
"""

from pathlib import Path

__all__ = ["firmware_files", "flash_steps", "hold_steps", "place_on_hub", "release_steps"]

_HERE = Path(__file__).parent
_NAMES = (
    "few", "pieces", "sites", "keys", "wire", "messages", "answers", "core", "pins", "board", "usb", "main",
    "start",
)  # fmt: skip


def firmware_files() -> list[Path]:
    """All files of the firmware; `start.py` last, so that a copy that was cut off does not start."""
    return [_HERE / f"{name}.py" for name in _NAMES]


def place_on_hub(file: Path) -> str:
    """Where a file goes on the hub: `main.py` for the start, else a file in the folder `firmware`."""
    return "main.py" if file.stem == "start" else f"firmware/{file.name}"


def flash_steps(port: str) -> list[list[str]]:
    """What `mpremote` is to be called with, one call after the other, to give a hub this firmware.

    Broken off midway the hub waits at its prompt, and the same steps can be done again.
    """
    folder = "import os; 'firmware' in os.listdir() or os.mkdir('firmware')"
    steps = [*hold_steps(port), ["connect", port, "exec", folder]]
    for file in firmware_files():
        steps.append(["connect", port, "fs", "cp", str(file), f":{place_on_hub(file)}"])
    return [*steps, *release_steps(port)]


def hold_steps(port: str) -> list[list[str]]:
    """Steps for `mpremote` that keep a hub from starting, by a file named `hold`.

    The first restarts the hub: once started, its watchdog would break off whatever takes more than 8 s.
    """
    hold = "f = open('hold', 'w'); f.close(); import machine; machine.reset()"
    return [["connect", port, "exec", "--no-follow", hold], ["sleep", "3", "connect", port, "exec", "pass"]]


def release_steps(port: str) -> list[list[str]]:
    """Steps for `mpremote` that let a held hub start."""
    release = "import os, machine; os.remove('hold'); machine.reset()"
    return [["connect", port, "exec", "--no-follow", release]]
