"""A stored game as one audience heard it: what is told, how long, in which words, and what is kept back."""

from pathlib import Path

import pytest

from fingerpost.cli import main
from tests.storage.logs import played

LANGUAGES = ("en", "de", "fr", "es")
LEVELS = ("brief", "normal", "full")


def printed(capsys: pytest.CaptureFixture[str], *call: str) -> list[str]:
    assert main(["transcript", *call]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def over(tmp_path: Path) -> str:
    played(tmp_path / "over.fingerpost", acts=None)
    return str(tmp_path / "over.fingerpost")


@pytest.fixture
def running(tmp_path: Path) -> str:
    played(tmp_path / "running.fingerpost", acts=12)
    return str(tmp_path / "running.fingerpost")


def test_given_a_game_when_each_length_and_language_is_asked_for_then_each_tells_all_of_it(
    over: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {
        (language, level): printed(capsys, over, "--language", language, "--verbosity", level)
        for language in LANGUAGES
        for level in LEVELS
    }
    # What is long comes in steps of one breath: longer words may need one more.
    ends = {
        key: next(n for n, line in enumerate(lines) if "75" in line and "65" in line)
        for key, lines in told.items()
    }
    ends_of = {language: {ends[language, level] for level in LEVELS} for language in LANGUAGES}
    assert all(len(ends) == 1 for ends in ends_of.values()), ends_of
    assert max(ends.values()) - min(ends.values()) <= 2, ends_of
    for language in LANGUAGES:  # what follows of a topic that brief words have told is not said there
        lines = {level: len(told[language, level]) for level in ("brief", "normal", "full")}
        assert lines["brief"] <= lines["normal"] == lines["full"], language
    words = {level: sum(map(len, told["en", level])) for level in ("brief", "normal", "full")}
    assert words["brief"] < words["normal"] < words["full"]
    assert "Scheibe Blau" in " ".join(told["de", "normal"])
    assert "ear]" not in " ".join(told["en", "full"])


def test_given_a_seat_when_the_game_is_over_then_its_own_ear_is_told_and_no_others(
    over: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, over, "--audience", "blue")
    mine = [line for line in lines if line.startswith("    [blue disc's ear] ")]
    assert mine and not any("[red" in line for line in lines)
    table = printed(capsys, over)
    assert [line for line in lines if line not in mine] == table


def test_given_a_running_game_when_a_seats_words_are_asked_for_then_only_on_purpose(
    running: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["transcript", running, "--audience", "red"]) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.count("\n") == 1 and "--private" in said.err
    told = printed(capsys, running, "--audience", "red", "--private")
    assert any("[red square's ear]" in line for line in told)
    assert printed(capsys, running)


@pytest.mark.parametrize(
    ("call", "named"),
    [(["--audience", "black"], "--audience black"), (["--language", "xx"], "--language")],
)
def test_given_a_seat_or_language_that_is_not_there_when_asked_for_then_one_line_names_it(
    over: str, call: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["transcript", over, *call]) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.count("\n") == 1 and named in said.err
