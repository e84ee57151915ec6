"""Criterion 67: exploring claims nothing, says what is touched, and asks about each token that was left."""

import pytest

from dialog import Exploring, LeftOver, Payment, Table
from engine import CardMode, Game, KeepTickets
from tabletop import SiteId
from tests.criteria.panel_table import PanelTable, done

FREE, NEAR, THIRD = "denver-omaha", "helena-omaha", "dallas-houston:1"


def exploring(cards: CardMode = "untracked") -> PanelTable:
    """A table at which blue, the mover, explores."""
    game = Game.new("us-accessible", "usa", ("blue", "red", "green"), cards, 3)
    for seat in game.state.seats if cards == "dealt" else ():
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    table = PanelTable(cards=cards, game=game)
    table.press("ask")
    table.pick("board", "explore")
    assert isinstance(table.mode, Exploring)
    return table


@pytest.mark.criterion(67)
@pytest.mark.parametrize("cards", ["untracked", "dealt"])
def test_given_exploring_when_a_site_is_touched_then_it_says_what_it_is_and_nothing_is_claimed(
    cards: CardMode,
) -> None:
    table = exploring(cards)
    before = table.session.game
    begun = len(table.paper.said)
    table.feel(FREE, "blue")
    assert table.words(begun) == ["Denver to Omaha: free, 4 trains, purple."]
    table.wait(1.2)
    assert table.words(begun)[1:] == ["7 points."]  # the rest, because the pointer has stayed
    table.wait(30)
    assert table.session.game == before
    assert table.words(begun)[2:] == []
    waits = [one for one in table.paper.said[begun:] if one.earcon == "wait"]
    assert len(waits) == 3  # every ten seconds
    assert not [one for one in table.paper.said[begun:] if one.earcon in ("place", "lift")]


@pytest.mark.criterion(67)
def test_given_a_touched_site_when_yes_is_pressed_then_the_rest_is_told_at_once() -> None:
    table = exploring()
    table.feel(FREE, "something")
    assert table.press("yes")[-1] == "7 points."


@pytest.mark.criterion(67)
def test_given_a_touched_site_when_forward_is_pressed_then_the_other_routes_at_its_far_city_are_named() -> (
    None
):
    table = exploring()
    table.feel(FREE, "blue")
    table.feel(FREE, "empty")
    routes = table.state.game_map.routes
    others = [way.id for way in routes.values() if "omaha" in (way.a, way.b) and way.id != FREE]
    heard = [table.press("forward")[-1] for _ in others]
    v = table.session.wording.vocabulary
    assert [words.split(":")[0] for words in heard] == [v.route(route) for route in others]
    assert table.press("forward")[-1].startswith("Denver to Omaha:")
    assert table.press("back")[-1].startswith(v.route(others[-1]))


@pytest.mark.criterion(67)
def test_given_a_site_that_was_said_when_touched_within_two_seconds_then_it_is_not_said_again() -> None:
    table = exploring()
    begun = len(table.paper.said)
    for _ in range(3):
        table.feel(FREE, "blue")
        table.wait(0.3)
        table.feel(FREE, "empty")
        table.wait(0.3)
    assert len(table.words(begun)) == 1
    table.wait(2.0)
    table.feel(FREE, "blue")
    assert len(table.words(begun)) == 2


@pytest.mark.criterion(67)
def test_given_a_taken_site_when_its_token_is_lifted_to_look_then_its_owner_is_said() -> None:
    table = PanelTable()
    table.set_token("blue", FREE)
    table.press("ask")
    table.pick("board", "explore")
    begun = len(table.paper.said)
    table.feel(FREE, "empty")
    table.wait(1.5)
    table.feel(FREE, "blue")
    table.wait(1.5)
    assert table.words(begun) == ["Denver to Omaha: blue disc's.", "Since turn 1; 4 trains."]
    table.press("no")
    table.wait(3)
    assert table.words(begun)[2:] == ["Exploring is over."]  # it stands where it stood


@pytest.mark.criterion(67)
def test_given_tokens_left_on_free_sites_when_exploring_ends_then_each_is_asked_about_once() -> None:
    table = exploring()
    for site in (FREE, THIRD, NEAR):
        table.feel(site, "blue")
        table.wait(1.5)
    table.feel(NEAR, "empty")  # this one was taken off again
    table.wait(1.0)
    begun, game = len(table.paper.said), table.session.game
    table.press("no")
    table.wait(5)
    assert table.mode == LeftOver("blue", SiteId(THIRD))
    asked = [words for words in table.words(begun) if "Claim it?" in words]
    assert asked == ["A token stands on Dallas to Houston, eastern. Claim it? Yes, or No and lift it."]
    assert table.session.game == game
    told = table.press("no")
    assert told[0] == "Not claimed. Lift the token on Dallas to Houston, eastern, please."
    table.wait(1)
    assert table.mode == LeftOver("blue", SiteId(FREE))
    table.press("yes")
    assert table.state.owners == {FREE: "blue"}
    begun = len(table.paper.said)
    table.lift(THIRD)
    assert "Claim it?" not in " ".join(table.words(begun))


@pytest.mark.criterion(67)
def test_given_a_left_token_when_it_is_lifted_then_its_question_is_over() -> None:
    table = exploring()
    table.feel(FREE, "blue")
    table.wait(1)
    table.press("no")
    table.wait(1)
    assert isinstance(table.mode, LeftOver)
    table.lift(FREE)
    assert not isinstance(table.mode, LeftOver)
    assert table.state.owners == {}


@pytest.mark.criterion(67)
def test_given_cards_dealt_when_a_left_token_is_claimed_then_the_seat_is_asked_how_it_pays() -> None:
    table = exploring("dealt")
    routes = table.state.game_map.routes.values()
    short = next(way.id for way in routes if way.length == 1 and way.colour == "gray")
    table.feel(short, "blue")
    table.wait(1)
    table.press("no")
    table.wait(1)
    table.press("yes")
    assert isinstance(table.mode, Payment)


@pytest.mark.criterion(67)
def test_given_another_seats_token_when_set_then_exploring_ends_with_words_and_it_is_judged() -> None:
    table = exploring()
    table.feel(FREE, "blue")
    table.wait(0.5)
    begun = len(table.paper.said)
    table.feel(NEAR, "green")
    table.wait(3)
    words = table.words(begun)
    assert words[0] == "Exploring is over: green triangle has set a token."
    assert any(one.startswith("Not yet, green triangle") for one in words)
    assert isinstance(table.mode, LeftOver)  # blue's own pointer


@pytest.mark.criterion(16, 67)
def test_given_the_table_when_ask_is_held_then_exploring_begins_as_from_the_list() -> None:
    table = PanelTable()
    assert table.hold("ask")[-1].startswith("Exploring: touch a site with any token.")
    assert isinstance(table.mode, Exploring)
    table.press("no")
    table.wait(1)
    assert isinstance(table.session.panel.mode, Table)
    table.set_token("blue", FREE)
    assert table.state.owners == {FREE: "blue"}  # and claims count again


@pytest.mark.criterion(12, 67)
def test_given_exploring_when_any_button_is_pressed_then_what_its_cell_says_happens() -> None:
    table = exploring()
    assert "Exploring. Touch a site" in table.press("ask")[-1]
    assert "Exploring. Touch a site" in table.press("forward")[-1]  # nothing was touched yet
    assert "Exploring. Touch a site" in table.press("yes")[-1]
    table.feel(FREE, "blue")
    table.press("repeat")
    assert table.paper.repeated[-1].normal.startswith("Denver to Omaha")
    table.press_seat("red")
    assert table.session.panel.focus == "red"
    assert isinstance(table.mode, Exploring)


@pytest.mark.criterion(67)
def test_given_a_place_without_a_pin_when_something_is_told_of_it_then_exploring_leaves_it_alone() -> None:
    table = exploring()
    begun = len(table.paper.said)
    table.feel("dallas", "blue")  # no stations here: a camera may see a token on the city all the same
    table.press("no")
    table.wait(2)
    assert table.words(begun) == ["Exploring is over."]
