"""A demo in two homes that cannot be: one line says why."""

from pathlib import Path

import pytest

from fingerpost.cli import main


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--homes", "kiel=red"], "hands travel by the page alone; give --page PORT, or --cards untracked"),
        (["--homes", "kiel=red", "--cards", "untracked"], "no broker answers here; give one by --mqtt"),
    ],
)
def test_given_homes_that_nobody_could_reach_when_a_demo_is_called_then_one_line_says_so(
    options: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fingerpost.integrations.wire_sink._listens", lambda host, port: False)
    demo = ["demo", "--mute", "--speed", "0", "--turns", "1", "--log", str(tmp_path / "game.fingerpost")]
    assert main([*demo, *options]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1
