"""What a seat is told does not change when what it cannot know does."""

import json
from collections.abc import Iterable

import pytest

from engine import (
    EDITIONS,
    SEATS,
    Command,
    DrawCard,
    Game,
    KeepTickets,
    Referee,
    Refusal,
    RowRefilled,
    Seat,
    legal_for,
    seen_by,
    told_to_seat,
)
from engine.codec import command_from
from tests.engine.hidden import hidden_otherwise, opened

ME: Seat = "blue"


def lines(game: Game, seat: Seat = ME) -> str:
    """All that the seat is told, as JSON."""
    import msgspec

    return msgspec.json.encode(told_to_seat(game, seat)).decode()


@pytest.mark.parametrize("name", EDITIONS)
def test_given_other_hidden_cards_then_a_seat_is_told_the_same(name: str) -> None:
    game = opened(name)
    other = hidden_otherwise(game, ME)
    assert other.state.hands["red"] != game.state.hands["red"]
    assert other.state.deck != game.state.deck
    assert lines(other) == lines(game)
    assert lines(other, "red") != lines(game, "red")


@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_game_then_the_referee_tells_a_bot_what_its_seat_may_know(name: str) -> None:
    referee = Referee(EDITIONS[name].map, name, SEATS[:2], seed=3, explain=lambda state, refusal: "no")
    for seat in SEATS[:2]:
        (closing,) = referee.line(json.dumps({"ask": "bot", "seat": seat}))
        told = json.loads(closing)["bot"]
        (state,) = referee.line(json.dumps({"ask": "state", "seat": seat}))
        assert told["view"] == json.loads(state)["state"]
        assert [event["seq"] for event in told["events"]] == list(range(1, referee.game.state.seq + 1))
        assert [command_from(act) for act in told["legal"]] == list(legal_for(referee.game.state, seat))
        assert {act["seat"] for act in told["legal"]} == {seat}
    (refused,) = referee.line('{"ask": "bot"}')
    assert json.loads(refused)["error"]["code"] == "bad-data"


def test_given_a_blind_draw_of_another_then_its_card_is_not_told() -> None:
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 11)
    commands: tuple[Command, ...] = (
        *(KeepTickets(seat=seat, tickets=game.state.offered[seat]) for seat in SEATS[:2]),
        DrawCard(seat="blue", source="deck"),
        DrawCard(seat="blue", source="deck"),
        DrawCard(seat="red", source="deck"),
    )
    for command in commands:
        after = game.do(command)
        assert not isinstance(after, Refusal)
        game = after[0]
    drawn = [event for event in told_events(game, ME) if event["type"] == "card-drawn"]
    assert [event["card"] is None for event in drawn] == [False, False, True]
    assert not any(isinstance(event, RowRefilled) and seen_by(event, ME) != event for event in game.events)


def told_events(game: Game, seat: Seat) -> Iterable[dict[str, object]]:
    events: list[dict[str, object]] = json.loads(lines(game, seat))["events"]
    return events
