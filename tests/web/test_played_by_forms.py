"""Whole games at pages without a script: every act by a form, every answer by a link."""

import pytest

from engine import CardMode
from tests.web.page_table import PageTable
from tests.web.players import play


@pytest.mark.criterion(78)
@pytest.mark.parametrize(
    ("edition", "cards", "settings"),
    [
        ("us-accessible", "dealt", {"trains": 12}),
        ("us-10th-anniversary", "untracked", {"trains": 12}),
        ("europe", "dealt", {"trains": 12}),
        ("europe", "untracked", {"trains": 12}),
        ("rails-and-sails-great-lakes", "untracked", {}),
        ("rails-and-sails-world", "dealt", {"pieces": 24, "trains": 14, "ships": 14, "first_trains": 12}),
        ("legends-of-the-west", "dealt", {}),
    ],
)
def test_given_seats_at_pages_without_scripts_when_games_are_played_then_they_come_to_their_end(
    edition: str, cards: CardMode, settings: dict[str, object]
) -> None:
    table = PageTable(edition, cards, settings=settings)
    browsers = {seat: table.join(seat) for seat in table.state.seats}
    play(table, browsers)
    board = table.browser().page.text
    assert "Final scores" in table.browser().visit("/ask/scores").text
    assert "The game is over" in board
