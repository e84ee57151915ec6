"""The search for secrets on the wire finds each kind of them, and nothing in a public game."""

import json

import pytest

from bots.bot import GreedyBot
from engine import Game, event_to_json, seen_by, view
from lab.two_homes.wire_search import before_the_end, secrets_in
from mqtt.payloads import Encoder, Stamp

STAMP = Stamp(1_790_000_000_000, bytes(10))


@pytest.fixture(scope="module")
def game() -> Game:
    played, bot = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 5, {"trains": 6}), GreedyBot(5)
    while waiting := played.state.waiting_for():
        done = played.do(bot.choose(played.state, waiting[0]))
        assert isinstance(done, tuple)
        played = done[0]
    return played


def test_given_a_dealt_game_as_it_is_published_when_searched_then_nothing_is_found(game: Game) -> None:
    encoder, wire = Encoder("kitchen", "game-1", "boot-1"), list[bytes]()
    for seq, event in enumerate(game.events, 1):
        wire.append(encoder.event(seq, event, STAMP))
        wire.append(encoder.state(Game.replay(game.events[:seq]).state, STAMP) if seq > 8 else b"online")
    public = before_the_end(wire)
    assert len(public) > 20
    hands = {json.dumps(view(game.state, "red")["own"]["hand"], separators=(",", ":")).encode()}  # type: ignore[index]
    assert [line for one in public for line in secrets_in(one, hands - {b"{}"})] == []


def test_given_events_as_their_seat_knows_them_when_searched_then_each_secret_is_found(game: Game) -> None:
    found = set[str]()
    for event in game.events:
        told = json.loads(event_to_json(event))
        message = {"type": told.pop("type"), "data": told}
        if event != seen_by(event, None) and message["type"] != "game-ended":
            lines = secrets_in(json.dumps(message).encode())
            assert lines, message["type"]
            found |= set(lines)
    assert {"cards-dealt cards", "tickets-dealt tickets", "tickets-kept kept", "game-started seed"} <= found


def test_given_a_card_from_the_deck_when_searched_then_it_is_found_and_one_of_the_row_is_public() -> None:
    drawn = {"type": "card-drawn", "data": {"seat": "red", "from": "deck", "card": "red"}}
    assert secrets_in(json.dumps(drawn).encode()) == ["card-drawn card"]
    drawn["data"] = {"seat": "red", "from": "row", "index": 1, "card": "red"}
    assert secrets_in(json.dumps(drawn).encode()) == []


def test_given_a_hand_or_a_word_of_one_ear_when_searched_for_then_it_is_found() -> None:
    assert secrets_in(b'{"x":{"red":2,"blue":1}}', hands=[b'{"red":2,"blue":1}'])
    assert secrets_in(b'{"text":"You have 2 red cards."}', words=[b"You have 2 red cards."])
    assert secrets_in(json.dumps({"data": {"own": {"hand": {"red": 1}}}}).encode()) == ["own"]
