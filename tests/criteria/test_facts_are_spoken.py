"""Criterion 11 without a page: each number and card that the page shows to all is told to who asks aloud."""

import re

import pytest

from engine import EDITIONS, CardMode
from table.requests import AskQuestion, Request
from tests.criteria.test_from_the_list import SMALL, Blind
from tests.web.page_table import PageTable

TOKENS = {"Blue disc": "blue", "Red square": "red"}
ASKED = {  # where the page has a column: what is asked for it, and how the answer begins
    "Points": ("scores", ""),
    "Dollars": ("scores", "Dollars: "),
    "Trains left": ("trains", ""),
    "Ships left": ("trains", "Ships: "),
}
HELD = {"Cards in hand": ("card", "cards"), "Tickets": ("ticket", "tickets")}


def heard(table: PageTable, question: str, about: str = "") -> list[str]:
    """What is said to everybody at this question."""
    before = len(table.paper.said)
    asked = AskQuestion(question=question, about=about)
    table.session.handle(Request(want=asked, near=True, by_key=True), table.at)
    table.wait(0.7)
    return [one.normal for one in table.paper.said[before:] if one.audience == "everyone" and one.normal]


def shown(table: PageTable) -> dict[tuple[str, str], int]:
    """The table of the seats, as a browser shows it: seat and column to number."""
    table.show()
    found: dict[tuple[str, str], int] = {}
    for row in re.findall(r"<tr role=\"row\"><th scope=\"row\".*?</tr>", table.browser().raw, re.DOTALL):
        seat = next(token for token in TOKENS if f" {token}</th>" in row)
        for column, number in re.findall(r'data-of="([^"]+)">(-?\d+)<', row):
            found[seat, column] = int(number)
    return found


def is_told(table: PageTable, seat: str, column: str, number: int) -> bool:
    """Whether somebody who asks hears this number of this seat."""
    if column in HELD:
        one, more = HELD[column]
        count = f"no {more}" if number == 0 else f"{number} {one if number == 1 else more}"
        told = heard(table, "holdings", TOKENS[seat])
        return any(re.search(rf"^{seat} holds .*\b{count}\b", line) for line in told)
    question, start = ASKED[column]
    lines = heard(table, question)
    if column == "Trains left" and any(line.startswith("Trains: ") for line in lines):
        start = "Trains: "
    told = [line for line in lines if line.startswith(start)]
    return any(re.search(rf"\b{seat} {number}\b", line, re.IGNORECASE) for line in told)


@pytest.mark.criterion(11)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", EDITIONS)
def test_given_no_page_when_asked_aloud_then_all_that_the_page_shows_of_the_seats_is_heard(
    name: str, cards: CardMode
) -> None:
    table = PageTable(name, cards, seats=("blue", "red"), settings=SMALL.get(name, {"trains": 14}))
    table.lose_hub()
    player = Blind(table, seed=4)
    while table.state.phase in ("tickets", "pieces"):
        player.turn()
    for turns in (2, 14):
        for _ in range(turns):
            player.turn()
        facts = shown(table)
        assert {seat for seat, _ in facts} == set(TOKENS)
        unheard = [(*key, number) for key, number in facts.items() if not is_told(table, *key, number)]
        assert not unheard


@pytest.mark.criterion(11)
@pytest.mark.parametrize("name", EDITIONS)
def test_given_no_page_when_the_row_is_asked_then_each_card_that_the_page_shows_is_heard_in_its_order(
    name: str,
) -> None:
    table = PageTable(name, seats=("blue", "red"), settings=SMALL.get(name, {"trains": 14}))
    table.lose_hub()
    player = Blind(table, seed=4)
    for _ in range(8):
        player.turn()
    table.show()
    section = re.findall(r'<section id="row".*?</section>', table.browser().raw, re.DOTALL)[0]
    cards = [re.sub(r"<.*?>", "", item).strip() for item in re.findall(r"<li>(.*?)</li>", section)]
    row = next(line for line in heard(table, "row") if line.startswith("Row: "))
    told = row.removeprefix("Row: ").partition(".")[0]
    assert [card.strip() for card in re.split("[,;]", told)] == cards
