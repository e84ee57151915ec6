"""Thousands of messages that nobody should send: counted, answered, and nothing has changed."""

import json
import random
import tracemalloc

import msgspec
import pytest

from announce import Announcement, Wording
from benchmarks.mqtt_hostile import ROOT, hostile, pour, shut_out
from engine import (
    CardDrawn,
    CardsDealt,
    DeckShuffled,
    Event,
    GameStarted,
    State,
    TicketsDealt,
    TicketsKept,
    game_map,
)
from mqtt import MqttSink, Rights
from mqtt.codes import CODES
from mqtt.inbound import EventLog, InboundHandler, Reply
from mqtt.payloads import Encoder, Stamp
from mqtt.topics import Topics
from table.requests import Request
from tests.mqtt.games import whole_game
from tests.mqtt.table import Outside, Place


def test_given_five_thousand_hostile_messages_when_taken_then_all_counted_and_memory_is_flat() -> None:
    asked: list[Request] = []
    ids = iter(range(10**9))
    inbound = InboundHandler(
        Topics("kitchen"),
        Encoder("kitchen", "game-1", "boot-1"),
        EventLog(),
        on_command=asked.append,
        stamp=lambda: Stamp(1_790_000_000_000, next(ids).to_bytes(10, "big")),
        rights=Rights(others="panel"),  # so that not even a good act among them may do anything
    )
    rng, answered, sizes = random.Random(8), 0, []
    tracemalloc.start()
    for number in range(5000):
        answers = inbound.take(hostile(rng, number), now=float(number))
        answered += len(answers)
        for answer in answers:
            check(answer)
        if number % 1000 == 999:
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert asked == []
    assert sum(inbound.counts.values()) >= 5000 and answered > 2500
    assert {"bad-envelope", "too-large", "unsupported-version", "retained-command"} <= set(inbound.counts)
    assert {"expired", "unauthorized", "unknown-command", "bad-data", "unknown-topic"} <= set(inbound.counts)
    assert sizes[-1] - sizes[1] < 200_000, sizes


def check(answer: Reply) -> None:
    """A refusal to the asker, or the clearing of a retained command; never anything else."""
    if answer.retain:
        assert answer.payload == b"" and answer.topic.startswith(f"{ROOT}/cmd/")
        return
    assert answer.topic.startswith(f"{ROOT}/reply/")
    data = json.loads(answer.payload)["data"]
    assert data.get("duplicate") or (data["ok"] is False and data["error"]["code"] in CODES)


def test_given_hostile_messages_on_a_broker_when_they_come_then_each_has_its_code_and_no_effect() -> None:
    found = pour(300)
    assert found.sent == found.counted == 300
    assert found.heard == found.expected and sum(found.heard.values()) > 150
    assert not [code for code in found.heard if code.removesuffix(" again") not in CODES]
    assert not found.changed and found.left == []


def test_given_a_viewer_when_he_sends_mischief_everywhere_then_none_of_it_arrives(
    guarded_place: Place,
) -> None:
    found = shut_out(guarded_place, 60)
    assert found.sent > 150 and found.counted == 0 and not found.heard
    assert not found.changed and found.left == []


def canaries(event: Event) -> Event:
    """The event with a canary wherever it holds what the table may not see."""
    change = msgspec.structs.replace
    match event:
        case GameStarted():
            birds = (CANARY,) * 9
            return change(event, deck=birds, ticket_deck=birds, removed=birds, seed=CANARY_SEED)
        case CardsDealt():
            return change(event, cards=(CANARY,) * len(event.cards))
        case TicketsDealt():
            return change(event, tickets=(CANARY,) * len(event.tickets))
        case TicketsKept():
            return change(event, kept=(CANARY,) * event.kept_count, returned=(CANARY,) * event.returned_count)
        case CardDrawn(source="deck"):
            return change(event, card=CANARY)
        case DeckShuffled():
            return change(event, deck=(CANARY,) * event.count)
    return event


def caged(state: State) -> State:
    """The state with canaries in hands, decks and tickets."""
    return msgspec.structs.replace(
        state,
        seed=CANARY_SEED,
        deck=(CANARY,) * len(state.deck),
        ticket_deck=(CANARY,) * len(state.ticket_deck),
        hands={seat: {CANARY: sum(hand.values())} for seat, hand in state.hands.items()},
        tickets={seat: (CANARY,) * len(held) for seat, held in state.tickets.items()},
        offered={seat: (CANARY,) * len(offered) for seat, offered in state.offered.items()},
    )


CANARY, CANARY_SEED = "canary-card", 777_333_777_333_777


@pytest.mark.parametrize("seed", range(3))
def test_given_canaries_in_hands_decks_and_tickets_when_a_game_is_told_then_not_one_byte_shows(
    open_place: Place, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Every topic, every retained message, every page of a replay and every line of the log."""
    caplog.set_level("DEBUG")
    wall = Outside(open_place, "viewer", "wall", topic="#")
    acts = [act for act in whole_game("us-accessible", seed, "dealt") if act[1].phase != "over"]
    sink = MqttSink(
        "kitchen",
        f"mqtt://127.0.0.1:{open_place.port}",
        game="game-1",
        boot="b",
        on_health=lambda health: None,
        on_command=lambda asked: None,
        vocabulary=Wording(game_map("usa"), None).vocabulary,
    )
    sink.start()
    for news, state in acts:
        sink.told([(seq, canaries(event)) for seq, event in news], caged(state))
        sink.announced(Announcement(audience="red", urgency="polite", normal=f"You hold a {CANARY}."))
    last = acts[-1][0][-1][0]
    wall.wait(lambda: last in wall.seqs())
    wall.ask("replay", {"from": 1, "to": last})
    wall.wait(lambda: len(wall.told("reply/wall")) == (last + 49) // 50)
    sink.close()
    late = Outside(open_place, "viewer", "late", topic="#")
    late.wait(lambda: bool(late.told("state")))
    everything = [payload for _, payload, *_ in (*wall.heard, *late.heard)] + [caplog.text.encode()]
    assert len(wall.seqs()) > 100
    for payload in everything:
        assert b"canary" not in payload and str(CANARY_SEED).encode() not in payload
    for client in (wall, late):
        client.close()
