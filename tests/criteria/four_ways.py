"""The four ways to press a button of one table: its panel, a keyboard, its page, the wire."""

import io
from collections.abc import Callable
from typing import Final

from fingerpost.devices.keyboard_part import KeyboardPart
from table.requests import PressButton, Request
from tabletop import Button, Press, board_layout
from tests.criteria.panel_table import PanelTable
from tests.web.page_table import PageTable

KEYS: Final[dict[Button, str]] = {
    "yes": "\r",
    "no": ".",
    "repeat": "r",
    "back": "4",
    "forward": "6",
    "ask": "?",
}
Way = Callable[[PageTable, Button], None]


def by_panel(table: PanelTable, button: Button) -> None:
    """A finger, down and up."""
    for action in ("down", "up"):
        table.session.handle(Press(button=button, action=action, at=table.at), table.at)


def by_keyboard(table: PanelTable, button: Button) -> None:
    """A key of a terminal."""
    layout = board_layout("usa")
    read = iter([KEYS[button]])
    part = KeyboardPart(
        table.session,
        layout,
        pins=False,
        read=lambda: next(read, ""),
        by_keys=True,
        out=io.StringIO(),
        before="",
    )
    part.poll(table.at)


def by_page(table: PageTable, button: Button) -> None:
    """A button of the page that everybody can open."""
    table.browser().press(button.capitalize())


def by_wire(table: PanelTable, button: Button) -> None:
    """A press by somebody in the house, over MQTT."""
    answers: list[object] = []
    table.session.handle(
        Request(
            want=PressButton(button=button),
            answer=answers.append,
        ),
        table.at,
    )
    assert len(answers) == 1


WAYS: Final[dict[str, Way]] = {
    "panel": by_panel,
    "keyboard": by_keyboard,
    "page": by_page,
    "wire": by_wire,
}
