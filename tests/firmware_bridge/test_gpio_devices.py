"""Pins, knob and lamps straight on the Pi: on gpiozero's mock lines, and through a stand-in for RPi.GPIO."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge import Sensed
from firmware_bridge.gpio import ButtonPanel
from firmware_bridge.gpio_devices import KNOB_PINS, GpioKnob, GpioLamps, GpioPins
from firmware_bridge.gpio_header import GpioError, header_factory
from firmware_bridge.knob import Turned
from tabletop import BoardLayout, Channel, DeviceHealth, HubId, Observation, SiteId, board_layout
from tabletop.panel_pins import PANEL_PINS, SEAT_PINS

USA = board_layout("usa")


def layout(*lines: int) -> BoardLayout:
    """The first sites of the board, wired to these lines."""
    names = list(USA.channels().values())[: len(lines)]
    sites = {
        name: replace(USA.sites[name], channel=Channel(line)) for name, line in zip(names, lines, strict=True)
    }
    return replace(USA, sites=sites)


class Bench:
    def __init__(self, *lines: int) -> None:
        self.board = layout(*lines)
        self.site = {int(channel): site for channel, site in self.board.channels().items()}
        self.factory = MockFactory()
        self.pins = GpioPins(self.board, factory=self.factory)
        self.at = 0.0
        self.told: list[Sensed] = []

    def put(self, line: int, *, there: bool = True) -> None:
        pin = self.factory.pin(line)
        (pin.drive_low if there else pin.drive_high)()

    def run(self, seconds: float, step: float = 0.01) -> list[Sensed]:
        start = len(self.told)
        for _ in range(round(seconds / step)):
            self.at = round(self.at + step, 3)
            self.told += self.pins.poll(self.at)
        return self.told[start:]


def sights(told: list[Sensed]) -> list[tuple[SiteId, str]]:
    return [(o.site, o.seen) for o in told if isinstance(o, Observation)]


def health(told: list[Sensed]) -> list[tuple[str, str, str]]:
    return [(h.device, h.condition, h.cause) for h in told if isinstance(h, DeviceHealth)]


def test_given_pins_on_the_pi_when_first_read_then_the_whole_board_and_then_live() -> None:
    bench = Bench(12, 4, 20)
    told = bench.run(0.1)
    assert sights(told) == [(site, "empty") for site in bench.site.values()]
    assert told[-1] == DeviceHealth(device="hub", condition="live", at=0.01)


def test_given_a_token_when_it_stands_for_60_ms_then_it_is_told_once_with_bounces_left_out() -> None:
    bench = Bench(12, 4)
    bench.run(0.1)
    for _ in range(3):
        bench.put(12)
        bench.run(0.01)
        bench.put(12, there=False)
        bench.run(0.01)
    bench.put(12)
    start = bench.at
    told = bench.run(1.0)
    assert sights(told) == [(bench.site[12], "something")]
    assert isinstance(told[0], Observation) and 0.06 <= told[0].at - start <= 0.09
    bench.put(12, there=False)
    assert sights(bench.run(0.2)) == [(bench.site[12], "empty")]


def test_given_a_sleeve_over_six_pins_when_it_leaves_one_token_then_only_that_is_told() -> None:
    lines = (12, 4, 20, 21, 18, 19)
    bench = Bench(*lines)
    bench.run(0.1)
    for line in lines:
        bench.put(line)
        bench.run(0.01)
    bench.run(0.2)
    for line in lines[1:]:
        bench.put(line, there=False)
    assert sights(bench.run(1.0)) == [(bench.site[12], "something")]


def test_given_a_chattering_contact_when_set_aside_then_unknown_with_evidence_and_back_after_calm() -> None:
    bench = Bench(12, 4)
    bench.run(0.1)
    told: list[Sensed] = []
    for number in range(30):
        bench.put(12, there=number % 2 == 0)
        told += bench.run(0.03)
    assert health(told) == [("pin", "fault", "chat")]
    assert sights(told)[-1] == (bench.site[12], "unknown")
    (aside,) = bench.pins.set_aside
    assert (aside.site, aside.channel, aside.kind, aside.count) == (bench.site[12], 12, "chat", 21)
    told = bench.run(5.2)
    assert health(told) == [("pin", "live", "")]
    assert sights(told) == [(bench.site[12], "empty")]
    assert bench.pins.set_aside == ()


def test_given_lines_that_fail_when_tried_again_and_again_then_said_once_each_way() -> None:
    bench = Bench(12, 4)
    panel = ButtonPanel({"yes": 12}, bench.factory)
    told = bench.run(3.0)
    assert health(told) == [("hub", "lost", "busy")]
    assert isinstance(told[0], DeviceHealth) and "GPIO 12 is in use" in told[0].detail
    panel.close()
    assert health(bench.run(1.5)) == [("hub", "live", "")]


def test_given_more_pins_than_the_pi_may_carry_or_no_such_line_when_made_then_one_clear_line() -> None:
    with pytest.raises(GpioError, match="has 21 pins on hub 0; at most 20 go straight on the Pi"):
        GpioPins(layout(*range(21)))
    with pytest.raises(GpioError, match="the Pi has no GPIO 28; give a channel of 0 to 27"):
        GpioPins(layout(28))
    GpioPins(layout(28), HubId(1))


def turn(factory: MockFactory, steps: int) -> None:
    """One detent is one whole cycle of the two contacts."""
    first, second = (factory.pin(pin) for pin in KNOB_PINS[:2])
    if steps < 0:
        first, second = second, first
    for _ in range(abs(steps)):
        first.drive_low()
        second.drive_low()
        first.drive_high()
        second.drive_high()


def test_given_a_knob_when_turned_and_turned_while_pressed_then_steps_each_way() -> None:
    factory = MockFactory()
    knob = GpioKnob(factory=factory)
    told: list[Turned] = []
    for number in range(400):
        match number:
            case 150:
                turn(factory, 3)
            case 200:
                factory.pin(KNOB_PINS[2]).drive_low()
            case 250:
                turn(factory, -2)
            case 300:
                factory.pin(KNOB_PINS[2]).drive_high()
            case 350:
                turn(factory, 1)
            case _:
                pass
        told += knob.poll(number / 100)
    knob.close()
    assert [(abs(t.steps), t.pressed) for t in told] == [(3, False), (2, True), (1, False)]
    assert (told[0].steps > 0) == (told[2].steps > 0) != (told[1].steps > 0)


def test_given_lamps_when_set_then_lit_dark_and_blinking_by_the_clock() -> None:
    factory = MockFactory()
    lamps = GpioLamps({0: 8, 1: 9, 2: 10}, factory)
    lamps.set(0b011, 0b010)
    seen = []
    for at in (0.0, 0.6, 1.1):
        lamps.poll(at)
        seen.append([factory.pin(pin).state for pin in (8, 9, 10)])
    lamps.close()
    assert seen == [[True, True, False], [True, False, False], [True, True, False]]


def test_given_the_default_lines_when_compared_then_knob_panel_and_seats_do_not_share_one() -> None:
    taken = [*PANEL_PINS.values(), *SEAT_PINS.values(), *KNOB_PINS]
    assert len(set(taken)) == len(taken)


class StandIn(ModuleType):
    """RPi.GPIO as far as inputs go: levels by BCM number, high when nothing pulls them down."""

    BCM, IN, OUT, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 11, 1, 0, 42, 41, 43, 40, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.low: set[int] = set()
        self.pulls: dict[int, int] = {}
        self.mode = 0

    def setmode(self, mode: int) -> None:
        self.mode = mode

    def setwarnings(self, on: bool) -> None:
        """Nothing to warn of."""

    def setup(self, pin: int, way: int, pull: int = 20, initial: int = 0) -> None:
        self.pulls[pin] = pull

    def input(self, pin: int) -> int:
        return int(pin not in self.low)

    def gpio_function(self, pin: int) -> int:
        return self.IN

    def cleanup(self, pin: int | None = None) -> None:
        self.pulls.pop(pin or -1, None)

    def remove_event_detect(self, pin: int) -> None:
        """There is none."""


@pytest.fixture
def old_pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """A machine without lgpio, and with RPi.GPIO: a Pi 3 with an old kernel."""
    gpio, package = StandIn(), ModuleType("RPi")
    package.GPIO = gpio  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA02082)
    header_factory.cache_clear()
    yield gpio
    header_factory.cache_clear()


def test_given_an_old_pi_without_lgpio_when_buttons_are_pressed_then_rpi_gpio_carries_them(
    old_pi: StandIn,
) -> None:
    panel = ButtonPanel(PANEL_PINS)
    assert old_pi.mode == StandIn.BCM
    assert all(old_pi.pulls[pin] == StandIn.PUD_UP for pin in PANEL_PINS.values())
    told = []
    for number in range(300):
        old_pi.low = {PANEL_PINS["yes"]} if 150 <= number < 170 else set()
        told += [(press.button, press.action) for press in panel.poll(number / 100)]
    panel.close()
    assert told == [("yes", "down"), ("yes", "up")]


def test_given_an_old_pi_when_its_pins_carry_tokens_then_they_are_told(old_pi: StandIn) -> None:
    board = layout(12, 4)
    pins = GpioPins(board)
    told: list[Sensed] = []
    for number in range(60):
        old_pi.low = {12} if number >= 20 else set()
        told += pins.poll(number / 100)
    pins.close()
    assert sights(told)[2:] == [(next(iter(board.sites)), "something")]


def test_given_neither_library_when_the_lines_are_wanted_then_one_line_names_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("lgpio", "RPi", "RPi.GPIO", "gpiozero.pins.rpigpio"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    header_factory.cache_clear()
    with pytest.raises(GpioError, match=r"lgpio cannot be used .*\[pi\].*\[pi-legacy\]"):
        header_factory()


def test_given_a_factory_that_would_fall_back_when_named_then_one_clear_line_and_no_fallback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    header_factory.cache_clear()
    with pytest.raises(GpioError, match="GPIOZERO_PIN_FACTORY=no-such-factory does not work"):
        header_factory()
