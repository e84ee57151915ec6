"""The published contract: current, true of every message of whole games, and of one mind with the engine."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from engine import EDITIONS, CardMode
from mqtt.asyncapi import published
from mqtt.codes import CODES, error_fields, ok_fields
from mqtt.command_envelope import RemoteCommand, read_command
from mqtt.command_kinds import ACTS, NAMES, OF_NODES, BadRequest, needs_seq, want_from
from mqtt.host_link import HostLink
from mqtt.payloads import Encoder, Stamp, TableInfo, health_fields
from mqtt.schemas import schema_digests, schemas
from mqtt.sense_payloads import written
from mqtt.topics import Topics
from table.linked import Shown
from tabletop import DeviceHealth, Motion, Observation, Press, SiteId
from tests.mqtt.envelopes import envelope
from tests.mqtt.games import whole_game

DOCS = Path(__file__).resolve().parents[2] / "docs" / "mqtt"
STAMP = Stamp(1_790_000_000_123, bytes(range(10)))
ENCODER = Encoder("kitchen", "game-1", "boot-1")
VALIDATORS = {
    kind: Draft202012Validator(schema, format_checker=FormatChecker()) for kind, schema in schemas().items()
}


def check(kind: str, payload: bytes) -> None:
    VALIDATORS[kind].validate(json.loads(payload))


def test_given_the_published_files_when_made_anew_then_they_are_the_same() -> None:
    there = {str(path.relative_to(DOCS)): path.read_text(encoding="utf-8") for path in DOCS.rglob("*.json")}
    assert there == published(), "run: fingerpost mqtt schemas --out docs/mqtt"


def test_given_every_schema_when_checked_then_it_is_a_schema_and_has_a_digest() -> None:
    for kind, schema in schemas().items():
        Draft202012Validator.check_schema(schema)
        assert len(schema_digests()[kind]) == 16


def test_given_a_home_that_plays_along_when_it_tells_of_its_board_then_it_is_as_published() -> None:
    link = HostLink(Topics("kitchen"), "kiel", lambda: STAMP, game="game-1", last=4)
    link.connected()
    link.show(Shown(seq=4, shown=False, differences=({"site": "a-b", "kind": "missing", "seat": "red"},)))
    (told,) = [one for one in link.due(1.0) if one.topic.endswith("home/kiel/board")]
    check("home-board", told.payload)
    wrong = {**json.loads(told.payload), "src": "engine"}
    assert not VALIDATORS["home-board"].is_valid(wrong)


@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("rules", sorted(EDITIONS))
def test_given_a_whole_game_when_told_then_every_event_and_state_is_as_published(
    rules: str, cards: CardMode
) -> None:
    seen = set()
    for number, (events, state) in enumerate(whole_game(rules, 4, cards)):
        if number % 4 == 0 or state.phase == "over":
            check("state", ENCODER.state(state, STAMP))
        for seq, event in events:
            if type(event) not in seen or seq % 7 == 0:
                check("event", ENCODER.event(seq, event, STAMP))
                seen.add(type(event))
    assert state.phase == "over" and len(seen) >= 6


def test_given_the_first_edition_dealt_when_told_then_not_one_message_differs() -> None:
    for events, state in whole_game("us-accessible", 5, "dealt", 2):
        check("state", ENCODER.state(state, STAMP))
        for seq, event in events:
            check("event", ENCODER.event(seq, event, STAMP))


def test_given_what_stands_when_written_then_it_is_as_published() -> None:
    about = TableInfo(
        map="usa", edition="us-accessible", software="1", capabilities=NAMES, schemas=schema_digests()
    )
    check("info", ENCODER.info(about, STAMP))
    check("state", ENCODER.lobby(STAMP))
    health = health_fields(DeviceHealth(device="hub", condition="stale", at=1.0, cause="silent"), STAMP)
    difference = {"site": "denver-omaha", "kind": "missing", "seat": "blue"}
    check("health", ENCODER.health({"hub": health}, STAMP, [difference]))
    for code in CODES:
        check("result", ENCODER.result("press", "id-1", 4, error_fields(code), STAMP))
    check("result", ENCODER.result("replay", None, 4, ok_fields(4, page=1, pages=1, events=[]), STAMP))


def test_given_what_a_node_senses_when_written_then_it_is_as_published() -> None:
    site = SiteId("denver-omaha")
    items = (
        Observation(site=site, sense="pin", seen="something", at=1.0),
        Observation(site=site, sense="camera", seen="blue", at=1.0, confidence=0.5),
        Motion(sites=frozenset({site}), at=1.0),
        DeviceHealth(device="pin", condition="fault", at=1.0, cause="chat", site=site),
        Press(seat="blue", action="up", at=1.0),
    )
    check("observation", written(items, 2.0, table="kitchen", node="cam", boot="b", seq=1, stamp=STAMP))


GOOD: dict[str, dict[str, object]] = {
    "replay": {"from": 1, "to": 60},
    "press": {"button": "repeat"},
    "ask": {"question": "turn"},
    "say": {"text": "Tea is ready."},
    "games": {},
    "pause": {},
    "resume": {},
    "volume": {"level": 40},
    "rate": {"words_per_minute": 200},
    "calibrate-node": {"node": "porch", "what": "tokens", "seat": "blue"},
    "set-node-threshold": {"node": "porch", "chance": 0.9},
    "claim-route": {"seat": "blue", "route": "denver-omaha"},
    "build-station": {"seat": "blue", "city": "paris"},
    "build-harbor": {"seat": "blue", "city": "lima"},
    "draw-card": {"seat": "blue", "from": "row", "index": 2},
    "draw-tickets": {"seat": "blue"},
    "end-turn": {"seat": "blue"},
    "pass": {"seat": "blue"},
    "undo": {"seat": "blue", "acts": 2},
    "answer-tunnel": {"seat": "blue", "decline": True},
    "choose-loans": {"seat": "blue", "loans": {"paris": None}},
    "exchange-pieces": {"seat": "blue", "give": "ship", "count": 2},
    "resolve-event": {"seat": "blue", "coins": 3},
}


def command(name: str, **changes: object) -> dict[str, object]:
    return envelope(name, "lamp", "0190-a", GOOD[name], **{"expect_seq": 3, **changes})


def taken(fields: dict[str, object], name: str) -> bool:
    """Whether the engine reads it as a wish."""
    read = read_command(json.dumps(fields).encode(), name=name, topics=Topics("kitchen"))
    if not isinstance(read, RemoteCommand) or (read.expect_seq is None and needs_seq(name, read.data)):
        return False
    return name == "replay" or not isinstance(want_from(read), BadRequest)


def accepted(fields: dict[str, object]) -> bool:
    try:
        VALIDATORS["command"].validate(fields)
    except ValidationError:
        return False
    return True


def without(name: str, key: str) -> dict[str, object]:
    return {field: value for field, value in GOOD[name].items() if field != key}


BAD: list[tuple[str, Callable[[str], dict[str, object]]]] = [
    ("v", lambda name: command(name, v=2)),
    ("kind", lambda name: command(name, kind="event")),
    ("id", lambda name: command(name, id="a b")),
    ("long id", lambda name: command(name, id="a" * 65)),
    ("table", lambda name: command(name, table=...)),
    ("src", lambda name: command(name, src="client/UPPER")),
    ("expect_seq", lambda name: command(name, expect_seq=-1)),
    ("data", lambda name: command(name, data=[1])),
]


def test_every_command_has_an_example() -> None:
    assert set(GOOD) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_given_a_command_when_good_or_bad_then_schema_and_engine_are_of_one_mind(name: str) -> None:
    assert accepted(command(name)) and taken(command(name), name)
    more = command(name, later="field", data={**GOOD[name], "later": 1})
    assert accepted(more) and taken(more, name)
    for what, spoiled in BAD:
        assert not accepted(spoiled(name)) and not taken(spoiled(name), name), what
    required = schemas()["command"]
    assert isinstance(required, dict)
    if name in ACTS or name in OF_NODES:
        assert not accepted(command(name, expect_seq=...)) and not taken(command(name, expect_seq=...), name)
    if name in OF_NODES:
        no_node = command(name, data=without(name, "node"))
        assert not accepted(no_node) and not taken(no_node, name)
    if name in ACTS:
        no_seat = command(name, data=without(name, "seat"))
        assert not accepted(no_seat) and not taken(no_seat, name)


@pytest.mark.parametrize("name", ["press", "ask", "say", "volume", "rate", "claim-route", "draw-card"])
def test_given_data_with_a_field_missing_when_read_then_both_say_no(name: str) -> None:
    key = next(reversed(GOOD[name])) if name != "draw-card" else "from"
    spoiled = command(name, data=without(name, key))
    assert not accepted(spoiled) and not taken(spoiled, name)


def test_given_the_asyncapi_document_when_followed_then_every_reference_is_there() -> None:
    files = published()
    document = json.loads(files["asyncapi.json"])

    def follow(value: object) -> None:
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str) and reference.startswith("./"):
                assert reference.removeprefix("./") in files
            elif isinstance(reference, str):
                found = document
                for part in reference.removeprefix("#/").split("/"):
                    found = found[part]
            for part in value.values():
                follow(part)
        elif isinstance(value, list):
            for part in value:
                follow(part)

    follow(document)
    assert document["asyncapi"] == "3.0.0"
    addresses = {channel["address"] for channel in document["channels"].values()}
    assert "fingerpost/1/{table}/event" in addresses and len(addresses) == 15
