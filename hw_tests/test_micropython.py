"""A day of a hub gives the same bytes on MicroPython as here: under Node, with --hw on the Pico itself."""

from pathlib import Path

import pytest

from tests.firmware.hub_script import play
from tests.firmware.on_micropython import on_pico, under_node

DAY = Path(__file__).parent.parent / "tests" / "firmware" / "day.txt"
_PLAY = """
from tests.firmware.hub_script import play
with open("{}") as file:
    print(play(file.read(), 18, True, print))
"""


def test_given_the_day_when_played_by_micropython_then_the_bytes_are_those_of_this_computer(
    request: pytest.FixtureRequest, real: bool
) -> None:
    lines: list[str] = []
    crc = play(DAY.read_text(encoding="ascii"), 18, True, lines.append)
    if real:
        told = on_pico(str(request.config.getoption("--port")), _PLAY.format("/remote/script"), DAY)
    else:
        told = under_node(_PLAY.format("/script"), script=DAY)
    assert [line for text in [*lines, str(crc)] for line in text.split("\n")] == told
