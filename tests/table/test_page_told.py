"""Where the page is: told as a table wakes, where phones can reach it, with https where it is sealed."""

import pytest

from announce import Wording
from dialog.setup import Facts
from engine import EDITIONS, Game
from fingerpost.config import PageSection
from fingerpost.page.opening import phones_find
from table.earlier import EarlierSittings
from table.session import Session
from tabletop import board_layout
from tests.table.setting_up_table import Before, ready
from tests.table.test_session import Paper


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://192.168.1.5:8080", "My page for phones: 192.168.1.5, port 8080."),
        ("https://table.local:8443", "My page for phones, by https: table.local, port 8443."),
    ],
)
def test_given_a_page_that_phones_reach_when_a_table_wakes_then_its_address_is_told(
    address: str, said: str
) -> None:
    before = ready(Before(facts=Facts(editions=tuple(EDITIONS), page=True, address=address)))
    assert said in before.said()


def test_given_a_page_for_this_machine_only_when_a_table_wakes_then_no_address_is_told() -> None:
    before = ready(Before(facts=Facts(editions=tuple(EDITIONS), page=True)))
    assert not any("page" in one for one in before.said())


@pytest.mark.parametrize("resumed", [False, True])
def test_given_a_game_that_no_set_up_has_begun_when_it_starts_then_the_pages_address_is_told_first(
    resumed: bool,
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
    layout = board_layout("usa")
    paper = Paper()
    session = Session(
        game,
        layout=layout,
        wording=Wording(game.state.game_map, layout),
        store=None,
        sinks=[paper],
        earlier=EarlierSittings(stored=len(game.events) if resumed else 0),
    )
    session.page = "http://192.168.1.5:8080"
    session.begin(0.0)
    said = paper.words()
    assert said[0].startswith("Welcome back" if resumed else "New game")
    assert said[1] == "My page for phones: 192.168.1.5, port 8080."


@pytest.mark.parametrize(
    ("page", "address"),
    [
        (PageSection(port=8080), ""),
        (PageSection(network=True), ""),
        (PageSection(port=8080, network=True), "http://10.0.0.7:8080"),
        (PageSection(port=8443, network=True, sealed=True), "https://10.0.0.7:8443"),
    ],
)
def test_given_a_page_when_it_is_for_the_network_then_phones_find_it_by_this_machines_address(
    page: PageSection, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fingerpost.page.opening.own_address", lambda: "10.0.0.7")
    assert phones_find(page) == address
