"""Claims and beliefs: criteria 24 to 35, at a table with pins and camera."""

import itertools
import re

import pytest

from announce import Wording
from dialog import Whose
from engine import EDITIONS, CardMode, ClaimRoute, Game, Reason, Refusal, Undone, game_map, longest_trail
from firmware_bridge.debounce import DWELL_S
from reconcile import expected_tokens
from tabletop import SiteId, board_layout
from tests.criteria.panel_table import MAPS, PanelTable
from tests.criteria.sensed_table import DULUTH, OMAHA, SANTA_FE, SensedTable

ACTION = re.compile(
    r"\b(lift|choose|take|draw|claim|set|swap|ask|wait|yes|no|press|do|name|play|hears|another|agree)\b",
    re.I,
)
TWIN, OTHER_TWIN = SiteId("denver-kansas-city:1"), SiteId("denver-kansas-city:2")


def feel_one(table: PanelTable, site: str) -> list[str]:
    """Something stands there; whose it is nobody can tell."""
    before = len(table.paper.said)
    table.feel(site, "something")
    table.wait(2.0)
    return table.words(before)


@pytest.mark.criterion(24)
def test_given_flutter_shorter_than_the_debounce_when_it_ends_then_nothing_at_all() -> None:
    table = SensedTable()
    table.flutter(OMAHA, times=10, gap_s=DWELL_S / 2)
    table.wait(3.0)
    assert table.paper.said == []
    assert table.claims() == []


@pytest.mark.criterion(24)
def test_given_a_contact_on_and_off_before_quiet_when_it_ends_then_sounds_only() -> None:
    table = SensedTable()
    table.see(OMAHA, "blue")
    table.wait(0.3)
    table.see(OMAHA, "empty")
    table.wait(3.0)
    assert table.sounds() == ["place", "lift"]
    assert table.words() == []
    assert table.claims() == []


@pytest.mark.criterion(25)
def test_given_a_belief_that_asks_when_quiet_then_the_guess_is_named_and_nothing_claimed_before_yes() -> None:
    table = SensedTable()
    table.see(OMAHA, "red", 0.97)
    table.wait(4.0)
    assert table.words() == ["A token on Denver to Omaha. Red square's? Yes, or No for another seat."]
    assert table.claims() == []
    table.press("yes")
    assert table.claims() == [("red", OMAHA)]


@pytest.mark.criterion(26)
@pytest.mark.parametrize("how", ["seat button", "yes at a seat"])
def test_given_too_little_belief_when_two_seconds_pass_then_the_seats_are_offered(how: str) -> None:
    table = SensedTable()
    table.feel(OMAHA, "blue")
    table.look(OMAHA, "green", 0.8)
    table.wait(1.8)
    assert table.words() == []
    table.wait(1.0)
    assert table.words() == [
        "Whose token is on Denver to Omaha? Press your seat button, or Forward through the seats."
    ]
    assert isinstance(table.mode, Whose)
    if how == "seat button":
        table.wait(1.0)
        table.press_seat("blue")
    else:
        table.press("yes")
    assert table.claims() == [("blue", OMAHA)]


@pytest.mark.criterion(27)
@pytest.mark.parametrize(
    ("pin", "camera", "felt", "seen", "todo"),
    [
        ("empty", "blue", "do not feel", "I see a token", "Press it down"),
        ("blue", "empty", "I feel a token", "do not see", "Set it again"),
    ],
)
def test_given_a_contradiction_when_it_lasts_then_felt_seen_and_what_to_do(
    pin: str, camera: str, felt: str, seen: str, todo: str
) -> None:
    table = SensedTable()
    table.feel(OMAHA, "blue" if pin == "blue" else "empty")
    table.look(OMAHA, "blue" if camera == "blue" else "empty")
    table.wait(6.0)
    [words] = table.words()
    assert all(part in words for part in (felt, seen, todo, "Denver to Omaha"))
    assert table.claims() == []


@pytest.mark.criterion(27)
def test_given_a_pin_and_a_camera_that_name_other_seats_then_both_are_told_and_what_to_do() -> None:
    table = SensedTable()
    PanelTable.feel(table, OMAHA, "red")  # a coded token: the pin tells whose it is
    table.look(OMAHA, "blue")
    table.wait(6.0)
    [words] = table.words()
    assert words.startswith("The token at Denver to Omaha feels red square's and looks blue disc's.")
    assert "Set it again, or Yes if" in words
    assert table.claims() == []


@pytest.mark.criterion(28)
def test_given_a_hand_over_the_token_when_it_stays_then_one_hint_and_no_name_from_under_it() -> None:
    table = SensedTable()
    table.feel(OMAHA, "blue")
    table.look(OMAHA, "green")  # said of a frame in which the hand was there
    table.hand(OMAHA, 4.5)
    assert table.words() == []
    table.hand(OMAHA, 4.5)
    assert table.words() == ["I wait for a free view of Denver to Omaha."]
    assert table.claims() == []
    table.look(OMAHA, "blue")
    table.wait(1.0)
    assert table.claims() == [("blue", OMAHA)]


@pytest.mark.criterion(29)
def test_given_grace_when_the_token_moves_on_then_one_corrected_claim_and_the_old_one_is_gone() -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    before = len(table.paper.said)
    table.see(OMAHA, "empty")
    table.wait(0.3)
    table.see(SANTA_FE, "blue")
    table.wait(2.0)
    told = [words for words in table.words(before) if words]
    assert len(told) == 1
    assert told[0].startswith("Corrected: blue disc claims Denver to Santa Fe")
    assert expected_tokens(table.state) == {SANTA_FE: "blue"}
    assert table.state.points["blue"] == 2
    assert table.state.trains["blue"] == 43
    held = [route for route, seat in table.state.owners.items() if seat == "blue"]
    assert longest_trail(table.state.game_map.routes[route] for route in held)[0] == 2


@pytest.mark.criterion(29)
@pytest.mark.parametrize(
    ("name", "first", "old", "new"),
    [
        ("europe", None, "wien", "budapest"),
        ("rails-and-sails-world", "dar-es-salaam-mumbai", "mumbai", "dar-es-salaam"),
    ],
)
def test_given_grace_when_a_building_slides_to_another_city_then_one_corrected_building(
    name: str, first: str | None, old: str, new: str
) -> None:
    table = PanelTable(name, seats=("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    if first is not None:
        table.set_token("blue", first)
        table.press("yes")  # red ends its turn
    table.set_token("blue", old)
    before, events = len(table.paper.said), len(table.session.game.events)
    table.feel(old, "empty")
    table.wait(0.3)
    table.feel(new, "blue")
    table.wait(2.0)
    [told] = table.words(before)
    assert told.startswith("Corrected. Blue disc builds its first ")
    assert "Taken back" not in told
    buildings = {**table.state.stations, **table.state.harbors}
    assert {str(city): seat for city, seat in buildings.items()} == {new: "blue"}
    assert [event for event in table.session.game.events[events:] if isinstance(event, Undone)]
    assert table.state.to_move == "red"


@pytest.mark.criterion(30)
@pytest.mark.parametrize("how", ["fell", "slid"])
def test_given_no_grace_when_a_stations_token_leaves_its_city_then_it_is_named_and_nothing_changes(
    how: str,
) -> None:
    table = PanelTable("europe", seats=("blue", "red"))
    table.set_token("blue", "wien")
    table.press("yes", "yes")
    before, events = len(table.paper.said), len(table.session.game.events)
    table.feel("wien", "empty")
    table.wait(0.3)
    if how == "slid":
        table.feel("wien-zagrab", "blue")
    table.wait(4.0)
    [told] = table.words(before)
    assert "Wien" in told and "lue disc's token" in told
    assert ("fell off Wien" in told) == (how == "fell")
    assert len(table.session.game.events) == events


@pytest.mark.criterion(30)
def test_given_no_grace_when_a_token_moves_then_both_routes_and_a_direction_and_no_event() -> None:
    table = SensedTable(claims=(TWIN, DULUTH))
    events = len(table.session.game.events)
    table.see(TWIN, "empty")
    table.wait(0.3)
    table.see(OTHER_TWIN, "blue")
    table.wait(3.0)
    [words] = table.words()
    assert "Denver to Kansas City, northern" in words
    assert "Denver to Kansas City, southern" in words
    assert "centimetre" in words and "north" in words
    assert len(table.session.game.events) == events


@pytest.mark.criterion(31)
def test_given_a_standing_token_when_its_contact_is_open_for_3_s_then_said_once_and_right_when_back() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(OMAHA, "empty")
    table.wait(2.8)
    assert table.words() == []
    table.wait(8.0)
    assert table.words() == [
        "Blue disc's token fell off Denver to Omaha. Put it back, middle, 6 centimetres north-east of Denver."
    ]
    before = len(table.paper.said)
    table.set_token("blue", OMAHA)
    assert table.words(before) == ["Denver to Omaha is right again."]
    assert "right" in table.sounds(before)


@pytest.mark.criterion(32)
def test_given_two_new_tokens_when_quiet_then_neither_and_the_other_when_one_is_lifted() -> None:
    table = SensedTable()
    table.see(OMAHA, "blue")
    table.see(DULUTH, "blue")
    table.wait(3.0)
    assert table.claims() == []
    assert len(table.words()) == 1
    assert "lift the one you do not want" in table.words()[0]
    table.see(DULUTH, "empty")
    table.wait(0.5)  # quiet
    table.wait(1.0)
    assert table.claims() == [("blue", OMAHA)]


@pytest.mark.criterion(33)
def test_given_untracked_cards_when_the_next_seat_claims_then_the_turn_ends_in_the_same_utterance() -> None:
    table = SensedTable()
    said = table.set_token("red", OMAHA)
    assert said == [
        "Blue disc: no claim. Red square claims Denver to Omaha: 4 trains, 7 points. Green triangle to move."
    ]
    assert table.claims() == [("red", OMAHA)]


@pytest.mark.criterion(33)
def test_given_untracked_cards_when_another_seat_claims_then_it_is_refused() -> None:
    table = SensedTable()
    [said] = table.set_token("green", OMAHA)
    assert said.startswith("Not yet, green triangle: blue disc is to move.")
    assert table.claims() == []


@pytest.mark.criterion(34)
@pytest.mark.parametrize(("name", "reason"), list(itertools.product(EDITIONS, Reason)))
def test_given_each_reason_in_each_edition_when_refused_then_it_is_said_to_somebody(
    name: str, reason: Reason
) -> None:
    board = game_map(MAPS[name])
    state = Game.new(name, board, ("blue", "red"), "untracked", 1).state
    route = next(iter(board.routes))
    refusal = Refusal(command=ClaimRoute(seat="blue", route=route), reason=reason, rule="US-1", route=route)
    said = Wording(board, board_layout(MAPS[name])).refusal(refusal, state)
    assert said
    for one in said:
        what, why, now = one.normal, one.normal.split(": ", 1)[-1], one.normal.rstrip(".").split(". ")[-1]
        assert what != now and why and ACTION.search(now), one.normal  # three slots, none empty
        assert one.earcon == "refuse" or one.audience != "everyone"


@pytest.mark.criterion(34)
@pytest.mark.parametrize("name", list(EDITIONS))
def test_given_an_edition_when_a_token_is_refused_then_the_state_stays_and_the_lift_is_asked_for(
    name: str,
) -> None:
    table = PanelTable(name)
    while table.state.phase != "turn":  # trains and ships are chosen first
        table.press("yes")
    free = [str(route) for route in table.state.game_map.routes]
    before = table.state
    words = " ".join(table.set_token("green", free[0]))
    assert "Not yet, green triangle" in words  # what
    assert "blue disc is to move" in words  # why
    assert "Lift your token" in words  # what now
    assert table.state == before
    more = " ".join(table.set_token("blue", free[5]))
    assert "First lift the token on" in more


@pytest.mark.criterion(34)
def test_given_a_seat_that_has_just_claimed_when_it_sets_another_then_it_hears_which_one_to_lift() -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    before = table.state
    assert table.set_token("blue", DULUTH) == [
        "One claim a turn: Denver to Omaha is blue disc's. Lift the token on Chicago to Duluth."
    ]
    assert table.state == before
    assert table.lift(DULUTH) == ["Clear. Red square to move."]
    table.set_token("red", DULUTH)
    assert table.claims() == [("blue", OMAHA), ("red", DULUTH)]


@pytest.mark.criterion(34)
@pytest.mark.parametrize(
    ("name", "cards", "words"),
    [
        (
            "us-accessible",
            "dealt",
            "Not claimed: blue disc still chooses tickets. Choose them first. Lift the token.",
        ),
        (
            "rails-and-sails-world",
            "untracked",
            "Not claimed: blue disc first chooses how many trains and ships.",
        ),
    ],
)
@pytest.mark.parametrize("coded", [True, False])
def test_given_a_token_before_the_first_turn_when_quiet_then_it_is_said_what_comes_first(
    name: str, cards: CardMode, words: str, coded: bool
) -> None:
    table = PanelTable(name, cards, ("blue", "red"))
    before = table.state
    site = next(iter(before.game_map.routes))
    said = table.set_token("blue", site) if coded else feel_one(table, site)
    assert len(said) == 1
    assert said[0].startswith(words)
    assert table.state == before
    assert table.lift(site) == ["Clear."]
    while table.state.phase != "turn":  # the choice was not lost
        table.press("yes")


@pytest.mark.criterion(35)
def test_given_a_chattering_contact_when_the_hub_reports_it_then_set_aside_said_once_and_listed() -> None:
    table = SensedTable()
    for _ in range(2):
        table.health("pin", "fault", "chat", OMAHA)
        table.feel(OMAHA, "unknown")
        table.wait(2.0)
    assert table.words() == ["Pin Denver to Omaha flickers. I trust the camera there; Board help tells more."]
    table.look(OMAHA, "blue")
    table.wait(1.0)
    assert table.claims() == [("blue", OMAHA)]
    table.paper.said.clear()
    table.press("ask")
    table.pick("menu", "help", "devices")
    assert any("Denver to Omaha" in words for words in table.words())
