"""The map: the board as it stands, closer without scripts, pressed to claim, and the same told in words."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bots.bot import GreedyBot
from engine import EDITIONS, Game, Seat, affordable, game_map
from tabletop import SiteId, board_layout
from tests.criteria.panel_table import MAPS
from tests.web.hands import dealt
from tests.web.page_table import PageTable
from web.board_picture import face
from web.map_page import WHOLE, map_view

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
MOST_BYTES = 150_000
SVG = "{http://www.w3.org/2000/svg}"


def played(edition: str, acts: int) -> PageTable:
    """A table after so many acts of bots, or at the end."""
    game = Game.new(edition, MAPS[edition], SEATS, cards="dealt", seed=3)
    bots = {seat: GreedyBot(number) for number, seat in enumerate(SEATS)}
    while game.state.phase != "over" and (len(game.acts) < acts or game.state.phase != "turn"):
        seat = game.state.waiting_for()[0]
        answer = game.do(bots[seat].choose(game.state, seat))
        assert isinstance(answer, tuple)
        game = answer[0]
    table = PageTable(edition, seats=SEATS, game=game)
    table.wait(1.0)
    return table


@pytest.mark.parametrize("edition", EDITIONS)
def test_given_any_edition_when_its_map_is_opened_then_all_tokens_stand_there_and_it_is_small(
    edition: str,
) -> None:
    table = played(edition, 90)
    browser = table.browser()
    page = browser.visit("/map")
    assert browser.status == 200
    total = len(browser.raw.encode())
    owners = table.state.owners
    assert browser.raw.count('class="owned"') == len(owners) > 5
    assert browser.raw.count('class="set"') == len(owners) + len(table.state.stations) + len(
        table.state.harbors
    )
    assert any(word.startswith("Ringed: ") for word in page.words)
    for name in ("/board.svg", "/cities.svg"):
        browser.visit(name)
        picture = ElementTree.fromstring(browser.raw)
        assert picture.tag == f"{SVG}svg"
        total += len(browser.raw.encode())
    assert total <= MOST_BYTES
    names = {one.text for one in picture.iter(f"{SVG}text")}
    assert names == {one.name for one in table.state.game_map.cities.values() if not one.junction}


def test_given_no_script_when_followed_closer_then_a_part_of_the_board_is_seen_and_back_again() -> None:
    browser = played("us-accessible", 20).browser()
    browser.visit("/map")
    assert 'viewBox="0 0 900 600"' in browser.raw
    browser.follow("Closer")
    assert 'viewBox="225 150 450 300"' in browser.raw
    browser.follow("To the west")
    assert 'viewBox="0 150 450 300"' in browser.raw
    browser.follow("Closer")
    browser.follow("To the south")
    assert "Closer" not in browser.page.links
    browser.follow("The whole board")
    assert 'viewBox="0 0 900 600"' in browser.raw
    for nonsense in (
        "closer=9&x=.5&y=.5",
        "closer=two",
        "closer=2&x=nan",
        "show=trail:nobody",
        "show=ticket:x",
    ):
        browser.visit(f"/map?{nonsense}")
        assert browser.status == 200 and 'viewBox="0 0 900 600"' in browser.raw


def test_given_a_seat_in_its_turn_when_a_route_is_pressed_on_the_map_then_it_can_pay() -> None:
    table = dealt("us-accessible", 4)
    blue, red = table.join("blue"), table.join("red")
    blue.visit("/seat/map")
    assert blue.raw.count('class="spot"') == len(list(affordable(table.state, "blue"))) > 20
    blue.visit("/seat/claim?route=denver-omaha")
    assert ("h1", "Denver to Omaha") in blue.page.headings
    red.visit("/seat/map")
    assert 'class="spot"' not in red.raw
    guest = table.browser()
    guest.visit("/map")
    assert 'class="spot"' not in guest.raw


def test_given_a_path_or_a_ticket_when_shown_then_drawn_and_told_and_a_ticket_only_to_its_seat() -> None:
    table = played("us-accessible", 60)
    guest, blue = table.browser(), table.join("blue")
    guest.visit("/map")
    page = guest.follow("Longest path of blue disc")
    assert any(word.startswith("Longest path of blue disc, ") for word in page.words)
    assert 'class="shown"' in guest.raw
    page = blue.visit("/seat/map")
    ways = [text for text in page.links if text.startswith("Nearest way of ")]
    assert ways
    href = page.links[ways[0]]
    page = blue.follow(ways[0])
    assert any("nearest way" in word for word in page.words)
    for other in (guest, table.join("red")):
        other.visit(href.replace("/seat/map", "/map" if other is guest else "/seat/map"))
        assert 'class="shown"' not in other.raw and "nearest way" not in other.raw


def test_given_no_game_or_no_such_picture_when_asked_for_then_it_is_said() -> None:
    browser = played("us-accessible", 10).browser()
    browser.visit("/seat/map")
    assert browser.where.startswith("/?note=")


def test_given_a_pin_that_the_senses_doubt_when_the_map_is_made_then_it_is_ringed_and_told() -> None:
    moment = played("us-accessible", 20).moment
    doubted = replace(moment, unsure=frozenset({SiteId("denver-omaha")}))
    sure, unsure = (str(map_view(one, None, WHOLE, "")) for one in (moment, doubted))
    assert 'class="unsure"' not in sure and unsure.count('class="unsure"') == 1
    assert "Pin and camera differ at Denver to Omaha." in unsure


@pytest.mark.parametrize("name", ["usa", "europe", "world"])
def test_given_a_board_when_its_face_is_drawn_then_each_route_has_colour_pattern_and_letter(
    name: str,
) -> None:
    layout, board = board_layout(name), game_map(name)
    assert layout is not None
    drawn = ElementTree.fromstring(face(layout, board, "en"))
    discs = {one.get("id"): one for one in drawn.iter(f"{SVG}g") if (one.get("id") or "").startswith("c-")}
    colours = {route.colour for route in board.routes.values()}
    assert set(discs) == {f"c-{colour}" for colour in colours}
    letters = [one.findtext(f".//{SVG}text") for one in discs.values()]
    assert all(letters) and len(set(letters)) == len(colours)
    looks = {
        ElementTree.tostring(part)
        for one in discs.values()
        for part in one.iter(f"{SVG}g")
        if part is not one
    }
    assert len(looks) == len(colours)
    used = [one.attrib["href"] for one in drawn.iter(f"{SVG}use")]
    assert sorted(used) == sorted(f"#c-{route.colour}" for route in board.routes.values())
