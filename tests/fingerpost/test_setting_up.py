"""The table before its game: what devices say, what the self-test finds, what is remembered and asked."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from announce import Wording
from dialog.setup import DeviceWell, Draft, EarWay, Facts, PinTour, Stage, StoredGame, Who
from engine import EDITIONS, SEATS, Game, Seat, game_map
from fingerpost.assemble import Inbox, Voice
from fingerpost.config import Config
from fingerpost.games import latest, new_path, remember, to_go_on
from fingerpost.play import HubPart
from fingerpost.remembered import Memory, keep, memory_of, recall
from fingerpost.resume import begin
from fingerpost.self_test import Sensed
from fingerpost.set_up_choices import can_press, ears_of, expected_of, facts_of, given_of, made, remembered
from fingerpost.set_up_evening import Chosen, Desk, choose, looked
from fingerpost.setting_up import Item, Made, SettingUp, Surroundings
from fingerpost.sound_config import sound_of
from fingerpost.tuning import Tuner, settings_of
from simulator.hub import SimulatedHub
from simulator.hub_port import Port
from tabletop import BoardLayout, Button, Device, DeviceHealth, Observation, Press, Seen, SiteId, board_layout
from tests.criteria.panel_table import Paper

LAYOUT = board_layout("usa")
DENVER, HELENA = SiteId("denver-omaha"), SiteId("helena-omaha")
PINS = [site for site in LAYOUT.pins() if site.channel is not None]
LIVE = DeviceHealth(device="hub", condition="live", at=0.0)
SEES = DeviceHealth(device="camera", condition="live", at=0.0)
BOTH: frozenset[Device] = frozenset({"hub", "camera"})


def pressing(at: float, *, button: Button | None = None, seat: Seat | None = None) -> tuple[Press, Press]:
    """A button goes down and comes up."""
    down = Press(button=button, seat=seat, action="down", at=at)
    return down, replace(down, action="up")


class Before:
    """A table before its game, on a fake clock."""

    def __init__(
        self,
        *,
        expected: frozenset[Device] = frozenset({"hub"}),
        around: Surroundings | None = None,
        facts: Facts | None = None,
        draft: Draft | None = None,
        coded: bool = True,
    ) -> None:
        self.paper, self.at = Paper(), 0.0
        ways = dict.fromkeys(SEATS, ("screen",))
        self.table = SettingUp(
            facts or Facts(editions=tuple(EDITIONS), ways=ways),  # type: ignore[arg-type]
            draft or Draft(),
            sensed=Sensed(LAYOUT, expected),
            wording=Wording(game_map("usa"), LAYOUT),
            sinks=[self.paper],
            around=around or Surroundings(),
            seed=3,
            coded=coded,
        )

    def sense(self, *items: Item) -> None:
        for item in items:
            self.table.handle(item, self.at)

    def board(self, *, sense: str = "pin", **seen: Seen) -> None:
        for site in PINS:
            self.see(site.id, seen.get(site.id.replace("-", "_"), "empty"), sense)

    def see(self, site: SiteId, seen: Seen, sense: str = "pin") -> None:
        self.sense(Observation(site=site, sense=sense, seen=seen, at=self.at))  # type: ignore[arg-type]

    def wait(self, seconds: float) -> list[str]:
        before = len(self.paper.said)
        for _ in range(round(seconds * 10)):
            self.at = round(self.at + 0.1, 3)
            self.table.tick(self.at)
        return self.said(before)

    def press(self, *buttons: Button) -> list[str]:
        before = len(self.paper.said)
        for button in buttons:
            self.wait(0.6)
            self.sense(*pressing(self.at, button=button))
        return self.said(before)

    def said(self, since: int = 0) -> list[str]:
        return [one.normal for one in self.paper.said[since:] if one.normal]

    def sounds(self, since: int = 0) -> list[str]:
        return [one.earcon for one in self.paper.said[since:] if one.earcon and not one.normal]


def ready(**more: object) -> Before:
    """A table whose hub has spoken, after hello."""
    before = Before(**more)  # type: ignore[arg-type]
    before.sense(LIVE)
    before.board()
    before.wait(1.0)
    return before


def test_given_speech_that_starts_slowly_when_waited_for_then_a_soft_sound_every_five_seconds() -> None:
    spoken: list[bool] = []
    before = Before(around=Surroundings(ready=lambda: bool(spoken)))
    before.sense(LIVE)
    assert before.wait(11.0) == []
    assert before.sounds() == ["wait"] * 3
    assert before.press("yes") == ["I am starting; one moment, please."]
    spoken.append(True)
    assert before.wait(0.2)[0] == "Hello, this is Fingerpost. If you hear this, the loudspeaker works."


def test_given_a_device_that_says_nothing_when_five_seconds_have_passed_then_it_is_not_waited_for() -> None:
    before = Before(expected=BOTH)
    before.sense(LIVE)
    before.board()
    assert before.wait(4.8) == []
    assert before.wait(0.4)[0].startswith("Hello")
    said = before.press("yes", "no", "no")
    assert said[-1] == "Camera lost: check its cable. Yes looks again, No goes on."


@pytest.mark.criterion(49)
def test_given_a_healthy_table_when_tested_then_the_pins_are_counted() -> None:
    before = ready()
    said = before.press("yes", "no", "no")
    assert f"Board: {len(PINS)} pins answer. All are empty." in said


@pytest.mark.criterion(49)
@pytest.mark.parametrize(
    ("item", "thing", "action"),
    [
        (DeviceHealth(device="hub", condition="lost", at=0.0, cause="silent"), "pins", "cable"),
        (DeviceHealth(device="camera", condition="lost", at=0.0, cause="unplugged"), "Camera", "cable"),
        (DeviceHealth(device="camera", condition="stale", at=0.0, cause="dark"), "camera", "dark"),
        (DeviceHealth(device="camera", condition="live", at=0.0, cause="blurred"), "lens", "wipe"),
        (
            DeviceHealth(
                device="camera", condition="lost", at=0.0, cause="board-lost", lacks=("front left corner",)
            ),
            "front left corner",
            "Move the arm towards you and to the left",
        ),
        (
            DeviceHealth(device="camera", condition="lost", at=0.0, cause="board-lost", lacks=("back edge",)),
            "back middle",
            "Move the arm away from you",
        ),
        (DeviceHealth(device="voice", condition="lost", at=0.0, cause="unplugged"), "loudspeaker", "cable"),
        (DeviceHealth(device="ear", ear="blue", condition="lost", at=0.0), "blue disc's ear", "Plug it in"),
        (DeviceHealth(device="store", condition="lost", at=0.0, cause="read-only"), "card", "power on"),
        (DeviceHealth(device="broker", condition="lost", at=0.0), "broker", "messages wait"),
        (DeviceHealth(device="panel", condition="lost", at=0.0, cause="knob"), "knob", "cable"),
        (DeviceHealth(device="pi", condition="fault", at=0.0, cause="hot"), "too hot", "air"),
        (
            DeviceHealth(device="pin", condition="fault", at=0.0, cause="chat", site=DENVER),
            "Denver to Omaha",
            "Check its wire",
        ),
    ],
)
def test_given_a_fault_when_tested_then_the_words_name_the_thing_and_the_action(
    item: DeviceHealth, thing: str, action: str
) -> None:
    before = ready(expected=BOTH)
    before.sense(SEES, item)
    before.table.panel.desk = replace(before.table.panel.desk, findings=before.table.sensed.findings())
    said = before.press("yes", "no", "no")[-1]
    assert thing.lower() in said.lower()
    assert action in said
    assert "No goes on" in said


@pytest.mark.criterion(49)
@pytest.mark.parametrize(
    ("pin", "picture", "words"),
    [
        ("something", "empty", "feels full but looks empty. Clear it"),
        ("empty", "blue", "feels empty but looks full. Press the token down"),
        ("unknown", "empty", "does not answer. Check its wire"),
    ],
)
def test_given_a_pin_and_a_picture_that_differ_when_tested_then_both_are_told_and_mending_is_seen(
    pin: Seen, picture: Seen, words: str
) -> None:
    before = Before(expected=BOTH)
    before.sense(LIVE, SEES)
    before.board(denver_omaha=pin)
    before.board(sense="camera", denver_omaha=picture)
    before.wait(1.0)
    said = before.press("yes", "no", "no")[-1]
    assert said.startswith(f"Pin Denver to Omaha {words}")
    assert before.press("yes")[-1] == said  # nothing was done: the same again
    before.see(DENVER, "empty")
    before.see(DENVER, "empty", "camera")
    assert before.press("yes")[0].startswith(f"Board: {len(PINS)} pins answer. All are empty. Camera: sees")


def test_given_an_arm_that_is_moved_when_other_corners_lack_then_each_step_is_told_without_a_press() -> None:
    before = ready(expected=BOTH)
    lost = DeviceHealth(device="camera", condition="lost", at=0.0, cause="board-lost", lacks=("left side",))
    before.sense(lost)
    before.table.panel.desk = replace(before.table.panel.desk, findings=before.table.sensed.findings())
    before.press("yes", "no", "no")
    count = len(before.paper.said)
    before.sense(replace(lost, lacks=("back left corner",)))
    before.sense(SEES)
    said = before.said(count)
    assert said[0].startswith(
        "The camera misses: back left corner. Move the arm away from you and to the left"
    )
    assert any(line.startswith("Ready") for line in said)


def test_given_tokens_that_tell_no_seat_when_set_then_the_button_or_the_list_is_offered() -> None:
    before = ready(coded=False)
    before.press("yes", "no", "no", "yes", "yes", "yes")
    assert isinstance(before.table.panel.mode, Who)
    count = len(before.paper.said)
    before.see(DENVER, "something")
    assert before.said(count)[0].startswith("A token, but whose? Press your seat button")
    before.sense(*pressing(before.at, seat="green"))
    assert before.table.panel.desk.draft.seats == ("green",)


def test_given_a_pin_and_a_camera_when_a_token_is_set_then_it_joins_once_by_what_the_camera_sees() -> None:
    before = ready(expected=BOTH, coded=False)
    before.sense(SEES)
    before.board(sense="camera")
    before.press("yes", "no", "no", "yes", "yes", "yes")
    count = len(before.paper.said)
    before.see(DENVER, "something")
    assert before.said(count) == []
    before.see(DENVER, "red", "camera")
    assert before.said(count) == ["Red square sits first. Lift it again."]


def test_given_a_camera_that_sees_a_token_when_its_pin_is_dead_then_the_tour_does_not_count_it() -> None:
    before = ready(expected=BOTH, coded=False)
    before.sense(SEES)
    before.board(sense="camera")
    before.wait(0.2)
    before.table.panel.mode = PinTour()
    count = len(before.paper.said)
    before.see(DENVER, "red", "camera")
    assert before.said(count) == []
    before.see(HELENA, "something")
    assert before.said(count) == [f"Helena to Omaha. 1 of {len(PINS)}."]


def test_given_a_lot_when_drawn_then_the_same_seed_draws_the_same_seat_and_it_starts() -> None:
    draft = Draft(edition="europe", cards="untracked", seats=("blue", "red", "green"))
    given: frozenset[Stage] = frozenset({"edition", "cards", "seats"})
    ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("screen",))
    facts = Facts(editions=("europe",), given=given, first=False, ways=ways)
    starters = set()
    for _ in range(2):
        before = ready(draft=draft, facts=facts)
        before.press("yes", "back", "yes", "yes")
        choice = before.table.choice
        assert isinstance(choice, Made)
        assert choice.draft.turn_order()[0] == choice.draft.starter
        starters.add(choice.draft.starter)
    assert len(starters) == 1


def test_given_later_evenings_when_set_up_then_the_words_are_brief_and_the_long_ones_are_kept() -> None:
    before = ready(facts=Facts(editions=tuple(EDITIONS), first=False))
    assert before.said() == ["Fingerpost. Loudspeaker works.", "The board is well.", "Ready. New game?"]
    assert before.paper.said[-1].full.startswith("Ready. New game: Yes.")


def test_given_a_repeat_a_seat_button_and_history_when_pressed_then_each_is_answered() -> None:
    before = ready()
    assert before.press("repeat") == []
    assert [one.normal for one in before.paper.repeated][-1].startswith("Slower")
    count = len(before.paper.said)
    before.sense(*pressing(before.at, seat="red"))
    assert before.said(count) == ["Red square."]


# What is remembered


def test_given_what_was_kept_when_recalled_then_it_is_the_same_and_damage_is_left(tmp_path: Path) -> None:
    path = memory_of(tmp_path / "games")
    assert recall(path) == Memory()
    ears: tuple[tuple[Seat, EarWay], ...] = (("red", "own"),)
    last = Draft(edition="europe", cards="dealt", seats=("red", "blue"), starter="blue", ears=ears)
    keep(path, 250, last)
    assert recall(path) == Memory(known=True, rate=250, last=last)
    keep(path, 250, None)
    assert recall(path) == Memory(known=True, rate=250)
    for text in ("{", "[]", '{"format": "other"}', "[" * 100_000):
        path.write_text(text, encoding="utf-8")
        assert recall(path) == Memory()


@pytest.mark.parametrize(
    "change",
    [
        {"edition": "chess"},
        {"edition": ["europe"]},
        {"cards": "both"},
        {"seats": ["blue"]},
        {"seats": 7},
        {"ears": [1], "edition": None},
    ],
)
def test_given_a_last_game_that_means_nothing_when_recalled_then_the_rest_is_kept(
    change: dict[str, object], tmp_path: Path
) -> None:
    import json

    path = memory_of(tmp_path)
    keep(path, 200, Draft(edition="europe", cards="dealt", seats=("red", "blue"), starter="blue"))
    plain = json.loads(path.read_text(encoding="utf-8"))
    plain["last"] |= change
    path.write_text(json.dumps(plain), encoding="utf-8")
    assert recall(path) == Memory(known=True, rate=200)


def test_given_a_card_that_cannot_be_written_when_kept_then_nothing_is_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    keep(memory_of(tmp_path / "file"), 200, None)
    assert recall(memory_of(tmp_path / "file")) == Memory()


# Which games can be gone on with


def test_given_stored_games_when_listed_then_the_one_played_last_first_and_others_newest_first(
    tmp_path: Path,
) -> None:
    now = datetime.now(UTC)
    assert to_go_on(tmp_path, None, now) == ()
    for name, board in (("europe", "europe"), ("us-accessible", "usa"), ("us-accessible", "usa")):
        sitting = begin(new_path(tmp_path), Game.new(name, board, ("blue", "red"), "untracked", 1))
        sitting.store.append(1, sitting.game.events)
        sitting.store.closed()
        sitting.store.close()
    remember(tmp_path / "game-0002.fingerpost")
    games = to_go_on(tmp_path, None, now)
    assert [game.name for game in games] == ["2", "3", "1"]
    assert games[0] == StoredGame(
        name="2", edition="us-accessible", seats=("blue", "red"), turn=1, to_move="blue", when="today"
    )
    assert [game.name for game in to_go_on(tmp_path, "europe", now)] == ["1"]
    assert to_go_on(tmp_path, None, now + timedelta(days=1))[0].when == "yesterday"
    assert to_go_on(tmp_path, None, now - timedelta(days=900))[0].when == "before"
    assert latest(tmp_path) == tmp_path / "game-0002.fingerpost"


def test_given_a_game_whose_power_went_when_listed_then_it_is_said_to_be_cut(tmp_path: Path) -> None:
    sitting = begin(new_path(tmp_path), Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1))
    sitting.store.append(1, sitting.game.events)
    sitting.store.close()
    [game] = to_go_on(tmp_path, None, datetime.now(UTC))
    assert game.cut


# What the file says is not asked


def test_given_a_config_when_facts_are_made_then_its_keys_are_given_and_the_last_edition_is_first() -> None:
    config = Config(map="usa", given=frozenset({"map", "seats"}), seats=("red", "blue"))
    last = Draft(edition="us-10th-anniversary", cards="dealt", seats=("red", "blue"))
    facts = facts_of(config, Memory(known=True, last=last), (), screen=True)
    assert facts.editions == ("us-10th-anniversary", "us-accessible")
    assert facts.given == {"seats", "starter"}
    assert not facts.first
    assert facts.ways["black"] == ("screen",)
    assert given_of(config) == Draft(seats=("red", "blue"), starter="red")
    assert len(facts_of(Config(), Memory(), (), screen=False).editions) == 6
    assert remembered(Config(), Memory(known=True, rate=300)).rate_wpm == 300
    spoken = Config(given=frozenset({"rate"}), rate_wpm=150)
    assert remembered(spoken, Memory(known=True, rate=300)).rate_wpm == 150


def test_given_a_game_that_was_made_when_played_then_board_and_order_are_its_own() -> None:
    draft = Draft(
        edition="europe",
        cards="untracked",
        seats=("blue", "red", "green"),
        starter="green",
        ears=(("red", "aloud"),),
    )
    config = made(Config(bots=("red", "black")), draft)
    assert (config.map, config.edition, config.cards) == ("europe", "europe", "untracked")
    assert config.seats == ("green", "blue", "red")
    assert config.bots == ("red",)
    assert config.aloud == ("red",)


def test_given_an_earphone_that_was_not_heard_when_the_game_is_made_then_it_has_none() -> None:
    sound = sound_of(
        {"ears.blue": "pipewire:one", "ears.red": "pipewire:two", "ears.shared": "pipewire:round"}
    )
    before = Config(sound=sound)
    assert ears_of(before, "blue", screen=False) == ("own", "shared")
    assert ears_of(before, "black", screen=False) == ("shared",)
    ears: tuple[tuple[Seat, EarWay], ...] = (("red", "shared"), ("blue", "own"))
    draft = Draft(edition="us-accessible", cards="dealt", seats=("blue", "red"), starter="blue", ears=ears)
    after = made(before, draft)
    assert tuple(after.sound.ears) == ("blue",)
    assert after.sound.shared == sound.shared


def test_given_a_table_when_nobody_can_press_anything_then_it_is_known() -> None:
    assert not can_press(Config(camera_device="0"), keyboard=False)
    assert not can_press(Config(hub_port="gpio"), keyboard=False)
    ways = (Config(panel_gpio=True), Config(hub_port="auto"), Config(mqtt_url="mqtt://localhost"))
    assert all(can_press(config, keyboard=False) for config in ways)
    assert can_press(Config(), keyboard=True)


def test_given_no_device_at_all_when_expected_then_only_the_disk_is_tested() -> None:
    assert expected_of(Config(mute=True)) == {"store"}


# The whole stage, with devices that only press


class Presser:
    """A device whose buttons are pressed one after the other."""

    def __init__(self, desk: Desk, buttons: Sequence[Button]) -> None:
        self._desk, self._at = desk, 0.0
        self._due = list(buttons)

    def poll(self, at: float) -> None:
        """A press a second, by the clock of the presses: nobody waits here."""
        if not self._desk.setting_up.history:
            return
        if not self._due:
            self._desk.stopping = True
            return
        self._at = max(self._at, at) + 1.0
        for press in pressing(self._at, button=self._due.pop(0)):
            self._desk.handle(press, self._at)

    def close(self) -> None:
        """Nothing to let go."""


def chosen(config: Config, buttons: Sequence[Button], *, again: bool = True, ears: object = None) -> object:
    def open_parts(
        config: Config,
        args: argparse.Namespace,
        desk: Desk,
        layout: BoardLayout,
        inbox: Inbox,
        speaker: object,
        wording: Wording,
    ) -> list[object]:
        return [Presser(desk, buttons)]

    return choose(
        config,
        argparse.Namespace(keyboard=True, typed_ahead=""),
        open_voice=lambda config, wording, inbox: Voice((), ears),  # type: ignore[arg-type]
        open_parts=open_parts,  # type: ignore[arg-type]
        new=False,
        again=again,
        stop=threading.Event(),
    )


def test_given_a_table_that_chooses_when_all_is_taken_then_game_and_memory_and_otherwise_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config(
        store_path=tmp_path / "games",
        mute=True,
        given=frozenset({"edition", "seats", "map"}),
        seats=("red", "blue"),
    )
    keep(memory_of(config.store_path), 200, None)
    assert chosen(config, ["ask"]) is None
    found = chosen(config, ["ask", "yes", "yes", "yes"])
    out = capsys.readouterr().out
    assert "United States, cards dealt. Start?" in out
    assert isinstance(found, Chosen)
    assert (found.new, found.name, found.config.cards, found.config.rate_wpm) == (True, None, "dealt", 200)
    assert recall(memory_of(config.store_path)).last == Draft(
        edition="us-accessible",
        cards="dealt",
        seats=("red", "blue"),
        starter="red",
        ears=(("red", "screen"), ("blue", "screen")),
    )


class Ears:
    """A voice whose speed can be set."""

    rate, volume, ready = 175, 100, True


def test_given_a_speed_of_another_evening_when_set_up_sets_one_then_the_game_speaks_so(
    tmp_path: Path,
) -> None:
    config = Config(
        store_path=tmp_path, given=frozenset({"edition", "seats", "map"}), seats=("red", "blue"), mute=True
    )
    keep(memory_of(tmp_path), 200, None)
    settings_of(tmp_path).write_text('{"rate": 300, "volume": 60}')
    ears = Ears()
    walk: list[Button] = ["forward", "forward", "forward", "yes", "forward", "yes", "yes", "yes", "yes"]
    found = chosen(config, walk, ears=ears)
    assert isinstance(found, Chosen)
    assert (found.config.rate_wpm, ears.volume) == (325, 60)
    game = Ears()
    Tuner(game, settings_of(tmp_path))  # type: ignore[arg-type]
    assert (game.rate, game.volume) == (325, 60)


def test_given_a_service_that_is_ended_when_a_game_was_just_chosen_then_none_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fingerpost import cli
    from fingerpost.commands import play

    class Ended(Presser):
        def poll(self, at: float) -> None:
            super().poll(at)
            if self._desk.setting_up.choice is not None:
                os.kill(os.getpid(), signal.SIGTERM)

    def open_parts(config: Config, args: object, desk: Desk, *rest: object) -> list[Ended]:
        return [Ended(desk, ["ask", "yes", "yes", "yes", "yes", "yes", "yes"])]

    monkeypatch.setattr(play, "_set_up_parts", open_parts)
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


class HubOnAPort:
    """A hub on a pseudo-terminal, as a part of the loop."""

    def __init__(self, keys: int) -> None:
        channels = [int(site.channel) for site in LAYOUT.pins() if site.channel is not None]
        self._hub, self._port = SimulatedHub(max(channels) + 1, keys=keys), Port(None)
        self.name, self._since = self._port.plug(), time.monotonic()

    def poll(self, at: float) -> None:
        now_ms = round((time.monotonic() - self._since) * 1000)
        self._port.give(self._hub.advance(now_ms, self._port.take()))

    def close(self) -> None:
        self._port.unplug()


@pytest.mark.parametrize(("keys", "begins"), [(0, True), (11, False)])
def test_given_a_hub_without_keys_when_the_table_should_choose_then_the_game_is_as_the_file_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], keys: int, *, begins: bool
) -> None:
    hub, stop = HubOnAPort(keys), threading.Event()

    def open_parts(
        config: Config, args: object, desk: Desk, layout: BoardLayout, inbox: Inbox, *rest: object
    ) -> list[object]:
        return [hub, HubPart(hub.name, layout, inbox)]

    config = Config(store_path=tmp_path, mute=True, hub_port=hub.name, seats=("red", "blue"))
    timer = threading.Timer(20.0 if begins else 2.0, stop.set)
    timer.start()
    found = choose(
        config,
        argparse.Namespace(keyboard=False, typed_ahead=None),
        open_voice=lambda config, wording, inbox: Voice((), None),
        open_parts=open_parts,  # type: ignore[arg-type]
        new=False,
        again=False,
        stop=stop,
    )
    timer.cancel()
    assert (found == Chosen(config)) is begins
    assert ("the hub has no keys" in capsys.readouterr().err) is begins


def test_given_a_game_chosen_at_set_up_when_it_goes_on_then_nobody_is_welcomed_twice() -> None:
    from tests.criteria.panel_table import PanelTable

    state = PanelTable("us-accessible", "untracked").session.game.state
    wording = Wording(game_map("usa"), LAYOUT)
    alone, after = (wording.welcome(state, resumed=True, greeted=greeted)[0] for greeted in (False, True))
    assert alone.normal == f"Welcome back. {after.normal}"
    assert "the power" not in wording.welcome(state, resumed=True, cut=True, greeted=True)[0].normal.lower()


def test_given_a_hand_that_was_dealt_when_it_should_be_said_aloud_then_it_is_refused() -> None:
    from tests.criteria.panel_table import PanelTable

    table = PanelTable("us-accessible", "dealt")
    with pytest.raises(ValueError, match="blue: a dealt hand is not said aloud"):
        table.session.say_aloud(("blue",))
    open_cards = PanelTable("us-accessible", "untracked")
    open_cards.session.say_aloud(("blue",))
    open_cards.paper.said.clear()
    open_cards.press("ask")
    assert {one.audience for one in open_cards.paper.said} == {"everyone"}


def test_given_a_pipe_when_a_table_sets_up_and_plays_then_no_line_is_lost_between(tmp_path: Path) -> None:
    games = tmp_path / "games"
    keep(memory_of(games), 200, None)
    file = tmp_path / "table.toml"
    file.write_text(
        f'[game]\nmap = "usa"\n[speech]\nmute = true\n[store]\npath = "{games}"\n', encoding="utf-8"
    )
    call = [sys.executable, "-m", "fingerpost", "play", "--keyboard", "--set-up", "--config", str(file)]
    call += ["--edition", "us-accessible", "--seats", "red,blue", "--cards", "untracked"]
    done = subprocess.run(
        call,
        input="ask\nyes\nyes\nplace den om\nstop\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    said = done.stdout.splitlines()
    assert said[0] == "Fingerpost. Loudspeaker works."
    assert "United States, cards in your hands. Start?" in said
    assert said[-1].startswith("Red square claims Denver to Omaha: 4 trains, 7 points.")
    assert done.stderr == ""


@pytest.mark.criterion(72)
def test_given_an_earphone_that_is_not_there_when_tried_then_the_ways_out_are_offered_at_once() -> None:
    ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("own", "shared"))
    given: frozenset[Stage] = frozenset({"edition", "cards", "seats", "starter"})
    draft = Draft(edition="europe", cards="dealt", seats=("blue", "red"), starter="blue")
    before = ready(draft=draft, facts=Facts(editions=("europe",), ways=ways, given=given, first=False))
    said = before.press("yes")
    assert said == ["Blue disc, do you hear me?", "Your ear."]
    assert before.paper.said[-1].audience == "blue"
    count = len(before.paper.said)
    before.sense(DeviceHealth(device="ear", ear="blue", condition="lost", at=before.at, cause="none"))
    assert before.said(count)[0].startswith("Blue disc has no ear yet. Pass round the shared earphone?")
    before.press("yes", "yes", "yes")
    assert isinstance(before.table.choice, Made)
    assert dict(before.table.choice.draft.ears) == {"blue": "shared", "red": "own"}


@pytest.mark.criterion(49)
def test_given_a_disk_and_a_broker_when_looked_at_then_what_is_wrong_is_found(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        config = Config(store_path=tmp_path / "games", mqtt_url=f"mqtt://127.0.0.1:{port}")
        assert looked(config)() == (DeviceWell(device="broker"),)
    (gone,) = looked(config)()
    assert isinstance(gone, DeviceHealth) and (gone.device, gone.condition) == ("broker", "lost")
    (tmp_path / "file").write_text("", encoding="utf-8")
    (card,) = looked(Config(store_path=tmp_path / "file" / "games"))()
    assert isinstance(card, DeviceHealth) and card.device == "store"
    assert looked(Config(store_path=tmp_path, mqtt_url="mqtt://[bad"))()[0].device == "broker"  # type: ignore[union-attr]


@pytest.mark.criterion(49)
def test_given_earphones_when_looked_at_then_those_that_are_gone_are_named_and_the_rest_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sinks = {"ears.blue": "pipewire:one", "ears.red": "pipewire:two", "ears.shared": "pipewire:round"}
    config = Config(store_path=tmp_path, sound=sound_of(sinks))
    monkeypatch.setattr("fingerpost.set_up_evening.present", lambda sink: sink.name != "two")
    gone, there = looked(config)()
    assert isinstance(gone, DeviceHealth) and gone.ear == "red"
    assert there == DeviceWell(device="ear", count=2)
    assert looked(replace(config, mute=True))() == ()
