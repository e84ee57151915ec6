"""A table with all that a backup takes, and the two commands."""

from pathlib import Path

import pytest

from fingerpost.cli import main

Table = tuple[Path, Path]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with a game, what was learned, a campaign and its config; and the config's file."""
    home = tmp_path / "table"
    games = home / "games"
    games.mkdir(parents=True)
    demo = [
        "demo",
        "--speed",
        "0",
        "--mute",
        "--no-camera",
        "--turns",
        "2",
        "--log",
        str(games / "game-0001.fingerpost"),
    ]
    assert main(demo) == 0
    (games / "senses-usa.json").write_text("{}")
    (home / "campaigns" / "west").mkdir(parents=True)
    (home / "campaigns" / "west" / "campaign.json").write_text("{}")
    (home / "users").mkdir()
    (home / "users" / "anna.password").write_text("open sesame")
    config = tmp_path / "table.toml"
    config.write_text(f'[store]\npath = "{games}"\n[mqtt]\nurl = "mqtt://anna:sesame@localhost"\n')
    return home, config


def backup(table: Table, file: Path) -> int:
    return main(["backup", str(file), "--config", str(table[1])])


def restore(table: Table, file: Path) -> int:
    return main(["restore", str(file), "--config", str(table[1])])


def tree(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}
