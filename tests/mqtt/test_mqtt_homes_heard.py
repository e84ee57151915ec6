"""What a host hears of the homes that follow it: their rights and boards, and what a broker lets them say."""

from fingerpost.broker.roles import rules
from mqtt.homes_heard import HELD_S, HomeNews, HomesHeard
from mqtt.inbound import InboundMessage
from mqtt.rights import may, rights_from
from table.linked import HomeShows, HomeThere, Shown
from tests.mqtt.far_home import TOPICS, Far


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
