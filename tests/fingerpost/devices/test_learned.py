"""What was learned of a board is there on the next evening; a file that cannot be used costs one line."""

import logging
from pathlib import Path

import pytest

from engine import Game
from fingerpost.devices.learned import LearnedSink, known_tokens, learned_of, read_trust, tokens_of
from reconcile import Trust
from tabletop import SENSES, SiteId

STATE = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1).state
SITE = SiteId("denver-omaha")


def test_given_a_bad_pin_when_the_next_evening_comes_then_it_is_known(tmp_path: Path) -> None:
    path = learned_of(tmp_path, "usa")
    trust = read_trust(path)
    sink = LearnedSink(path, trust)
    sink.told((), STATE)
    assert not path.exists()
    trust.note(SITE, "pin", right=False)
    sink.told((), STATE)
    assert read_trust(path).of(SITE, "pin") == trust.of(SITE, "pin")
    assert [file.name for file in tmp_path.iterdir()] == ["senses-usa.json"]


def test_given_a_pin_that_flickered_after_the_last_act_when_the_table_stops_then_it_is_known_next_time(
    tmp_path: Path,
) -> None:
    path = learned_of(tmp_path, "usa")
    trust = read_trust(path)
    sink = LearnedSink(path, trust)
    sink.told((), STATE)
    trust.note(SITE, "camera", right=False)
    trust.note(SITE, "camera", right=True)
    trust.flickered(SITE, "pin")
    sink.close()
    again = read_trust(path)
    for sense in SENSES:
        assert again.of(SITE, sense) == trust.of(SITE, sense)
    assert again.of(SITE, "pin").rested(0.0).error(0.0005) > 0.02


@pytest.mark.parametrize("text", ["", "[1]", '{"a": 1}', '{"a": {"pin": [1, 1e9]}}', "\x00"])
def test_given_a_file_that_cannot_be_used_when_read_then_one_line_and_a_fresh_start(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = learned_of(tmp_path, "usa")
    path.write_text(text)
    with caplog.at_level(logging.WARNING):
        assert read_trust(path) == Trust()
    assert len(caplog.records) == 1
    assert "learned anew" in caplog.text


def test_given_a_file_that_cannot_be_reached_when_read_then_the_line_names_it_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games").touch()
    assert read_trust(learned_of(tmp_path / "games", "usa")) == Trust()
    [line] = caplog.messages
    path = tmp_path / "games" / "senses-usa.json"
    assert line == f"what was learned of the board, {path}: Not a directory; it is learned anew"


def test_given_a_card_that_cannot_be_written_when_much_is_learned_then_it_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    trust = Trust()
    (tmp_path / "games").touch()
    sink = LearnedSink(tmp_path / "games" / "senses.json", trust)
    for _ in range(3):
        trust.note(SITE, "pin", right=False)
        sink.told((), STATE)
    assert len(caplog.records) == 1
    (tmp_path / "games").unlink()
    sink.told((), STATE)
    assert read_trust(tmp_path / "games" / "senses.json").of(SITE, "pin") == trust.of(SITE, "pin")


def test_given_tokens_that_were_shown_when_a_table_names_no_file_then_it_reads_by_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert known_tokens(tmp_path, "usa") == ""
    path = tokens_of(tmp_path, "usa")
    look = '{"rgb": [1, 2, 3], "footprint_mm": 18}'
    path.write_text('{"format": "tokens/1", "seats": {"blue": ' + look + "}}", encoding="utf-8")
    assert known_tokens(tmp_path, "usa") == str(path)
    path.write_bytes(b"\xff{")
    assert known_tokens(tmp_path, "usa") == ""
    (line,) = caplog.records
    assert "tokens-usa.json: not JSON" in line.getMessage()
