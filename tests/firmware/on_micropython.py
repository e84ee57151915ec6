"""SHELL: the hub's firmware on MicroPython itself: its WebAssembly build under Node, or a Pico."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from firmware_bridge.firmware import firmware_files, hold_steps, release_steps

HERE: Final = Path(__file__).parent
NODE_FOLDER: Final = HERE / "micropython"
_BENCH: Final = ("pico_parts", "hub_script")
_PACKAGE: Final = "@micropython/micropython-webassembly-pyscript"
HEAP_BYTES: Final = 232 * 1024
"""What a Pico leaves to MicroPython; run.mjs begins with as much."""


class MicroPythonError(Exception):
    """MicroPython could not be run, or what it ran failed; the message says why."""


def bench_files() -> dict[str, Path]:
    """The firmware and the bench around it, by their place below the folder for modules."""
    files = {f"firmware_bridge/firmware/{file.name}": file for file in firmware_files()}
    files.update({f"tests/firmware/{name}.py": HERE / f"{name}.py" for name in _BENCH})
    return files


def under_node(*pieces: str, script: Path | None = None) -> list[str]:
    """Run pieces of Python one after the other; the lines that they print.

    Memory is freed between pieces only. `script`, if any, can be read as `/script`.

    Raises:
        MicroPythonError: Node or MicroPython's package is missing, or a piece raised.
    """
    node = shutil.which("node")
    if node is None or not (NODE_FOLDER / "node_modules" / _PACKAGE).is_dir():
        raise MicroPythonError(f"Node or {_PACKAGE} is missing; run scripts/setup test")
    files = {f"/lib/{place}": str(file) for place, file in bench_files().items()}
    if script is not None:
        files["/script"] = str(script)
    done = subprocess.run(
        [node, "run.mjs"],
        cwd=NODE_FOLDER,
        input=json.dumps({"files": files, "pieces": pieces}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MicroPythonError(done.stderr.strip() or f"node ended with {done.returncode}")
    return done.stdout.splitlines()


def on_pico(port: str, code: str, script: Path | None = None) -> list[str]:
    """Run Python on the Pico behind that port, from this computer's files; the lines that it prints.

    The hub there stands still meanwhile, and starts again afterwards.

    Raises:
        MicroPythonError: mpremote is missing, or it failed.
    """
    tool = shutil.which("mpremote") or shutil.which("mpremote", path=str(Path(sys.executable).parent))
    if tool is None:
        raise MicroPythonError("mpremote is missing; install it with: pip install mpremote")
    with tempfile.TemporaryDirectory() as folder:
        for place, file in bench_files().items():
            target = Path(folder) / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        if script is not None:
            shutil.copy(script, Path(folder) / "script")
        run = ["connect", port, "mount", folder, "exec", code]
        try:
            for step in hold_steps(port):
                _mpremote(tool, step)
            return _mpremote(tool, run).splitlines()
        finally:
            for step in release_steps(port):
                _mpremote(tool, step)


def _mpremote(tool: str, step: list[str]) -> str:
    done = subprocess.run([tool, *step], capture_output=True, text=True, check=False)
    if done.returncode:
        raise MicroPythonError(f"mpremote {' '.join(step)}: {done.stderr.strip()}")
    return done.stdout
