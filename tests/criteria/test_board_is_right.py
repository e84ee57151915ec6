"""Reconcile, criterion 40: the board is right, and the game is changed to it, asked and stored."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from announce import Wording
from dialog import BoardRight, ClaimListed, Mending, Questions, Table, Whose
from dialog.offers import routes_for
from dialog.past import claimed_turns
from engine import AcceptBoard, Card, ClaimRoute, Game, GameCorrected, RouteId, Seat
from mqtt.payloads import Encoder, Stamp
from mqtt.schemas import schemas
from reconcile import expected_tokens
from storage.export import FORMS, shown
from storage.store import GameLog, read_file
from table.earlier import EarlierSittings
from table.retelling import deeds
from table.saving import Keeper
from table.session import Session
from tabletop import DeviceHealth, Observation, Press, Seen, SiteId
from tests.criteria.panel_table import PanelTable, Paper, done
from tests.criteria.sensed_table import DULUTH, HELENA, LAYOUT, OMAHA, SANTA_FE, SensedTable
from tests.criteria.test_mending import fallen_table
from tests.engine import legends_bench
from tests.engine.rule_bench import arrange

WIEN, ROMA = SiteId("wien"), SiteId("roma")
TWIN, OTHER_TWIN = SiteId("denver-kansas-city:1"), SiteId("denver-kansas-city:2")


def menu(table: PanelTable) -> list[str]:
    """The words that follow Menu, Board help, "the board is right"."""
    table.press("ask")
    if not isinstance(table.mode, Questions):
        table.press("ask")  # the first told where one is
    return table.pick("menu", "help", "board-right")


def agrees(table: SensedTable, stands: dict[SiteId, Seat]) -> bool:
    """Whether game and replay hold just these claims, told once as an event."""
    assert expected_tokens(table.state) == stands
    assert Game.replay(table.session.game.events) == table.session.game
    return [type(event) for _, event in table.paper.events].count(GameCorrected) == 1


@pytest.mark.criterion(40)
def test_given_a_fallen_token_when_the_board_is_right_then_asked_with_what_changes_and_done() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH, SANTA_FE))
    table.lift(OMAHA)
    table.wait(4.0)
    said = menu(table)
    assert said[-1] == (
        "Change the game to the board: 1 out, 0 in. Yes does it, No leaves it; Forward names each."
    )
    assert isinstance(table.mode, BoardRight)
    assert table.press("forward") == ["1 of 1, out: blue disc, Denver to Omaha."]
    assert table.press("forward")[0].startswith("Change the game to the board")
    assert OMAHA in expected_tokens(table.state)
    assert table.press("yes") == ["The game follows the board: 1 out, 0 in. Blue disc to move."]
    assert agrees(table, {DULUTH: "red", SANTA_FE: "green"})
    assert (table.state.points["blue"], table.state.trains["blue"]) == (0, 45)
    table.wait(30.0)
    assert table.words()[-1].startswith("The game follows the board")  # nothing nags
    table.set_token("blue", OMAHA)
    assert table.claims()[-1] == ("blue", OMAHA)
    assert expected_tokens(table.state)[OMAHA] == "blue"


@pytest.mark.criterion(40)
def test_given_a_token_elsewhere_when_the_board_is_right_then_the_game_has_it_there() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH, SANTA_FE))
    table.lift(OMAHA)
    table.wait(4.0)
    table.see(HELENA, "blue")
    table.wait(3.0)
    assert isinstance(table.mode, Whose)
    menu_words = menu(table)
    assert "1 out, 1 in" in menu_words[-1]
    assert table.press("forward", "forward")[-1] == "2 of 2, in: blue disc, Helena to Omaha."
    assert table.press("yes") == ["The game follows the board: 1 out, 1 in. Blue disc to move."]
    assert agrees(table, {DULUTH: "red", SANTA_FE: "green", HELENA: "blue"})
    assert not isinstance(table.mode, Whose)
    table.lift(HELENA)
    assert not any("Take back" in words for words in table.words())  # it was no claim of this turn


@pytest.mark.criterion(40)
def test_given_a_rebuild_when_the_board_is_right_then_it_is_the_way_out() -> None:
    table = fallen_table()
    assert "Menu, Board help can change the game" in table.press("ask")[-1]
    table.press("ask")
    assert "4 out, 0 in" in table.pick("menu", "help", "board-right")[-1]
    assert table.press("no")[-1] != ""
    assert isinstance(table.mode, Mending)  # No leaves the question, not the rebuild
    menu(table)
    table.press("yes")
    assert isinstance(table.mode, Table)
    assert agrees(table, {HELENA: "red"})


@pytest.mark.criterion(40)
def test_given_what_the_rules_forbid_when_the_board_is_right_then_it_is_named_left_and_blocks_nothing() -> (
    None
):
    table = SensedTable(claims=(TWIN, DULUTH))
    table.look(OTHER_TWIN, "red", 0.8)
    table.feel(OTHER_TWIN, "red")
    table.wait(4.0)
    said = menu(table)
    assert said[-1] == "1 token differs and cannot count. Leave it as it is? Forward names it."
    assert table.press("forward") == [
        "1 of 1, cannot count: red square, Denver to Kansas City, southern; its twin is taken."
    ]
    events = len(table.session.game.events)
    assert table.press("yes") == ["Agreed: 1 token is left as it is. Green triangle to move."]
    assert len(table.session.game.events) == events
    assert table.session.tracker.left == (OTHER_TWIN,)
    before = len(table.paper.said)
    table.set_token("green", OMAHA)
    assert table.claims()[-1] == ("green", OMAHA)
    assert not any("First lift" in words for words in table.words(before))
    table.see(OTHER_TWIN, "empty")
    table.wait(2.0)
    assert not table.session.tracker.left  # once lifted, a token there is new again


@pytest.mark.criterion(40)
def test_given_the_board_changes_after_the_question_when_yes_then_it_is_asked_anew() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH, SANTA_FE))
    table.lift(OMAHA)
    table.wait(4.0)
    menu(table)
    table.lift(DULUTH)
    table.wait(4.0)
    assert "2 out, 0 in" in table.press("yes")[-1]
    assert len(expected_tokens(table.state)) == 3
    table.press("yes")
    assert agrees(table, {SANTA_FE: "green"})


def test_given_a_game_that_followed_the_board_when_told_short_then_only_what_stands_is_told() -> None:
    table = SensedTable(claims=(HELENA, DULUTH, SANTA_FE))
    table.lift(HELENA)
    table.wait(4.0)
    table.see(OMAHA, "blue")
    table.wait(3.0)
    menu(table)
    table.press("yes")
    game, wording = table.session.game, Wording(table.state.game_map, LAYOUT)
    told = " ".join(one.normal for one in wording.story(deeds(game)))
    assert "Longest claims: blue disc, Denver to Omaha, 4 trains; " in told
    assert claimed_turns(game)[OMAHA] == table.state.turn
    numbers, *_ = wording.statistics(deeds(game), None, "everyone")
    assert "Longest route: blue disc, Denver to Omaha, 4 trains." in numbers.normal


def test_given_a_game_that_followed_the_board_when_stored_then_wire_export_and_transcript_tell_of_it(
    tmp_path: Path,
) -> None:
    game = done(
        SensedTable(claims=(HELENA, DULUTH)).session.game,
        AcceptBoard(seat="red", gone=(HELENA,), stand={OMAHA: "blue"}),
    )
    with GameLog(tmp_path / "game-0001.fingerpost") as store:
        store.append(1, game.events[:-1])
        store.append(len(game.events), game.events[-1:])
    stored = shown(read_file(tmp_path / "game-0001.fingerpost"))
    assert Game.replay(stored.log.events) == game
    forms = {form: list(tell(stored, LAYOUT))[-1] for form, tell in FORMS.items()}
    assert (
        '"type": "game-corrected"' in forms["jsonl"]
        and '"removed": {"helena-omaha": "blue"}' in forms["jsonl"]
    )
    assert "game-corrected" in forms["csv"]
    assert forms["transcript"].endswith("The game follows the board: 1 out, 1 in. Green triangle to move.")
    message = json.loads(
        Encoder("t", "g", "b").event(9, game.events[-1], Stamp(1_790_000_000_123, bytes(10)))
    )
    Draft202012Validator(schemas()["event"]).validate(message)
    assert (message["type"], message["data"]["added"]) == ("game-corrected", {"denver-omaha": "blue"})


@pytest.mark.criterion(40)
def test_given_a_token_more_than_the_game_has_when_compared_then_it_is_named_and_not_called_agreement() -> (
    None
):
    table = SensedTable(claims=(TWIN, DULUTH))
    table.set_token("green", OTHER_TWIN)  # refused; it still stands
    table.press("ask")
    said = table.pick("menu", "help", "rebuild")
    assert said[-1] == (
        "1 token stands that is not in the game: Denver to Kansas City, southern. "
        "Lift it, or take the board as right."
    )
    table.lift(OTHER_TWIN)
    table.press("ask")
    assert table.pick("menu", "help", "rebuild")[-1].startswith("The board agrees: 2 tokens.")


def test_given_nothing_differs_when_the_board_is_right_then_so_it_is_said_but_not_without_senses() -> None:
    table = SensedTable(claims=(OMAHA,))
    assert menu(table)[-1].startswith("The board agrees: 1 token.")
    table.health("hub", "lost", "silent")
    table.health("camera", "lost", "unplugged")
    assert "agrees" not in menu(table)[-1]
    assert not isinstance(table.mode, BoardRight)


def test_given_a_city_pin_when_the_board_is_right_then_the_station_stands_there() -> None:
    table = PanelTable("europe")
    table.set_token("blue", WIEN)
    table.press("yes", "yes")
    table.feel(WIEN, "empty")
    table.wait(4.0)
    menu(table)
    table.press("yes")
    assert dict(table.state.stations) == {}
    table.set_token("blue", ROMA)
    assert expected_tokens(table.state) == {ROMA: "blue"}


def test_given_cards_dealt_when_the_board_is_right_then_a_new_token_waits_for_its_turn_to_be_paid() -> None:
    table = PanelTable("us-accessible", "dealt", ("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    table.feel(OMAHA, "red")  # whose turn it is not
    table.wait(2.0)
    said = menu(table)
    if isinstance(table.mode, BoardRight):
        assert "cannot count" in said[-1]
        assert "cards are paid for it in a turn" in table.press("forward")[-1]
    assert dict(table.state.owners) == {}


def test_given_cards_dealt_when_a_paid_claim_goes_then_its_seat_hears_that_the_cards_are_back() -> None:
    table = PanelTable("us-accessible", "dealt", ("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    route = next(iter(sorted(routes_for(table.state, "blue"))))
    hand = table.state.hand_size("blue")
    table.set_token("blue", route)
    table.press("yes")
    assert table.state.hand_size("blue") < hand
    table.press("yes", "yes", "yes")  # red draws two cards
    table.feel(route, "empty")
    table.wait(4.0)
    menu(table)
    before = len(table.paper.said)
    table.press("yes")
    assert table.state.hand_size("blue") == hand
    private = [
        one for one in table.paper.said[before:] if one.audience != "everyone" and "again" in one.normal
    ]
    assert [(one.audience, one.normal) for one in private] == [("blue", f"You have {hand} cards again.")]


def test_given_a_stop_when_resumed_then_what_was_left_is_not_asked_for_again(tmp_path: Path) -> None:
    table = SensedTable(claims=(TWIN, DULUTH))
    events = table.session.game.events
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        store.append(1, events)
        store.note("left", [OTHER_TWIN])
    with GameLog(path) as store:
        assert Keeper(store, events).noted("left") == [OTHER_TWIN]
        paper = Paper()
        session = Session(
            Game.replay(events),
            layout=LAYOUT,
            wording=Wording(table.state.game_map, LAYOUT),
            store=store,
            sinks=[paper],
            earlier=EarlierSittings(stored=len(events)),
        )
        session.handle(DeviceHealth(device="hub", condition="live", at=0.0), 0.0)
        for site in LAYOUT.pins():
            seen: Seen = "something" if site.id in (TWIN, OTHER_TWIN, DULUTH) else "empty"
            session.handle(Observation(site=site.id, sense="pin", seen=seen, at=0.0), 0.0)
        session.begin(0.0)
        for tenth in range(1, 60):
            session.tick(tenth / 10)
    assert not isinstance(session.panel.mode, Whose)
    assert session.tracker.left == (OTHER_TWIN,)


def test_given_a_dead_pin_when_the_next_token_is_named_a_claim_then_a_stop_forgets_nothing(
    tmp_path: Path,
) -> None:
    table = SensedTable(camera=False)
    with GameLog(tmp_path / "game-0001.fingerpost") as store:
        game = table.session.game
        store.append(1, game.events)
        session = Session(
            game,
            layout=LAYOUT,
            wording=Wording(game.state.game_map, LAYOUT),
            store=store,
            sinks=[Paper()],
            earlier=EarlierSittings(stored=len(game.events)),
        )
        session.handle(DeviceHealth(device="hub", condition="live", at=0.0), 0.0)
        for site in LAYOUT.pins():
            session.handle(Observation(site=site.id, sense="pin", seen="empty", at=0.0), 0.0)
        session.begin(0.0)
        for tenth in range(1, 30):
            session.tick(tenth / 10)
        session.perform(ClaimListed(seat="blue", site=OMAHA), 3.0)
        session.handle(Observation(site=SANTA_FE, sense="pin", seen="something", at=4.0), 4.0)
        for tenth in range(41, 70):
            session.tick(tenth / 10)
        assert isinstance(session.panel.mode, Whose)
        session.handle(Press(button="yes", action="down", at=8.0), 8.0)
        session.handle(Press(button="yes", action="up", at=8.1), 8.1)
        assert expected_tokens(session.game.state) == {OMAHA: "blue", SANTA_FE: "red"}
        assert Keeper(store, session.game.events).noted("missing") == {OMAHA: "blue"}


def test_given_cards_dealt_when_a_claim_goes_then_the_cards_that_come_back_are_told() -> None:
    game = legends_bench.begun(2, "dealt", legends_bench.QUIET)
    game = arrange(game, hands={"blue": "bb"}, deck="rrrrrr")
    way = RouteId("baltimore-lewisburg")
    game = done(game, ClaimRoute(seat="blue", route=way, cards=(Card("blue"),) * 2))
    table = PanelTable("legends-of-the-west", game=game)
    table.lift(way)
    table.wait(4.0)
    menu(table)
    before = len(table.paper.said)
    table.press("yes")
    told = [(one.audience, one.normal) for one in table.paper.said[before:] if one.normal]
    assert told == [
        ("everyone", "The game follows the board: 1 out, 0 in. Red square to move."),
        ("everyone", "Blue disc gets 2 cards back."),
        ("everyone", "Blue disc gives back 1 card."),
        ("everyone", "Blue disc gives back 2 dollars."),
        ("blue", "You have 2 cards again."),
    ]


def test_given_a_last_round_when_the_board_takes_its_claim_out_then_that_it_is_off_is_told() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1, {"trains": 6})
    game = done(game, ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    assert game.state.turns_left is not None
    table = PanelTable(game=game)
    table.lift(OMAHA)
    table.wait(4.0)
    menu(table)
    assert table.press("yes") == [
        "The game follows the board: 1 out, 0 in. Red square to move.",
        "The last round is off: nobody has so few left now.",
    ]
