"""A home that follows, on the wire: holes, repeats, rights, and what a broker lets it write."""

import json
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine import (
    EDITIONS,
    ClaimRoute,
    EndTurn,
    Event,
    Game,
    Refusal,
    RouteId,
    State,
    TurnEnded,
    Undo,
    seen_by,
    view,
)
from engine.seen_state import seen_state
from fingerpost.broker.roles import rules
from mqtt.homes_heard import HELD_S, HomeNews, HomesHeard
from mqtt.host_link import AGAIN_S, HOLE_S, QUIET_S, REPLAY_S, HostLink
from mqtt.host_outgoing import Outgoing
from mqtt.inbound import InboundMessage
from mqtt.payloads import Encoder, Stamp
from mqtt.rights import may, rights_from
from mqtt.topics import Topics
from table.linked import (
    FarWanted,
    HomeShows,
    HomeThere,
    HostAnswered,
    HostAsks,
    HostCounts,
    HostPlays,
    HostThere,
    HostTold,
    Shown,
)

TOPICS = Topics("kitchen")
HEAD = {"v": 1, "kind": "state", "table": "kitchen", "game": "game-1", "boot": "boot-1", "id": "x"}
ENCODER = Encoder("kitchen", "game-1", "boot-1")


class Far:
    """A link, and a host's words for it."""

    def __init__(self) -> None:
        self.now, self._ids = 0.0, 0
        self.game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 7)
        self.link = HostLink(TOPICS, "kiel", self.stamp)
        self.link.connected(0.0)
        self.hear(TOPICS.availability, b"online")

    def stamp(self) -> Stamp:
        self._ids += 1
        return Stamp(1_790_000_000_000, self._ids.to_bytes(10, "big"))

    def hear(self, topic: str, payload: bytes) -> None:
        self.link.take(InboundMessage(topic=topic, payload=payload), self.now)

    def event(self, seq: int) -> None:
        self.hear(TOPICS.event, ENCODER.event(seq, self.game.events[seq - 1], self.stamp()))

    def state(self, state: State | None = None, encoder: Encoder = ENCODER) -> None:
        fields = {"homes": {"kiel": ["red"]}}
        self.hear(TOPICS.state, encoder.state(state or self.game.state, self.stamp(), fields))

    def reply(self, corr: str, data: dict[str, object]) -> None:
        head = {**HEAD, "kind": "result", "type": "replay", "corr": corr}
        self.hear(TOPICS.reply("kiel"), json.dumps({**head, "data": data}).encode())

    def due(self, seconds: float = 0.0) -> list[Outgoing]:
        self.now += seconds
        return self.link.due(self.now)

    def told(self) -> list[tuple[int, ...]]:
        news, self.link.news = list(self.link.news), type(self.link.news)()
        return [tuple(seq for seq, _ in one.events) for one in news if isinstance(one, HostTold)]


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
    events = [
        json.loads(ENCODER.event(seq, event, far.stamp())) for seq, event in enumerate(far.game.events, 1)
    ]
    fields = {"ok": True, "seq": 2, "page": 1, "pages": 1, "events": events}
    far.hear(TOPICS.reply("kiel"), ENCODER.result("replay", question["id"], 2, fields, far.stamp()))
    assert far.told() == [(1, 2)]


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


def test_given_another_game_at_the_host_when_its_state_comes_then_that_is_told_once() -> None:
    far = Far()
    far.event(1)
    far.event(2)
    far.state()
    other = Encoder("kitchen", "game-2", "boot-2")
    far.state(encoder=other)
    far.state(encoder=other)
    assert [one for one in far.link.news if isinstance(one, HostPlays)] == [HostPlays(game="game-2")]


def test_given_an_earlier_games_state_at_the_broker_when_the_host_begins_then_the_new_one_is_followed() -> (
    None
):
    far = Far()
    far.hear(TOPICS.availability, b"offline")
    long_ago = replace(far.game.state, seq=40)
    far.state(long_ago, encoder=Encoder("kitchen", "game-0", "boot-0"))
    far.hear(TOPICS.availability, b"online")
    far.due(HOLE_S)  # events of that game are asked for, which the host may have no more
    far.event(1)  # of a game that no state has named yet
    assert far.told() == []
    far.state()
    asked = [json.loads(one.payload) for _ in range(2) for one in far.due(HOLE_S)]
    assert [(one["game"], one["data"]) for one in asked] == [("game-1", {"from": 1, "to": 2})]
    far.event(1)
    far.event(2)
    assert far.told() == [(1, 2)]
    assert not [one for one in far.link.news if isinstance(one, HostPlays)]


def further() -> Far:
    """A home that has been told four events, of which the host's state was the last word."""
    far = Far()
    for seat in ("blue", "red"):
        played = far.game.do(EndTurn(seat=seat))
        assert not isinstance(played, Refusal)
        far.game = played[0]
    for seq in range(1, len(far.game.events) + 1):
        far.event(seq)
    far.state()
    assert far.told() == [tuple(range(1, len(far.game.events) + 1))]
    return far


def answer_replay(far: Far, events: Sequence[Event], out: Sequence[Outgoing]) -> dict[str, object]:
    """The host has these events and answers what was asked; what that was."""
    (asked,) = [json.loads(one.payload) for one in out if one.topic.endswith("cmd/replay/kiel")]
    first, last = asked["data"]["from"], asked["data"]["to"]
    found = [
        json.loads(ENCODER.event(seq, event, far.stamp()))
        for seq, event in enumerate(events, 1)
        if first <= seq <= last
    ]
    fields = {"ok": True, "seq": len(events), "page": 1, "pages": 1, "events": found}
    far.hear(TOPICS.reply("kiel"), ENCODER.result("replay", asked["id"], len(events), fields, far.stamp()))
    data = asked["data"]
    assert isinstance(data, dict)
    return data


def test_given_a_host_that_was_put_back_when_it_is_heard_again_then_its_game_is_followed_anew() -> None:
    far, begun = further(), Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 7)
    far.state(begun.state)
    assert answer_replay(far, begun.events, far.due())["from"] == len(far.game.events)
    assert HostPlays(game="game-1") in far.link.news
    far.link.news.clear()
    far.event(3)  # nothing more of it is folded into what was told before
    far.state()
    assert not far.link.news


def test_given_a_host_that_was_put_back_and_has_played_on_when_heard_then_it_is_followed_anew() -> None:
    far = further()
    other = (*far.game.events[:-1], TurnEnded(seat="blue"), TurnEnded(seat="red"))
    assert other[len(far.game.events) - 1] != far.game.events[-1]
    far.link.lost()
    far.link.connected(far.now)
    far.hear(TOPICS.availability, b"online")
    far.hear(TOPICS.state, ENCODER.state(replace(far.game.state, seq=len(other)), far.stamp()))
    answer_replay(far, other, far.due() + far.due(HOLE_S))
    assert HostPlays(game="game-1") in far.link.news
    assert not far.told()


def test_given_a_host_that_was_away_when_it_has_all_that_it_told_then_what_is_new_is_handed_on() -> None:
    far = further()
    older, kept = far.game.state, len(far.game.events)
    played = far.game.do(EndTurn(seat="blue"))
    assert not isinstance(played, Refusal)
    far.hear(TOPICS.availability, b"offline")
    far.hear(TOPICS.availability, b"online")
    far.state(replace(older, seq=kept - 1))  # that a broker has kept too long
    answer_replay(far, played[0].events, far.due())
    assert far.told() == [tuple(range(kept + 1, len(played[0].events) + 1))]
    assert not [one for one in far.link.news if isinstance(one, HostPlays)]
    assert far.due(HOLE_S) == []


def test_given_a_host_that_refuses_to_tell_again_when_it_was_away_then_it_is_asked_later() -> None:
    far = further()
    far.hear(TOPICS.availability, b"offline")
    far.hear(TOPICS.availability, b"online")
    (asked,) = far.due()
    far.reply(json.loads(asked.payload)["id"], {"ok": False, "error": {"code": "busy"}})
    assert far.due(HOLE_S) == []
    assert len(far.due(QUIET_S)) == 1


@pytest.mark.parametrize("payload", [b"", b"[]", b"{", b'{"game": 1}', b"\xff", b"[" * 60_000])
def test_given_nonsense_on_any_topic_when_taken_then_nothing_comes_of_it(payload: bytes) -> None:
    far = Far()
    far.link.news.clear()
    for topic in (TOPICS.state, TOPICS.event, TOPICS.reply("kiel")):
        far.hear(topic, payload)
    assert not far.link.news
    far.hear(TOPICS.availability, payload)
    assert list(far.link.news) == [HostThere(there=False)]


def test_given_a_home_when_it_acts_then_only_for_its_own_seats() -> None:
    rights = rights_from({}, {"kiel": ("red",)})
    right = rights.of("kiel", vouched=True)
    assert may(right, "claim-route", "red", rights.seats_of("kiel")) == "yes"
    assert may(right, "claim-route", "blue", rights.seats_of("kiel")) == "wrong-seat"
    assert may(right, "pause", None, rights.seats_of("kiel")) == "unauthorized"
    assert rights.of("kiel", vouched=False) == "watch"


def test_given_a_home_when_its_will_comes_then_it_is_away_only_after_a_while() -> None:
    news: list[HomeNews] = []
    homes = HomesHeard(("kiel",), news.append, game="game-1")
    topic = TOPICS.home("kiel", "availability")
    for at, word in ((0.0, b"online"), (1.0, b"offline"), (2.0, b"online"), (3.0, b"offline")):
        assert homes.take(TOPICS, InboundMessage(topic=topic, payload=word), at)
        homes.tick(at)
    assert news == [HomeThere(home="kiel", there=True)]
    homes.tick(3.0 + HELD_S)
    assert news[1:] == [HomeThere(home="kiel", there=False)]


def test_given_homes_when_the_hosts_own_broker_is_gone_then_they_are_away_at_once_and_once() -> None:
    news: list[HomeNews] = []
    homes = HomesHeard(("kiel", "ulm"), news.append, game="game-1")
    homes.take(TOPICS, InboundMessage(topic=TOPICS.home("kiel", "availability"), payload=b"online"), 0.0)
    homes.away()
    homes.away()
    homes.tick(2 * HELD_S)
    assert news[1:] == [HomeThere(home="kiel", there=False)]


def test_given_no_host_from_the_start_when_the_broker_cannot_be_reached_then_that_is_told_once() -> None:
    link = HostLink(TOPICS, "kiel", lambda: Stamp(0, bytes(10)))
    link.lost()
    link.lost()
    assert list(link.news) == [HostThere(there=False)]


def test_given_a_host_that_cannot_be_reached_when_tried_again_then_each_reason_is_told_once() -> None:
    link = HostLink(TOPICS, "kiel", lambda: Stamp(0, bytes(10)))
    for why in (None, "refused", "refused", "unknown-host", "refused", None):
        link.lost(why)
    told = [HostThere(there=False), *(HostThere(there=False, why=why) for why in ("refused", "unknown-host"))]
    assert list(link.news) == told
    link.connected(0.0)
    link.take(InboundMessage(topic=TOPICS.availability, payload=b"online"), 0.0)
    link.lost("refused")
    assert list(link.news)[3:] == [HostThere(there=True), HostThere(there=False, why="refused")]


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


def test_given_what_a_home_says_of_its_board_when_it_is_anothers_word_then_it_does_not_count() -> None:
    news: list[HomeNews] = []
    homes, far = HomesHeard(("kiel",), news.append, game="game-1"), Far()
    far.link.game = "game-1"
    far.link.show(Shown(seq=2, shown=True, differences=({"site": "denver-omaha", "kind": "extra"},)))
    (board,) = far.due()
    assert board.retain
    assert board.topic == "fingerpost/1/kitchen/home/kiel/board"
    homes.take(TOPICS, InboundMessage(topic=board.topic, payload=board.payload), 0.0)
    forged = board.payload.replace(b"client/kiel", b"client/ulm")
    homes.take(TOPICS, InboundMessage(topic=board.topic, payload=forged), 0.0)
    of_another = board.payload.replace(b'"game":"game-1"', b'"game":"game-0"')
    assert of_another != board.payload
    homes.take(TOPICS, InboundMessage(topic=board.topic, payload=of_another), 0.0)
    homes.take(TOPICS, InboundMessage(topic=board.topic, payload=b"{"), 0.0)
    assert news == [HomeShows(home="kiel", seq=2, shown=True)]


def test_given_the_role_of_a_seat_when_it_follows_then_it_writes_of_its_own_home_and_of_no_other() -> None:
    written = {rule.topic for rule in rules("seat", "kitchen", "kiel") if rule.kind == "publishClientSend"}
    assert {TOPICS.home("kiel", "availability"), TOPICS.home("kiel", "board")} <= written
    assert not [topic for topic in written if "/home/" in topic and "/home/kiel/" not in topic]


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
