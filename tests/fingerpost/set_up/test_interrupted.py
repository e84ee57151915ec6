"""Set-up by keyboard alone, without hub or camera; and left, killed or cut off at every step of it."""

import argparse
import json
import threading
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from dialog.setup import Draft
from engine import Game
from fingerpost.before_game import choose
from fingerpost.config import Config, SpeechSection, StoreSection
from fingerpost.devices.keyboard_part import KeyboardPart
from fingerpost.devices.voice_settings import settings_of
from fingerpost.evening.handing_on import ChosenGame
from lab.simulation.script import play
from storage.folder import latest, new_path
from storage.resume import begin
from storage.table_memory import Memory, keep, memory_of, recall
from table.set_up_table import SetUpTable
from tabletop import board_layout
from tests.fingerpost.set_up.opened import Opened

WALK = (
    "ask", "forward", "yes", "no", "no", "yes", "yes", "forward", "yes", "place denver omaha red",
    "lift denver omaha", "blue", "yes", "yes", "yes", "yes",
)  # fmt: skip
"""A first evening: faster, United States, cards in hands, a token and a key, who starts, start."""


class Ears:
    """A voice whose speed can be set."""

    rate, volume, ready = 175, 100, True


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn of the loop waits: its clock goes on with every look at it."""
    monkeypatch.setattr("fingerpost.evening.loop.TICK_S", 0.0)
    monkeypatch.setattr("fingerpost.evening.loop.time", SimpleNamespace(monotonic=count(0.0, 0.01).__next__))


def evening(folder: Path, *lines: str, given: tuple[str, ...] = ()) -> object:
    """What set-up comes to when these lines are typed and the input ends, as a closed terminal does."""

    def parts(config: Config, desk: SetUpTable) -> list[KeyboardPart]:
        typed = iter(["\n".join([*lines, ""])])
        layout = board_layout(config.game.map)
        return [KeyboardPart(desk, layout, pins=True, read=lambda: next(typed, None))]

    args = argparse.Namespace(keyboard=True, typed_ahead="")
    config = Config(store=StoreSection(path=folder), speech=SpeechSection(mute=True), given=frozenset(given))
    opened = Opened(args, parts, ears=Ears())
    return choose(config, args, opened, new=False, again=False, stop=threading.Event())


@pytest.mark.criterion(77)
def test_given_a_keyboard_alone_when_a_first_evening_is_set_up_then_the_game_is_the_one_that_was_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = evening(tmp_path, *WALK)
    said = capsys.readouterr().out
    assert isinstance(found, ChosenGame), said
    assert (found.config.game.edition, found.config.game.cards, found.config.game.seats) == (
        "us-accessible",
        "untracked",
        ("red", "blue"),
    )
    assert found.config.speech.rate == 200
    assert "Red square sits first. Lift it again." in said and "Blue disc is number 2." in said
    assert recall(memory_of(tmp_path)).rate == 200


def test_given_a_question_that_is_not_about_tokens_when_one_is_placed_then_what_is_asked_is_told_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At "Go on with it?" nothing at all was said."""
    evening(tmp_path, "place denver omaha")
    assert "Speed of speech. Back slower, Forward faster; Yes or No keeps it." in capsys.readouterr().out


@pytest.mark.parametrize("steps", range(len(WALK)))
def test_given_a_first_evening_when_it_is_left_at_any_step_then_nothing_of_it_is_kept(
    tmp_path: Path, steps: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evening(tmp_path, *WALK[:steps], *["stop"][: steps % 2]) is None
    assert capsys.readouterr().out.strip().endswith("No game has begun. Goodbye.")
    assert recall(memory_of(tmp_path)) == Memory()
    assert not settings_of(tmp_path).exists()
    assert latest(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_given_a_memory_of_another_board_when_a_stored_game_goes_on_then_it_is_still_known(
    tmp_path: Path,
) -> None:
    memory = memory_of(tmp_path)
    last = Draft(edition="europe", cards="dealt", seats=("red", "blue"), starter="red")
    keep(memory, 175, last)
    sitting = begin(new_path(tmp_path), Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1))
    sitting.store.append(1, sitting.game.events)
    sitting.store.close()
    found = evening(tmp_path, "ask", "yes", given=("map",))
    assert isinstance(found, ChosenGame) and found.greeted
    assert recall(memory).last == last


def test_given_a_power_cut_while_it_is_kept_when_recalled_then_it_is_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = memory_of(tmp_path)
    keep(memory, 175, None)

    def cut(number: int) -> None:
        raise OSError("the power went")

    monkeypatch.setattr("storage.whole_file.os.fsync", cut)
    keep(memory, 300, None)
    assert recall(memory).rate == 175
    assert json.loads(memory.read_text(encoding="utf-8"))["rate"] == 175


SCRIPT = (
    "> press ask yes", "> press no no", "> press yes", "> press yes", "> press forward yes",
    "> sets blue denver-omaha", "> lifts denver-omaha", "> press red", "> press yes yes", "> press yes",
    "> press yes",
)  # fmt: skip


@pytest.mark.criterion(43)
@pytest.mark.parametrize("steps", range(len(SCRIPT)))
def test_given_a_first_evening_when_the_power_goes_at_any_step_then_it_begins_as_on_the_first_one(
    steps: int,
) -> None:
    lines = ["evening map=usa camera=no edition=us-accessible", *SCRIPT[:steps], "> power cut"]
    lines += ["expect said Hello, this is Fingerpost.", "expect said Slower: Back."]
    assert play("\n".join(lines) + "\n").failed == ()
