"""A claim that no token asks for, by list, key or page: refused or left, there is nothing to lift."""

import pytest

from dialog import ClaimListed
from engine import Game, KeepTickets, Refusal, Seat, arranged
from table.retelling import retold
from tabletop import SiteId
from tests.criteria.panel_table import PanelTable
from tests.criteria.sensed_table import OMAHA
from tests.criteria.test_privacy_games import start
from tests.web.browser import Browser
from tests.web.page_table import PageTable

TUNNEL = SiteId("venezia-zurich")
LIFT = "lift"


def listed(table: PanelTable, seat: Seat, site: str) -> list[str]:
    """What is said when the list, or a key, claims there."""
    before = len(table.paper.said)
    table.session.perform(ClaimListed(seat, SiteId(site)), table.at)
    return table.words(before)


@pytest.mark.criterion(34)
@pytest.mark.parametrize("has_board", [True, False])
def test_given_a_taken_route_when_claimed_from_the_list_then_something_else_is_to_be_chosen(
    has_board: bool,
) -> None:
    table = PanelTable(has_board=has_board)
    listed(table, "blue", OMAHA)
    [told] = listed(table, "red", OMAHA)
    assert told == "Not claimed: Denver to Omaha is blue disc's. Choose something else."
    table.lift(OMAHA)
    assert not [words for words in table.words() if LIFT in words.lower()]


@pytest.mark.criterion(34)
def test_given_a_claim_from_the_list_when_refused_then_a_token_set_there_later_is_told_to_be_lifted() -> None:
    table = PanelTable(cards="dealt", game=start(1))
    game = table.session.game
    poor: dict[str, object] = {"hands": dict.fromkeys(game.state.seats, ())}
    table.session.common.game = game.told((arranged(game.state, poor),))
    mover = table.state.to_move
    assert mover is not None
    assert listed(table, mover, OMAHA)[0].endswith("hears why. Choose something else.")
    assert table.set_token(mover, OMAHA)[0].endswith("hears why. Lift the token, please.")


def tunnel_game() -> Game:
    """Europe, dealt: blue to move with two green cards; whatever is turned up at the tunnel costs more."""
    game = Game.new("europe", "europe", ("blue", "red"), "dealt", 1)
    for seat in game.state.seats:
        answer = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        assert not isinstance(answer, Refusal)
        game = answer[0]
    rigged: dict[str, object] = {"hands": {"blue": ["green"] * 2}, "deck": ["green"] * 9, "discards": []}
    return game.told((arranged(game.state, rigged),))


@pytest.mark.criterion(51)
def test_given_a_tunnel_from_the_list_when_given_up_then_no_token_is_to_be_lifted() -> None:
    table = PanelTable("europe", "dealt", ("blue", "red"), game=tunnel_game())
    listed(table, "blue", TUNNEL)
    table.press("yes")  # two green cards
    told = table.press("no")
    assert "Blue disc gives up the tunnel; its turn is over. Red square to move." in told
    assert not [words for words in table.words() if LIFT in words.lower()]
    before = table.session.game.state.seq
    assert table.set_token("red", TUNNEL)[0].endswith("Lift the token, please.")  # a token is one again
    assert table.session.game.state.seq == before


@pytest.mark.criterion(51)
def test_given_a_tunnel_by_its_token_when_given_up_then_it_is_to_be_lifted_and_no_retelling_asks_for_it() -> (
    None
):
    table = PanelTable("europe", "dealt", ("blue", "red"), game=tunnel_game())
    table.set_token("blue", TUNNEL)
    table.press("yes")
    seq = table.session.game.state.seq
    assert "Blue disc gives up the tunnel; its turn is over. Lift the token. Red square to move." in (
        table.press("no")
    )
    game = table.session.game
    again = retold(table.session.wording, game.events, [(1, seq), (seq + 1, game.state.seq)])
    told = [one.normal for one in again if one.audience == "everyone"]
    assert told[-1] == "Blue disc gives up the tunnel; its turn is over. Red square to move."


def refused_at_the_page(table: PageTable, page: Browser, command: str) -> str:
    """What red's page says of an act that its own form does not offer."""
    own = next(form for form in page.page.forms if form.action == "/seat/leave").hidden["token"]
    fields = [("token", own), ("seq", str(table.state.seq)), ("command", command)]
    sent = page.post("/seat/act", fields, accept="application/json")
    assert sent.status == 409
    return sent.text


@pytest.mark.criterion(34)
def test_given_a_claim_at_a_page_when_refused_then_a_token_is_to_be_lifted_only_where_one_stands() -> None:
    table = PageTable(cards="untracked", seats=("blue", "red", "green"))
    page = table.join("green")
    wish = f'{{"do":"claim-route","seat":"green","route":"{OMAHA}"}}'
    told = refused_at_the_page(table, page, wish)
    assert "Not yet, green triangle: blue disc is to move. Wait, please." in told
    table.set_token("green", OMAHA)
    told = refused_at_the_page(table, page, wish)
    assert "Not yet, green triangle: blue disc is to move. Lift your token." in told
