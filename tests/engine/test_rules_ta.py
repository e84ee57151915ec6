"""TA-1 to TA-25: the 10th anniversary's condensed rules. F-5, F-7 and F-27 as far as they are its."""

from collections.abc import Sequence
from typing import cast

import pytest

from engine import (
    LOCOMOTIVE,
    SEATS,
    Card,
    Command,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    Reason,
    Refusal,
    RouteId,
    TicketId,
    legal,
    score_position,
    view,
)
from tests.engine.rule_bench import (
    DECK,
    begin,
    by_hand,
    cards,
    claim,
    conserved,
    others_draw,
    play,
    refused,
    row,
    why,
)

Ways = tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]
TA = "us-10th-anniversary"
RED = Card("red")


def new(seats: int, seed: int = 1) -> Game:
    return Game.new(TA, "usa", SEATS[:seats], "dealt", seed)


def test_ta_1_given_a_new_game_then_45_cars_each_and_a_deck_of_110() -> None:
    state = new(5).state
    assert set(state.trains.values()) == {45}
    assert conserved(state) == (110, 30)
    kinds = [card for hand in state.hands.values() for card, n in hand.items() for _ in range(n)]
    kinds += [*state.row, *state.deck, *state.discards]
    assert kinds.count(LOCOMOTIVE) == 14
    assert {kinds.count(card) for card in set(kinds) - {LOCOMOTIVE}} == {12}


def test_ta_2_given_the_start_then_two_or_three_tickets_are_kept_and_the_other_leaves_the_game() -> None:
    game = new(2)
    offered = game.state.offered["blue"]
    refusal = refused(game, KeepTickets(seat="blue", tickets=offered[:1]))
    assert (refusal.reason, refusal.rule, refusal.need) == (Reason.KEEP_MORE_TICKETS, "TA-2", 2)
    game = play(game, KeepTickets(seat="blue", tickets=offered[:2]))
    assert game.state.removed == offered[2:]
    assert offered[2] not in game.state.ticket_deck


@pytest.mark.parametrize("kept", [2, 3])
def test_ta_3_f_7_given_setup_then_the_ticket_deck_has_30_less_3_a_seat_however_many_were_kept(
    kept: int,
) -> None:
    for seats in (2, 3, 4, 5):
        game = new(seats)
        for seat in game.state.seats:
            game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat][:kept]))
        assert len(game.state.ticket_deck) == 30 - 3 * seats


def test_ta_4_given_two_cars_left_then_one_final_turn_for_all() -> None:
    game = begin(3, rules=TA, trains={"blue": 3}, hands={"blue": "r", "red": "", "green": ""})
    game = play(game, claim("dallas-houston:1", (RED,)))
    assert game.state.turns_left == 2
    for seat in ("red", "green", "blue"):
        assert game.state.phase == "turn"
        game = play(game, DrawCard(seat=seat, source="deck"), DrawCard(seat=seat, source="deck"))
    assert game.state.phase == "over"


def test_ta_5_given_a_turn_with_any_act_then_there_is_no_pass() -> None:
    assert why(begin(rules=TA), Pass(seat="blue")) == (Reason.CAN_STILL_ACT, "TA-5")


def test_ta_6_given_no_cards_anywhere_then_no_draw_but_a_row_alone_is_enough() -> None:
    bare = begin(rules=TA, deck="", discards="", row="")
    assert why(bare, DECK) == (Reason.NO_CARDS_LEFT, "TA-6")
    assert play(bare, DrawTickets(seat="blue")).state.phase == "ticket-choice"
    game = play(begin(rules=TA, deck="", discards="", row="rg"), row(0))
    assert (game.state.phase, game.state.row) == ("second-card", ("green",))
    assert play(game, row(0)).state.to_move == "red"


def test_ta_6_given_a_row_alone_and_the_setting_pile_then_no_draw() -> None:
    game = begin(rules=TA, deck="", discards="", row="rg", settings={"draw_needs": "pile"})
    assert refused(game, row(0)).reason is Reason.NO_CARDS_LEFT


def test_ta_7_given_hands_and_tickets_then_only_their_seat_sees_them() -> None:
    game = begin(rules=TA, hands={"blue": "rrl", "red": "g"})
    others = view(game.state, "red")
    assert cast(list[dict[str, object]], others["seats"])[0]["hand"] == 3
    assert not any(ticket in str(others["seats"]) for ticket in game.state.tickets["blue"])
    assert cast(dict[str, object], view(game.state, "blue")["own"])["hand"] == {"locomotive": 1, "red": 2}


def test_ta_8_given_a_draw_then_one_face_up_locomotive_or_two_cards_without_one() -> None:
    game = begin(rules=TA, row="lrbgy", deck="kwop")
    assert play(game, row(0)).state.to_move == "red"
    second = play(game, row(1))
    assert why(second, row(0)) == (Reason.LOCOMOTIVE_ONLY_FIRST, "TA-8")
    assert play(second, row(2)).state.to_move == "red"
    blind = play(begin(rules=TA, row="rbgyk", deck="llop"), DECK, DECK)
    assert blind.state.to_move == "red"


def test_ta_9_given_a_card_from_the_row_then_its_replacement_may_be_the_second() -> None:
    game = play(begin(rules=TA, row="rbgyk", deck="wop", hands={"blue": ""}), row(0), row(0))
    assert game.state.hands["blue"] == {"red": 1, "white": 1}


def test_ta_10_given_the_third_face_up_locomotive_then_five_go_and_five_come() -> None:
    game = play(begin(rules=TA, row="llrbg", deck="lkwopyr"), row(2))
    assert game.state.row == ("black", "white", "orange", "purple", "yellow")
    assert sorted(game.state.discards) == ["blue", "green", "locomotive", "locomotive", "locomotive"]


def test_ta_11_given_the_last_card_of_the_deck_then_the_discards_are_the_new_one() -> None:
    game = play(begin(rules=TA, row="rbgyk", deck="w", discards="opp"), DECK)
    assert (sorted(game.state.deck), game.state.discards) == (["orange", "purple", "purple"], ())


def test_ta_12_given_cards_of_the_colour_and_the_length_then_an_empty_route_is_claimed() -> None:
    game = begin(rules=TA, hands={"blue": "ggggr", "red": "gggg"})
    green = (Card("green"),) * 4
    for paid in (green[:3], (*green, RED), (*green[:3], RED)):
        assert refused(game, claim("denver-helena", paid)).rule == "TA-12"
    taken = play(game, claim("denver-helena", green))
    refusal = refused(taken, claim("denver-helena", green, "red"))
    assert (refusal.reason, refusal.rule, refusal.holder) == (Reason.ROUTE_TAKEN, "TA-12", "blue")


@pytest.mark.parametrize("hand", ["ggll", "llll", "gggl"])
def test_ta_13_given_locomotives_then_they_stand_in_for_any_number_of_cards(hand: str) -> None:
    game = play(begin(rules=TA, hands={"blue": hand}), claim("denver-helena", cards(hand)))
    assert game.state.owners == {"denver-helena": "blue"}


def test_ta_14_given_a_gray_route_then_any_one_colour() -> None:
    game = begin(rules=TA, hands={"blue": "rrbb"})
    assert why(game, claim("atlanta-charleston", (RED, Card("blue")))) == (Reason.MIXED_COLOURS, "TA-14")
    assert play(game, claim("atlanta-charleston", (RED, RED))).state.points["blue"] == 2


def test_ta_15_given_one_side_of_a_double_then_not_the_other_too() -> None:
    game = begin(4, rules=TA, hands={"blue": "rr"})
    game = play(game, claim("dallas-houston:1", (RED,)))
    game = others_draw(game)
    assert why(game, claim("dallas-houston:2", (RED,))) == (Reason.OWN_DOUBLE, "TA-15")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_ta_16_given_two_or_three_seats_then_only_one_side_is_ever_claimed(seats: int) -> None:
    game = play(begin(seats, rules=TA, hands={"blue": "r", "red": "r"}), claim("dallas-houston:1", (RED,)))
    twin = claim("dallas-houston:2", (RED,), "red")
    if seats <= 3:
        assert refused(game, twin).rule == "TA-16"
    else:
        assert play(game, twin).state.owners[RouteId("dallas-houston:2")] == "red"


def test_ta_17_given_too_few_cars_then_a_route_cannot_be_filled() -> None:
    game = begin(rules=TA, trains={"blue": 3}, hands={"blue": "gggg"})
    refusal = refused(game, claim("denver-helena", (Card("green"),) * 4))
    assert (refusal.reason, refusal.rule, refusal.need, refusal.have) == (
        Reason.TOO_FEW_TRAINS,
        "TA-17",
        4,
        3,
    )


def test_ta_18_given_lengths_1_to_6_then_1_2_4_7_10_15_points() -> None:
    points = {}
    game = begin(rules=TA)
    for route in game.state.game_map.routes.values():
        if route.length not in points:
            ready = begin(rules=TA, hands={"blue": "l" * route.length})
            cards = (LOCOMOTIVE,) * route.length
            points[route.length] = play(ready, claim(route.id, cards)).state.points["blue"]
    assert points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}


def test_ta_19_given_the_ticket_action_then_one_is_enough_and_the_rest_goes_to_the_bottom() -> None:
    game = play(begin(rules=TA), DrawTickets(seat="blue"))
    offered = game.state.offered["blue"]
    assert len(offered) == 3
    assert refused(game, KeepTickets(seat="blue", tickets=())).rule == "TA-19"
    after = play(game, KeepTickets(seat="blue", tickets=offered[:1]))
    assert after.state.ticket_deck[-2:] == offered[1:]
    few = play(begin(rules=TA, ticket_deck=list(game.state.ticket_deck[:2])), DrawTickets(seat="blue"))
    assert len(few.state.offered["blue"]) == 2


def scored(blue: Sequence[str], red: Sequence[str] = (), held: Sequence[str] = ()) -> list[dict[str, object]]:
    """The lines of blue, who holds the tickets, and of red."""
    seats = [
        {"seat": "blue", "routes": list(blue), "tickets": list(held)},
        {"seat": "red", "routes": list(red)},
    ]
    return cast(
        list[dict[str, object]], score_position({"edition": TA, "map": "usa", "seats": seats})["seats"]
    )


LOOP = ("seattle-vancouver:1", "calgary-vancouver", "calgary-seattle")


def test_ta_20_given_the_end_then_route_points_are_recounted_from_the_board() -> None:
    game = play(begin(rules=TA, hands={"blue": "gggg"}), claim("denver-helena", (Card("green"),) * 4))
    assert scored(game.state.routes_of("blue"))[0]["routes"] == game.state.points["blue"] == 7


def test_ta_21_given_a_path_of_own_cars_then_the_ticket_is_completed() -> None:
    ticket = "calgary-phoenix"
    way = ("calgary-helena", "helena-salt-lake-city", "denver-salt-lake-city:1", "denver-phoenix")
    done, open_ = scored(way, (), (ticket,)), scored(way[:-1], way[-1:], (ticket,))
    assert (done[0]["tickets"], done[0]["tickets_completed"]) == (13, 1)
    assert (open_[0]["tickets"], open_[0]["tickets_completed"]) == (-13, 0)


def test_ta_22_given_a_loop_and_a_dead_end_then_the_loop_counts_once_and_the_way_back_not_at_all() -> None:
    assert scored(LOOP)[0]["longest"] == 8
    assert scored((*LOOP, "portland-seattle:1"))[0]["longest"] == 9
    two = (*LOOP, "portland-seattle:1", "helena-seattle")
    assert scored(two)[0]["longest"] == 15
    # A third branch elsewhere: whatever way is taken, one of the three and a part of the loop are left out.
    assert scored((*two, "calgary-winnipeg"))[0]["longest"] == 16


def test_ta_23_given_a_compound_loop_then_the_best_single_trail_not_the_sum() -> None:
    theta = ("boston-montreal:1", "montreal-new-york", "boston-new-york:1", "montreal-toronto")
    whole = (*theta, "pittsburgh-toronto", "new-york-pittsburgh:1", "new-york-washington:1")
    line = scored(whole)[0]
    total = 2 + 3 + 2 + 3 + 2 + 2 + 2
    assert line["longest"] == total  # two odd cities only
    with_tail = scored((*whole, "chicago-pittsburgh:1"))[0]
    assert cast(int, with_tail["longest"]) < total + 3


def test_ta_24_given_tied_longest_paths_then_ten_each() -> None:
    blue, red = scored(("denver-helena",), ("calgary-seattle",))
    assert (blue["longest_bonus"], red["longest_bonus"]) == (10, 10)


def test_ta_25_given_a_tie_then_most_tickets_then_the_longest_path() -> None:
    two = ([("A", "B", 2), ("C", "D", 2)], [("A", "B", 3), ("C", "D", 3)])
    one = ([("E", "F", 2), ("G", "H", 2)], [("E", "F", 6)])
    assert by_hand(TA, one, two)["winners"] == ["red"]
    path = ([("A", "B", 3)], [("A", "B", 3)])  # 4 + 3 + 10
    none = ([("C", "D", 2), ("E", "F", 2)], [("C", "D", 13)])  # 2 + 2 + 13
    assert by_hand(TA, none, path)["winners"] == ["red"]
    assert by_hand(TA, path, path)["winners"] == ["blue", "red"]


def test_ta_25_x_10_given_the_setting_length_then_the_longer_path_parts_seats_without_the_card() -> None:
    best: Ways = ([("A", "B", 6)], [])
    longer: Ways = ([("C", "D", 1), ("D", "E", 1)], [])
    shorter: Ways = ([("F", "G", 1), ("H", "I", 1)], [])
    assert by_hand(TA, best, shorter, longer)["places"] == [["blue"], ["red", "green"]]
    by_length = by_hand(TA, best, shorter, longer, longest_tie="length")
    assert by_length["places"] == [["blue"], ["green"], ["red"]]


def test_f_27_given_five_seats_each_returning_one_then_these_five_never_come_again() -> None:
    game = new(5, seed=3)
    for seat in game.state.seats:
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat][:2]))
    gone = set(game.state.removed)
    assert (len(gone), len(game.state.ticket_deck)) == (5, 15)
    seen: list[TicketId] = []
    for turn in range(5):
        seat = SEATS[turn]
        game = play(game, DrawTickets(seat=seat))
        seen += game.state.offered[seat]
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    assert (len(seen), gone & set(seen)) == (15, set())
    answer = game.do(DrawTickets(seat="blue"))
    assert isinstance(answer, Refusal)
    assert (answer.reason, answer.rule) == (Reason.NO_TICKETS_LEFT, "TA-19")
    assert not [command for command in legal(game.state) if isinstance(command, DrawTickets)]


def test_x_1_given_the_setting_bottom_then_returned_tickets_come_again() -> None:
    state = begin(rules=TA, settings={"start_tickets_unkept": "bottom"}).state
    assert (len(state.ticket_deck), state.removed) == (26, ())


def test_given_any_act_then_the_refusals_of_this_edition_carry_a_number() -> None:
    commands: list[Command] = [DrawTickets(seat="red"), KeepTickets(seat="blue", tickets=()), row(9)]
    for command in commands:
        answer = begin(rules=TA).do(command)
        assert isinstance(answer, Refusal)
        assert answer.rule
