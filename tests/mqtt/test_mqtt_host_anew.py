"""A host that begins anew, is put back, was away or cannot be reached: whose game a home follows then."""

import json

from msgspec.structs import replace

from engine import EndTurn, Game, Refusal, TurnEnded
from mqtt.host_link import HOLE_S, QUIET_S, HostLink
from mqtt.inbound import InboundMessage
from mqtt.payloads import Encoder, Stamp
from table.linked import HostCounts, HostPlays, HostThere, HostTold
from tests.mqtt.far_home import ENCODER, HEAD, TOPICS, Far, answer_replay


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
    far.due()
    assert len(far.due(HOLE_S)) == 1  # events of that game are asked for, which the host may have no more
    far.event(1)  # of a game that no state has named yet
    assert not [one for one in far.link.news if isinstance(one, HostTold | HostPlays)]
    far.state()
    asked = [json.loads(one.payload) for _ in range(2) for one in far.due(HOLE_S)]
    assert [(one["game"], one["data"]) for one in asked] == [("game-1", {"from": 1, "to": 2})]
    far.event(1)
    far.event(2)
    assert far.told() == [(1, 2)]
    assert not [one for one in far.link.news if isinstance(one, HostPlays)]


def test_given_an_event_of_an_earlier_game_when_another_is_followed_then_only_its_own_are_handed_on() -> None:
    far, earlier = Far(), Encoder("kitchen", "game-0", "boot-0")
    far.hear(TOPICS.event, earlier.event(2, TurnEnded(seat="red"), far.stamp()))  # its first one is missed
    for seq in (1, 2):
        far.state(replace(far.game.state, seq=seq), encoder=earlier)
    uncounted = {**HEAD, "seq": 2, "data": {"seats": "many", "homes": {}}}
    far.hear(TOPICS.state, json.dumps(uncounted).encode())
    for seq in (1, 2):
        far.event(seq)
    told = [one for one in far.link.news if isinstance(one, HostTold | HostCounts)]
    assert len(told) == 1 and isinstance(told[0], HostTold)  # one act, as it is, and no count of the other's
    assert told[0].events[1] == (2, far.game.events[1])


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
    far.link.connected()
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
    assert far.due(HOLE_S) == []
    far.reply(json.loads(asked.payload)["id"], {"ok": False, "error": {"code": "busy"}})
    assert far.due(HOLE_S) == []
    assert len(far.due(QUIET_S)) == 1


def test_given_a_host_that_was_never_away_when_it_says_again_that_it_is_there_then_it_is_not_doubted() -> (
    None
):
    far = further()
    far.hear(TOPICS.availability, b"online")
    assert far.due() == []


def test_given_a_host_that_was_away_when_its_last_event_cannot_be_read_here_then_its_game_is_followed() -> (
    None
):
    far = further()
    far.hear(TOPICS.availability, b"offline")
    far.hear(TOPICS.availability, b"online")
    (asked,) = far.due()
    seq = len(far.game.events)
    told = {**HEAD, "kind": "event", "type": "of-a-later-version", "seq": seq, "data": {}}
    more = {"ok": True, "seq": seq, "page": 1, "pages": 1, "events": [told]}
    far.reply(json.loads(asked.payload)["id"], more)
    assert not [one for one in far.link.news if isinstance(one, HostPlays)]


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
    link.connected()
    link.take(InboundMessage(topic=TOPICS.availability, payload=b"online"), 0.0)
    link.lost("refused")
    assert list(link.news)[3:] == [HostThere(there=True), HostThere(there=False, why="refused")]
