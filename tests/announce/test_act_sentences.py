"""The sentences of turns, undo and mending, with American cities."""

from typing import get_args

import pytest
from msgspec.structs import replace

from announce import Wording
from announce.optional_words import EARCONS
from engine import (
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    GameMap,
    KeepTickets,
    RouteId,
    TicketId,
    Undo,
    game_map,
)
from engine.events import CardDrawn, CardsArranged, DeckShuffled, Event, RowRefilled, RowTurned
from engine.optional_events import OptionalEvent
from tests.announce.told_table import BLACK, BLUE, DENVER_OMAHA, GREEN, LOCO, RED, SEATS, WHITE, Table, texts


@pytest.fixture
def untracked(wording: Wording, usa: GameMap) -> Table:
    return Table(wording, Game.new("us-accessible", usa, SEATS, "untracked", 7))


@pytest.fixture
def dealt(wording: Wording, usa: GameMap) -> Table:
    table = Table(wording, Game.new("us-accessible", usa, SEATS, "dealt", 7))
    for seat in SEATS:
        table.do(KeepTickets(seat=seat, tickets=table.game.state.offered[seat][:2]))
    hand = (BLUE, BLUE, BLUE, BLUE, BLACK, BLACK, BLACK, LOCO)
    deck = (LOCO, WHITE, RED, GREEN, GREEN, WHITE)
    row = (RED, BLUE, WHITE, RED, GREEN)
    table.arrange(CardsArranged(hands={"blue": hand}, deck=deck, row=row, discards=(RED,) * 58))
    return table


def test_given_a_claim_when_untracked_then_claim_and_next_mover_are_one_utterance(untracked: Table) -> None:
    told = untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    assert texts(told) == ["Blue disc claims Denver to Omaha: 4 trains, 7 points. Red square to move."]
    assert texts(told, level="brief") == ["Blue disc: Denver to Omaha, 7. Red square to move."]
    assert texts(told, level="full") == [
        "Blue disc claims Denver to Omaha, 4 trains, for 7 points; 7 now, 41 trains left. "
        "3 tokens to the box. Red square to move."
    ]
    assert (told[0].earcon, told[0].timbre, told[0].urgency) == ("claim", "blue", "polite")


def test_given_a_turn_without_a_claim_when_ended_then_said_with_the_next_mover(untracked: Table) -> None:
    told = untracked.do(EndTurn(seat="blue"))
    assert texts(told) == ["Blue disc: no claim. Red square to move."]
    assert texts(told, level="brief") == ["Red square to move."]
    assert told[0].earcon == "turn"


def test_given_a_forgotten_yes_when_the_next_seat_claims_then_both_acts_are_one_utterance(
    untracked: Table,
) -> None:
    told = untracked.do(EndTurn(seat="blue"), ClaimRoute(seat="red", route=DENVER_OMAHA))
    assert texts(told) == [
        "Blue disc: no claim. Red square claims Denver to Omaha: 4 trains, 7 points. Green triangle to move."
    ]
    assert texts(told, level="brief") == ["No claim. Red square: Denver to Omaha, 7. Green triangle to move."]
    assert texts(told, level="full") == [
        "Blue disc: no claim. Red square claims Denver to Omaha, 4 trains, for 7 points; "
        "7 now, 41 trains left. 3 tokens to the box. Green triangle to move."
    ]
    assert told[0].seq == untracked.game.state.seq - 1


def test_given_a_claim_when_taken_back_then_route_mover_points_and_trains_are_said(untracked: Table) -> None:
    untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    told = untracked.do(Undo(seat="blue"))
    assert texts(told) == ["Taken back: Denver to Omaha. Blue disc to move; 0 points, 45 trains."]
    assert texts(told, level="brief") == ["Taken back. Blue disc to move."]


def test_given_an_end_of_turn_by_mistake_when_taken_back_then_the_same_seat_moves(untracked: Table) -> None:
    untracked.do(EndTurn(seat="blue"))
    assert texts(untracked.do(Undo(seat="blue"))) == ["Taken back. Blue disc still to move."]


def test_given_a_card_from_the_deck_when_drawn_then_only_its_seat_hears_which(dealt: Table) -> None:
    told = dealt.do(DrawCard(seat="blue", source="deck"))
    assert texts(told) == ["Blue disc draws from the deck."]
    assert texts(told, "blue") == ["A locomotive; you have 2."]
    assert texts(told, "blue", "brief") == ["A locomotive."]
    assert {one.audience for one in told} == {"everyone", "blue"}


def test_given_a_second_card_of_the_row_when_taken_then_its_refill_and_the_next_mover_follow(
    dealt: Table,
) -> None:
    dealt.do(DrawCard(seat="blue", source="deck"))
    told = dealt.do(DrawCard(seat="blue", source="row", index=1))
    assert texts(told) == [
        "Blue disc takes a blue card, number 2 of the row; now white there. Red square to move."
    ]
    assert texts(told, level="brief") == ["Blue disc: a blue card. Red square to move."]
    assert texts(told, "blue") == ["You have 5 blue cards, 10 cards in all."]
    assert texts(told, "blue", "brief") == ["5 blue."]


def test_given_a_paid_claim_when_told_then_the_cards_are_named(dealt: Table) -> None:
    told = dealt.do(ClaimRoute(seat="blue", route=RouteId("helena-winnipeg"), cards=(BLUE, BLUE, BLUE, LOCO)))
    assert texts(told) == [
        "Blue disc claims Helena to Winnipeg: 7 points, paid 3 blue cards and 1 locomotive. "
        "Red square to move."
    ]


def test_given_a_third_locomotive_when_turned_up_then_the_new_row_is_read(dealt: Table) -> None:
    dealt.arrange(
        CardsArranged(
            row=(RED, LOCO, LOCO, BLUE, WHITE), deck=(LOCO, RED, BLUE, BLUE, WHITE, GREEN, RED, RED)
        )
    )
    told = dealt.do(DrawCard(seat="blue", source="row", index=0))
    assert texts(told) == [
        "Blue disc takes a red card, number 1 of the row; now a locomotive there.",
        "Third locomotive: the row goes. New row: red, blue, blue; white, green.",
    ]
    assert texts(told, level="brief")[1] == "New row: red, blue, blue; white, green."
    assert told[1].earcon == "flush"


def test_given_a_deck_that_ends_within_a_new_row_when_shuffled_then_the_row_is_read_once_more_as_a_whole(
    dealt: Table,
) -> None:
    """Each of three gaps was told for itself: "Number 3 of the row is yellow now", and so on."""
    dealt.arrange(CardsArranged(row=(RED, LOCO, LOCO, BLUE, WHITE), deck=(LOCO, GREEN), discards=(RED,) * 58))
    told = texts(dealt.do(DrawCard(seat="blue", source="row", index=0)))
    row = dealt.game.state.row
    assert told[1].startswith("Third locomotive: the row goes. New row: green.")
    assert told[2].startswith("The deck was empty; ")
    assert told[3:] == [f"Row: {dealt.wording.vocabulary.row(row)}."] and len(row) == 5


def test_given_a_newspaper_on_top_when_the_row_goes_then_no_row_without_cards_is_read(dealt: Table) -> None:
    """It was "New row: no cards." """
    state = dealt.game.state
    event = RowTurned(row=(), flushed=(LOCO, LOCO, LOCO, RED, BLUE))
    told = dealt.wording.events(state, (event,), state, state.seq + 1)
    assert texts(told) == texts(told, level="brief") == ["Third locomotive: the row goes."]


def test_given_all_of_one_kind_when_a_card_is_drawn_then_their_number_is_not_said_twice(dealt: Table) -> None:
    """It was "You have 1. 1 card in all."."""
    dealt.arrange(
        CardsArranged(hands={"blue": (RED,)}, deck=(RED, WHITE, RED), row=(RED, RED, RED, BLUE, RED))
    )
    dealt.do(DrawCard(seat="blue", source="deck"))
    told = dealt.do(DrawCard(seat="blue", source="row", index=0))
    assert texts(told, "blue") == ["You have 3 red cards, no others."]
    dealt.arrange(CardsArranged(hands={"red": ()}, deck=(WHITE, WHITE, RED)))
    dealt.do(DrawCard(seat="red", source="deck"))
    assert texts(dealt.do(DrawCard(seat="red", source="deck")), "red") == [
        "A white card; you have 2, no others."
    ]


def test_given_the_last_card_of_the_deck_when_drawn_then_the_shuffle_is_told(dealt: Table) -> None:
    dealt.arrange(CardsArranged(deck=(RED,)))
    told = dealt.do(DrawCard(seat="blue", source="deck"))
    assert texts(told) == ["Blue disc draws from the deck.", "The deck was empty; 58 discards are shuffled."]


def test_given_tickets_when_drawn_and_kept_then_everyone_hears_only_how_many(
    dealt: Table, usa: GameMap
) -> None:
    told = dealt.do(DrawTickets(seat="blue"))
    assert texts(told) == ["Blue disc draws 3 tickets."]
    kept = dealt.game.state.offered["blue"][:2]
    told = dealt.do(KeepTickets(seat="blue", tickets=kept))
    assert texts(told) == ["Blue disc keeps 2 tickets of 3. Red square to move."]
    assert texts(told, "blue") == ["You have 4 tickets."]


def test_given_a_claim_that_completes_a_ticket_when_told_then_only_its_seat_hears_it(dealt: Table) -> None:
    tickets = (TicketId("calgary-phoenix"), TicketId("denver-el-paso"))
    dealt.arrange(CardsArranged(tickets={"blue": tickets}, hands={"blue": (RED,) * 6}))
    dealt.do(ClaimRoute(seat="blue", route=RouteId("el-paso-santa-fe"), cards=(RED,) * 2))
    for seat in ("red", "green"):
        dealt.do(DrawCard(seat=seat, source="deck"))
        dealt.do(DrawCard(seat=seat, source="deck"))
    told = dealt.do(ClaimRoute(seat="blue", route=RouteId("denver-santa-fe"), cards=(RED,) * 2))
    done = [one for one in told if one.earcon == "done"]
    assert [one.audience for one in done] == ["blue"]
    assert done[0].normal == "Ticket done: Denver to El Paso, 4 points. 1 ticket open."
    assert done[0].brief == "Ticket done: Denver to El Paso."


def test_given_a_deal_when_told_then_each_hand_goes_to_its_own_ear(wording: Wording, usa: GameMap) -> None:
    game = Game.new("us-accessible", usa, SEATS, "dealt", 7)
    told = wording.events(None, game.events, game.state, 1)
    assert texts(told)[0].startswith("Dealt: 4 cards each. Row: ")
    assert texts(told)[0].endswith("Choose your tickets.")
    assert texts(told, level="brief") == ["Dealt. Choose tickets."]
    for seat in SEATS:
        assert len(texts(told, seat)) == 1
        assert texts(told, seat)[0].startswith("4 cards: ")


def test_given_seats_choosing_when_one_has_chosen_then_who_is_waited_for_is_said(
    wording: Wording, usa: GameMap
) -> None:
    table = Table(wording, Game.new("us-accessible", usa, SEATS, "dealt", 7))
    offered = table.game.state.offered
    assert texts(table.do(KeepTickets(seat="red", tickets=offered["red"]))) == [
        "Red square keeps 3 tickets of 3. Waiting for blue disc and green triangle."
    ]
    table.do(KeepTickets(seat="blue", tickets=offered["blue"]))
    assert texts(table.do(KeepTickets(seat="green", tickets=offered["green"]))) == [
        "Green triangle keeps 3 tickets of 3. All have chosen. Blue disc to move."
    ]


def test_given_a_map_of_ones_own_when_a_game_begins_and_goes_on_then_the_map_is_named(usa: GameMap) -> None:
    """On a board of Five Trees it said: new game, United States."""
    own = replace(usa, id="trees", name="Five Trees")
    table = Table(Wording(own, None), Game.new("us-accessible", own, SEATS, "untracked", 7))
    [new, *_] = texts(table.wording.welcome(table.game.state))
    assert new.startswith("New game: Five Trees, cards in your hands. ")
    [back, *_] = texts(table.wording.welcome(table.game.state, resumed=True))
    assert back.startswith("Welcome back. Five Trees, 3 seats, turn 1")


def test_given_a_game_when_it_begins_and_goes_on_then_both_are_welcomed(untracked: Table) -> None:
    state = untracked.game.state
    new = untracked.wording.welcome(state)[0]
    assert new.normal == (
        "New game: United States, cards in your hands. "
        "In turn order: blue disc, red square and green triangle."
    )
    untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    back = untracked.wording.welcome(untracked.game.state, resumed=True)[0]
    assert back.normal == "Welcome back. United States, 3 seats, turn 2, red square to move."
    assert back.brief == "Welcome back. Red square to move."


def test_given_few_trains_when_claimed_then_once_a_seat_it_is_told_into_the_silence(
    wording: Wording, usa: GameMap
) -> None:
    table = Table(wording, Game.new("us-accessible", usa, SEATS, "untracked", 7, {"trains": 9}))
    told = table.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    assert texts(told)[1:] == ["Blue disc has 5 trains left."]
    assert (told[1].urgency, told[1].seq) == ("ambient", told[0].seq)
    table.do(EndTurn(seat="red"), EndTurn(seat="green"))
    assert len(table.do(ClaimRoute(seat="blue", route=RouteId("denver-santa-fe")))) == 1
    last = table.do(EndTurn(seat="red"), ClaimRoute(seat="green", route=RouteId("seattle-vancouver:1")))
    assert len(last) == 1


def test_given_players_names_when_told_then_they_stand_for_the_seats(usa: GameMap) -> None:
    wording = Wording(usa, None, names={"blue": "Ada"})
    game = Game.new("us-accessible", usa, SEATS, "untracked", 7)
    assert "Ada, blue disc, red square and green triangle" in wording.welcome(game.state)[0].normal
    table = Table(wording, game)
    assert texts(table.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))) == [
        "Ada claims Denver to Omaha: 4 trains, 7 points. Red square to move."
    ]


def test_given_a_token_that_slid_in_grace_when_claimed_anew_then_one_corrected_claim(
    untracked: Table,
) -> None:
    untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    told = untracked.do(Undo(seat="blue"), ClaimRoute(seat="blue", route=RouteId("denver-santa-fe")))
    assert texts(told) == [
        "Corrected: blue disc claims Denver to Santa Fe, 2 trains, 2 points, not Denver to Omaha. "
        "Red square to move."
    ]
    assert texts(told, level="brief") == ["Corrected: Denver to Santa Fe, 2. Red square to move."]
    assert texts(told, level="full") == [
        "Corrected: blue disc claims Denver to Santa Fe, 2 trains, 2 points, not Denver to Omaha. "
        "2 now, 43 trains left. 2 tokens back from the box. Red square to move."
    ]


def test_given_a_claim_that_takes_the_place_of_the_one_before_it_when_told_then_one_corrected_claim(
    untracked: Table,
) -> None:
    santa_fe = ClaimRoute(seat="blue", route=RouteId("denver-santa-fe"))
    untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    for seat in ("red", "green"):
        untracked.do(EndTurn(seat=seat))
    untracked.do(santa_fe)
    told = untracked.do(*[Undo(seat="blue")] * 4, santa_fe)
    assert texts(told) == [
        "Corrected: blue disc claims Denver to Santa Fe, 2 trains, 2 points, not Denver to Omaha. "
        "Red square to move."
    ]
    assert texts(told, level="full") == [
        "Corrected: blue disc claims Denver to Santa Fe, 2 trains, 2 points, not Denver to Omaha. "
        "2 now, 43 trains left. 3 tokens back from the box. Red square to move."
    ]


def test_given_a_claim_in_place_of_a_building_when_told_then_it_is_a_correction() -> None:
    wording = Wording(game_map("europe"), None)
    table = Table(wording, Game.new("europe", "europe", SEATS[:2], "untracked", 7))
    claim = ClaimRoute(seat="blue", route=RouteId("brest-paris"))
    table.do(BuildStation(seat="blue", city=CityId("wien")))
    table.do(EndTurn(seat="red"))
    table.do(claim)
    assert texts(table.do(*[Undo(seat="blue")] * 3, claim)) == [
        "Corrected. Blue disc claims Brest to Paris: 3 trains, 4 points. Red square to move."
    ]


def test_given_what_only_some_editions_know_when_told_then_each_has_its_short_sound() -> None:
    assert set(EARCONS) == set(get_args(OptionalEvent))


WILD, SHIP = Card("wild"), Card("ship:black:2")


def sailed(answer: tuple[Event, ...]) -> list[str]:
    """What these events of a game by rail and sail sound like."""
    game = Game.new("rails-and-sails-world", "world", ("blue", "green"), "dealt", 7)
    wording = Wording(game.state.game_map, None)
    return texts(wording.events(game.state, answer, game.state, game.state.seq + 1))


def test_given_a_third_wild_card_when_the_row_goes_then_it_is_said_why() -> None:
    """ "Now wild there." came, and then a new row without a word of why."""
    card = Card("train:white:harbor")
    row = (Card("train:black:harbor"),) * 3 + (SHIP, Card("ship:yellow:2"), Card("ship:red:2"))
    told = sailed(
        (
            CardDrawn(seat="green", source="row", index=0, card=card, second=False),
            RowRefilled(index=0, card=WILD),
            RowTurned(row=row, flushed=(WILD, WILD, WILD, SHIP, SHIP, SHIP)),
            RowTurned(row=row, flushed=(WILD, WILD, WILD, SHIP, SHIP, SHIP)),
        )
    )
    taken = "Green triangle takes a white harbor train card, number 1 of the row; now a wild card there."
    assert told[0] == f"{taken} Third wild: the row goes."
    assert told[1].startswith("New row: black harbor train, black harbor train, black harbor train; ")
    assert len(told) == 2


def test_given_two_decks_when_one_is_shuffled_then_it_is_said_which() -> None:
    """It was "the deck" for either."""
    cards = (SHIP, SHIP)
    assert sailed((DeckShuffled(deck=cards, count=2, pile="ship-deck"),)) == [
        "The ship deck was empty; 2 discards are shuffled."
    ]
    assert sailed((DeckShuffled(deck=cards, count=1, pile="train-deck"),)) == [
        "The train deck was empty; 1 discard is the new one."
    ]


def test_given_a_tunnel_when_the_deck_is_too_short_then_it_is_not_called_empty() -> None:
    """Nor is the card that lay there told to be one of the discards."""
    game = Game.new("europe", "europe", ("blue", "green"), "dealt", 7)
    wording = Wording(game.state.game_map, None)
    for left, count, told in (
        (1, 3, "The deck has 1 card left; 3 discards are shuffled below."),
        (2, 1, "The deck has 2 cards left; 1 discard comes below."),
        (0, 3, "The deck was empty; 3 discards are shuffled."),
    ):
        before = game.told((CardsArranged(deck=(RED,) * left),)).state
        event = DeckShuffled(deck=(RED,) * (left + count), count=count)
        assert texts(wording.events(before, (event,), game.state, before.seq + 1)) == [told]
