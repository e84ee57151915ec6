"""The entry point: it loads what a command needs, and Ctrl-C ends it at any moment without a traceback."""

import subprocess
import sys
from types import ModuleType

import pytest

from fingerpost.__main__ import main

WITHOUT_CAMERA = """
import sys
sys.modules["cv2"] = sys.modules["numpy"] = None
from fingerpost.__main__ import main
sys.exit(main())
"""


def test_given_no_opencv_when_a_hub_is_watched_then_it_is_not_missed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_CAMERA, "hub", "watch", "/dev/no-such-hub"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hub /dev/no-such-hub is not there; plug it in, or name another port\n"


class Loading(ModuleType):
    """A module that is interrupted while it is loaded."""

    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_given_ctrl_c_while_it_loads_when_pressed_then_it_ends_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "fingerpost.cli", Loading("fingerpost.cli"))
    assert main() == 130
