"""A machine with the package: the config of its table, and its service's folder of games."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from fingerpost import table_file
from fingerpost.doctor import table_check
from storage import places

SERVICE = 999
ANNA = 1000
ROOT = 0


def installed(folder: Path, patch: pytest.MonkeyPatch, *, caller: int, closed: bool = True) -> Path:
    """Such a machine below `folder`, of which `caller` asks; → the games of its table."""
    config, state = folder / "etc" / "table.toml", folder / "var" / "fingerpost"
    games = state / "games"
    games.mkdir(parents=True)
    config.parent.mkdir()
    config.write_text('[game]\nmap = "starter"\n[speech]\nmute = true\n')
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        patch.delenv(name, raising=False)
    patch.setenv("HOME", str(folder / "home"))
    (folder / "home").mkdir()
    for module in (places, table_file):
        patch.setattr(module, "OF_THE_MACHINE", config)
    for module in (places, table_check):
        patch.setattr(module, "STATE_OF_THE_MACHINE", state)
    patch.setattr(os, "geteuid", lambda: caller)
    _owned(patch, state)
    if closed:
        real = os.access
        patch.setattr(os, "access", lambda path, mode: Path(path) != games and real(path, mode))
    return games


def _owned(patch: pytest.MonkeyPatch, state: Path) -> None:
    """The service's folder is the service's, whoever runs the tests."""
    real = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> object:
        found = real(path, follow_symlinks=follow_symlinks)
        if path != state:
            return found
        return SimpleNamespace(st_uid=SERVICE, st_gid=SERVICE, st_mode=found.st_mode)

    patch.setattr(Path, "stat", stat)
