"""Presses of a hand that trembles: too short, too soon after another; and those that no finger makes."""

import pytest

from dialog import PressHabits
from table.press_filter import PressFilter
from tabletop import Button, Press

SLOW = PressHabits(accept_s=0.3)
BOUNCY = PressHabits(repeat_s=0.5)
HELD_YES = PressHabits(confirm=True)


class Hand:
    """Presses buttons; `counted`: what got through, and when it is taken as made."""

    def __init__(self, habits: PressHabits) -> None:
        self.filter, self.habits = PressFilter(), habits
        self.counted: list[tuple[Button | None, str, float]] = []
        self.at = 0.0

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 100)):
            self.at = round(self.at + 0.01, 3)
            self._note(self.filter.due(self.habits, self.at))

    def press(self, button: Button, seconds: float, *, named: bool = False) -> None:
        for action in ("down", "up"):
            press = Press(button=button, action=action, at=self.at, named=named)
            self._note(self.filter.take(press, self.habits, self.at))
            if action == "down":
                self.wait(seconds)

    def _note(self, presses: tuple[Press, ...]) -> None:
        self.counted += [(press.button, press.action, press.at) for press in presses]


def test_given_a_plain_hand_when_it_presses_then_all_of_it_counts_at_once() -> None:
    hand = Hand(PressHabits())
    hand.press("yes", 0.02)
    assert hand.counted == [("yes", "down", 0.0), ("yes", "up", 0.02)]


def test_given_a_delay_when_a_button_is_brushed_then_it_is_as_if_never_touched() -> None:
    hand = Hand(SLOW)
    hand.press("yes", 0.29)
    assert hand.counted == []


def test_given_a_delay_when_a_button_is_down_for_long_enough_then_it_goes_down_then_and_up_later() -> None:
    hand = Hand(SLOW)
    hand.press("yes", 0.6)
    assert hand.counted == [("yes", "down", 0.3), ("yes", "up", 0.6)]


def test_given_a_delay_when_the_loop_was_late_then_a_long_press_counts_all_the_same() -> None:
    hand = Hand(SLOW)
    down = Press(button="no", action="down", at=0.0)
    up = Press(button="no", action="up", at=0.4)
    assert hand.filter.take(down, SLOW, 0.5) == ()
    assert hand.filter.take(up, SLOW, 0.5) == (down, up)


def test_given_a_block_when_the_hand_shakes_then_the_same_button_counts_once_and_another_at_once() -> None:
    hand = Hand(BOUNCY)
    for _ in range(4):
        hand.press("yes", 0.05)
        hand.wait(0.1)
    hand.press("no", 0.05)
    assert [button for button, action, _ in hand.counted if action == "up"] == ["yes", "no"]
    hand.wait(0.5)
    hand.press("yes", 0.05)
    assert [button for button, action, _ in hand.counted if action == "up"] == ["yes", "no", "yes"]


def test_given_yes_that_is_held_when_it_is_tapped_then_nothing_and_other_buttons_are_as_before() -> None:
    hand = Hand(HELD_YES)
    hand.press("yes", 0.5)
    hand.press("forward", 0.05)
    assert [button for button, action, _ in hand.counted if action == "up"] == ["forward"]
    hand.press("yes", 1.1)
    assert [button for button, action, _ in hand.counted if action == "up"] == ["forward", "yes"]


@pytest.mark.parametrize("habits", [SLOW, HELD_YES])
def test_given_no_finger_when_a_page_or_a_key_of_a_terminal_presses_then_it_counts(
    habits: PressHabits,
) -> None:
    hand = Hand(habits)
    hand.press("yes", 0.0)
    hand.press("yes", 0.05, named=True)
    assert [action for _, action, _ in hand.counted] == ["down", "up", "down", "up"]
