"""A thread that ends by an error: the table says that it stops, and the program ends with one line."""

import threading
from pathlib import Path

import pytest

from fingerpost import wiring
from fingerpost.cli import main
from fingerpost.commands import play
from fingerpost.devices.voice import OpenedVoice
from fingerpost.own_threads import whole_or_nothing
from lab.simulation.scripted_evening import Paper
from tests.waiting import until


def broken() -> None:
    raise KeyError("a word that no voice has")


def with_a_thread_that_dies(chosen: object, args: object, stop: threading.Event) -> bool:
    threading.Thread(target=broken, name="speaks to everyone", daemon=True).start()
    assert until(stop.is_set)  # or it would play on for ever
    return False


def test_given_a_thread_that_dies_while_a_table_plays_then_it_says_that_it_stops_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = Paper()
    monkeypatch.setattr(wiring.Builder, "voice", lambda *_: OpenedVoice([paper], None))
    monkeypatch.setattr(play, "play_game", with_a_thread_that_dies)
    (tmp_path / "table.toml").write_text(f'[store]\npath = "{tmp_path}"\n')
    assert main(["play", "--config", str(tmp_path / "table.toml")]) == 2
    [line] = paper.lines
    assert "I have to stop: something happened that I did not foresee." in line
    assert "KeyError 'a word that no voice has'" in capsys.readouterr().err


def test_given_threads_that_end_well_then_nothing_is_stopped() -> None:
    stop, before = threading.Event(), threading.excepthook
    with whole_or_nothing(stop):
        quiet = threading.Thread(target=lambda: None)
        quiet.start()
        quiet.join()
    assert not stop.is_set() and threading.excepthook is before
