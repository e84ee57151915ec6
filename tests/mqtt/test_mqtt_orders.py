"""`calibrate` and `set-threshold`: what may be asked of a node, by whom, and what is passed over."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtt import Rights, Topics
from mqtt.inbound import InboundMessage
from mqtt.nodes import Nodes
from mqtt.open_orders import ANSWER_S
from mqtt.ordered import OrderBook, Ordered, Unfit
from mqtt.orders import (
    CodeWindow,
    Debounce,
    ForgetWindows,
    KeepWindows,
    LearnLens,
    LearnTokens,
    LeastChance,
    MustBeEmpty,
    NodeAnswer,
    NodeRequest,
    Order,
    OrderError,
    TakeEmpty,
    order_from,
)
from mqtt.payloads import Encoder, Fields, Stamp, node_info
from mqtt.sense_payloads import written
from tabletop import Sense
from tests.mqtt.envelopes import envelope
from tests.mqtt.handled import Table, command, data

TOPICS = Topics("kitchen")
STAMP = Stamp(1_790_000_000_123, bytes(range(10)))
LENS = NodeRequest("porch", "calibrate", {})

GOOD: list[tuple[str, Sense, Fields, Order]] = [
    ("calibrate", "camera", {}, LearnLens()),
    ("calibrate", "camera", {"what": "lens", "later": 1}, LearnLens()),
    ("calibrate", "camera", {"what": "empty"}, TakeEmpty()),
    ("calibrate", "camera", {"what": "tokens", "seat": "red"}, LearnTokens("red")),
    ("set-threshold", "camera", {"chance": 0.5}, LeastChance(0.5)),
    ("set-threshold", "camera", {"chance": 0.99}, LeastChance(0.99)),
    ("calibrate", "pin", {}, MustBeEmpty()),
    ("calibrate", "pin", {"what": "keep"}, KeepWindows()),
    ("calibrate", "pin", {"what": "forget"}, ForgetWindows()),
    ("set-threshold", "pin", {"debounce_ms": 24}, Debounce(24)),
    ("set-threshold", "pin", {"token": 17, "low": 574, "high": 794}, CodeWindow(17, 574, 794)),
    (
        "set-threshold",
        "pin",
        {"token": 17, "low": 574, "high": 794, "site": "a"},
        CodeWindow(17, 574, 794, "a"),
    ),
]
BAD: list[tuple[str, Sense, Fields, str]] = [
    ("restart", "camera", {}, "no-such-order"),
    ("calibrate", "camera", {"what": "keep"}, "not-for-a-camera"),
    ("calibrate", "camera", {"what": ["lens"]}, "no-such-order"),
    ("calibrate", "camera", {"what": "tokens"}, "no-such-seat"),
    ("calibrate", "camera", {"what": "tokens", "seat": "purple"}, "no-such-seat"),
    ("set-threshold", "camera", {"debounce_ms": 24}, "out-of-range"),
    ("set-threshold", "camera", {"chance": 0.49}, "out-of-range"),
    ("set-threshold", "camera", {"chance": 1}, "out-of-range"),
    ("set-threshold", "camera", {"chance": True}, "out-of-range"),
    ("set-threshold", "camera", {"chance": float("nan")}, "out-of-range"),
    ("calibrate", "pin", {"what": "lens"}, "not-for-a-hub"),
    ("calibrate", "pin", {"what": "dance"}, "no-such-order"),
    ("set-threshold", "pin", {}, "out-of-range"),
    ("set-threshold", "pin", {"chance": 0.9}, "out-of-range"),
    ("set-threshold", "pin", {"debounce_ms": 3}, "out-of-range"),
    ("set-threshold", "pin", {"debounce_ms": 16.0}, "out-of-range"),
    ("set-threshold", "pin", {"token": 0xE0, "low": 574, "high": 794}, "out-of-range"),
    ("set-threshold", "pin", {"token": 17, "low": 794, "high": 794}, "out-of-range"),
    ("set-threshold", "pin", {"token": 17, "low": 233, "high": 794}, "out-of-range"),
    ("set-threshold", "pin", {"token": 17, "low": 574, "high": 794, "site": 5}, "no-such-site"),
]


@pytest.mark.parametrize(("name", "sense", "fields", "wanted"), GOOD)
def test_given_data_that_make_an_order_when_read_then_that_order(
    name: str, sense: Sense, fields: Fields, wanted: Order
) -> None:
    assert order_from(name, fields, sense) == wanted


@pytest.mark.parametrize(("name", "sense", "fields", "why"), BAD)
def test_given_data_that_make_none_when_read_then_one_line_says_why_and_a_word_for_programs(
    name: str, sense: Sense, fields: Fields, why: str
) -> None:
    with pytest.raises(OrderError) as error:
        order_from(name, fields, sense)
    assert "\n" not in str(error.value)
    assert error.value.why == why


# The node's end


def ordered(name: str = "calibrate", id: str = "o-1", **changes: object) -> bytes:
    heard = {"node_boot": "life", "node_seq": 7}
    return json.dumps(envelope(name, "", id, heard, **{"src": "engine", **changes})).encode()


def book() -> OrderBook:
    """Of a camera whose present connection began with its seventh observation."""
    found = OrderBook(TOPICS, "porch", "life", "camera")
    found.connected(7)
    return found


def inbound(payload: bytes, name: str = "calibrate", *, retained: bool = False) -> InboundMessage:
    topic = f"fingerpost/1/kitchen/node/porch/cmd/{name}"
    return InboundMessage(topic=topic, payload=payload, retained=retained)


def test_given_an_order_in_time_when_it_comes_twice_then_it_is_obeyed_once() -> None:
    node = book()
    assert node.take(inbound(ordered())) == Ordered("o-1", "calibrate", LearnLens())
    assert node.take(inbound(ordered())) is None
    assert node.counts == {"repeated": 1}
    assert node.take(inbound(b"", "report")) == "report"


@pytest.mark.parametrize(
    ("payload", "name", "retained", "why"),
    [
        (ordered(), "calibrate", True, "retained"),
        (b"", "report", True, "retained"),
        (b"[[[", "calibrate", False, "malformed"),
        (b"\xff" * 70_000, "calibrate", False, "malformed"),
        (ordered("set-threshold"), "calibrate", False, "malformed"),
        (ordered(v=2), "calibrate", False, "malformed"),
        (ordered(table="attic"), "calibrate", False, "malformed"),
        (ordered(src="client/lamp"), "calibrate", False, "malformed"),
        (ordered(id=""), "calibrate", False, "malformed"),
        (ordered("dance"), "dance", False, "unknown"),
        (ordered(data={}), "calibrate", False, "late"),
        (ordered(data={"node_boot": "life before", "node_seq": 7}), "calibrate", False, "late"),
        (ordered(data={"node_boot": "life", "node_seq": 6}), "calibrate", False, "late"),
    ],
)
def test_given_what_is_retained_malformed_unknown_or_late_when_it_comes_then_counted_and_not_obeyed(
    payload: bytes, name: str, retained: bool, why: str
) -> None:
    node = book()
    assert node.take(inbound(payload, name, retained=retained)) is None
    assert node.counts == {why: 1}


def test_given_an_order_of_before_the_present_connection_when_it_comes_then_it_is_late() -> None:
    node = book()
    node.connected(12)
    assert node.take(inbound(ordered())) is None and node.counts == {"late": 1}


def test_given_an_order_for_another_sense_when_it_comes_then_it_is_unfit_and_says_why() -> None:
    node = book()
    unfit = node.take(inbound(ordered(data={"node_boot": "life", "node_seq": 7, "what": "keep"})))
    assert isinstance(unfit, Unfit) and "lens" in unfit.line and unfit.why == "not-for-a-camera"


@given(st.binary(max_size=120), st.sampled_from(["calibrate", "set-threshold", "", "a/b"]))
def test_given_any_bytes_when_they_come_then_nothing_is_obeyed(payload: bytes, name: str) -> None:
    node = book()
    assert node.take(inbound(payload, name)) is None and node.counts == {"malformed": 1}


# The engine's end


class House:
    """Nodes of a table, and what is asked of them and answered."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, Fields]] = []
        self.answers: list[Fields] = []
        self.nodes = Nodes(
            {"porch": "camera", "desk": "pin"},
            on_sensed=lambda sensed: None,
            on_source=lambda node, health: None,
            ask=self._ask,
        )

    def _ask(self, node: str, name: str, fields: Mapping[str, object]) -> str:
        if name != "report":
            self.asked.append((node, name, fields))
        return f"o-{len(self.asked)}"

    def says(self, part: str, payload: bytes, *, node: str = "porch", at: float = 1.0) -> None:
        topic = f"fingerpost/1/kitchen/node/{node}/{part}"
        self.nodes.take(TOPICS, InboundMessage(topic=topic, payload=payload), at)

    def comes(self, node: str = "porch") -> None:
        self.says("availability", b"online", node=node)
        seen = written((), 1.0, table="kitchen", node=node, boot="life", seq=7, stamp=STAMP)
        self.says("observation", seen, node=node)

    def info(self, answer: object, node: str = "porch") -> None:
        self.says("info", node_info("kitchen", node, "life", {"answer": answer}, STAMP), node=node)

    def order(self, wish: NodeRequest = LENS, at: float = 2.0) -> None:
        self.nodes.order(wish, self.answers.append, at)

    def code(self) -> object:
        error = self.answers[-1]["error"]
        assert isinstance(error, dict)
        return error["code"], error["data"].get("why")


def test_given_a_node_that_is_there_when_it_obeys_then_its_answer_is_the_clients() -> None:
    house = House()
    house.comes()
    house.order(NodeRequest("porch", "calibrate", {"what": "empty"}))
    assert house.asked == [("porch", "calibrate", {"what": "empty", "node_boot": "life", "node_seq": 7})]
    house.info({"to": "o-0", "type": "calibrate", "ok": True})  # of another order
    house.info({"to": "o-1", "type": "calibrate", "ok": "yes"})
    assert house.answers == []
    house.info({"to": "o-1", "type": "calibrate", "ok": True, "kept": True, "figures": {"focal_px": 900.5}})
    house.info({"to": "o-1", "type": "calibrate", "ok": False, "code": "busy"})
    assert house.answers == [{"node": "porch", "kept": True, "figures": {"focal_px": 900.5}}]


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ({"code": "source-offline", "why": "board-lost"}, ("source-offline", "board-lost")),
        ({"code": "no code of ours", "why": "words\n"}, ("internal", "untold")),
        ({}, ("internal", "untold")),
    ],
)
def test_given_a_node_that_cannot_when_it_says_so_then_the_code_is_one_of_ours(
    answer: Fields, wanted: tuple[str, str]
) -> None:
    house = House()
    house.comes()
    house.order()
    house.info({"to": "o-1", "type": "calibrate", "ok": False, **answer})
    assert house.code() == wanted


def test_given_no_such_node_or_one_away_or_busy_when_ordered_then_refused_by_its_code() -> None:
    house = House()
    house.order(NodeRequest("attic", "calibrate", {}))
    assert house.code() == ("bad-data", "no-such-node")
    house.order()
    assert house.code() == ("source-offline", "node-offline")
    house.says("availability", b"online")
    house.order()
    assert house.code() == ("source-offline", "node-offline")  # it has said nothing yet
    house.comes()
    house.order(NodeRequest("porch", "set-threshold", {"debounce_ms": 16}))
    assert house.code() == ("bad-data", "out-of-range")
    assert house.asked == []
    house.order()
    house.order()
    assert house.code() == ("busy", "another-order") and len(house.asked) == 1


def test_given_a_node_that_goes_or_says_nothing_when_it_was_ordered_then_the_client_is_told() -> None:
    house = House()
    house.comes()
    house.order(at=2.0)
    house.nodes.tick(2.0 + ANSWER_S - 0.1)
    assert house.answers == []
    house.nodes.tick(2.0 + ANSWER_S)
    assert house.code() == ("source-offline", "no-answer")
    house.order(at=40.0)
    house.nodes.away(41.0)
    assert house.code() == ("source-offline", "no-broker")
    house.info({"to": "o-2", "type": "calibrate", "ok": True})
    assert len(house.answers) == 2


# The inbound handler between them


def wish(**changes: object) -> bytes:
    fields: dict[str, object] = {"data": {"node": "porch", "what": "empty"}, "expect_seq": 120}
    return command("calibrate-node", **{**fields, **changes})


def test_given_a_client_with_the_right_when_it_wants_a_node_calibrated_then_the_node_is_asked_once() -> None:
    table = Table()
    (answer,) = table.take("calibrate-node", wish())
    assert data(answer) == {"ok": True, "seq": 120, "node": "porch"}
    assert table.ordered == [NodeRequest("porch", "calibrate", {"what": "empty"})] and table.asked == []
    (again,) = table.take("calibrate-node", wish())
    assert data(again) == {"ok": True, "seq": 120, "node": "porch", "duplicate": True}
    assert len(table.ordered) == 1
    threshold = command("set-node-threshold", id="b", data={"node": "porch", "chance": 0.9}, expect_seq=120)
    table.take("set-node-threshold", threshold)
    assert table.ordered[1] == NodeRequest("porch", "set-threshold", {"chance": 0.9})


def test_given_a_table_without_a_game_when_a_node_is_to_be_calibrated_then_it_is_asked() -> None:
    table = Table(events=0)
    (answer,) = table.take("calibrate-node", wish(expect_seq=0))
    assert data(answer)["ok"] is True and len(table.ordered) == 1


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"expect_seq": ...}, "bad-envelope"),  # an old one may come again over a bridge
        ({"expect_seq": 119}, "stale"),
        ({"data": {}}, "bad-data"),
        ({"data": {"node": 7}}, "bad-data"),
    ],
)
def test_given_a_wish_about_a_node_that_is_not_in_order_when_taken_then_no_node_is_asked(
    changes: dict[str, object], wanted: str
) -> None:
    table = Table()
    assert table.code("calibrate-node", wish(**changes)) == wanted
    assert table.ordered == []


@pytest.mark.parametrize("named", [{}, {"node": 7}])
def test_given_a_wish_that_names_no_node_when_refused_then_a_word_says_so(named: dict[str, object]) -> None:
    (answer,) = Table().take("calibrate-node", wish(data=named))
    error = data(answer)["error"]
    assert isinstance(error, dict) and error["data"] == {"why": "no-such-node"}


@pytest.mark.parametrize("right", ["watch", "panel", "blue"])
def test_given_a_client_without_the_right_when_it_wants_a_node_calibrated_then_unauthorized(
    right: str,
) -> None:
    rights = Rights({"lamp": right}, "watch")  # type: ignore[dict-item]
    table = Table(rights=rights)
    assert table.code("calibrate-node/lamp", wish()) == "unauthorized"
    assert table.ordered == []


def test_given_what_both_ends_write_when_held_against_the_schemas_then_it_is_as_published() -> None:
    from jsonschema import Draft202012Validator

    from mqtt.schemas import schemas

    encoder = Encoder("kitchen", None, "boot")
    for name, sense, fields, _ in GOOD:
        heard = {**fields, "node_boot": "life", "node_seq": 7}
        payload = encoder.node_command(name, heard, STAMP)
        Draft202012Validator(schemas()["node-command"]).validate(json.loads(payload))
        node = OrderBook(TOPICS, "porch", "life", sense)
        assert isinstance(node.take(inbound(payload, name)), Ordered)
    report = json.loads(encoder.node_command("report", {}, STAMP))
    Draft202012Validator(schemas()["node-command"]).validate(report)
    answer = json.loads(
        node_info(
            "kitchen",
            "porch",
            "life",
            {"sense": "camera", "software": "1", "answer": NodeAnswer(to="o", type="calibrate", ok=True)},
            STAMP,
        )
    )
    Draft202012Validator(schemas()["node-info"]).validate(answer)
