"""What a terminal shows: words wrapped at its width, a line that is being typed kept whole, plain lines."""

import io

import pytest

from command_line.screen import Screen
from fingerpost.devices.keyboard_part import KeyboardPart
from tabletop import board_layout
from tests.criteria.panel_table import PanelTable

LAYOUT = board_layout("usa")
WORDS = "Blue disc claims Denver to Omaha: 4 trains, 7 points. Red square to move."


def shown(text: str, *, plain: bool = False, width: int | None = None) -> list[str]:
    out = io.StringIO()
    Screen(out, plain=plain, width=width).write(text)
    return out.getvalue().split("\n")


def test_given_a_width_when_words_are_longer_then_they_break_between_words() -> None:
    lines = shown(f"    [blue disc's ear] {WORDS}\n", width=40)
    assert max(map(len, lines)) <= 40
    assert lines[1].startswith("      ")  # below its own line, not below the next
    assert " ".join(" ".join(lines).split()) == f"[blue disc's ear] {WORDS}"


def test_given_plain_lines_or_a_file_when_words_are_long_then_each_is_one_line() -> None:
    assert shown(f"    {WORDS}\n", plain=True, width=40) == [WORDS, ""]
    assert shown(f"    {WORDS}\n") == [f"    {WORDS}", ""]  # what programs read stays as it was


def test_given_a_line_that_is_being_typed_when_the_table_speaks_then_it_stands_whole_below() -> None:
    out = io.StringIO()
    screen = Screen(out)
    screen.typed(":place de")
    screen.write("Red square to move.\n")
    screen.typed("n om")
    screen.typed("\n")
    screen.write("Good.\n")
    assert out.getvalue() == ":place de\nRed square to move.\n:place den om\nGood.\n"


class AtTheKeys:
    """Somebody who types key by key."""

    def __init__(self, before: str | None = "") -> None:
        self.table, self.out, self.typed = PanelTable(), io.StringIO(), ""
        self.part = KeyboardPart(
            self.table.session, LAYOUT, pins=True, read=self._read, by_keys=True, out=self.out, before=before
        )

    def _read(self) -> str:
        typed, self.typed = self.typed, ""
        return typed

    def type(self, keys: str) -> str:
        """What the terminal shows of it, key by key."""
        self.out.seek(0)
        self.out.truncate()
        for key in keys:
            self.typed = key
            self.part.poll(self.table.at)
            self.table.wait(0.1)
        return self.out.getvalue()


def test_given_a_line_when_enter_is_pressed_then_what_follows_begins_below_it() -> None:
    assert AtTheKeys().type(":place\r").startswith(":place\n")


def test_given_an_evening_when_it_begins_then_one_line_tells_how_to_answer_and_how_to_get_the_rest() -> None:
    """The whole of :help, eight lines, was read out by a screen reader before the first word of the game."""
    begun = AtTheKeys(before=None)
    begun.part.poll(begun.table.at)
    assert begun.out.getvalue() == "Enter is Yes, Escape No, R repeats; :help tells all keys and lines.\n"


def test_given_help_when_typed_then_it_comes_in_lines() -> None:
    lines = AtTheKeys().type(":help\r").splitlines()
    assert lines[0] == ":help"
    assert len(lines) > 6
    assert max(map(len, lines)) < 120


@pytest.mark.parametrize(
    ("keys", "line"), [(":placx\x7f", ":plac"), (":place hel om\t", ":place helena-omaha")]
)
def test_given_a_line_that_is_changed_when_typed_on_then_it_stands_whole_below(keys: str, line: str) -> None:
    at_the_keys = AtTheKeys()
    assert at_the_keys.type(keys).endswith(f"\n{line}")
    assert at_the_keys.type("\x1b") == ""  # a lone Escape is one when nothing follows
    assert at_the_keys.type("") == ""
