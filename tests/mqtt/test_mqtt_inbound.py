"""Commands: what is obeyed, what is refused and with which code, and that nothing at all breaks it."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce import Phrases, house_words
from engine import EndTurn
from mqtt.codes import CODES, RETRYABLE, STATUS, error_fields
from mqtt.inbound import InboundMessage, Reply
from mqtt.payloads import MAX_BYTES
from table.requests import DoAct, PressButton, SayText
from tests.mqtt.handled import ROOT, Table, command, data


@pytest.mark.parametrize("button", ["repeat", "back", "forward", "ask"])
def test_given_a_press_when_taken_then_the_panel_has_it_and_the_client_hears_ok(button: str) -> None:
    table = Table()
    (answer,) = table.take("press", command(data={"button": button}))
    assert table.wishes == [PressButton(button=button)]  # type: ignore[arg-type]
    assert answer.topic == f"{ROOT}/reply/lamp"
    written = json.loads(answer.payload)
    assert (written["kind"], written["type"], written["corr"], written["seq"]) == (
        "result",
        "press",
        "0190-a",
        120,
    )
    assert written["data"] == {"ok": True, "seq": 120}


def test_given_a_yes_when_it_names_no_seq_then_the_game_is_not_asked() -> None:
    table = Table()
    yes = {"button": "yes"}
    assert table.code("press", command(data=yes)) == "bad-envelope"
    assert table.asked == []
    table.take("press", command(data=yes, id="c", expect_seq=120))
    assert [(asked.want, asked.expect_seq) for asked in table.asked] == [(PressButton(button="yes"), 120)]


NESTED = json.loads("[" * 8 + "]" * 8)


BAD: list[tuple[str, str, bytes]] = [
    ("bad-envelope", "press", b""),
    ("bad-envelope", "press", b"\xff\xfe"),
    ("bad-envelope", "press", b"[1, 2]"),
    ("bad-envelope", "press", b'"press"'),
    ("bad-envelope", "press", b"[" * 60_000),
    ("bad-envelope", "press", b'{"a":' * 10_000),
    ("bad-envelope", "press", command()[:-1]),
    ("bad-envelope", "press", command(v=...)),
    ("bad-envelope", "press", command(v=True)),
    ("bad-envelope", "press", command(kind="event")),
    ("bad-envelope", "press", command("replay")),
    ("bad-envelope", "press", command(table="cellar")),
    ("bad-envelope", "press", command(id=...)),
    ("bad-envelope", "press", command(id="")),
    ("bad-envelope", "press", command(id="a" * 65)),
    ("bad-envelope", "press", command(id="../etc")),
    ("bad-envelope", "press", command(id=7)),
    ("unauthorized", "press", command(src="engine")),
    ("unauthorized", "press", command(src="seat/blue")),
    ("unauthorized", "press", command(src="node/cam")),
    ("bad-envelope", "press", command(src=...)),
    ("bad-envelope", "press", command(src="client/Lamp")),
    ("bad-envelope", "press", command(src="client/a/b")),
    ("bad-envelope", "press", command(src="client/+")),
    ("bad-envelope", "press", command(data=[1])),
    ("bad-envelope", "press", command(expect_seq="120")),
    ("bad-envelope", "press", command(expect_seq=-1)),
    ("bad-envelope", "press", command(reply_to=f"{ROOT}/reply/other")),
    ("bad-envelope", "press", command(reply_to="homeassistant/status")),
    ("bad-envelope", "press", command(reply_to=f"{ROOT}/cmd/press")),
    ("unsupported-version", "press", command(v=2)),
    ("unsupported-version", "press", command(v=0)),
    ("too-large", "press", command(data={"button": "x" * 513})),
    ("too-large", "press", command(data={"x" * 513: 1})),
    ("too-large", "press", command(data={"button": NESTED})),
    ("too-large", "press", b" " * (MAX_BYTES + 1)),
    ("unknown-command", "keep-tickets", command("keep-tickets")),
    ("unknown-command", "declare-tickets", command("declare-tickets")),
    ("unknown-command", "choose-pieces", command("choose-pieces")),
    ("unknown-command", "dance", command("dance")),
    ("bad-envelope", "claim-route", command("claim-route", data={"seat": "blue", "route": "a-b"})),
    ("bad-envelope", "draw-card", command("draw-card", data={"seat": "blue", "from": "deck"})),
    ("bad-envelope", "undo", command("undo", data={"seat": "blue"})),
    ("bad-envelope", "end-turn", command("end-turn", data={"seat": "blue"})),
    ("bad-data", "claim-route", command("claim-route", expect_seq=120, data={"seat": "blue"})),
    ("bad-data", "claim-route", command("claim-route", expect_seq=120, data={"seat": 1, "route": "a-b"})),
    ("bad-data", "draw-card", command("draw-card", expect_seq=120, data={"seat": "blue", "from": "hat"})),
    ("bad-data", "undo", command("undo", expect_seq=120, data={"seat": "blue", "acts": -1})),
    ("bad-data", "undo", command("undo", expect_seq=120, data={"seat": "blue", "acts": True})),
    ("bad-data", "undo", command("undo", expect_seq=120, data={"seat": "blue", "acts": "2"})),
    ("bad-data", "ask", command("ask", data={})),
    ("unauthorized", "ask", command("ask", data={"question": "hand"})),
    ("unauthorized", "ask", command("ask", data={"question": "tickets"})),
    ("bad-data", "say", command("say", data={"text": "\u0007 \n"})),
    ("bad-data", "say", command("say", data={"text": "word " * 41})),
    ("bad-data", "volume", command("volume", data={"level": 101})),
    ("bad-data", "volume", command("volume", data={"level": True})),
    ("bad-data", "rate", command("rate", data={"words_per_minute": 20})),
    ("expired", "press", command(ttl_ms=0)),
    ("expired", "press", command(ttl_ms=-5)),
    ("bad-data", "press", command(data={})),
    ("bad-data", "press", command(data={"button": "stop"})),
    ("bad-data", "press", command(data={"button": ["yes"]})),
    ("bad-data", "replay", command("replay", data={"from": 0, "to": 3})),
    ("bad-data", "replay", command("replay", data={"from": "1", "to": 3})),
    ("bad-data", "replay", command("replay", data={"from": True, "to": 3})),
    ("bad-data", "replay", command("replay", data={"from": 1.5, "to": 3})),
    ("bad-data", "replay", command("replay", data={})),
    ("stale", "replay", command("replay", game="another", data={"from": 1, "to": 3})),
    ("stale", "press", command(game="another")),
]


@pytest.mark.parametrize(("code", "name", "payload"), BAD, ids=lambda value: str(value)[:60])
def test_given_a_message_that_is_wrong_when_taken_then_its_code_is_given_and_nothing_pressed(
    code: str, name: str, payload: bytes
) -> None:
    table = Table()
    assert table.code(name, payload) == code
    assert table.asked == []


def test_given_a_foreign_response_topic_when_taken_then_nothing_is_written_there() -> None:
    table = Table()
    assert table.code("press", command(), response=f"{ROOT}/reply/other") == "bad-envelope"
    (answer,) = table.take("press", command(id="b"), response=f"{ROOT}/reply/lamp")
    assert (answer.topic, answer.correlation) == (f"{ROOT}/reply/lamp", b"mark")


@pytest.mark.parametrize("name", ["press", "claim-route", "press/lamp", "a/b/c", "UPPER"])
def test_given_a_retained_command_when_taken_then_it_is_not_obeyed_and_the_topic_is_cleared(
    name: str,
) -> None:
    table = Table()
    answers = table.take(name, command(name.partition("/")[0]), retained=True)
    assert answers[0] == Reply(topic=f"{ROOT}/cmd/{name}", payload=b"", retain=True)
    assert [data(answer)["ok"] for answer in answers[1:]] in ([], [False])
    assert table.asked == []


def test_given_a_retained_command_when_a_bridge_brings_it_again_as_if_it_were_new_then_it_is_not_obeyed() -> (
    None
):
    table = Table()
    assert table.code("press", command(data={"button": "ask"}), retained=True) == "retained-command"
    (again,) = table.take("press", command(data={"button": "ask"}))
    assert data(again)["duplicate"] is True
    assert table.asked == []


def test_given_the_clearing_of_a_retained_command_when_heard_then_nothing_is_done() -> None:
    table = Table()
    assert table.take("press", b"", retained=True) == []
    assert not table.inbound.counts


def test_given_a_ttl_when_the_game_is_asked_then_it_knows_until_when() -> None:
    table = Table()
    table.take("press", command(ttl_ms=1500))
    table.take("press", command(id="b"))
    assert [asked.due for asked in table.asked] == [1.0 + 1.5, None]


def test_given_no_src_when_the_reply_topic_names_the_client_then_it_is_answered_there() -> None:
    table = Table()
    (answer,) = table.take("press", command(src=..., reply_to=f"{ROOT}/reply/lamp"))
    assert answer.topic == f"{ROOT}/reply/lamp"
    (answer,) = table.take("press", command(src=..., id="b"), response=f"{ROOT}/reply/desk")
    assert (answer.topic, answer.correlation) == (f"{ROOT}/reply/desk", b"mark")


def test_given_more_than_is_asked_for_when_an_act_is_wanted_then_it_is_done_all_the_same() -> None:
    table = Table()
    more = command("end-turn", data={"seat": "blue", "acts": "many"}, expect_seq=120)
    assert data(table.take("end-turn", more)[0])["ok"] is True
    assert table.wishes == [DoAct(command=EndTurn(seat="blue"))]


def test_given_words_when_said_then_signs_that_no_voice_speaks_are_left_out() -> None:
    table = Table()
    table.take("say", command("say", data={"text": " Tea\tis\u0000 ready.\n"}))
    assert table.wishes == [SayText(text="Tea is ready.")]


def test_given_bytes_that_cannot_be_read_when_the_topic_tells_who_asked_then_he_is_answered() -> None:
    table = Table()
    for payload, wanted in ((b" " * (MAX_BYTES + 1), "too-large"), (b"{", "bad-envelope")):
        (answer,) = table.take("press", payload, response=f"{ROOT}/reply/lamp")
        assert (answer.topic, answer.correlation) == (f"{ROOT}/reply/lamp", b"mark")
        assert json.loads(answer.payload)["data"]["error"]["code"] == wanted
        assert "corr" not in json.loads(answer.payload)
        (answer,) = table.take("press/anna", payload)
        assert answer.topic == f"{ROOT}/reply/anna"
    assert table.take("press", b"{", response="homeassistant/status") == []


def test_given_a_command_that_is_too_large_when_its_sender_shows_then_he_is_answered() -> None:
    table = Table()
    (answer,) = table.take("say", command("say", data={"text": ["x" * 500] * 140}))
    written = json.loads(answer.payload)
    assert (answer.topic, written["corr"]) == (f"{ROOT}/reply/lamp", "0190-a")
    assert written["data"]["error"]["code"] == "too-large"
    endless = b'{"src": "client/lamp", "id": "a", "data": ' + b"[" * MAX_BYTES
    assert table.take("say", endless) == []  # looked through in vain, and no more than that
    assert table.take("say", command("say", data={"text": "x" * (1 << 20)})) == []


def test_every_code_has_a_status_and_a_sentence() -> None:
    assert set(STATUS) == set(CODES) >= RETRYABLE
    assert set(STATUS.values()) == {400, 401, 403, 409, 413, 422, 429, 503, 500}
    for code in CODES:
        assert house_words.refusal_sentence(Phrases(), code).endswith(".")
        assert error_fields(code)["error"]


@given(st.binary(max_size=300), st.booleans(), st.sampled_from(["press", "replay", "x", "a/b", "a/b/c", ""]))
def test_given_any_bytes_when_taken_then_they_are_counted_and_never_pressed(
    payload: bytes, retained: bool, name: str
) -> None:
    table = Table(3)
    table.take(name, payload, retained=retained)
    assert table.asked == []
    assert sum(table.inbound.counts.values()) == (0 if retained and not payload else 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


FIELDS = [
    "v",
    "kind",
    "type",
    "id",
    "table",
    "src",
    "game",
    "expect_seq",
    "ttl_ms",
    "reply_to",
    "data",
    "more",
]


@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4), st.sampled_from(["press", "replay"]))
def test_given_any_field_turned_into_anything_when_taken_then_one_result_or_one_count(
    changes: dict[str, object], name: str
) -> None:
    table = Table(3)
    good = json.loads(command(name, data={"button": "ask", "from": 1, "to": 2}))
    payload = msgspec.json.encode({**good, **changes})
    answers = table.take(name, payload)
    refused = sum(table.inbound.counts.values())
    assert refused <= 1
    if not refused:
        assert len(answers) == 1 and data(answers[0])["ok"] is True
    for answer in answers:
        assert answer.topic.startswith(f"{ROOT}/reply/")


def test_given_what_nodes_say_when_heard_then_it_is_counted_and_nothing_else() -> None:
    table = Table()
    assert table.inbound.take(InboundMessage(topic=f"{ROOT}/node/cam/observation", payload=b"{}"), 0.0) == ()
    assert table.inbound.counts == {"ignored": 1}
