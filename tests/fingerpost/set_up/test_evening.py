"""The whole stage before a game: voice and devices opened, a game chosen, all let go."""

import argparse
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from announce import Wording
from dialog.setup import Draft
from engine import Game, game_map
from fingerpost.before_game import choose
from fingerpost.config import Config, GameSection, HubSection, SpeechSection, StoreSection
from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.voice_settings import settings_of, voice_tuner
from fingerpost.evening.game_opening import open_game
from fingerpost.evening.handing_on import ChosenGame
from fingerpost.wiring import Builder
from storage.folder import latest
from storage.table_memory import keep, memory_of, recall
from table.set_up_table import SetUpTable
from tabletop import Button, DeviceHealth, Observation, board_layout
from tests.fingerpost.set_up.opened import Opened
from tests.piped import piped
from tests.table.setting_up_table import (
    DENVER,
    LAYOUT,
    LIVE,
    HubOnAPort,
    pressing,
)
from tests.waiting import PATIENCE_S


class Presser:
    """A device whose buttons are pressed one after the other."""

    def __init__(self, desk: SetUpTable, buttons: Sequence[Button]) -> None:
        self._desk, self._at = desk, 0.0
        self._due = list(buttons)

    def poll(self, at: float) -> None:
        """A press a second, by the clock of the presses: nobody waits here."""
        if not self._desk.setting_up.history:
            return
        if not self._due:
            self._desk.leave(self._at)
            return
        self._at = max(self._at, at) + 1.0
        for press in pressing(self._at, button=self._due.pop(0)):
            self._desk.handle(press, self._at)

    def close(self) -> None:
        """Nothing to let go."""


def chosen(config: Config, buttons: Sequence[Button], *, again: bool = True, ears: object = None) -> object:
    args = argparse.Namespace(keyboard=True, typed_ahead="")
    opened = Opened(args, lambda config, desk: [Presser(desk, buttons)], ears=ears)
    return choose(config, args, opened, new=False, again=again, stop=threading.Event())


def test_given_a_table_that_chooses_when_all_is_taken_then_game_and_memory_and_otherwise_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config(
        store=StoreSection(path=tmp_path / "games"),
        speech=SpeechSection(mute=True),
        game=GameSection(seats=("red", "blue")),
        given=frozenset({"edition", "seats", "map"}),
    )
    keep(memory_of(config.store.path), 200, None)
    assert chosen(config, ["ask"]) is None
    found = chosen(config, ["ask", "yes", "yes", "yes"])
    out = capsys.readouterr().out
    assert "Red square and blue disc; red square starts. Start?" in out
    assert isinstance(found, ChosenGame)
    assert (found.new, found.name, found.config.game.cards, found.config.speech.rate) == (
        True,
        None,
        "dealt",
        200,
    )
    assert recall(memory_of(config.store.path)).last == Draft(
        edition="us-accessible",
        cards="dealt",
        seats=("red", "blue"),
        starter="red",
        ears=(("red", "screen"), ("blue", "screen")),
    )


def test_given_a_number_that_rules_lost_when_answered_then_the_log_has_it_and_it_is_asked_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config(
        store=StoreSection(path=tmp_path),
        speech=SpeechSection(mute=True),
        game=GameSection(edition="legends-of-the-west", seats=("red", "blue")),
        given=frozenset({"edition", "cards", "seats"}),
    )
    keep(memory_of(tmp_path), 200, None)
    found = chosen(config, ["ask", "yes", "forward", "yes", "yes"])
    assert isinstance(found, ChosenGame)
    assert "Company bonus 2 dollars. Right?" in capsys.readouterr().out
    sitting = open_game(found.config, game_map("legends-east"), new=True, name=None)
    sitting.store.close()
    assert Game.replay(sitting.game.events).state.settings.company_bonus == 3
    found = chosen(config, ["ask", "forward", "yes", "yes"])
    assert isinstance(found, ChosenGame)
    assert "Right?" not in capsys.readouterr().out
    assert found.config.game.own_settings() == {"company_bonus": 3}
    found = chosen(config.but("game", settings={"company_bonus": 1}), ["ask", "forward", "yes", "yes"])
    assert isinstance(found, ChosenGame)
    assert "Right?" not in capsys.readouterr().out
    assert found.config.game.own_settings() == {"company_bonus": 1}


class Ears:
    """A voice whose speed can be set."""

    rate, volume, ready = 175, 100, True


def test_given_a_speed_of_another_evening_when_set_up_sets_one_then_the_game_speaks_so(
    tmp_path: Path,
) -> None:
    config = Config(
        store=StoreSection(path=tmp_path),
        game=GameSection(seats=("red", "blue")),
        speech=SpeechSection(mute=True),
        given=frozenset({"edition", "seats", "map"}),
    )
    keep(memory_of(tmp_path), 200, None)
    settings_of(tmp_path).write_text('{"rate": 300, "volume": 60}')
    ears = Ears()
    walk: list[Button] = ["forward", "forward", "forward", "yes", "forward", "yes", "yes", "yes", "yes"]
    found = chosen(config, walk, ears=ears)
    assert isinstance(found, ChosenGame)
    assert (found.config.speech.rate, ears.volume) == (325, 60)
    game = Ears()
    voice_tuner(game, settings_of(tmp_path))  # type: ignore[arg-type]
    assert (game.rate, game.volume) == (325, 60)


def test_given_a_service_that_is_ended_when_a_game_was_just_chosen_then_none_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fingerpost import cli

    class Ended(Presser):
        def poll(self, at: float) -> None:
            super().poll(at)
            if self._desk.setting_up.choice is not None:
                os.kill(os.getpid(), signal.SIGTERM)

    def open_parts(builder: Builder, config: Config, desk: SetUpTable, *rest: object) -> list[Ended]:
        return [Ended(desk, ["ask", "yes", "yes", "yes", "yes", "yes", "yes"])]

    monkeypatch.setattr(Builder, "hands", open_parts)
    monkeypatch.setenv("HOME", str(tmp_path))
    table = tmp_path / "table.toml"
    table.write_text(f'[game]\nset_up = true\nseats = ["blue", "red"]\n[store]\npath = "{tmp_path}/games"\n')
    keep(memory_of(tmp_path / "games"), 175, None)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        assert cli.main(["play", "--config", str(table), "--keyboard", "--mute"]) == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert latest(tmp_path / "games") is None
    assert recall(memory_of(tmp_path / "games")).last is not None


@pytest.mark.parametrize(("keys", "begins"), [(0, True), (11, False)])
def test_given_a_hub_without_keys_when_the_table_should_choose_then_the_game_is_as_the_file_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], keys: int, *, begins: bool
) -> None:
    hub, stop = HubOnAPort(keys), threading.Event()

    config = Config(
        store=StoreSection(path=tmp_path),
        speech=SpeechSection(mute=True),
        hub=HubSection(port=hub.name),
        game=GameSection(seats=("red", "blue")),
    )
    timer = threading.Timer(PATIENCE_S if begins else 2.0, stop.set)
    timer.start()
    args = argparse.Namespace(keyboard=False, typed_ahead=None)
    opened = Opened(
        args, lambda config, desk: [hub], lambda config, inbox: [HubPart(hub.name, LAYOUT, inbox)]
    )
    found = choose(config, args, opened, new=False, again=False, stop=stop)
    timer.cancel()
    assert (found == ChosenGame(config)) is begins
    assert ("the hub has no keys" in capsys.readouterr().err) is begins


def test_given_a_game_chosen_at_set_up_when_it_goes_on_then_nobody_is_welcomed_twice() -> None:
    from tests.criteria.panel_table import PanelTable

    state = PanelTable("us-accessible", "untracked").session.game.state
    wording = Wording(game_map("usa"), LAYOUT)
    alone, after = (wording.welcome(state, resumed=True, greeted=greeted)[0] for greeted in (False, True))
    assert alone.normal == f"Welcome back. {after.normal}"
    assert "the power" not in wording.welcome(state, resumed=True, cut=True, greeted=True)[0].normal.lower()


def test_given_nothing_but_keys_when_a_mute_table_is_set_up_then_no_loudspeaker_speed_or_pin_is_spoken_of(
    tmp_path: Path,
) -> None:
    """It asked whether the loudspeaker was heard, how fast to speak, and for tokens on pins."""
    done = piped(
        *("play", "--keyboard", "--set-up", "--mute", "--edition", "us-accessible", "--cards", "untracked"),
        lines="yes\nno\nno\nyes\nblue\nred\nyes\nyes\nyes\nyes\nstop\n",
        env={**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)},
    )
    said = " ".join(done.stdout.split())
    assert said.startswith(
        "Hello, this is Fingerpost. Nothing is spoken here; the words are shown. Button practice: "
    )
    assert (
        "In seating order: F1 is blue disc, F2 red square, and so on. Then Yes. Blue disc sits first." in said
    )
    assert not [word for word in ("loudspeaker", "Slower", "on any pin") if word in said]
    assert "New game: United States, cards in your hands. In turn order: blue disc and red square." in said


def test_given_a_pipe_when_a_table_sets_up_and_plays_then_no_line_is_lost_between(tmp_path: Path) -> None:
    games = tmp_path / "games"
    keep(memory_of(games), 200, None)
    file = tmp_path / "table.toml"
    file.write_text(
        f'[game]\nmap = "usa"\n[speech]\nmute = true\n[store]\npath = "{games}"\n', encoding="utf-8"
    )
    call = ["play", "--keyboard", "--set-up", "--config", str(file)]
    call += ["--edition", "us-accessible", "--seats", "red,blue", "--cards", "untracked"]
    done = piped(*call, lines="ask\nyes\nyes\nplace den om\nstop\n")
    said = done.stdout.splitlines()
    assert said[0] == "Fingerpost."
    assert "Red square and blue disc; red square starts. Start?" in said
    assert said[-1] == f"To go on with this game: fingerpost play --keyboard --config {file}, then Yes."
    assert said[-3].startswith("Red square claims Denver to Omaha: 4 trains, 7 points.")
    assert said[-2] == "All is saved. Goodbye."
    assert done.stderr == ""


# What stays open


class Sense:
    """A sense that notes how it fared; `news` comes with its first poll."""

    def __init__(self, inbox: Inbox, *news: DeviceHealth | Observation) -> None:
        self._inbox, self._news, self.closed = inbox, list(news), 0

    def poll(self, at: float) -> None:
        while self._news:
            self._inbox.put(self._news.pop())

    def close(self) -> None:
        self.closed += 1


def handing(config: Config, buttons: Sequence[Button]) -> tuple[object, list[Sense]]:
    """What set-up comes to, and the senses that were opened one after the other."""
    opened: list[Sense] = []

    def open_senses(config: Config, inbox: Inbox) -> list[Sense]:
        pins = [site.id for site in board_layout(config.game.map).pins()]
        felt = [Observation(site=site, sense="pin", seen="empty", at=0.0) for site in pins]
        opened.append(Sense(inbox, *felt, LIVE, DeviceHealth(device="pi", condition="fault", at=0.0)))
        return opened[-1:]

    args = argparse.Namespace(keyboard=True, typed_ahead="")
    builder = Opened(args, lambda config, desk: [Presser(desk, buttons)], open_senses)
    return choose(config, args, builder, new=False, again=True, stop=threading.Event()), opened


def table_of(folder: Path, *given: str) -> Config:
    keep(memory_of(folder), 175, None)
    return Config(
        store=StoreSection(path=folder),
        speech=SpeechSection(mute=True),
        hub=HubSection(port="any"),
        game=GameSection(seats=("red", "blue"), cards="untracked"),
        given=frozenset(given),
    )


def test_given_a_board_when_a_game_is_chosen_then_it_stays_open_with_all_that_it_has_said(
    tmp_path: Path,
) -> None:
    config = table_of(tmp_path, "edition", "seats", "cards")
    found, opened = handing(config, ["ask", "yes", "yes"])
    assert isinstance(found, ChosenGame) and found.handed is not None
    assert [sense.closed for sense in opened] == [0]
    assert [*map(id, found.handed.senses)] == [*map(id, opened)]
    assert found.handed.known[0] == LIVE  # health first, or no pin would be believed
    pins = {one.site for one in found.handed.known[1:] if isinstance(one, Observation)}
    assert pins == {site.id for site in LAYOUT.pins()}
    found.let_go()
    assert opened[0].closed == 1


def test_given_an_edition_of_another_board_when_it_is_chosen_then_only_that_board_stays_open(
    tmp_path: Path,
) -> None:
    config = table_of(tmp_path, "seats", "cards")
    found, opened = handing(config, ["ask", "yes", "forward", "forward", "yes", "ask", "yes"])
    assert isinstance(found, ChosenGame) and found.handed is not None
    assert found.config.game.map == "europe"
    assert [sense.closed for sense in opened] == [1, 0]
    assert [*map(id, found.handed.senses)] == [*map(id, opened[1:])]


def test_given_a_table_that_is_left_when_it_is_set_up_then_nothing_stays_open(tmp_path: Path) -> None:
    found, opened = handing(table_of(tmp_path), ["ask"])
    assert found is None
    assert [sense.closed for sense in opened] == [1]
    assert recall(memory_of(tmp_path)).last is None


def test_given_a_hub_when_an_evening_is_set_up_and_played_then_it_is_greeted_once_and_no_token_is_lost(
    tmp_path: Path,
) -> None:
    hub, stop = HubOnAPort(keys=11), threading.Event()

    def turning() -> None:
        while not stop.wait(0.005):
            hub.poll(0.0)

    file = tmp_path / "table.toml"
    file.write_text(
        f'[hub]\nport = "{hub.name}"\n[speech]\nmute = true\n[store]\npath = "{tmp_path}"\n', encoding="utf-8"
    )
    keep(memory_of(tmp_path), 175, None)
    call = [sys.executable, "-m", "fingerpost", "play", "--keyboard", "--set-up", "--config", str(file)]
    call += ["--edition", "us-accessible", "--seats", "red,blue", "--cards", "untracked"]
    world = threading.Thread(target=turning)
    world.start()
    play = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert play.stdin is not None and play.stdout is not None
    late = threading.Timer(PATIENCE_S, play.kill)
    late.start()
    try:
        said = [play.stdout.readline()]
        play.stdin.write("ask\nyes\nyes\n")
        play.stdin.flush()
        while said[-1] and said[-1] != "Red square to move.\n":
            said.append(play.stdout.readline())
        hub.put(DENVER)
        said.append(play.stdout.readline())
    finally:
        late.cancel()
        play.terminate()
        play.communicate(timeout=PATIENCE_S)
        stop.set()
        world.join()
        hub.close()
    assert said[-1].startswith("Red square claims Denver to Omaha")
    assert hub.asked.count(b"#h ") == 1
