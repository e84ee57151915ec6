"""Buttons: levels over time become acts, on the mock of gpiozero as on the real lines."""

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.buttons import Debouncer
from firmware_bridge.gpio import ButtonPanel, GpioError
from firmware_bridge.gpio_header import find_chip
from tabletop import BUTTONS, TOKEN_COLOURS
from tabletop.panel_pins import PANEL_PINS, SEAT_PINS


def acts(button: Debouncer, levels: list[tuple[float, bool]]) -> list[tuple[float, str]]:
    return [(round(at, 1), act) for at, level in levels for act in button.sample(level, at)]


def pressed(start: float, end: float, until: float, step: float = 0.01) -> list[tuple[float, bool]]:
    count = round(until / step) + 1
    return [(round(i * step, 3), start <= round(i * step, 3) < end) for i in range(count)]


def test_given_a_press_when_it_stands_then_down_and_up_once() -> None:
    assert acts(Debouncer(), pressed(2.0, 2.3, 3.0)) == [(2.0, "down"), (2.3, "up")]


def test_given_a_held_button_when_2_s_pass_then_held_once() -> None:
    assert acts(Debouncer(), pressed(2.0, 5.0, 6.0)) == [(2.0, "down"), (4.0, "held"), (5.0, "up")]


def test_given_two_quick_presses_when_read_then_two_acts_and_one_with_a_bounce_is_one() -> None:
    levels = pressed(2.0, 2.1, 2.2) + [(at + 0.01, level) for at, level in pressed(2.3, 2.4, 3.0) if at > 2.2]
    assert [act for _, act in acts(Debouncer(), levels)] == ["down", "up", "down", "up"]
    bounced = [(at, level and not 2.045 < at < 2.055) for at, level in pressed(2.0, 2.1, 3.0)]
    assert [act for _, act in acts(Debouncer(), bounced)] == ["down", "up"]


def test_given_a_button_down_at_the_start_when_it_is_let_go_later_then_nothing_was_pressed() -> None:
    assert acts(Debouncer(), pressed(0.0, 4.0, 5.0)) == []
    assert acts(Debouncer(), pressed(0.5, 0.8, 5.0)) == []


@given(st.lists(st.tuples(st.floats(0.0005, 0.0149), st.booleans()), max_size=60))
def test_given_bounces_shorter_than_15_ms_when_read_then_no_act(bounces: list[tuple[float, bool]]) -> None:
    button, at, level = Debouncer(), 2.0, False
    button.sample(False, 0.0)
    for gap, _ in bounces:
        level = not level
        assert button.sample(level, at) == ()
        at += gap
    button.sample(False, at)
    assert button.sample(False, at + 0.02) == ()


@given(st.lists(st.booleans(), max_size=200))
def test_given_any_levels_when_read_then_acts_alternate(levels: list[bool]) -> None:
    told = [act for _, act in acts(Debouncer(), [(2 + i * 0.03, level) for i, level in enumerate(levels)])]
    strokes = [act for act in told if act != "held"]
    assert strokes == ["down", "up"] * (len(strokes) // 2) + ["down"] * (len(strokes) % 2)


def test_given_the_default_pins_when_listed_then_all_buttons_have_one_and_no_bus_is_touched() -> None:
    pins = {**PANEL_PINS, **SEAT_PINS}
    assert set(pins) == {*BUTTONS, *TOKEN_COLOURS}
    assert len(set(pins.values())) == len(pins)
    buses = {0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 18, 19, 20, 21}
    assert not buses & set(pins.values())


def test_given_a_panel_on_mock_lines_when_buttons_are_pressed_then_they_are_told_by_name() -> None:
    factory = MockFactory()
    panel = ButtonPanel({**PANEL_PINS, **SEAT_PINS}, factory)
    told: list[tuple[str | None, str]] = []
    for step in range(200):
        match step:
            case 120:
                factory.pin(PANEL_PINS["yes"]).drive_low()
            case 130:
                factory.pin(PANEL_PINS["yes"]).drive_high()
                factory.pin(SEAT_PINS["green"]).drive_low()
            case _:
                pass
        told += [(press.button or press.seat, press.action) for press in panel.poll(step * 0.01)]
    panel.close()
    panel.close()
    assert told == [("yes", "down"), ("yes", "up"), ("green", "down")]


def test_given_one_line_for_two_buttons_when_opened_then_one_clear_line() -> None:
    with pytest.raises(GpioError, match="GPIO 5 is given to two buttons; give each its own"):
        ButtonPanel({"yes": 5, "no": 5}, MockFactory())


def test_given_a_line_that_does_not_exist_when_opened_then_the_button_is_named() -> None:
    with pytest.raises(GpioError, match="button yes: GPIO 99 cannot be read"):
        ButtonPanel({"yes": 99}, MockFactory())


class Chips:
    """lgpio, as far as finding a chip goes."""

    def __init__(self, labels: dict[int, str]) -> None:
        self.labels = labels
        self.open: set[int] = set()

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.labels:
            raise RuntimeError("can not open gpiochip")
        self.open.add(chip)
        return chip

    def gpiochip_close(self, handle: int) -> int:
        self.open.remove(handle)
        return 0

    def gpio_get_chip_info(self, handle: int) -> list[int | str]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]


def test_given_chips_that_moved_when_searched_then_the_header_is_found_by_its_label() -> None:
    chips = Chips({11: "gpio-brcmstb@107d508500", 13: "pinctrl-rp1", 15: "pinctrl-bcm2712"})
    assert find_chip(chips, [10, 11, 13, 15]) == 13
    assert chips.open == set()


def test_given_no_header_when_searched_then_the_chips_found_are_named() -> None:
    with pytest.raises(GpioError, match=r"no pins of a Raspberry Pi here; chips found: gpio-mockup-A"):
        find_chip(Chips({0: "gpio-mockup-A"}), [0])
