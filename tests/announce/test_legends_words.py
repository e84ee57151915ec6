"""What a table hears of Legends: that a large city gives a card; which one, only its seat hears."""

from itertools import product

import pytest
from msgspec.structs import replace

from announce import Announcement, Wording
from announce.lasting import LONGEST_S
from announce.scores.final import _slip
from engine import SEATS, Card, CoinsPaid, Game, Refusal, RouteId, SeatTotal, TicketId, arranged, game_map
from engine.commands import ClaimRoute, DeclareTickets, EndTurn, KeepTickets


def test_given_a_large_city_when_claimed_then_the_card_is_named_in_its_seats_ear_only() -> None:
    game = Game.new("legends-of-the-west", "legends-east", SEATS[:2], "dealt", 1)
    for seat in SEATS[:2]:
        kept = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        assert not isinstance(kept, Refusal)
        game = kept[0]
    laid = {"hands": {"blue": ["green"]}, "deck": ["white"] * 9, "discards": []}
    game = game.told((arranged(game.state, laid),))
    claim = ClaimRoute(seat="blue", route=RouteId("albany-boston"), cards=(Card("green"),))
    answer = game.do(claim)
    assert not isinstance(answer, Refusal)
    wording = Wording(game.state.game_map, None)
    told = wording.events(game.state, answer[1], answer[0].state, game.state.seq + 1)
    heard = [(one.audience, one.normal) for one in told]
    assert any("Large city: one card." in text for audience, text in heard if audience == "everyone")
    mine = [text for audience, text in heard if audience == "blue"]
    assert mine[0] == "A white card; you have 1, no others."
    assert not any("white" in text for audience, text in heard if audience != "blue")


def untracked(trains: int) -> Game:
    return Game.new(
        "legends-of-the-west", "legends-east", ("green", "red"), "untracked", 1, {"trains": trains}
    )


def heard(game: Game, *commands: ClaimRoute | EndTurn | DeclareTickets) -> list[str]:
    """What is said of the last of these commands."""
    return [one.normal for one in told(game, *commands)]


def told(game: Game, *commands: ClaimRoute | EndTurn | DeclareTickets) -> tuple[Announcement, ...]:
    """The same, as announcements."""
    said: tuple[Announcement, ...] = ()
    for command in commands:
        answer = game.do(command)
        assert not isinstance(answer, Refusal), answer
        wording, after = Wording(game.state.game_map, None), answer[0].state
        said = wording.events(game.state, answer[1], after, game.state.seq + 1)
        game = answer[0]
    return said


CLAIM = ClaimRoute(seat="green", route=RouteId("albany-boston"))


def test_given_a_claim_when_told_then_it_says_what_it_brings_in_dollars_and_no_points() -> None:
    said = heard(untracked(20), CLAIM)
    assert said[0].startswith("Green triangle claims Albany to Boston: 1 train.")
    assert any("Company route: 2 dollars." in one for one in said)
    assert not any("point" in one for one in said)


def test_given_the_end_when_scored_then_dollars_are_told() -> None:
    none = (DeclareTickets(seat="green", tickets=()), DeclareTickets(seat="red", tickets=()))
    said = heard(untracked(3), CLAIM, EndTurn(seat="red"), EndTurn(seat="green"), *none)
    slip = "3 of 4: green triangle's bank slip. Coins 7, for trains left 9, tickets 0. Together 16 dollars."
    assert slip in said
    assert said[-3:] == [
        "Green triangle wins with 16 dollars. Red square 12.",
        "Red square, last, takes the caboose and starts next time.",
        "Now the pause card: read it and follow it. "
        "Then each slip goes into its vault, unspoken until game 12.",
    ]
    assert not any("point" in one or "routes" in one for one in said)


@pytest.mark.parametrize(
    ("done", "words"), [((), "tickets minus 3"), (("new-york-boston",), "tickets 1 less 3, minus 2")]
)
def test_given_a_bank_slip_when_told_in_full_then_trains_tickets_and_the_floor_are_explained(
    done: tuple[str, ...], words: str
) -> None:
    tickets = tuple(TicketId(ticket) for ticket in ("albany-bangor", *done))
    claim = ClaimRoute(seat="green", route=RouteId("boston-new-york:1"))
    declared = (DeclareTickets(seat="green", tickets=tickets), DeclareTickets(seat="red", tickets=()))
    said = told(untracked(3), claim, EndTurn(seat="red"), EndTurn(seat="green"), *declared)
    (slip,) = (one for one in said if "green triangle's bank" in one.normal)
    assert f"2 trains left, 9; {words}. Together" in slip.full
    assert slip.full.endswith("A slip never falls below 0.")


def test_given_events_turned_when_the_game_is_over_then_one_is_retired_before_the_pause_card() -> None:
    game = untracked(3)
    none = (DeclareTickets(seat="green", tickets=()), DeclareTickets(seat="red", tickets=()))
    for command in (CLAIM, EndTurn(seat="red"), EndTurn(seat="green"), *none):
        answer = game.do(command)
        assert not isinstance(answer, Refusal)
        game = answer[0]
    over = game.state.with_seldom(event_discards=("event-1",))
    said = Wording(over.game_map, None).scores(over)[-3:]
    assert [one.normal.split(":")[0] for one in said] == [
        "Red square, last, takes the caboose and starts next time.",
        "Red square retires one event from the discard pile, aloud.",
        "Now the pause card",
    ]
    assert [one.earcon for one in said] == [None, "paper", "paper"]


def test_given_a_running_game_when_asked_for_the_score_then_coins_are_told() -> None:
    state = untracked(20).state
    (told,) = Wording(state.game_map, None).answer("scores", "green", state)
    assert told.normal == "Dollars: green triangle 5, red square 5. Tickets and trains left not counted."


def test_given_a_way_off_the_board_when_claimed_then_that_is_the_reason() -> None:
    game = untracked(20)
    refusal = game.do(ClaimRoute(seat="green", route=RouteId("mobile-florida")))
    assert isinstance(refusal, Refusal)
    told = Wording(game.state.game_map, None).refusal(refusal, game.state)
    assert told[0].normal == "Not claimed: this way leads off the board. Lift the token."


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
@pytest.mark.parametrize("is_first", [True, False])
def test_given_any_bank_slip_when_told_then_no_utterance_of_it_is_over_eight_seconds(
    language: str, is_first: bool
) -> None:
    """After the first they came to 9.4 s in German and Spanish."""
    v = Wording(game_map("legends-east"), None, language=language).vocabulary
    for seat in SEATS:
        for coins, left, tickets in product((0, 9, 38, 97), (0, 4, 16), (-97, -24, 0, 31, 78)):
            line = SeatTotal(
                seat=seat,
                routes=0,
                tickets=tickets,
                tickets_completed=3,
                longest=0,
                longest_bonus=0,
                total=max(0, coins + left + tickets),
                place=1,
                coins=coins,
                trains_bonus=left,
            )
            full: dict[str, str | int] = {"trains": v.trains(3), "done": 97, "missed": 77}
            told = _slip(v, line, full, 6 if is_first else 10, 10, is_first=is_first)
            assert all(v.phrases.lasts_s(one.normal) <= LONGEST_S for one in told), told
            said = " ".join(one.normal for one in told)
            assert v.number(coins + left + tickets) in said and v.dollars(line.total) in said


@pytest.mark.parametrize(
    ("why", "told"),
    [("7", "Step 7: 1 dollar."), ("parade", "Parade: 1 dollar."), ("event-1", "Event: 1 dollar.")],
)
def test_given_a_sticker_or_an_event_when_a_claim_has_its_bonus_then_it_comes_before_who_is_next(
    why: str, told: str
) -> None:
    steps = {"claim_steps": ["7: length 1 coins 1"]}
    game = Game.new("legends-of-the-west", "legends-east", ("green", "red"), "untracked", 1, steps)
    answer = game.do(CLAIM)
    assert not isinstance(answer, Refusal)
    after, events = answer[0].state, list(answer[1])
    events = [
        replace(one, why=why) if isinstance(one, CoinsPaid) and one.why == "7" else one for one in events
    ]
    said = Wording(game.state.game_map, None).events(game.state, tuple(events), after, game.state.seq + 1)
    claim = "Green triangle claims Albany to Boston: 1 train."
    assert [one.normal for one in said] == [f"{claim} {told} Red square to move."]


def test_given_a_step_that_costs_or_gives_a_card_when_claimed_then_the_claim_says_so() -> None:
    steps = {"claim_steps": ["7: length 1 coins 1", "8: coins -1", "9: cards 1"]}
    game = Game.new("legends-of-the-west", "legends-east", ("green", "red"), "untracked", 1, steps)
    answer = game.do(CLAIM)
    assert not isinstance(answer, Refusal)
    said = Wording(game.state.game_map, None).events(
        game.state, answer[1], answer[0].state, game.state.seq + 1
    )
    assert len(said) == 1
    assert "1 dollar. Minus 1 dollar. One card. Red square to move." in said[0].brief
