"""Stand-ins for `pw-cat` and `pw-cli`: a sound server of files that moves streams about as PipeWire does.

A sink is there while `sinks/NAME` exists; what is heard there grows in `heard/NAME`. A stream whose sink is
not there, or goes, is moved to the loudspeaker `table`, unless it was opened with `node.dont-reconnect`.
"""

import os
import sys
from array import array
from pathlib import Path

import pytest

from audio.sound import Pcm

_CAT = """
import sys
from pathlib import Path
here = Path(sys.argv[1])
args = sys.argv[2:]
target = args[args.index("--target") + 1] if "--target" in args else "table"
stays = "--properties" in args and "node.dont-reconnect = true" in args[args.index("--properties") + 1]
while data := sys.stdin.buffer.raw.read(882):
    if not (here / "sinks" / target).exists():
        if stays:
            sys.exit(1)
        target = "table"
    with (here / "heard" / target).open("ab") as out:
        out.write(data)
"""
_CLI = """
import sys
from pathlib import Path
for sink in sorted((Path(sys.argv[1]) / "sinks").iterdir()):
    print(f'\\tid 41, type PipeWire:Interface:Node/3\\n\\t\\tnode.name = "{sink.name}"')
"""


_SILENCE = 441  # samples


class SoundServer:
    """A folder in which sound is heard."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        for name in ("sinks", "heard", "bin"):
            (folder / name).mkdir(parents=True)
        for name, program in (("pw-cat", _CAT), ("pw-cli", _CLI)):
            (folder / f"{name}.py").write_text(program)
            script = folder / "bin" / name
            script.write_text(f'#!/bin/sh\nexec {sys.executable} -S {folder}/{name}.py {folder} "$@"\n')
            script.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
        self.plug("table")

    def plug(self, name: str) -> None:
        """This sink is there."""
        (self._folder / "sinks" / name).touch()

    def unplug(self, name: str) -> None:
        """And is there no more."""
        (self._folder / "sinks" / name).unlink()

    def heard(self, name: str) -> int:
        """How many samples were heard there that are not silence."""
        return sum(1 for value in self._samples(name) if value)

    def quiet(self, name: str) -> bool:
        """Whether words were heard there to their end: silence follows them, as between any two."""
        return not any(self._samples(name)[-_SILENCE:])

    def _samples(self, name: str) -> "array[int]":
        path = self._folder / "heard" / name
        return Pcm(path.read_bytes() if path.exists() else b"").values()
