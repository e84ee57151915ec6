"""A stand-in waits for its token: everything says so; where there is no board none is waited for."""

import io

import pytest

from bots.bot import GreedyBot
from dialog import Phone, Questions, TokenWanted
from engine import CardMode, Seat
from fingerpost.devices.keyboard_part import KeyboardPart
from table.requests import AskQuestion, Request
from tabletop import board_layout
from tests.criteria.panel_table import PanelTable
from tests.web.page_table import PageTable

BOTS: dict[Seat, GreedyBot] = {"red": GreedyBot(5)}


def waiting(table: PanelTable) -> str:
    """Let blue pass until red waits for its token; what everybody heard then."""
    for _ in range(20):
        table.wait(4.0)
        if isinstance(table.mode, TokenWanted):
            return table.words()[-1]
        if table.state.to_move == "blue":
            table.press("yes")
    raise AssertionError(table.words()[-5:])


def token(asked: str) -> str:
    """The pin that was named aloud: "Set red square's token on Denver to Omaha, please."."""
    return asked.removeprefix("Set red square's token on ").removesuffix(", please.")


@pytest.mark.criterion(84)
def test_given_a_stand_ins_claim_when_its_token_does_not_come_then_everything_says_so() -> None:
    table = PanelTable(seats=("blue", "red"), bots=BOTS, seed=5)
    asked = waiting(table)
    pin = token(asked)
    assert table.press("ask") == [
        f"Red square waits for its token on {pin}. Set it there, or Yes if it stands."
    ]
    before = len(table.paper.said)
    table.session.handle(Request(want=AskQuestion(question="turn"), near=True, by_key=True), table.at)
    assert (
        table.words(before)[0]
        == f"Red square to move, turn {table.state.turn}: waits for its token on {pin}."
    )
    table.press("ask", "ask")
    assert isinstance(table.mode, Questions)
    assert table.press("no")[-1] == asked
    repeated = len(table.paper.repeated)
    table.press("repeat")
    assert [one.normal for one in table.paper.repeated[repeated:]] == [asked]


@pytest.mark.criterion(84)
def test_given_a_stand_ins_claim_when_20_s_pass_then_it_is_asked_once_more_then_sounded() -> None:
    table = PanelTable(seats=("blue", "red"), bots=BOTS, seed=5)
    asked = waiting(table)
    table.paper.said.clear()
    table.wait(60.0)
    assert table.words() == [asked]
    assert table.paper.said[-1].earcon == "wait"
    assert isinstance(table.mode, TokenWanted)


@pytest.mark.criterion(84)
def test_given_a_stand_ins_claim_when_another_question_comes_and_goes_then_it_is_still_waited_for() -> None:
    table = PanelTable(seats=("blue", "red"), bots=BOTS, seed=5)
    asked = waiting(table)
    table.session.common.effects(table.session.panel.ask(Phone("blue"), table.at), table.at)
    assert table.press("yes")[-1] == asked
    assert isinstance(table.mode, TokenWanted)
    table.paper.said.clear()
    table.wait(25.0)
    assert table.words() == [asked]  # nobody has to remember it because something else was settled first
    other = "helena-omaha" if table.mode.site != "helena-omaha" else "denver-omaha"
    assert "Red square wants" in table.set_token("red", other)[-1].replace("red", "Red", 1)
    table.lift(other)
    table.set_token("red", str(table.mode.site))
    assert len(table.state.owners) == 1


@pytest.mark.criterion(84)
def test_given_a_token_that_stands_by_word_when_its_pin_is_brushed_then_nobody_is_asked() -> None:
    table = PanelTable(seats=("blue", "red"), bots=BOTS, seed=5)
    waiting(table)
    assert isinstance(table.mode, TokenWanted)
    site = table.mode.site
    table.press("yes")
    table.wait(1.0)
    before = len(table.paper.said)
    table.feel(site, "something")
    table.wait(0.3)
    table.feel(site, "empty")
    table.wait(8.0)
    assert not [words for words in table.words(before) if words]


@pytest.mark.criterion(84)
@pytest.mark.parametrize("cards", ["untracked", "dealt"])
def test_given_a_page_when_a_stand_in_waits_then_a_button_says_that_it_stands(
    cards: CardMode,
) -> None:
    table = PageTable(cards=cards, seats=("blue", "red"), bots={**BOTS, "blue": GreedyBot(6)}, seed=5)
    for _ in range(200):
        if isinstance(table.mode, TokenWanted):
            break
        table.wait(1.0)
    assert isinstance(table.mode, TokenWanted)
    seat, site = table.mode.seat, table.mode.site
    guest = table.browser()
    assert table.words()[-1] in guest.page.text
    assert f"waits for its token on {table.session.wording.vocabulary.site(site)}" in guest.page.text
    table.wait(0.7)
    before = len(table.paper.said)
    guest.press("It stands")
    assert table.state.owners[site] == seat  # type: ignore[index]
    told = table.words(before)
    assert " claims " in told[0]
    table.wait(1.0)  # its pin feels nothing; the table has said that it stands
    assert not [one for one in table.words(before) if "off" in one or "is missing" in one]
    shown = "It stands" in table.browser().page.text
    assert shown == isinstance(table.mode, TokenWanted)


@pytest.mark.criterion(84)
def test_given_a_table_without_a_board_when_a_stand_in_claims_then_it_stands_by_itself() -> None:
    table = PanelTable(seats=("blue", "red"), bots=BOTS, seed=5, has_board=False)
    part = KeyboardPart(
        table.session,
        board_layout("usa"),
        pins=True,
        read=lambda: "",
        by_keys=True,
        out=io.StringIO(),
        before="",
    )
    for _ in range(60):
        part.poll(table.at)
        table.wait(0.5)
        if table.state.to_move == "blue" and len(table.state.owners) < 4:
            table.press("yes")
    assert set(table.state.owners.values()) == {"red"}
    heard = " ".join(table.words())
    assert "token" not in heard, heard
    assert not table.session.tracker.differences(table.state)
