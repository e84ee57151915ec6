"""RS-1 to RS-11: decks, hands, tickets, the choice of pieces. F-6, F-7, F-9."""

from collections import Counter

import pytest

from engine import (
    SEATS,
    CardsDealt,
    ChoosePieces,
    DrawTickets,
    EndTurn,
    Game,
    GameStarted,
    KeepTickets,
    PiecesAsked,
    PiecesChosen,
    PiecesRevealed,
    RowTurned,
    StartError,
    TurnStarted,
    edition,
    legal,
    seen_by,
    view,
)
from tests.engine.rails_table import EDITIONS, LAKES, MAPS, WORLD, begin, chosen
from tests.engine.rule_bench import events_of, play, why


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_1_given_a_game_when_dealt_then_80_train_cards_and_60_ship_cards(name: str) -> None:
    first = Game.new(name, MAPS[name], SEATS[:2], "dealt", 3).events[0]
    assert isinstance(first, GameStarted)
    trains, ships = Counter(map(str, first.deck)), Counter(map(str, first.ship_deck))
    assert (sum(trains.values()), trains["wild"], sum(ships.values())) == (80, 14, 60)
    for colour in ("purple", "yellow", "green", "red", "black", "white"):
        assert trains[f"train:{colour}"] + trains[f"train:{colour}:harbor"] == 11
        assert (ships[f"ship:{colour}:1:harbor"], ships[f"ship:{colour}:2"]) == (4, 6)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_2_given_the_cards_when_counted_then_four_trains_and_four_ships_a_colour_have_the_symbol(
    name: str,
) -> None:
    deck = dict(edition(name).deck)
    symbols = {card: count for card, count in deck.items() if card.endswith(":harbor")}
    assert len(symbols) == 12
    assert set(symbols.values()) == {4}


@pytest.mark.parametrize(("name", "trains", "ships"), [(WORLD, 3, 7), (LAKES, 2, 2)])
@pytest.mark.parametrize("seats", [2, 5])
def test_rs_3_f_6_given_seats_when_dealt_then_hands_and_decks_have_the_printed_sizes(
    name: str, trains: int, ships: int, seats: int
) -> None:
    game = Game.new(name, MAPS[name], SEATS[:seats], "dealt", 1)
    hands = [event.cards for event in game.events if isinstance(event, CardsDealt)]
    assert len(hands) == seats
    for hand in hands:
        assert sum(card.startswith("ship:") for card in hand) == ships
        assert len(hand) == trains + ships
    turned = [event for event in game.events if isinstance(event, RowTurned)]
    assert len(game.state.deck) + len(game.state.discards) == 77 - trains * seats
    if len(turned) == 1:
        assert (len(game.state.deck), len(game.state.ship_deck)) == (77 - trains * seats, 57 - ships * seats)


@pytest.mark.parametrize("setting", ["start_hand", "start_ship_cards"])
def test_rs_3_given_a_deck_that_hands_leave_too_short_for_the_row_then_no_game_begins(setting: str) -> None:
    seats = {"start_hand": 4, "start_ship_cards": 3}[setting]  # 80 train cards, 60 ship cards
    with pytest.raises(StartError, match="too few to deal"):
        Game.new(WORLD, "world", SEATS[:seats], "dealt", 3, {setting: 20})
    Game.new(WORLD, "world", SEATS[:seats], "dealt", 3, {setting: 18})


def test_f_6_given_five_seats_of_the_world_then_62_and_22_cards_are_left() -> None:
    game = next(
        game
        for game in (Game.new(WORLD, "world", SEATS, "dealt", seed) for seed in range(20))
        if not game.state.discards
    )
    assert (len(game.state.deck), len(game.state.ship_deck)) == (62, 22)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_4_given_a_game_when_dealt_then_three_cards_of_each_deck_lie_open(name: str) -> None:
    for seed in range(12):
        row = Game.new(name, MAPS[name], SEATS[:3], "dealt", seed).state.row
        assert len(row) == 6
        assert sum(card.startswith("ship:") for card in row) == 3
        assert row.count(edition(name).wild) < 3


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_5_given_five_tickets_when_fewer_than_three_are_kept_then_refused(name: str) -> None:
    game = Game.new(name, MAPS[name], SEATS[:2], "dealt", 1)
    offered = game.state.offered["blue"]
    assert (len(offered), game.state.keep_at_least) == (5, 3)
    assert why(game, KeepTickets(seat="blue", tickets=offered[:2])) == ("keep-more-tickets", "RS-5")
    after = play(
        game,
        KeepTickets(seat="blue", tickets=offered[:3]),
        KeepTickets(seat="red", tickets=game.state.offered["red"]),
    )
    assert after.state.ticket_deck[-2:] == offered[3:]


def test_f_7_given_four_seats_of_the_world_each_returning_one_then_49_tickets_are_in_the_deck() -> None:
    game = Game.new(WORLD, "world", SEATS[:4], "dealt", 1)
    for seat in SEATS[:4]:
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat][:4]))
    assert len(game.state.ticket_deck) == 49


@pytest.mark.parametrize(
    ("name", "train", "ship"),
    [(WORLD, 25, 35), (WORLD, 20, 40), (WORLD, 10, 50), (LAKES, 33, 17), (LAKES, 18, 32)],
)
def test_rs_6_f_9_given_a_mix_that_the_box_has_when_chosen_then_accepted(
    name: str, train: int, ship: int
) -> None:
    game = play(chosen(name), ChoosePieces(seat="blue", train=train, ship=ship))
    assert game.state.chosen == {"blue": (train, ship)}


@pytest.mark.parametrize(
    ("name", "train", "ship"),
    [(WORLD, 9, 51), (WORLD, 26, 34), (WORLD, 20, 39), (WORLD, -1, 61), (LAKES, 17, 33), (LAKES, 34, 16)],
)
def test_rs_6_f_9_given_a_mix_that_cannot_be_when_chosen_then_refused(
    name: str, train: int, ship: int
) -> None:
    assert why(chosen(name), ChoosePieces(seat="blue", train=train, ship=ship)) == ("wrong-pieces", "RS-6")


@pytest.mark.parametrize("mode", ["dealt", "untracked"])
def test_rs_7_given_mixes_when_the_last_is_chosen_then_all_are_told_and_not_before(mode: str) -> None:
    game = chosen(WORLD, 3, "dealt" if mode == "dealt" else "untracked")
    asked = game.events[-1]
    assert isinstance(asked, PiecesAsked)
    game = play(
        game, ChoosePieces(seat="red", train=25, ship=35), ChoosePieces(seat="blue", train=12, ship=48)
    )
    for event in game.events[-2:]:
        assert isinstance(event, PiecesChosen)
        shown = seen_by(event, "green")
        assert isinstance(shown, PiecesChosen)
        assert (shown.train, shown.ship) == (None, None)
    seats = view(game.state, "green")["seats"]
    assert isinstance(seats, list)
    assert [(one["pieces"], one["has_chosen"], one["trains"], one["ships"]) for one in seats] == [
        (None, True, 25, 50),
        (None, True, 25, 50),
        (None, False, 25, 50),
    ]
    own = view(game.state, "red")["own"]
    assert isinstance(own, dict)
    assert own["pieces"] == {"train": 25, "ship": 35}
    assert why(game, ChoosePieces(seat="red", train=20, ship=40)) == ("nothing-to-choose", "RS-42")
    assert why(game, EndTurn(seat="green"))[0] in ("choose-pieces-first", "cards-are-dealt")
    events = events_of(game, ChoosePieces(seat="green", train=10, ship=50))
    assert [type(event) for event in events] == [PiecesChosen, PiecesRevealed, TurnStarted]
    assert isinstance(events[1], PiecesRevealed)
    assert events[1].trains == {"blue": 12, "red": 25, "green": 10}
    assert seen_by(events[1], None) == events[1]


def test_rs_7_given_a_seat_that_has_chosen_when_it_acts_before_the_others_then_it_waits() -> None:
    game = play(chosen(WORLD), ChoosePieces(seat="blue", train=20, ship=40))
    assert why(game, DrawTickets(seat="blue")) == ("wait-for-pieces", "RS-7")
    assert why(game, DrawTickets(seat="red")) == ("choose-pieces-first", "RS-6")


@pytest.mark.parametrize(("name", "train", "ship"), [(WORLD, 20, 40), (LAKES, 27, 23)])
def test_rs_8_given_beginners_when_asked_then_the_recommended_mix_is_offered(
    name: str, train: int, ship: int
) -> None:
    game = chosen(name)
    asked = game.events[-1]
    assert isinstance(asked, PiecesAsked)
    assert (asked.first_trains, asked.pieces - asked.first_trains) == (train, ship)
    mix = view(game.state, None)["mix"]
    assert isinstance(mix, dict)
    assert mix["first_game"] == {"train": train, "ship": ship}
    assert ChoosePieces(seat="blue", train=train, ship=ship) in list(legal(game.state))


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_9_given_a_game_when_it_begins_then_each_seat_has_three_harbors(name: str) -> None:
    seats = view(begin(name, 3).state, None)["seats"]
    assert isinstance(seats, list)
    assert [(one["harbors"], one["harbors_left"]) for one in seats] == [([], 3)] * 3


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_10_given_seats_in_an_order_when_begun_then_the_first_of_them_moves(name: str) -> None:
    assert begin(name, 4).state.to_move == "blue"


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_11_given_a_turn_when_listed_then_it_is_one_of_five_actions(name: str) -> None:
    game = begin(
        name,
        hands={"blue": "rh rh r1 r1 * * * *", "red": ""},
        trains={"blue": 15},
    )
    kinds = {type(command).__name__ for command in legal(game.state)}
    assert {"DrawCard", "ClaimRoute", "DrawTickets", "ExchangePieces"} == kinds
    assert why(game, EndTurn(seat="blue")) == ("cards-are-dealt", "RS-11")
    assert why(game, DrawTickets(seat="red")) == ("not-your-turn", "RS-11")


def test_given_both_editions_when_their_settings_are_asked_then_only_the_world_has_tours() -> None:
    world, lakes = (edition(name).setting_names for name in EDITIONS)
    assert world - lakes == {"tour_exact", "tour_harbors"}
    assert lakes < world
