"""The board is right: the game follows it by an event, as far as the rules let it, and replays the same."""

import pytest
from msgspec.structs import replace

from bots.bot import RandomBot
from engine import (
    CARD_MODES,
    AcceptBoard,
    BuildHarbor,
    BuildStation,
    Card,
    CardGained,
    CardMode,
    ChoosePieces,
    CityId,
    ClaimRoute,
    Command,
    DrawCard,
    EndTurn,
    Game,
    GameCorrected,
    Reason,
    Refusal,
    RouteId,
    Seat,
    Undo,
    edition,
    event_from_json,
    event_to_json,
    seen_by,
)
from engine.scoring import final_scores
from tests.engine import legends_bench
from tests.engine.rule_bench import arrange, begin, play, refused

ONE, OTHER = RouteId("boston-new-york:1"), RouteId("boston-new-york:2")
OMAHA, DULUTH = RouteId("denver-omaha"), RouteId("chicago-duluth")


def untracked(edition: str, board: str, *commands: Command) -> Game:
    game = Game.new(edition, board, ("blue", "red", "green"), "untracked", 1)
    return play(game, *commands)


def test_given_a_claim_that_stands_elsewhere_when_the_board_is_right_then_it_is_as_if_made_there() -> None:
    claimed = untracked("us-accessible", "usa", ClaimRoute(seat="blue", route=OMAHA))
    game = play(claimed, AcceptBoard(seat="red", gone=(OMAHA,), stand={DULUTH: "blue"}))
    other = untracked("us-accessible", "usa", ClaimRoute(seat="blue", route=DULUTH))
    assert replace(game.state, seq=0) == replace(other.state, seq=0)
    assert game.state.to_move == "red"
    assert game.events[-1] == GameCorrected(
        seat="red", removed={OMAHA: "blue"}, added={DULUTH: "blue"}, points={"blue": 4}, trains={"blue": 42}
    )


def test_given_a_corrected_game_when_replayed_and_undone_then_equal_and_as_before() -> None:
    claimed = untracked(
        "us-accessible", "usa", ClaimRoute(seat="blue", route=OMAHA), ClaimRoute(seat="red", route=DULUTH)
    )
    game = play(claimed, AcceptBoard(seat="red", gone=(DULUTH, OMAHA), stand={OMAHA: "red"}))
    read = [event_from_json(event_to_json(event)) for event in game.events]
    assert Game.replay(read) == game
    assert [seen_by(event, None) for event in game.events[-1:]] == list(game.events[-1:])
    assert game.acts[-1].kind == "game-corrected"
    undone = play(game, Undo(seat="green"))
    assert replace(undone.state, seq=0) == replace(claimed.state, seq=0)


def test_given_a_twin_that_is_taken_out_when_the_board_is_right_then_the_other_can_stand() -> None:
    claimed = untracked("us-accessible", "usa", ClaimRoute(seat="blue", route=ONE))
    kept, out = claimed.board_accepted("red", [], {OTHER: "red"})
    assert kept == AcceptBoard(seat="red")
    assert [(place, refusal.reason) for place, refusal in out] == [(OTHER, Reason.DOUBLE_ROUTE_CLOSED)]
    kept, out = claimed.board_accepted("red", [ONE], {OTHER: "red"})
    assert (kept, out) == (AcceptBoard(seat="red", gone=(ONE,), stand={OTHER: "red"}), ())
    assert play(claimed, kept).state.owners == {OTHER: "red"}


def test_given_too_few_trains_when_the_board_is_right_then_that_route_is_named_and_the_rest_counts() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1, {"trains": 5})
    kept, out = game.board_accepted("blue", [], {OMAHA: "red", DULUTH: "red"})
    assert [(place, refusal.reason) for place, refusal in out] == [(OMAHA, Reason.TOO_FEW_TRAINS)]
    assert play(game, kept).state.owners == {DULUTH: "red"}
    assert play(game, kept).state.trains == {"blue": 5, "red": 2}


def test_given_a_station_that_stands_elsewhere_when_the_board_is_right_then_it_is_built_there() -> None:
    wien, roma = CityId("wien"), CityId("roma")
    game = untracked("europe", "europe", BuildStation(seat="blue", city=wien))
    game = play(game, AcceptBoard(seat="blue", gone=(wien,), stand={roma: "blue"}))
    assert dict(game.state.stations) == {roma: "blue"}
    assert game.state.owners == {}


def test_given_a_harbor_when_its_only_route_is_gone_then_the_route_stays_unless_the_harbor_goes_too() -> None:
    game = Game.new("rails-and-sails-world", "world", ("blue", "red"), "untracked", 1)
    game = play(game, *(ChoosePieces(seat=seat, train=20, ship=40) for seat in game.state.seats))
    board = game.state.game_map
    way = next(r for r in board.routes.values() if board.cities[r.a].port and r.kind == "train")
    game = play(
        game, ClaimRoute(seat="blue", route=way.id), EndTurn(seat="red"), BuildHarbor(seat="blue", city=way.a)
    )
    kept, out = game.board_accepted("blue", [way.id], {})
    assert kept.gone == ()
    assert [(place, refusal.reason, refusal.city) for place, refusal in out] == [
        (way.id, Reason.NO_ROUTE_TO_PORT, way.a)
    ]
    other = next(r.id for r in board.routes.values() if way.a in (r.a, r.b) and r.id != way.id)
    moved, out = game.board_accepted("blue", [way.id], {other: "blue"})
    assert out == ()
    assert (play(game, moved).state.owners, play(game, moved).state.harbors) == (
        {other: "blue"},
        {way.a: "blue"},
    )
    kept, out = game.board_accepted("blue", [way.id, way.a], {})
    assert out == ()
    gone = play(game, kept).state
    assert (dict(gone.owners), dict(gone.harbors), gone.trains["blue"]) == ({}, {}, 20)


def test_given_cards_dealt_when_a_claim_goes_then_its_cards_come_back_while_they_lie_on_the_discards() -> (
    None
):
    game = play(begin(hands={"blue": "rr"}), ClaimRoute(seat="blue", route=ONE, cards=(Card("red"),) * 2))
    kept, out = game.board_accepted("red", [ONE], {DULUTH: "red"})
    assert [(place, refusal.reason) for place, refusal in out] == [(DULUTH, Reason.CARDS_NEEDED)]
    back = play(game, kept)
    assert back.state.hands["blue"] == {"red": 2}
    assert back.state.discards == ()
    assert back.events[-1].returned == {"blue": (Card("red"),) * 2}  # type: ignore[union-attr]
    emptied = replace(game, state=replace(game.state, discards=()))
    assert play(emptied, kept).state.hands["blue"] == {}


def test_given_a_deck_made_anew_since_when_a_claim_goes_then_only_the_cards_that_lie_there_come_back() -> (
    None
):
    game = play(
        begin(hands={"blue": "rr", "red": "r"}), ClaimRoute(seat="blue", route=ONE, cards=(Card("red"),) * 2)
    )
    shuffled = replace(game, state=replace(game.state, deck=(Card("red"),), discards=(Card("red"),)))
    back = play(shuffled, AcceptBoard(seat="red", gone=(ONE,)))
    assert back.state.hands["blue"] == {"red": 1}
    assert (back.state.deck, back.state.discards) == ((Card("red"),), ())


@pytest.mark.parametrize("mode", CARD_MODES)
def test_given_a_company_route_when_it_goes_then_its_dollars_go_as_far_as_they_are_there(
    mode: CardMode,
) -> None:
    way = RouteId("baltimore-lewisburg")  # blue's own colour, and a large city
    dealt = mode == "dealt"
    game = legends_bench.begun(2, mode, legends_bench.QUIET)
    game = arrange(game, hands={"blue": "bb"}, deck="rrrrrr") if dealt else game
    start = dict(game.state.coins)
    pay = (Card("blue"),) * 2 if dealt else None
    claimed = play(game, ClaimRoute(seat="blue", route=way, cards=pay))
    bonus = claimed.state.settings.company_bonus
    assert claimed.state.coins == {**start, "blue": start["blue"] + bonus}
    gone = AcceptBoard(seat="red", gone=(way,))
    back = play(claimed, gone)
    assert back.state.coins == start
    if dealt:  # the card for the large city lies under the deck
        assert back.state.hands["blue"] == {"blue": 2}
        assert back.state.deck == (Card("red"),) * 6
    spent = replace(claimed, state=claimed.state.with_seldom(coins={**start, "blue": 1}))
    assert play(spent, gone).state.coins["blue"] == 0
    if not dealt:  # put in by a correction it has brought the same, and takes the same away
        again = play(back, AcceptBoard(seat="red", stand={way: "blue"}))
        assert again.state.coins == claimed.state.coins
        assert play(again, gone).state.coins == start


TO_NORFOLK = RouteId("baltimore-norfolk:2")  # white: touches a large city, pays no company
STRUCK = {"events": ["post: lightning cards 1 all"], "claim_steps": ["4: large-city", "6: cards 1 all"]}


def given_back(game: Game) -> dict[Seat, tuple[Card | None, ...]]:
    """What a correction that takes the claim out has taken from the hands."""
    [*_, event] = play(game, AcceptBoard(seat="red", gone=(TO_NORFOLK,))).events
    assert isinstance(event, GameCorrected)
    return event.given_up


def test_given_cards_that_a_claim_brought_when_it_goes_then_all_seats_give_theirs_but_not_a_newspapers() -> (
    None
):
    # A newspaper comes up for the card: its event brings each seat one more, which is no work of the claim.
    game = legends_bench.begun(2, "dealt", {**STRUCK, "newspapers": [1]})
    game = arrange(game, hands={"blue": "w", "red": ""}, deck="nrgbykw")
    way = game.state.game_map.routes[TO_NORFOLK]
    claimed = play(game, ClaimRoute(seat="blue", route=TO_NORFOLK, cards=(Card("white"),) * way.length))
    assert [event.why for event in claimed.events if isinstance(event, CardGained)] == [
        "large-city", "post", "post", "6", "6"
    ]  # fmt: skip
    assert given_back(claimed) == {"blue": (Card("red"), Card("yellow")), "red": (Card("black"),)}
    spent = replace(claimed, state=replace(claimed.state, hands={**claimed.state.hands, "red": {}}))
    assert given_back(spent) == {"blue": (Card("red"), Card("yellow")), "red": ()}


def test_given_cards_given_up_when_others_look_then_they_see_how_many_and_not_which() -> None:
    game = legends_bench.begun(2, "dealt", legends_bench.QUIET)
    game = arrange(game, hands={"blue": "w"}, deck="rrr")
    claimed = play(game, ClaimRoute(seat="blue", route=TO_NORFOLK, cards=(Card("white"),)))
    event = play(claimed, AcceptBoard(seat="red", gone=(TO_NORFOLK,))).events[-1]
    for viewer in (None, "red"):  # red has asked for it, and sees no more
        assert seen_by(event, viewer) == replace(event, given_up={"blue": (None,)})
    assert seen_by(event, "blue") == event


@pytest.mark.parametrize("low", [None, "red"])
def test_given_a_last_round_when_the_claim_that_began_it_goes_then_it_is_off_unless_another_is_as_low(
    low: str | None,
) -> None:
    game = play(begin(2, "untracked", trains={"blue": 4}), ClaimRoute(seat="blue", route=ONE))
    assert game.state.turns_left is not None
    if low is not None:
        game = replace(game, state=replace(game.state, trains={**game.state.trains, "red": 2}))
    back = play(game, AcceptBoard(seat="red", gone=(ONE,)))
    assert (back.state.turns_left is None) == (low is None)
    assert back.state.to_move == "red"
    if low is None:
        assert Game.replay(back.events) == back
        again = play(back, EndTurn(seat="red"), ClaimRoute(seat="blue", route=ONE))
        assert again.state.turns_left is not None


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AcceptBoard(seat="black", gone=(OMAHA,)), Reason.NO_SUCH_SEAT),
        (AcceptBoard(seat="blue"), Reason.NOTHING_TO_UNDO),
        (AcceptBoard(seat="blue", gone=(OMAHA,)), Reason.NO_SUCH_ROUTE),
        (AcceptBoard(seat="blue", gone=("nowhere",)), Reason.NO_SUCH_ROUTE),
        (AcceptBoard(seat="blue", stand={"nowhere": "red"}), Reason.NOT_IN_EDITION),
        (AcceptBoard(seat="blue", stand={OMAHA: "black"}), Reason.NO_SUCH_SEAT),
    ],
)
def test_given_a_board_that_makes_no_sense_when_taken_as_right_then_refused_and_nothing_changes(
    command: AcceptBoard, reason: Reason
) -> None:
    game = untracked("us-accessible", "usa")
    answer = game.do(command)
    assert isinstance(answer, Refusal)
    assert answer.reason is reason
    assert answer.command == command


def test_given_a_draw_that_has_begun_when_the_board_is_right_then_the_second_card_comes_first() -> None:
    game = play(begin(hands={"blue": "rr"}), DrawCard(seat="blue", source="deck"))
    assert refused(game, AcceptBoard(seat="blue", gone=(ONE,))).reason is Reason.TAKE_SECOND_CARD


@pytest.mark.parametrize(
    "name", ["us-accessible", "europe", "rails-and-sails-great-lakes", "legends-of-the-west"]
)
def test_given_a_bots_game_when_half_of_its_board_is_taken_as_right_then_it_goes_on_to_its_end(
    name: str,
) -> None:
    game = Game.new(name, edition(name).map, ("blue", "red"), "dealt", 3)
    bot, turns = RandomBot(3), 0
    while game.state.phase != "over":
        seat = game.state.waiting_for()[0]
        game = play(game, bot.choose(game.state, seat))
        turns += 1
        if turns % 60 == 0 and game.state.phase == "turn":
            kept, _ = game.board_accepted(game.state.seats[0], list(game.state.owners)[::2], {})
            game = play(game, kept) if kept.gone else game
    assert any(isinstance(event, GameCorrected) for event in game.events)
    assert Game.replay(game.events) == game
    assert game.state.result is not None
    assert game.state.result.scores == final_scores(game.state)[0]
