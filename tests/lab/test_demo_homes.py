"""A demo in two homes that cannot be: one line says why."""

from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace

import pytest

from fingerpost.cli import main
from integrations.followed_host import FollowedHost, Waits
from lab.commands.demo_homes import DemoHomes
from table.errors import CallError


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
    monkeypatch.setattr("integrations.house_wire._listens", lambda host, port: False)
    demo = ["demo", "--mute", "--speed", "0", "--turns", "1", "--log", str(tmp_path / "game.fingerpost")]
    assert main([*demo, *options]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1


def test_given_a_host_that_cannot_be_reached_when_a_demo_waits_then_it_says_what_a_table_says_in_its_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def sit_down(self: object, folder: object, stop: object, waits: Waits, **_: object) -> object:
        waits(None)
        waits("refused")
        return SimpleNamespace(store=SimpleNamespace(note=lambda kind: None))

    monkeypatch.setattr(FollowedHost, "sit_down", sit_down)
    args = Namespace(
        homes=None, follow="mqtt://bremen.example", home="kiel", host_table="demo", follow_page=None,
        follow_ca=None, follow_code=None, resume=False, language="de",
    )  # fmt: skip
    DemoHomes(args).host_game(tmp_path / "game.fingerpost")
    assert capsys.readouterr().err.splitlines() == [
        "fingerpost: Ich warte auf den Tisch in Bremen.",
        "fingerpost: Unter der Adresse von Bremen antwortet kein Nachrichtenbroker: er muss dort gestartet"
        " werden. Ich versuche es weiter.",
    ]


def test_given_somebodys_file_when_a_demo_follows_into_it_then_one_line_and_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FollowedHost, "sit_down", lambda *_, **__: None)  # else it would wait for that table
    diary = tmp_path / "diary.txt"
    diary.write_text("mine")
    args = Namespace(
        homes=None, follow="mqtt://bremen.example", home="kiel", host_table="demo", follow_page=None,
        follow_ca=None, follow_code=None, resume=False, language="en",
    )  # fmt: skip
    with pytest.raises(CallError, match="is there already"):
        DemoHomes(args).host_game(diary)
    assert diary.read_text() == "mine"
