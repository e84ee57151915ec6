"""Commands: what is obeyed, what is refused and with which code, and that nothing at all breaks it."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce import Phrases, house_words
from engine import TurnStarted
from mqtt.acts import PressButton, SayText, Wish
from mqtt.answered import PENDING, REMEMBERED, Answered
from mqtt.codes import CODES, RETRYABLE, STATUS, error_fields, ok_fields
from mqtt.desk import BURST, PAGE, Answer, Asked, Desk, EventLog, Inbound
from mqtt.payloads import MAX_BYTES, Scribe, Stamp
from mqtt.rights import Rights, RightsError, rights_from
from mqtt.topics import Topics

ROOT = "fingerpost/1/kitchen"


class Table:
    """A desk with a game of 120 events, which answers everything with yes unless `answers` is off."""

    def __init__(self, events: int = 120, *, rights: Rights | None = None, answers: bool = True) -> None:
        self.asked: list[Asked] = []
        self.notes: list[tuple[str, str]] = []
        self.later: list[Answer] = []
        self.kept: list[Answered] = []
        self.answers = answers
        self.ids = 0
        self.now = 0.0
        self.scribe, log = Scribe("kitchen", "game-1", "boot-1"), EventLog()
        for seq in range(1, events + 1):
            log.add(seq, self.scribe.event(seq, TurnStarted(seat="blue", turn=seq), self.stamp()))
        self.log = log
        self.desk = self.new_desk(rights=rights)

    def new_desk(self, *, rights: Rights | None = None, before: tuple[Answered, ...] = ()) -> Desk:
        return Desk(
            Topics("kitchen"),
            self.scribe,
            self.log,
            on_command=self._on_command,
            send=self.later.append,
            on_answered=self.kept.append,
            stamp=self.stamp,
            note=lambda source, trouble: self.notes.append((source, trouble)),
            rights=rights,
            before=before,
        )

    def _on_command(self, asked: Asked) -> None:
        self.asked.append(asked)
        if self.answers:
            asked.answer(ok_fields(120))

    @property
    def wishes(self) -> list[Wish]:
        return [asked.wish for asked in self.asked]

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
        self.later.clear()
        answers = [*self.desk.take(inbound, self.now), *self.later]
        return [*answers, *iter(self.desk.page, None)]

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
    assert [(asked.wish, asked.expect_seq) for asked in table.asked] == [(PressButton(button="yes"), 120)]


def test_given_an_id_that_was_used_when_it_comes_again_then_nothing_is_done_twice() -> None:
    table = Table()
    first = data(table.take("press", command())[0])
    again = data(table.take("press", command())[0])
    assert len(table.asked) == 1
    assert again == {**first, "duplicate": True}


def test_given_another_client_when_it_uses_the_same_id_then_it_is_another_command() -> None:
    table = Table()
    table.take("press", command())
    table.take("press", command(src="client/other"))
    assert [asked.client for asked in table.asked] == ["lamp", "other"]


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
    assert answers[0] == Answer(topic=f"{ROOT}/cmd/{name}", payload=b"", retain=True)
    assert [data(answer)["ok"] for answer in answers[1:]] in ([], [False])
    assert table.asked == []


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
    assert len(table.asked) == BURST
    assert table.desk.counts["rate-limited"] == 10
    table.now -= 1.0
    table.take("press", command(src="client/calm", id="c"))
    assert table.asked[-1].client == "calm"
    table.now += 5.0
    table.take("press", command(id="later"))
    assert table.asked[-1].id == "later"


def test_given_a_game_that_fails_when_asked_then_the_client_hears_internal() -> None:
    table = Table()

    def broken(asked: Asked) -> None:
        raise RuntimeError("our own bug")

    desk = Desk(
        Topics("kitchen"), Scribe("kitchen", "g", "b"), EventLog(), on_command=broken, stamp=table.stamp
    )
    (answer,) = desk.take(Inbound(topic=f"{ROOT}/cmd/press", payload=command()), 0.0)
    assert b'"code":"internal"' in answer.payload


def test_given_a_game_that_has_not_answered_when_asked_again_then_busy_and_done_once() -> None:
    table = Table(answers=False)
    assert table.take("press", command()) == []
    assert table.code("press", command()) == "busy"
    table.asked[0].answer(ok_fields(121))
    table.asked[0].answer(ok_fields(122))
    assert [data(answer) for answer in table.later] == [{"ok": True, "seq": 121}]
    assert data(table.take("press", command())[0]) == {"ok": True, "seq": 121, "duplicate": True}
    assert len(table.asked) == 1


def test_given_a_game_that_hangs_when_many_ask_then_busy_and_nothing_more_is_taken_in() -> None:
    table = Table(answers=False)
    for number in range(PENDING):
        table.take("press", command(id=f"p{number}"))
    assert table.code("press", command(id="one-more")) == "busy"
    assert len(table.asked) == PENDING


def test_given_a_restart_when_an_id_comes_again_then_the_stored_result_is_given() -> None:
    table = Table()
    first = data(table.take("press", command(expect_seq=120, data={"button": "yes"}))[0])
    table.take("replay", command("replay", id="r", data={"from": 1, "to": 2}))
    assert table.code("dance", command("dance", id="d")) == "unknown-command"
    table.desk = table.new_desk(before=tuple(table.kept))
    again = command(expect_seq=120, data={"button": "yes"})
    assert data(table.take("press", again)[0]) == {**first, "duplicate": True}
    (pages,) = table.take("replay", command("replay", id="r", data={"from": 1, "to": 2}))
    assert data(pages)["duplicate"] is True and len(json.loads(pages.payload)["data"]["events"]) == 2
    assert data(table.take("dance", command("dance", id="d"))[0])["duplicate"] is True
    assert len(table.asked) == 1


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


RIGHTS = rights_from({"*": "panel", "anna": "blue", "club": "table", "wall": "watch"})
CLAIM = {"seat": "blue", "route": "denver-omaha"}


@pytest.mark.parametrize(
    ("client", "vouched", "name", "fields", "code"),
    [
        ("lamp", False, "press", {"button": "repeat"}, None),
        ("lamp", False, "claim-route", CLAIM, "unauthorized"),
        ("anna", False, "claim-route", CLAIM, "unauthorized"),  # anybody can write a name
        ("anna", True, "claim-route", CLAIM, None),
        ("anna", True, "claim-route", {**CLAIM, "seat": "red"}, "wrong-seat"),
        ("anna", True, "claim-route", {**CLAIM, "seat": ["blue"]}, "wrong-seat"),
        ("anna", True, "press", {"button": "repeat"}, "unauthorized"),
        ("anna", True, "ask", {"question": "turn"}, None),
        ("anna", True, "replay", {"from": 1, "to": 1}, None),
        ("wall", True, "ask", {"question": "turn"}, "unauthorized"),
        ("wall", True, "pause", {}, "unauthorized"),
        ("wall", True, "replay", {"from": 1, "to": 1}, None),
        ("club", True, "claim-route", {**CLAIM, "seat": "red"}, None),
    ],
)
def test_given_rights_when_a_client_asks_then_only_what_its_credential_allows(
    client: str, vouched: bool, name: str, fields: dict[str, object], code: str | None
) -> None:
    table = Table(rights=RIGHTS)
    topic = f"{name}/{client}" if vouched else name
    (answer,) = table.take(topic, command(name, src=f"client/{client}", expect_seq=120, data=fields))
    error = data(answer).get("error")
    assert (error["code"] if isinstance(error, dict) else None) == code
    assert bool(table.asked) == (code is None and name != "replay")


def test_given_another_name_in_the_topic_when_src_differs_then_unauthorized() -> None:
    table = Table(rights=RIGHTS)
    assert table.code("claim-route/anna", command("claim-route", src="client/club")) == "unauthorized"


def test_given_a_right_that_there_is_not_when_read_then_it_is_named() -> None:
    with pytest.raises(RightsError, match="'purple' of 'anna'"):
        rights_from({"anna": "purple"})
    assert rights_from({"anna": "blue"}).of("lamp", vouched=False) == "watch"
    assert rights_from({}).of("lamp", vouched=False) == "table"


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
