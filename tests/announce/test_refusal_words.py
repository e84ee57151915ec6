"""Every reason has words: what is not done, why, what now; a secret one in the seat's ear."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from announce import LEVELS, Announcement, Wording
from announce.refusals import FAMILIES
from engine import (
    SECRET_REASONS,
    BuildHarbor,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    GameMap,
    KeepTickets,
    Pass,
    Reason,
    Refusal,
    RouteId,
    Seat,
    State,
    TicketId,
    Undo,
)
from engine.events import CardsArranged
from tabletop import board_layout

Complaints = Callable[[Announcement], list[str]]
SEATS: tuple[Seat, ...] = ("blue", "red", "green")
FIVE: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
NORTHERN, SOUTHERN = RouteId("denver-kansas-city:1"), RouteId("denver-kansas-city:2")
ROUTE = RouteId("denver-omaha")
COMMANDS: tuple[Command, ...] = (
    ClaimRoute(seat="blue", route=NORTHERN, cards=(Card("red"),)),
    DrawCard(seat="blue", source="row", index=4),
    DrawTickets(seat="blue"),
    KeepTickets(seat="blue", tickets=(TicketId("denver-el-paso"),)),
    EndTurn(seat="blue"),
    DeclareTickets(seat="blue", tickets=()),
    Pass(seat="blue"),
    Undo(seat="blue"),
)


def state_of(usa: GameMap, cards: str = "dealt", seats: tuple[Seat, ...] = SEATS) -> State:
    game = Game.new("us-accessible", usa, seats, cards, 7)  # type: ignore[arg-type]
    for seat in seats if cards == "dealt" else ():
        answer = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        assert not isinstance(answer, Refusal)
        game = answer[0]
    return game.state


def test_given_every_reason_then_it_stands_in_one_family_and_is_whispered_if_it_is_secret() -> None:
    told = [reason for family in FAMILIES for reason in family]
    assert sorted(told) == sorted(Reason)
    replies = {reason: reply for family in FAMILIES for reason, reply in family.items()}
    assert {reason for reason, reply in replies.items() if reply.private is not None} == SECRET_REASONS


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_any_reason_when_any_command_is_refused_then_there_are_words_by_the_rules(
    wording: Wording, usa: GameMap, complaints: Complaints, reason: Reason, cards: str
) -> None:
    state = state_of(usa, cards, FIVE)
    for command in COMMANDS:
        refusal = Refusal(
            command=command, reason=reason, rule="US-1", route=SOUTHERN, holder="green", need=8, have=7
        )
        told = wording.refusal(refusal, state)
        assert told
        for one in told:
            assert (one.urgency, one.earcon) == ("assertive", "refuse")
            assert not complaints(one)
            assert len(one.normal.split()) >= 4  # what, why, what now: no bare no
        if reason in SECRET_REASONS:
            assert [one.audience for one in told] == ["everyone", "blue"]
            if isinstance(command, ClaimRoute):
                assert told[0].normal == "Not claimed. Blue disc hears why. Lift the token, please."
            else:
                assert told[0].normal.endswith(". Blue disc hears why. Choose something else.")
        untouched = wording.refusal(refusal, state, by_token=False)
        assert [one.audience for one in untouched] == [one.audience for one in told]
        for one in untouched:
            assert not complaints(one) and len(one.normal.split()) >= 4
            for level in LEVELS:
                assert not re.search(r"\b(lift|token)", one.text(level), re.IGNORECASE), one


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_given_a_claim_without_a_token_when_refused_in_another_language_then_no_token_is_named(
    usa: GameMap, language: str
) -> None:
    """The same in the words of each language: `Stein`, `ficha`, `jeton`."""
    wording = Wording(usa, None, language=language)
    for reason in Reason:
        for command in (COMMANDS[0], BuildHarbor(seat="blue", city=CityId("denver"))):
            refusal = Refusal(command=command, reason=reason, rule="US-1", holder="green", need=8, have=7)
            for one in wording.refusal(refusal, state_of(usa), by_token=False):
                for level in LEVELS:
                    assert not re.search("stein|ficha|jeton", one.text(level), re.IGNORECASE), one


@pytest.mark.parametrize("reason", Reason)
def test_given_a_refusal_with_no_facts_when_told_then_there_are_words_all_the_same(
    wording: Wording, usa: GameMap, complaints: Complaints, reason: Reason
) -> None:
    for command in (COMMANDS[0], ClaimRoute(seat="yellow", route=RouteId("atlantis-lemuria"))):
        told = wording.refusal(Refusal(command=command, reason=reason, rule="US-1"), state_of(usa))
        assert told and not [found for one in told for found in complaints(one)]


def said(wording: Wording, state: State, reason: Reason, **facts: object) -> Announcement:
    command = facts.pop("command", ClaimRoute(seat="blue", route=ROUTE))
    told = wording.refusal(Refusal(command=command, reason=reason, rule="US-1", **facts), state)  # type: ignore[arg-type]
    return told[-1]


def test_given_a_route_that_is_taken_when_claimed_then_both_tokens_are_told(
    wording: Wording, usa: GameMap
) -> None:
    told = said(wording, state_of(usa), Reason.ROUTE_TAKEN, route=ROUTE, holder="red")
    assert told.normal == (
        "Not claimed: Denver to Omaha is red square's. Take your token back, put red square's on again."
    )
    assert told.brief == "Taken by red square. Lift your token."


def test_given_a_closed_double_when_claimed_then_its_open_side_is_named(
    wording: Wording, usa: GameMap
) -> None:
    told = said(wording, state_of(usa), Reason.DOUBLE_ROUTE_CLOSED, route=NORTHERN, holder="red")
    assert told.normal == (
        "Not claimed: of Denver to Kansas City only one counts with 3 seats; "
        "red square has the northern. Lift the token."
    )
    assert told.brief == "Closed: red square has the northern. Lift it."


def test_given_the_own_twin_when_claimed_then_it_is_named(wording: Wording, usa: GameMap) -> None:
    told = said(wording, state_of(usa), Reason.OWN_DOUBLE, route=NORTHERN, holder="blue")
    assert told.normal == (
        "Not claimed: blue disc holds the other Denver to Kansas City, the northern. Lift this token."
    )


def test_given_another_seats_turn_when_claimed_then_who_is_to_move_is_said(
    wording: Wording, usa: GameMap
) -> None:
    claim = ClaimRoute(seat="green", route=ROUTE)
    dealt = said(wording, state_of(usa), Reason.NOT_YOUR_TURN, command=claim, holder="blue")
    assert dealt.normal == "Not yet, green triangle: blue disc is to move. Lift your token."
    own_cards = said(wording, state_of(usa, "untracked"), Reason.NOT_YOUR_TURN, command=claim, holder="blue")
    assert own_cards.normal == (
        "Not yet, green triangle: blue disc is to move. Lift your token. Did blue disc finish? Yes."
    )


def test_given_too_few_trains_when_claimed_then_both_numbers_are_said(wording: Wording, usa: GameMap) -> None:
    told = said(wording, state_of(usa), Reason.TOO_FEW_TRAINS, route=ROUTE, need=4, have=3)
    assert told.normal == "Not claimed: Denver to Omaha needs 4 trains, blue disc has 3. Lift the token."
    assert told.brief == "Needs 4 trains, you have 3. Lift it."


def test_given_too_few_cards_when_claimed_then_the_ear_hears_what_is_missing(
    wording: Wording, usa: GameMap
) -> None:
    game = Game.replay(Game.new("us-accessible", usa, SEATS, "dealt", 7).events)
    hand = (Card("purple"), Card("purple"), Card("red"))
    state = game.told((CardsArranged(hands={"blue": hand}),)).state
    told = said(wording, state, Reason.CARDS_NOT_IN_HAND, route=ROUTE)
    assert told.audience == "blue"
    assert (
        told.normal == "Denver to Omaha needs 4 purple; you have 2 and no locomotive. You may draw instead."
    )
    assert told.brief == "Needs 4 purple, you have 2."


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        (
            {"red": 6},
            "Palermo to Smyrna is a ferry and needs 2 locomotives; you have none. You may draw instead.",
        ),
        ({"red": 7, "locomotive": 1}, "needs 2 locomotives; you have 1. You may draw instead."),
        (
            {"red": 3, "locomotive": 2},
            "needs 6 cards of one colour; you have 3 and 2 locomotives. You may draw.",
        ),
    ],
)
def test_given_a_ferry_that_cannot_be_paid_when_its_token_is_set_then_the_ear_hears_what_is_missing(
    hand: dict[str, int], told: str
) -> None:
    game = Game.new("europe", "europe", SEATS[:2], "dealt", 7)
    held: dict[Seat, tuple[Card, ...]] = {
        "blue": tuple(Card(card) for card, n in hand.items() for _ in range(n))
    }
    state = replace(game.told((CardsArranged(hands=held),)).state, phase="turn", to_move="blue")
    words = Wording(state.game_map, board_layout("europe"), language="en")
    command = ClaimRoute(seat="blue", route=RouteId("palermo-smyrna"))
    ear = words.refusal(Refusal(command=command, reason=Reason.CARDS_NEEDED, rule=""), state)[-1]
    assert (ear.audience, ear.normal.endswith(told)) == ("blue", True), ear.normal


@pytest.mark.parametrize(
    ("command", "hand", "told"),
    [
        (BuildStation(seat="blue", city=CityId("wien")), {"red": 1},
         "This station takes 2 cards of one colour; your hand has not enough. You may draw instead."),
        (BuildStation(seat="blue", city=CityId("wien")), {"red": 2},
         "This station takes 2 cards of one colour, or locomotives. Choose them, please."),
        (BuildHarbor(seat="blue", city=CityId("wien")), {"red": 2}, "A harbor takes two train and two ship"),
    ],
)  # fmt: skip
def test_given_a_building_that_cannot_be_paid_when_its_token_is_set_then_the_ear_hears_what_it_takes(
    command: BuildStation | BuildHarbor, hand: dict[str, int], told: str
) -> None:
    game = Game.new("europe", "europe", SEATS[:2], "dealt", 7)
    held: dict[Seat, tuple[Card, ...]] = {
        "blue": tuple(Card(card) for card, n in hand.items() for _ in range(n))
    }
    state = game.told((CardsArranged(hands=held),)).state.with_seldom(stations={CityId("roma"): "blue"})
    words = Wording(state.game_map, board_layout("europe"), language="en")
    ear = words.refusal(Refusal(command=command, reason=Reason.CARDS_NEEDED, rule=""), state)[-1]
    assert ear.audience == "blue"
    assert ear.normal.startswith(told), ear.normal


def test_given_a_face_up_locomotive_when_taken_second_then_only_the_ear_hears(
    wording: Wording, usa: GameMap
) -> None:
    draw = DrawCard(seat="blue", source="row", index=0)
    told = said(wording, state_of(usa), Reason.LOCOMOTIVE_ONLY_FIRST, command=draw)
    assert told.audience == "blue"
    assert told.normal == "A face-up locomotive only as first card. Take another card, or the deck."
    assert told.brief == "First card only. Choose again."


def test_given_nothing_to_draw_when_drawing_then_other_acts_are_named(wording: Wording, usa: GameMap) -> None:
    told = said(wording, state_of(usa), Reason.NO_CARDS_LEFT, command=COMMANDS[1])
    assert told.normal == "No cards to draw: deck and discards are empty. Claim a route or take tickets."
    no_tickets = replace(state_of(usa), ticket_deck=())
    told = said(wording, no_tickets, Reason.NO_CARDS_LEFT, command=COMMANDS[1])
    assert told.normal == "No cards and no tickets to draw: their decks are empty."


@pytest.mark.parametrize("reason", [Reason.CITY_TAKEN, Reason.NOT_A_PORT, Reason.NO_ROUTE_TO_PORT])
def test_given_a_refusal_without_its_city_when_told_then_the_city_that_was_asked_for_is_named(
    reason: Reason,
) -> None:
    state = Game.new("europe", "europe", SEATS, "untracked", 1).state
    command = BuildHarbor(seat="blue", city=CityId("berlin"))
    wording = Wording(state.game_map, board_layout("europe"))
    (told,) = wording.refusal(Refusal(command=command, reason=reason, rule=""), state)
    assert "Berlin" in told.normal
