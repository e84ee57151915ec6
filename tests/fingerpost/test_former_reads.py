"""A newer version that does not come to be ready has left the games as the former one reads them."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fingerpost.cli import main
from fingerpost.devices.notify import Notifier
from storage.log_format import SCHEMA
from storage.store import read_file

LOGS = Path(__file__).parents[1] / "data" / "logs"


def schema(path: Path) -> int:
    """The form of a log; 0: nothing is in it."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
            return 0
        return int(db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0])


@pytest.mark.parametrize(
    ("stored", "before"),
    [
        ("us-dealt-unfinished", {"game-0001": 1}),
        ("us-untracked-whole", {"game-0001": 1, "game-0002": 0}),  # it is over: another begins
    ],
)
def test_given_games_of_an_older_version_when_a_newer_starts_then_none_is_of_its_form_before_it_is_ready(
    stored: str, before: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(LOGS / f"0.1.0-{stored}.fingerpost", games / "game-0001.fingerpost")
    config = tmp_path / "table.toml"
    config.write_text(
        f'[game]\nmap = "usa"\n[hub]\nport = "/dev/no-hub"\n'
        f'[speech]\nmute = true\n[store]\npath = "{games}"\n'
    )
    seen: list[dict[str, int]] = []

    def forms() -> dict[str, int]:
        return {path.stem: schema(path) for path in sorted(games.glob("*.fingerpost"))}

    def ready(notifier: Notifier, status: str = "") -> bool:
        seen.append(forms())
        os.kill(os.getpid(), signal.SIGTERM)
        return True

    monkeypatch.setattr(Notifier, "ready", ready)
    assert main(["play", "--config", str(config)]) == 0
    assert seen == [before]
    # When it ends it has been ready: what it played is on the disk, in its own form.
    newest = max(games.glob("*.fingerpost"))
    assert schema(newest) == SCHEMA and read_file(newest).fault is None
