"""Criterion 48 at pages: with all senses lost a seat still claims at its own page, nobody from afar."""

import pytest

from engine import CardMode, ClaimRoute, RouteId, arranged
from table.requests import DoAct, Request
from tests.criteria.sensed_table import OMAHA
from tests.criteria.test_privacy_games import start
from tests.web.browser import Browser
from tests.web.page_table import PageTable
from tests.web.players import pay

HAND = ("purple",) * 4


def blind(cards: CardMode) -> tuple[PageTable, Browser]:
    """Blue at its page, to move, at a table whose board nobody feels or sees."""
    game = start(1) if cards == "dealt" else None
    if game is not None:
        game = game.told((arranged(game.state, {"hands": {"blue": HAND}}),))
    table = PageTable(cards=cards, seats=("blue", "red", "green"), game=game)
    page = table.join("blue")
    table.lose_hub()
    return table, page


def claim(page: Browser) -> str:
    """Claim Denver–Omaha step by step, with the first way to pay."""
    page.visit("/seat")
    page.follow("Claim a route")
    page.visit(f"/seat/claim?route={OMAHA}")
    pay(page)
    return page.page.text


@pytest.mark.criterion(48)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_nothing_felt_or_seen_when_a_seat_claims_at_its_page_then_it_is_told_and_stored_like_any_claim(
    cards: CardMode,
) -> None:
    table, page = blind(cards)
    before = len(table.paper.said)
    shown = claim(page)
    assert table.state.owners == {RouteId(OMAHA): "blue"}
    [told] = table.words(before)
    assert told.startswith("Blue disc claims Denver to Omaha: 4 trains, 7 points")
    assert "As last known: Red square to move" in shown


@pytest.mark.criterion(48)
def test_given_nothing_felt_or_seen_when_somebody_far_away_claims_then_it_waits_for_the_senses() -> None:
    table, _ = blind("untracked")
    answers: list[object] = []
    wish = DoAct(command=ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    far = Request(
        seat="blue", want=wish,
        answer=answers.append,
    )  # fmt: skip
    table.session.handle(far, table.at)
    assert "source-offline" in str(answers)
    assert table.state.owners == {}
