"""What the panel's lines owe the game, mock or soldered."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hw_tests.conftest import Buttons


def test_given_a_panel_when_nobody_presses_then_nothing_is_told(buttons: "Buttons") -> None:
    assert buttons.quiet(1.2) == []


def test_given_each_button_when_pressed_and_let_go_then_it_is_told_once_by_its_name(
    buttons: "Buttons",
) -> None:
    buttons.quiet(1.2)
    for button in ("ask", "back", "no", "repeat", "forward", "yes"):
        assert buttons.press(button, down=True, until="down") == [(button, "down")]
        told = buttons.press(button, down=False, until="up")
        assert [act for act in told if act[1] != "held"] == [(button, "up")]


def test_given_a_button_when_held_for_2_s_then_held_is_told_once(buttons: "Buttons") -> None:
    buttons.quiet(1.2)
    buttons.press("yes", down=True, until="down")
    assert buttons.quiet(2.5) == [("yes", "held")]
    assert buttons.press("yes", down=False, until="up") == [("yes", "up")]
