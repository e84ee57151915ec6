"""The panel on the Pi's lines, on gpiozero's mock lines: buttons, seat buttons, the knob, lamps."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from gpiozero import InputDevice
from gpiozero.pins.mock import MockFactory

from announce import Announcement, Wording
from audio.tuning import LEAST_VOLUME
from engine import Seat, game_map
from fingerpost.config import Config, HubSection, PanelSection
from fingerpost.devices.gpio_parts import KeysPart, KnobPart
from fingerpost.devices.lamps import HubLampsPart, LampsPart, Troubles, lamps
from fingerpost.devices.panel_parts import panel
from fingerpost.table_file import read_config
from firmware_bridge.gpio_devices import KNOB_PINS, LAMP_PINS
from firmware_bridge.gpio_header import GpioError
from table.device_health import TableHealth
from table.errors import CallError
from tabletop import Channel, DeviceHealth, HubId, Press, board_layout
from tabletop.panel_pins import PANEL_PINS, SEAT_PINS

USA = board_layout("usa")
WORDING = Wording(game_map("usa"), USA)


class Voice:
    """Writes down what it is told to say, and how loud and fast."""

    def __init__(self) -> None:
        self.volume, self.rate = 100, 175
        self.heard: list[tuple[str, int, int]] = []

    def __setattr__(self, name: str, value: object) -> None:
        least, most = {"volume": (0, 100), "rate": (80, 450)}.get(name, (0, 0))
        super().__setattr__(name, max(least, min(most, value)) if isinstance(value, int) else value)

    def stop(self, at: float) -> None:
        self.heard.append(("stopped", self.volume, self.rate))

    def say(self, announcement: Announcement, at: float) -> None:
        self.heard.append((announcement.normal or str(announcement.earcon), self.volume, self.rate))


class Table:
    """A panel as the config wants it, on mock lines."""

    def __init__(self, config: Config) -> None:
        self.factory, self.voice = MockFactory(), Voice()
        self.said: list[Press | DeviceHealth] = []
        self.lit = (0, 0)
        self.parts = panel(config, USA, self.said.append, self.voice, WORDING, lambda: self.lit, self.factory)
        self.clock = count()

    def run(self, seconds: float) -> None:
        for _ in range(round(100 * seconds)):
            at = next(self.clock) / 100
            for part in self.parts:
                part.poll(at)

    def press(self, line: int, seconds: float = 0.1) -> None:
        self.factory.pin(line).drive_low()
        self.run(seconds)
        self.factory.pin(line).drive_high()
        self.run(0.1)

    def turn(self, steps: int) -> None:
        """One detent is one whole cycle of the two contacts."""
        first, second = (self.factory.pin(pin) for pin in KNOB_PINS[:2])
        if steps < 0:
            first, second = second, first
        for _ in range(abs(steps)):
            for pin in (first, second):
                pin.drive_low()
            for pin in (first, second):
                pin.drive_high()
        self.run(0.05)


def test_given_buttons_and_seat_buttons_when_pressed_then_told_and_ghosts_at_the_start_are_not() -> None:
    table = Table(Config(panel=PanelSection(seats=True)))
    table.press(PANEL_PINS["yes"], 0.5)  # in the first second
    table.run(1.0)
    table.press(PANEL_PINS["no"])
    table.press(SEAT_PINS["green"], 2.5)
    acts = [(press.button or press.seat, press.action) for press in table.said if isinstance(press, Press)]
    assert acts == [
        ("no", "down"),
        ("no", "up"),
        ("green", "down"),
        ("green", "held"),
        ("green", "up"),
    ]


def clockwise(table: Table) -> int:
    """Which way mock contacts count up."""
    before = table.voice.volume = 50
    table.turn(1)
    way = 1 if table.voice.volume > before else -1
    table.voice.volume, table.voice.heard = 100, []
    return way


def test_given_a_knob_when_turned_then_the_volume_ticks_down_to_a_least_one_and_never_mute() -> None:
    table = Table(Config(panel=PanelSection(knob=True)))
    table.run(1.1)
    way = clockwise(table)
    table.turn(-2 * way)
    assert table.voice.heard == [("tick", 90, 175)]
    table.turn(2 * way)
    table.turn(1 * way)
    assert table.voice.heard[1:] == [("tick", 100, 175), ("edge", 100, 175)]
    table.turn(-40 * way)
    assert table.voice.volume == LEAST_VOLUME
    for already in (LEAST_VOLUME, 0):
        table.voice.volume = already
        table.turn(-1 * way)
        assert table.voice.volume == already  # down is never louder


def test_given_two_devices_of_a_panel_lost_or_two_ears_when_one_is_back_then_the_other_is_still_told() -> (
    None
):
    for one, other in (
        (DeviceHealth(device="panel", condition="lost", at=1.0, cause="knob"), {"cause": "buttons"}),
        (DeviceHealth(device="ear", ear="blue", condition="lost", at=1.0, cause="unplugged"), {"ear": "red"}),
    ):
        troubles, health = Troubles(), TableHealth()
        second = replace(one, **other)  # type: ignore[arg-type]
        for news in (second, one, replace(one, condition="live")):
            troubles.health(news)
            health = health.after(news)
        assert troubles
        assert health.status() == f"{one.device} lost ({second.cause})"
        troubles.health(replace(second, condition="live"))
        assert not troubles


def test_given_a_knob_when_pressed_and_turned_then_the_rate_is_told_at_the_new_rate() -> None:
    table = Table(Config(panel=PanelSection(knob=True)))
    table.run(1.1)
    way = clockwise(table)
    table.factory.pin(KNOB_PINS[2]).drive_low()
    table.run(0.1)
    table.turn(3 * way)
    assert table.voice.heard == [("stopped", 100, 205), ("205 words a minute.", 100, 205)]
    table.voice.rate, table.voice.heard = 450, []
    table.turn(1 * way)
    assert table.voice.heard == [("edge", 100, 450)]


def test_given_lamps_when_the_game_goes_on_then_seat_question_trouble_and_that_it_runs() -> None:
    table = Table(Config(panel=PanelSection(lamps="gpio")))
    seen = []
    troubles = Troubles()
    for trouble, asked in ((None, False), ("silent", False), (None, True)):
        health = DeviceHealth(device="hub", condition="lost" if trouble else "live", at=0.0)
        troubles.health(health)
        table.lit = lamps("green", asked=asked, trouble=bool(troubles))
        table.run(0.02)
        seen.append([bool(table.factory.pin(LAMP_PINS[number]).state) for number in (5, 6, 7)])
    assert seen == [[False, False, True], [False, True, True], [True, False, True]]
    for part in table.parts:
        part.close()


@pytest.mark.parametrize(("to_move", "on"), [("blue", 0b10000001), ("black", 0b10010000), (None, 0b10000000)])
def test_given_the_seat_to_move_when_shown_at_a_hub_then_its_lamp_and_only_changes_are_sent(
    to_move: Seat | None, on: int
) -> None:
    sent: list[tuple[int, int]] = []
    part = HubLampsPart(lambda *masks: sent.append(masks), lambda: lamps(to_move, asked=False, trouble=False))
    for at in range(5):
        part.poll(float(at))
    assert sent == [(on, 0)]


def test_given_an_absent_sense_when_the_lamps_are_asked_then_that_is_no_trouble() -> None:
    troubles = Troubles()
    troubles.health(DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent"))
    assert not troubles
    troubles.health(DeviceHealth(device="pin", condition="fault", at=0.0, cause="chat"))
    assert troubles


class Fails:
    """A device whose lines are gone for a while."""

    def __init__(self) -> None:
        self.well = True
        self.closed = 0

    def poll(self, at: float) -> tuple[Press, ...]:
        if not self.well:
            raise GpioError("button yes cannot be read any more (gone); restart")
        return (Press(button="yes", action="down", at=at),)

    def close(self) -> None:
        self.closed += 1


def test_given_lines_that_go_away_when_polled_on_then_said_once_each_way_and_the_game_goes_on() -> None:
    device, said = Fails(), list[Press | DeviceHealth]()

    def make() -> Fails:
        if not device.well:
            raise GpioError("button yes: GPIO 22 cannot be read; compare docs/wiring.md")
        return device

    part = KeysPart(make, said.append)
    for tick in range(500):
        device.well = not 100 <= tick < 300
        part.poll(tick / 50)
    health = [(one.device, one.condition, one.cause) for one in said if isinstance(one, DeviceHealth)]
    assert health == [("panel", "lost", "buttons"), ("panel", "live", "buttons")]
    assert device.closed == 1
    assert sum(isinstance(one, Press) for one in said) > 200


def test_given_a_line_in_use_when_the_panel_is_made_then_one_line_and_all_others_are_free_again() -> None:
    factory = MockFactory()
    taken = InputDevice(KNOB_PINS[0], pin_factory=factory)
    config = Config(panel=PanelSection(gpio=True, knob=True))
    with pytest.raises(CallError, match=r"\[panel\]: knob: GPIO 12 is in use; find what takes it") as caught:
        panel(config, USA, lambda said: None, Voice(), WORDING, lambda: (0, 0), factory)
    assert "\n" not in str(caught.value)
    taken.close()
    parts = panel(config, USA, lambda said: None, Voice(), WORDING, lambda: (0, 0), factory)
    assert [type(part) for part in parts] == [KeysPart, KnobPart]


def test_given_a_site_on_a_buttons_line_when_the_panel_is_made_then_both_are_named() -> None:
    name, site = next(iter(USA.sites.items()))
    layout = replace(USA, sites={name: replace(site, hub=HubId(0), channel=Channel(PANEL_PINS["yes"]))})
    config = Config(panel=PanelSection(gpio=True), hub=HubSection(port="gpio"))
    with pytest.raises(
        CallError, match=f"site {name} and the panel's yes are both on GPIO 22; give the site"
    ):
        panel(config, layout, lambda said: None, None, WORDING, lambda: (0, 0), MockFactory())
    elsewhere = config.but("hub", port="/dev/ttyACM0")
    assert panel(elsewhere, layout, lambda said: None, None, WORDING, lambda: (0, 0), MockFactory())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[panel]\nlamps = "sun"', r'\[panel\] lamps is "sun"; give gpio, hub or nothing'),
        ('[panel]\nlamps = "hub"', r"\[panel\] lamps is hub, and \[hub\] port names none"),
        ("[panel]\nknob = 3", r"\[panel\] knob is 3; give true or false"),
        ("[panel]\nbuzzer = true", r"\[panel\] has no key buzzer; keys are gpio, seats, knob, lamps"),
    ],
)
def test_given_a_panel_that_cannot_be_meant_when_read_then_one_clear_line(
    tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(CallError, match=words):
        read_config(file)


def test_given_all_of_a_panel_in_the_config_when_made_then_every_part_is_there(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[panel]\ngpio = true\nseats = true\nknob = true\nlamps = "gpio"\n')
    assert [type(part) for part in Table(read_config(file)).parts] == [KeysPart, KnobPart, LampsPart]
