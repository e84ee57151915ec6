"""Thousands of messages that nobody should send: counted, answered, and nothing has changed."""

import json
import random
import tracemalloc

import msgspec
import pytest

from announce import Announcement, Wording
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
from mqtt import MqttSink, Rights, TableOptions
from mqtt.codes import CODES
from mqtt.desk import Answer, Asked, Desk, EventLog, Inbound
from mqtt.payloads import Scribe, Stamp
from mqtt.topics import Topics
from tests.mqtt.games import whole_game
from tests.mqtt.table import HouseTable, Outside, Place

ROOT = "fingerpost/1/kitchen"
GOOD = {
    "v": 1,
    "kind": "command",
    "type": "claim-route",
    "table": "kitchen",
    "src": "client/lamp",
    "expect_seq": 2,
    "data": {"seat": "blue", "route": "denver-omaha"},
}


def hostile(rng: random.Random, number: int) -> Inbound:
    """One of many kinds of mischief; some carry a usable client, so that they are to be answered."""
    fields: dict[str, object] = {**GOOD, "id": f"h{number}"}
    topic, retained, response = f"{ROOT}/cmd/claim-route", False, None
    payload: bytes | None = None
    match rng.randrange(16):
        case 0:
            payload = rng.randbytes(rng.randrange(200))
        case 1:
            payload = b"[" * rng.randrange(1, 6_000)
        case 2:
            payload = json.dumps({**fields, "data": {"seat": "x" * 6_000}}).encode()
        case 3:
            fields[rng.choice(list(GOOD))] = rng.choice([None, 7, [], {}, "", True, 1.5, -1])
        case 4:
            retained = True
        case 5:
            fields["reply_to"] = rng.choice([f"{ROOT}/reply/wall", f"{ROOT}/state", "#", "a\u0000b", ""])
        case 6:
            response = f"{ROOT}/event"
        case 7:
            fields["src"] = rng.choice(["engine", "seat/blue", "node/cam", "client/../x", "client/"])
        case 8:
            fields["data"] = {"seat": rng.choice(["red", "purple", 3, ["blue"]]), "route": "denver-omaha"}
            fields["expect_seq"] = rng.choice([0, 1, 99, 2**70])
        case 9:
            fields["v"] = rng.choice([0, 2, 99])
        case 10:
            fields["id"] = rng.choice(["", "a" * 99, "a b", 5, "h1"])
        case 11:
            fields["type"] = name = rng.choice(["", "A", "a/b/c", "x" * 99, "keep-tickets", "dance"])
            topic = f"{ROOT}/cmd/{name}"
        case 12:
            topic = f"{ROOT}/{rng.choice(['state', 'event', 'private/x', 'node/cam/observation', 'info'])}"
        case 13:
            fields["ttl_ms"] = rng.choice([0, -1, -(2**40)])
        case 14:
            fields |= {"type": "say", "data": {"text": "\u202e" * 300 + "\x00"}}
            topic = f"{ROOT}/cmd/say"
        case _:
            deep: object = "x"
            for _ in range(rng.randrange(8, 40)):
                deep = [deep]
            fields["data"] = {"route": deep}
    made = payload if payload is not None else json.dumps(fields).encode()
    return Inbound(topic=topic, payload=made, retained=retained, response_topic=response)


def test_given_five_thousand_hostile_messages_when_taken_then_all_counted_and_memory_is_flat() -> None:
    asked: list[Asked] = []
    ids = iter(range(10**9))
    desk = Desk(
        Topics("kitchen"),
        Scribe("kitchen", "game-1", "boot-1"),
        EventLog(),
        on_command=asked.append,
        stamp=lambda: Stamp(1_790_000_000_000, next(ids).to_bytes(10, "big")),
        rights=Rights(others="panel"),  # so that not even a good act among them may do anything
    )
    rng, answered, sizes = random.Random(8), 0, []
    tracemalloc.start()
    for number in range(5000):
        answers = desk.take(hostile(rng, number), now=float(number))
        answered += len(answers)
        for answer in answers:
            check(answer)
        if number % 1000 == 999:
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert asked == []
    assert sum(desk.counts.values()) >= 5000 and answered > 2500
    assert {"bad-envelope", "too-large", "unsupported-version", "retained-command"} <= set(desk.counts)
    assert {"expired", "unauthorized", "unknown-command", "bad-data", "unknown-topic"} <= set(desk.counts)
    assert sizes[-1] - sizes[1] < 200_000, sizes


def check(answer: Answer) -> None:
    """A refusal to the asker, or the clearing of a retained command; never anything else."""
    if answer.retain:
        assert answer.payload == b"" and answer.topic.startswith(f"{ROOT}/cmd/")
        return
    assert answer.topic.startswith(f"{ROOT}/reply/")
    data = json.loads(answer.payload)["data"]
    assert data.get("duplicate") or (data["ok"] is False and data["error"]["code"] in CODES)


def test_given_a_whole_table_when_hostile_messages_pour_in_then_the_game_is_as_it_was(
    open_place: Place,
) -> None:
    table = HouseTable(open_place, options=TableOptions(rights=Rights(others="panel")))
    lamp = Outside(open_place, "controller", "lamp")
    lamp.until_live()
    before, rng = table.session.game, random.Random(9)
    for number in range(400):
        message = hostile(rng, number)
        if message.topic.startswith(f"{ROOT}/cmd/") and b"\0" not in message.topic.encode():
            lamp.client.publish(message.topic, message.payload, qos=1, retain=message.retained)
    lamp.raw("cmd/dance", json.dumps({**GOOD, "type": "dance", "id": "last"}))
    lamp.wait(lambda: any(one.get("corr") == "last" for one in lamp.told("reply/lamp")))
    assert table.session.game == before
    late = Outside(open_place, "viewer", "late", topic=f"{ROOT}/cmd/#")
    assert not [heard for heard in late.heard if heard[2] and heard[1]]  # the retained ones are cleared
    for client in (lamp, late):
        client.close()
    table.close()


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
