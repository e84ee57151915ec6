"""What is written: the envelope, and nothing that only one seat may know."""

import json
import random
import re
from datetime import datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce import Announcement
from engine import (
    SEATS,
    CardDrawn,
    CardMode,
    CardsDealt,
    DeckShuffled,
    Event,
    Game,
    GameStarted,
    Refusal,
    State,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
    TurnStarted,
    game_map,
    legal,
)
from mqtt.payloads import Encoder, Stamp, TableInfo, boot_of, health_fields, pages, source_of
from tabletop import DeviceHealth, SiteId

STAMP = Stamp(1_790_000_000_123, bytes(range(10)))
ENCODER = Encoder("kitchen", "game-1", "boot-1")
SEED = 987_654_321_987  # long enough to be found wherever it leaks


def a_game(seed: int, cards: CardMode, seats: int = 3) -> list[tuple[int, Event, State]]:
    """A random game to its end: every event with its seq and the state after its command."""
    rng = random.Random(seed)
    game = Game.new("us-accessible", "usa", SEATS[:seats], cards, SEED + seed)
    told = [(seq, event, game.state) for seq, event in enumerate(game.events, start=1)]
    while game.state.phase != "over":
        command = rng.choice(list(legal(game.state)))
        answer = game.do(command)
        assert not isinstance(answer, Refusal)
        seq = len(game.events)
        game, events = answer
        told += [(seq + n, event, game.state) for n, event in enumerate(events, start=1)]
    return told


@given(st.integers(0, 2**48 - 1), st.binary(min_size=10, max_size=10))
def test_given_any_time_and_randomness_when_an_id_is_made_then_it_is_a_uuid_of_version_7(
    ms: int, noise: bytes
) -> None:
    text = Stamp(ms, noise).id()
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", text)
    assert int(text.replace("-", "")[:12], 16) == ms


@given(st.integers(0, 2**47), st.integers(1, 10**6), st.binary(min_size=10, max_size=10))
def test_given_a_later_time_when_ids_are_made_then_they_sort_by_time(
    ms: int, later: int, noise: bytes
) -> None:
    assert Stamp(ms, b"\xff" * 10).id() < Stamp(ms + later, noise).id()


def test_given_an_event_when_written_then_the_envelope_is_the_frozen_one() -> None:
    written = json.loads(ENCODER.event(17, TurnStarted(seat="red", turn=4), STAMP))
    assert written == {
        "v": 1,
        "kind": "event",
        "type": "turn-started",
        "id": STAMP.id(),
        "table": "kitchen",
        "game": "game-1",
        "boot": "boot-1",
        "seq": 17,
        "ts": "2026-09-21T14:13:20.123Z",
        "src": "engine",
        "data": {"seat": "red", "turn": 4},
    }
    assert datetime.fromisoformat(written["ts"]).timestamp() == STAMP.unix_ms / 1000


def test_given_a_state_when_written_then_it_has_a_seq_and_no_type() -> None:
    seq, _, state = a_game(1, "untracked", 2)[-1]
    written = json.loads(ENCODER.state(state, STAMP))
    assert (written["kind"], written["seq"], "type" in written) == ("state", seq, False)
    assert written["data"]["phase"] == "over" and set(written["data"]["claims"].values()) <= {"blue", "red"}


def test_given_the_lobby_when_written_then_no_game_is_named() -> None:
    written = json.loads(ENCODER.lobby(STAMP))
    assert (written["game"], written["seq"], written["data"]) == (None, 0, {"phase": "lobby"})


def test_given_info_when_written_then_its_boot_is_read_back() -> None:
    info = ENCODER.info(TableInfo(map="usa", edition="us-accessible", software="0.1.0"), STAMP)
    assert boot_of(info) == "boot-1"
    assert json.loads(info)["data"]["map"] == "usa"
    for junk in (b"", b"{}", b"[1]", b"\xff", b'{"boot": 3}', b"[" * 50_000):
        assert boot_of(junk) is None


@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("seed", range(4))
def test_given_a_whole_game_when_published_then_no_ticket_seed_or_deck_shows_before_it_is_over(
    seed: int, cards: CardMode
) -> None:
    tickets = [ticket.encode() for ticket in game_map("usa").tickets]
    for seq, event, state in a_game(seed, cards, 2 + seed):
        if state.phase == "over":
            break  # the last act opens the tickets
        for payload in (ENCODER.event(seq, event, STAMP), ENCODER.state(state, STAMP)):
            assert str(SEED + seed).encode() not in payload
            assert not [ticket for ticket in tickets if ticket in payload]
            data = json.loads(payload)["data"]
            assert not isinstance(data.get("deck"), list) or data["deck"] == []
            assert data.get("own") is None
    else:
        pytest.fail("the game never ended, so nothing was shown about its end")


def test_given_the_same_game_with_other_secrets_when_published_then_the_bytes_are_the_same() -> None:
    swapped = 0
    for seq, event, _ in a_game(5, "dealt"):
        other = with_other_secrets(event)
        swapped += other != event
        assert ENCODER.event(seq, event, STAMP) == ENCODER.event(seq, other, STAMP)
    assert swapped > 20


def with_other_secrets(event: Event) -> Event:
    """The event with everything in it turned round that the table may not see; lengths stay."""
    change = msgspec.structs.replace
    match event:
        case GameStarted():
            return change(event, seed=1, deck=event.deck[::-1], ticket_deck=event.ticket_deck[::-1])
        case CardsDealt():
            return change(event, cards=("white",) * len(event.cards))
        case TicketsDealt() | TicketsDeclared():
            return change(event, tickets=("a-b",) * len(event.tickets))
        case TicketsKept():
            return change(event, kept=event.kept[::-1] + event.returned, returned=())
        case CardDrawn(source="deck"):
            return change(event, card="white" if event.card != "white" else "red")
        case DeckShuffled():
            return change(event, deck=event.deck[::-1])
    return event


def test_given_the_same_state_with_other_hands_when_published_then_the_bytes_are_the_same() -> None:
    told = a_game(6, "dealt")
    middle = told[len(told) // 2][2]
    hands = {seat: {"white": sum(hand.values())} if hand else {} for seat, hand in middle.hands.items()}
    tickets = {seat: ("a-b",) * len(kept) for seat, kept in middle.tickets.items()}
    other = msgspec.structs.replace(
        middle,
        hands=hands,
        tickets=tickets,
        deck=middle.deck[::-1],
        ticket_deck=middle.ticket_deck[::-1],
        seed=1,
    )
    assert other != middle
    assert ENCODER.state(other, STAMP) == ENCODER.state(middle, STAMP)


def test_given_words_for_one_ear_when_written_then_they_are_refused() -> None:
    private = Announcement(audience="red", urgency="polite", normal="You hold 3 red cards.")
    with pytest.raises(ValueError, match="one ear"):
        ENCODER.announcement(private, "en", STAMP)


def test_given_words_for_everyone_when_written_then_all_lengths_and_the_event_are_told() -> None:
    said = Announcement(
        audience="everyone", urgency="assertive", normal="Red square.", earcon="turn", brief="Red.", seq=12
    )
    data = json.loads(ENCODER.announcement(said, "en", STAMP))["data"]
    assert data == {
        "locale": "en",
        "class": "alert",
        "urgency": "assertive",
        "text": "Red square.",
        "brief": "Red.",
        "full": "Red square.",
        "earcon": "turn",
        "event_seq": 12,
    }


def test_given_a_devices_health_when_written_then_its_detail_stays_at_home() -> None:
    health = DeviceHealth(
        device="pin",
        condition="fault",
        at=3.0,
        cause="stuck",
        site=SiteId("boston-montreal-1"),
        detail="/dev/ttyACM0",
    )
    written = ENCODER.health({source_of(health): health_fields(health, STAMP)}, STAMP)
    source = json.loads(written)["data"]["sources"]["pin/boston-montreal-1"]
    assert (source["state"], source["cause"]) == ("fault", "stuck")
    assert b"/dev" not in written


@given(st.integers(1, 400), st.integers(0, 400))
def test_given_any_span_when_paged_then_every_number_comes_once_in_pages_of_fifty(
    first: int, last: int
) -> None:
    parts = pages(first, last, 50)
    assert [number for part in parts for number in part] == list(range(first, last + 1))
    assert len(parts) >= 1 and all(len(part) <= 50 for part in parts)
