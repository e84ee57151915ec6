"""A home that follows, on the wire: what it is told and counts, holes, repeats and nonsense."""

import json

import pytest
from msgspec.structs import replace

from engine import EDITIONS, ClaimRoute, Game, RouteId, TurnEnded, Undo, seen_by, view
from engine.seen_state import seen_state
from mqtt.host_link import AGAIN_S, HOLE_S, QUIET_S, REPLAY_S
from table.linked import FarWanted, HostAnswered, HostAsks, HostCounts, HostThere, HostTold, Shown
from tests.mqtt.far_home import ENCODER, HEAD, TOPICS, Far, answer_replay


def test_given_events_when_the_state_says_where_the_act_ends_then_they_are_handed_on_once_and_whole() -> None:
    far = Far()
    far.event(1)
    far.event(2)
    assert far.told() == []
    far.state()
    far.event(2)  # QoS 1 may bring one twice
    assert far.told() == [(1, 2)]
    assert far.link.seats == ("red",)


def test_given_what_the_host_counts_when_its_act_is_whole_then_it_comes_just_before_it() -> None:
    far = Far()
    far.state()
    far.event(1)
    assert [one for one in far.link.news if isinstance(one, HostCounts)] == []
    for seq in range(2, far.game.state.seq + 1):
        far.event(seq)
    counts, told = [one for one in far.link.news if isinstance(one, HostCounts | HostTold)]
    assert isinstance(counts, HostCounts) and isinstance(told, HostTold)
    assert counts.seq == told.events[-1][0]
    assert counts.view["deck"] == len(far.game.state.deck)


@pytest.mark.parametrize("name", EDITIONS)
def test_given_dealt_cards_when_the_host_counts_hands_and_decks_then_all_of_it_is_handed_on(
    name: str,
) -> None:
    far = Far()
    far.game = Game.new(name, EDITIONS[name].map, ("blue", "red"), "dealt", 7)
    for seq in range(1, len(far.game.events) + 1):
        far.event(seq)
    far.state()
    (counts,) = (one for one in far.link.news if isinstance(one, HostCounts))
    blank = Game.replay([seen_by(one, None) for one in far.game.events]).state
    assert view(seen_state(blank, counts.view, None), None) == view(far.game.state, None)


def test_given_a_state_that_counts_nothing_when_heard_then_the_act_is_told_all_the_same() -> None:
    far = Far()
    far.event(1)
    far.event(2)
    told = {**HEAD, "seq": 2, "data": {"seats": "many", "homes": {"kiel": ["red"]}}}
    far.hear(TOPICS.state, json.dumps(told).encode())
    assert not [one for one in far.link.news if isinstance(one, HostCounts)]
    assert far.told() == [(1, 2)]


@pytest.mark.parametrize("count", [-1, 10**15, 10**30, 1.5, True, None])
@pytest.mark.parametrize(
    "of", ["deck", "discards", "ticket_deck", "ship_deck", "event_deck", "hand", "tickets", "choosing"]
)
def test_given_a_number_that_no_game_has_when_the_host_counts_it_then_nothing_counts(
    of: str, count: object
) -> None:
    far = Far()
    shown = view(far.game.state, None)
    seats = shown["seats"]
    assert isinstance(seats, list)
    (seats[-1] if of in seats[-1] else shown)[of] = count
    far.event(1)
    far.event(2)
    far.hear(TOPICS.state, json.dumps({**HEAD, "seq": 2, "data": shown}).encode())
    assert not [one for one in far.link.news if isinstance(one, HostCounts)]
    assert far.told() == [(1, 2)]


def test_given_a_hole_when_it_does_not_close_by_itself_then_it_is_asked_for_and_filled() -> None:
    far = Far()
    far.state()
    assert far.due() == []
    (asked,) = far.due(HOLE_S)
    assert asked.topic == "fingerpost/1/kitchen/cmd/replay/kiel"
    question = json.loads(asked.payload)
    assert (question["data"], question["reply_to"]) == ({"from": 1, "to": 2}, TOPICS.reply("kiel"))
    answer_replay(far, far.game.events, [asked])
    assert far.told() == [(1, 2)]


def test_given_a_host_that_refuses_to_tell_when_there_is_a_hole_then_it_is_asked_again_a_little_later() -> (
    None
):
    far = Far()
    far.state()
    (asked,) = far.due() + far.due(HOLE_S)
    far.reply(json.loads(asked.payload)["id"], {"ok": False, "error": {"code": "busy"}})
    assert far.due(HOLE_S) == []
    assert len(far.due(AGAIN_S)) == 1


def test_given_silence_when_nothing_seems_missing_then_the_host_is_asked_whether_there_is_more() -> None:
    far = Far()
    far.event(1)
    far.event(2)
    far.state()
    far.link.show(Shown(seq=2, shown=True))
    far.due()
    board, asked = far.due(QUIET_S), far.due(0.0)
    assert [json.loads(one.payload)["type"] for one in (*board, *asked)] == ["replay", "board"]


def test_given_a_yes_to_an_undo_when_sent_then_the_wire_has_to_how_many_acts() -> None:
    far = Far()
    far.link.want(FarWanted(number=1, command=Undo(seat="red", agreed=True), seq=2, acts=3))
    (sent,) = far.due()
    assert sent.topic == "fingerpost/1/kitchen/cmd/undo/kiel"
    assert json.loads(sent.payload)["data"] == {"seat": "red", "agreed": True, "acts": 3}


def test_given_an_act_when_it_is_not_answered_then_the_same_id_is_sent_again_until_it_is() -> None:
    far = Far()
    far.link.want(FarWanted(number=1, command=ClaimRoute(seat="red", route=RouteId("denver-omaha")), seq=2))
    (first,) = far.due()
    assert far.due(AGAIN_S / 2) == []
    (again,) = far.due(AGAIN_S / 2)
    one, two = json.loads(first.payload), json.loads(again.payload)
    assert first.topic == "fingerpost/1/kitchen/cmd/claim-route/kiel"
    assert (one["id"], one["expect_seq"], one["data"]) == (
        two["id"],
        2,
        {"seat": "red", "route": "denver-omaha"},
    )
    far.hear(
        TOPICS.reply("kiel"), ENCODER.result("claim-route", one["id"], 4, {"ok": True, "seq": 4}, far.stamp())
    )
    assert HostAnswered(number=1, seq=4) in far.link.news
    assert not [one for one in far.due(AGAIN_S) if "claim" in one.topic]


@pytest.mark.parametrize("payload", [b"", b"[]", b"{", b'{"game": 1}', b"\xff", b"[" * 60_000])
def test_given_nonsense_on_any_topic_when_taken_then_nothing_comes_of_it(payload: bytes) -> None:
    far = Far()
    far.link.news.clear()
    for topic in (TOPICS.state, TOPICS.event, TOPICS.reply("kiel")):
        far.hear(topic, payload)
    assert not far.link.news
    far.hear(TOPICS.availability, payload)
    assert list(far.link.news) == [HostThere(there=False)]


def test_given_a_hole_when_an_undo_is_asked_then_it_is_told_once_all_before_it_is_whole() -> None:
    far = Far()
    far.hear(
        TOPICS.state,
        ENCODER.state(far.game.state, far.stamp(), {"homes": {"kiel": ["red"]}, "undo_asked": 1}),
    )
    assert not [one for one in far.link.news if isinstance(one, HostAsks)]
    far.event(1)
    far.event(2)
    assert list(far.link.news)[-1] == HostAsks(undo=1, seq=far.game.state.seq)


@pytest.mark.parametrize("ends", ["no", "states", "replies"])
def test_given_events_without_end_when_none_can_be_folded_then_few_are_kept_and_the_rest_is_asked_for(
    ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mqtt.host_link.AHEAD", 40)
    far = Far()
    far.state(replace(far.game.state, seq=120))
    (asked,) = [json.loads(one.payload) for one in far.due() + far.due(HOLE_S)]
    for seq in range(2, 120):  # the first never comes
        far.hear(TOPICS.event, ENCODER.event(seq, TurnEnded(seat="blue"), far.stamp()))
        if ends == "states":
            far.state(replace(far.game.state, seq=seq))
        if ends == "replies":
            far.reply(asked["id"], {"ok": True, "seq": seq, "page": 1, "pages": 2})
    assert len(far.link._events) <= 40
    assert len(far.link._ends) <= 40
    assert far.told() == []
    far.event(1)
    assert sum(len(one) for one in far.told()) == far.link.last == 40  # of what was kept nothing is lost
    out = far.due(REPLAY_S) + far.due(HOLE_S)
    (hole,) = [one for one in out if one.topic.endswith("cmd/replay/kiel")]
    assert json.loads(hole.payload)["data"]["from"] == 41


def test_given_answers_to_what_this_home_has_not_asked_when_they_come_then_nothing_is_kept_or_asked() -> None:
    far = Far()
    for seq in range(1, far.game.state.seq + 1):
        far.event(seq)
    far.state()
    end = far.link.end
    for seq in range(end + 1, end + 100):
        far.reply("another", {"ok": True, "seq": seq})
    assert far.link.end == end
    assert far.link._ends == set()
    assert far.due() + far.due(HOLE_S) == []


def test_given_an_event_that_cannot_be_read_when_it_comes_again_then_that_is_told_once_and_can_heal() -> None:
    far = Far()
    far.state()
    seq = len(far.game.events) + 1
    for before in range(1, seq):
        far.event(before)
    far.told()
    far.state(replace(far.game.state, seq=seq))
    good = json.loads(ENCODER.event(seq, TurnEnded(seat="blue"), far.stamp()))

    def answered(event: object) -> list[object]:
        out = far.due(REPLAY_S) + far.due(HOLE_S)
        asked = [one for one in out if one.topic.endswith("cmd/replay/kiel")]
        data = {"ok": True, "events": [event], "page": 1, "pages": 1}
        far.reply(json.loads(asked[0].payload)["id"], data)
        news, far.link.news = list(far.link.news), type(far.link.news)()
        return [one for one in news if isinstance(one, HostThere)]

    odd = {**good, "type": "moon-claimed"}
    assert answered(odd) == [HostThere(there=False, why="nonsense")]
    assert answered(odd) == []  # once
    assert answered(good) == [HostThere(there=True)]
    assert far.link.last == seq
