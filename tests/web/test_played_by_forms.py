"""Whole games at pages without a script: every act by a form, every answer by a link."""

import pytest

from tests.web.page_table import PageTable
from tests.web.players import play


@pytest.mark.criterion(78)
@pytest.mark.parametrize(
    ("edition", "settings"),
    [
        ("us-accessible", {"trains": 14}),
        ("europe", {"trains": 14}),
        ("rails-and-sails-world", {}),
        ("legends-of-the-west", {}),
    ],
)
def test_given_seats_at_pages_without_scripts_when_dealt_games_are_played_then_they_come_to_their_end(
    edition: str, settings: dict[str, object]
) -> None:
    table = PageTable(edition, settings=settings)
    browsers = {seat: table.join(seat) for seat in table.state.seats}
    play(table, browsers)
    board = table.browser().page.text
    assert "Final scores" in table.browser().visit("/ask/scores").text
    assert "The game is over" in board
