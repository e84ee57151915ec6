"""Commands: what is obeyed, what is refused and with which code, and that nothing at all breaks it."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import TurnStarted
from mqtt.desk import BURST, PAGE, REMEMBERED, Answer, Desk, EventLog, Inbound, PanelPress
from mqtt.payloads import MAX_BYTES, Scribe, Stamp
from mqtt.topics import Topics

ROOT = "fingerpost/1/kitchen"


class Table:
    """A desk with a game of 120 events; presses are kept."""

    def __init__(self, events: int = 120) -> None:
        self.presses: list[PanelPress] = []
        self.notes: list[tuple[str, str]] = []
        self.ids = 0
        self.now = 0.0
        scribe, log = Scribe("kitchen", "game-1", "boot-1"), EventLog()
        for seq in range(1, events + 1):
            log.add(seq, scribe.event(seq, TurnStarted(seat="blue", turn=seq), self.stamp()))
        self.desk = Desk(
            Topics("kitchen"),
            scribe,
            log,
            on_press=self.presses.append,
            stamp=self.stamp,
            note=lambda source, trouble: self.notes.append((source, trouble)),
        )

    def stamp(self) -> Stamp:
        self.ids += 1
        return Stamp(1_790_000_000_000, self.ids.to_bytes(10, "big"))

    def take(
        self, name: str, payload: bytes, *, retained: bool = False, response: str | None = None
    ) -> list[Answer]:
        self.now += 1.0
        inbound = Inbound(
            topic=f"{ROOT}/cmd/{name}",
            payload=payload,
            retained=retained,
            response_topic=response,
            correlation=b"mark" if response else None,
        )
        return list(self.desk.take(inbound, self.now))

    def code(self, name: str, payload: bytes, *, retained: bool = False, response: str | None = None) -> str:
        """The error code that this message is answered or counted with."""
        before = self.desk.counts.copy()
        answers = [a for a in self.take(name, payload, retained=retained, response=response) if a.payload]
        (counted,) = (self.desk.counts - before).keys()
        for answer in answers:
            assert json.loads(answer.payload)["data"]["error"]["code"] == counted
        return counted


def command(name: str = "press", **changes: object) -> bytes:
    fields: dict[str, object] = {
        "v": 1,
        "kind": "command",
        "type": name,
        "id": "0190-a",
        "table": "kitchen",
        "src": "client/lamp",
        "data": {"button": "repeat"},
    }
    fields.update(changes)
    return json.dumps({key: value for key, value in fields.items() if value is not ...}).encode()


def data(answer: Answer) -> dict[str, object]:
    fields: dict[str, object] = json.loads(answer.payload)["data"]
    return fields


@pytest.mark.parametrize("button", ["repeat", "back", "forward", "ask"])
def test_given_a_press_when_taken_then_the_panel_has_it_and_the_client_hears_ok(button: str) -> None:
    table = Table()
    (answer,) = table.take("press", command(data={"button": button}))
    assert table.presses == [PanelPress(button=button, client="lamp", id="0190-a")]  # type: ignore[arg-type]
    assert answer.topic == f"{ROOT}/reply/lamp"
    written = json.loads(answer.payload)
    assert (written["kind"], written["type"], written["corr"], written["seq"]) == (
        "result",
        "press",
        "0190-a",
        120,
    )
    assert written["data"] == {"ok": True, "seq": 120}


def test_given_a_yes_when_it_names_where_the_game_is_then_it_is_pressed_and_otherwise_not() -> None:
    table = Table()
    yes = {"button": "yes"}
    assert table.code("press", command(data=yes)) == "bad-data"
    assert table.code("press", command(data=yes, id="b", expect_seq=119)) == "stale"
    assert table.presses == []
    table.take("press", command(data=yes, id="c", expect_seq=120))
    assert [press.button for press in table.presses] == ["yes"]


def test_given_a_stale_press_when_refused_then_the_answer_says_where_the_game_is() -> None:
    (answer,) = Table().take("press", command(expect_seq=3))
    error = data(answer)["error"]
    assert error == {
        "code": "stale",
        "message_key": "mqtt.stale",
        "args": {},
        "retryable": True,
        "data": {"seq": 120},
    }


def test_given_an_id_that_was_used_when_it_comes_again_then_nothing_is_done_twice() -> None:
    table = Table()
    first = data(table.take("press", command())[0])
    again = data(table.take("press", command())[0])
    assert len(table.presses) == 1
    assert again == {**first, "duplicate": True}


def test_given_another_client_when_it_uses_the_same_id_then_it_is_another_command() -> None:
    table = Table()
    table.take("press", command())
    table.take("press", command(src="client/other"))
    assert [press.client for press in table.presses] == ["lamp", "other"]


def test_given_many_commands_when_more_than_are_remembered_then_only_the_newest_are() -> None:
    table = Table()
    for number in range(REMEMBERED + 1):
        table.take("press", command(id=f"n{number}"))
    assert "duplicate" in data(table.take("press", command(id="n1"))[0])
    assert "duplicate" not in data(table.take("press", command(id="n0"))[0])


def test_given_a_replay_when_asked_for_then_every_event_comes_once_in_pages() -> None:
    answers = Table().take("replay", command("replay", data={"from": 7, "to": 10**12}))
    parts = [data(answer) for answer in answers]
    assert [(part["page"], part["pages"]) for part in parts] == [(1, 3), (2, 3), (3, 3)]
    pages = [json.loads(answer.payload)["data"]["events"] for answer in answers]
    assert [event["seq"] for page in pages for event in page] == list(range(7, 121))
    assert [len(page) for page in pages] == [PAGE, PAGE, 14]
    assert pages[0][0]["type"] == "turn-started" and pages[0][0]["data"]["turn"] == 7
    assert len({json.loads(answer.payload)["id"] for answer in answers}) == 3
    assert all(len(answer.payload) < MAX_BYTES for answer in answers)


def test_given_a_replay_of_nothing_when_asked_for_then_one_empty_page_comes() -> None:
    (answer,) = Table(0).take("replay", command("replay", data={"from": 1, "to": 9}))
    assert data(answer) == {"ok": True, "seq": 0, "page": 1, "pages": 1, "events": []}


def test_given_a_replay_again_when_the_id_is_known_then_it_is_answered_anew_and_says_so() -> None:
    table = Table()
    asked = command("replay", data={"from": 1, "to": 2})
    table.take("replay", asked)
    (answer,) = table.take("replay", asked)
    assert data(answer)["duplicate"] is True and len(json.loads(answer.payload)["data"]["events"]) == 2


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
    ("bad-envelope", "press", command(src="engine")),
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
    ("unknown-command", "claim-route", command("claim-route")),
    ("unknown-command", "undo", command("undo")),
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
    assert table.presses == []


def test_given_a_foreign_response_topic_when_taken_then_nothing_is_written_there() -> None:
    table = Table()
    assert table.code("press", command(), response=f"{ROOT}/reply/other") == "bad-envelope"
    (answer,) = table.take("press", command(id="b"), response=f"{ROOT}/reply/lamp")
    assert (answer.topic, answer.correlation) == (f"{ROOT}/reply/lamp", b"mark")


@pytest.mark.parametrize("name", ["press", "claim-route", "a/b", "UPPER"])
def test_given_a_retained_command_when_taken_then_it_is_not_obeyed_and_the_topic_is_cleared(
    name: str,
) -> None:
    table = Table()
    answers = table.take(name, command(name), retained=True)
    assert answers[0] == Answer(topic=f"{ROOT}/cmd/{name}", payload=b"", retain=True)
    assert [data(answer)["ok"] for answer in answers[1:]] in ([], [False])
    assert table.presses == []


def test_given_the_clearing_of_a_retained_command_when_heard_then_nothing_is_done() -> None:
    table = Table()
    assert table.take("press", b"", retained=True) == []
    assert not table.desk.counts


def test_given_a_client_that_floods_when_its_allowance_is_gone_then_others_still_are_heard() -> None:
    table = Table()
    table.now = 100.0
    for number in range(BURST + 10):
        table.now -= 1.0  # all at one instant
        table.take("press", command(id=f"f{number}"))
    assert len(table.presses) == BURST
    assert table.desk.counts["rate-limited"] == 10
    table.now -= 1.0
    table.take("press", command(src="client/calm", id="c"))
    assert table.presses[-1].client == "calm"
    table.now += 5.0
    table.take("press", command(id="later"))
    assert table.presses[-1].id == "later"


def test_given_a_panel_that_fails_when_pressed_then_the_client_hears_internal() -> None:
    table = Table()

    def broken(press: PanelPress) -> None:
        raise RuntimeError("our own bug")

    desk = Desk(
        Topics("kitchen"), Scribe("kitchen", "g", "b"), EventLog(), on_press=broken, stamp=table.stamp
    )
    (answer,) = desk.take(Inbound(topic=f"{ROOT}/cmd/press", payload=command()), 0.0)
    assert b'"code":"internal"' in answer.payload


@given(st.binary(max_size=300), st.booleans(), st.sampled_from(["press", "replay", "x", "a/b", ""]))
def test_given_any_bytes_when_taken_then_they_are_counted_and_never_pressed(
    payload: bytes, retained: bool, name: str
) -> None:
    table = Table(3)
    table.take(name, payload, retained=retained)
    assert table.presses == []
    assert sum(table.desk.counts.values()) == (0 if retained and not payload else 1)


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
    refused = sum(table.desk.counts.values())
    assert refused <= 1
    if not refused:
        assert len(answers) == 1 and data(answers[0])["ok"] is True
    for answer in answers:
        assert answer.topic.startswith(f"{ROOT}/reply/")


def test_given_what_nodes_say_when_heard_then_it_is_counted_and_nothing_else() -> None:
    table = Table()
    assert table.desk.take(Inbound(topic=f"{ROOT}/node/cam/observation", payload=b"{}"), 0.0) == ()
    assert table.desk.counts == {"ignored": 1}
