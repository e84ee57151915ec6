"""A table that follows another one: its game is told by a real broker, kept, and gone on with without one."""

import argparse
import queue
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from dialog import LineCause
from engine import ClaimRoute, Game, RouteId, TurnEnded, seen_by
from fingerpost.commands.play import _choice
from fingerpost.config import Config
from integrations.followed_host import KIND, FollowedHost, host_called
from integrations.wire_settings import FollowSection
from mqtt import TableOptions, rights_from
from mqtt.following import HostWire
from storage.folder import remember
from storage.resume import begin_new
from storage.second_copy import SecondCopy
from table.errors import CallError
from table.linked import FarWanted, HostAnswered, HostPlays, HostThere, HostTold, LinkNews
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import HouseTable, Place
from tests.waiting import PATIENCE_S

HOMES = TableOptions(rights=rights_from({}, {"kiel": ("blue",)}))


@pytest.fixture
def host() -> Iterator[HouseTable]:
    with LocalBroker() as broker:
        table = HouseTable(Place(broker.port, broker), options=HOMES)
        yield table
        table.close()


def follow(host: HouseTable, *, home: str = "kiel") -> FollowSection:
    (wire,) = host.sinks
    port = wire._wire._loop._access().address.port  # type: ignore[attr-defined]
    return FollowSection(host=f"mqtt://127.0.0.1:{port}", table="kitchen", home=home)


def test_given_a_host_with_a_game_when_followed_then_it_is_kept_here_and_its_events_come(
    host: HouseTable, tmp_path: Path
) -> None:
    far = FollowedHost(follow(host))
    try:
        sitting = far.sit_down(tmp_path, threading.Event(), lambda why: None)
        assert sitting is not None
        assert sitting.game.events == tuple(seen_by(one, None) for one in host.session.game.events)
        linked = far.linked(sitting.game)
        assert (set(linked.far), linked.home) == ({"red"}, "kiel")
        heard: queue.SimpleQueue[LinkNews] = queue.SimpleQueue()
        far.hand_to(heard.put)
        linked.ask(FarWanted(number=1, command=ClaimRoute(seat="blue", route=RouteId("denver-omaha")), seq=2))
        kinds: set[type[LinkNews]] = set()
        while not {HostTold, HostAnswered} <= kinds:
            kinds.add(type(heard.get(timeout=PATIENCE_S)))
        assert host.session.game.state.owners == {"denver-omaha": "blue"}
        sitting.store.append_acts([(1, sitting.game.events)], linked.notes)
        sitting.store.closed()
        sitting.store.close()
    finally:
        far.close()
    again = FollowedHost(FollowSection(host="mqtt://127.0.0.1:1", table="kitchen", home="kiel"))
    try:
        kept = again.sit_down(tmp_path, threading.Event(), lambda why: None)  # nobody answers there
        assert kept is not None
        assert kept.agreed[KIND] == {"table": "kitchen", "game": "game-1", "seats": ["blue"]}
        assert set(again.linked(kept.game).far) == {"red"}
        kept.store.closed()
        kept.store.close()
    finally:
        again.close()


def test_given_a_kept_game_when_the_host_plays_another_then_that_one_is_kept_beside_it(
    host: HouseTable, tmp_path: Path
) -> None:
    logs = []
    for new in (False, False, True):
        far = FollowedHost(follow(host))
        sitting = far.sit_down(tmp_path, threading.Event(), lambda why: None, new=new)
        assert sitting is not None
        if not sitting.stored:
            sitting.store.append_acts([(1, sitting.game.events)], far.linked(sitting.game).notes)
        logs.append(sitting.store.path.name)
        sitting.store.closed()
        sitting.store.close()
        far.close()
    assert logs[0] == logs[1] != logs[2]


def test_given_a_kept_game_when_the_host_was_put_back_and_has_played_on_otherwise_then_its_is_another(
    host: HouseTable, tmp_path: Path
) -> None:
    game = Game.new("us-accessible", "usa", ("red", "blue"), "untracked", 5)
    assert len(game.events) == len(host.session.game.events)
    kept = begin_new(tmp_path, game)
    remember(kept.store.path)
    note = {"table": "kitchen", "game": "game-1", "seats": ["blue"]}
    kept.store.append_acts([(1, game.events)], {KIND: note})
    kept.store.closed()
    kept.store.close()
    far, heard = FollowedHost(follow(host)), queue.SimpleQueue[LinkNews]()
    far.hand_to(heard.put)
    sitting = far.sit_down(tmp_path, threading.Event(), lambda why: None)
    try:
        assert sitting is not None
        while not isinstance(news := heard.get(timeout=PATIENCE_S), HostPlays):
            assert not isinstance(news, HostTold)
        sitting.store.closed()
        sitting.store.close()
    finally:
        far.close()


def test_given_a_table_that_follows_when_it_goes_on_after_a_game_then_it_takes_the_hosts_newest() -> None:
    config = Config(follow=FollowSection(host="mqtt://127.0.0.1:1", table="kitchen", home="kiel"))
    for new in (False, True):
        chosen = _choice(config, argparse.Namespace(), new=new, name=None, again=new, stop=threading.Event())
        assert chosen is not None and chosen.new is new


def test_given_a_home_that_the_host_does_not_know_when_it_follows_then_one_line_says_what_to_write(
    host: HouseTable, tmp_path: Path
) -> None:
    far = FollowedHost(follow(host, home="ulm"))
    with pytest.raises(CallError, match=r"table kitchen has no seat for ulm; write it under \[homes\]"):
        far.sit_down(tmp_path, threading.Event(), lambda why: None)
    far.close()


def test_given_a_host_whose_first_events_are_no_game_when_it_is_followed_then_one_line_says_so(
    tmp_path: Path,
) -> None:
    far = FollowedHost(FollowSection(host="mqtt://127.0.0.1:1", table="kitchen", home="kiel"))
    far._news(HostTold(events=((1, TurnEnded(seat="blue")),), act=False))
    with pytest.raises(CallError, match=r"table kitchen tells no game that can be followed: "):
        far.sit_down(tmp_path, threading.Event(), lambda why: None)
    far.close()
    assert not list(tmp_path.glob("*.fingerpost"))  # nothing of it is kept


def test_given_a_kept_game_that_is_dealt_when_the_page_is_no_longer_named_then_one_line_says_so(
    tmp_path: Path,
) -> None:
    dealt = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 5)
    kept = begin_new(tmp_path, Game.replay([seen_by(one, None) for one in dealt.events]))
    remember(kept.store.path)
    note = {"table": "kitchen", "game": "game-1", "seats": ["red"]}
    kept.store.append_acts([(1, kept.game.events)], {KIND: note})
    kept.store.closed()
    kept.store.close()
    far = FollowedHost(FollowSection(host="mqtt://127.0.0.1:1", table="kitchen", home="kiel"))
    with pytest.raises(CallError, match=r"table kitchen deals the cards; give its page, \[follow\] page"):
        far.sit_down(tmp_path, threading.Event(), lambda cause: None)
    far.close()


def test_given_a_kept_game_that_is_damaged_when_there_is_a_second_copy_then_it_goes_on_from_that(
    tmp_path: Path,
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 5)
    kept = begin_new(tmp_path, game)
    remember(kept.store.path)
    note = {KIND: {"table": "kitchen", "game": "game-1", "seats": ["red"]}}
    kept.store.append_acts([(1, game.events)], note)
    (tmp_path / "stick").mkdir()
    second = SecondCopy(
        tmp_path / "stick",
        kept.store.path,
        kept.store.game_id,
        past=[(1, game.events)],
        agreed=note,
        changed=lambda health: None,
        apart=lambda folder, log: True,
    )
    second.close()
    kept.store.closed()
    kept.store.close()
    kept.store.path.write_bytes(b"no log any more")
    for one in tmp_path.glob(f".*{kept.store.path.stem}*"):  # what is kept beside it is lost, too
        one.unlink()
    far = FollowedHost(FollowSection(host="mqtt://127.0.0.1:1", table="kitchen", home="kiel"))
    stop = threading.Event()
    stop.set()  # whoever has nothing kept waits for the host no longer
    sitting = far.sit_down(tmp_path, stop, lambda cause: None, second=tmp_path / "stick")
    assert sitting is not None and sitting.game.events == game.events
    sitting.store.closed()
    sitting.store.close()
    far.close()


def test_given_no_host_when_waited_for_then_why_is_told_once_and_the_wait_ends_when_told_to(
    tmp_path: Path,
) -> None:
    follow, stop, waited = (
        FollowSection(host="mqtt://127.0.0.1:1", home="kiel"),
        threading.Event(),
        list[LineCause | None](),
    )
    far = FollowedHost(follow, backoff_s=(0.01,))

    def waits(why: LineCause | None) -> None:
        waited.append(why)
        threading.Timer(0.2, stop.set).start()  # the wire has tried again many times by then

    assert far.sit_down(tmp_path, stop, waits) is None
    assert waited == ["refused"]
    far.close()


@pytest.mark.parametrize(
    ("address", "called"),
    [
        ("mqtts://kiel@bremen.example", "bremen"),
        ("mqtt://192.0.2.7", "kitchen"),
        ("mqtt://localhost", "kitchen"),
    ],
)
def test_given_a_hosts_address_when_said_then_by_its_name_or_its_table(address: str, called: str) -> None:
    assert host_called(FollowSection(host=address, table="kitchen", home="kiel")) == called


@pytest.mark.parametrize("wrong", ["ftp://a", "mqtt://a:b@c", "mqtt://"])
def test_given_an_address_that_is_none_when_followed_then_one_line_says_so(wrong: str) -> None:
    with pytest.raises(CallError, match="broker's address"):
        FollowedHost(FollowSection(host=wrong, table="kitchen", home="kiel"))


def test_given_two_tables_with_one_name_when_both_follow_then_one_gives_way_and_says_why_and_the_other_stays(
    host: HouseTable,
) -> None:
    """They put each other out once a second, for ever, and neither said why."""
    said: dict[str, list[HostThere]] = {"one": [], "other": []}
    news: queue.SimpleQueue[tuple[str, LinkNews]] = queue.SimpleQueue()
    section = follow(host)
    wires = [
        HostWire(section.host, "kitchen", "kiel", partial(_hear, news, name), backoff_s=(0.05,))
        for name in said
    ]
    try:
        for wire in wires:
            wire.start()
        while not any(one.why == "taken-over" for told in said.values() for one in told):
            name, one = news.get(timeout=PATIENCE_S)
            said[name] += [one] if isinstance(one, HostThere) else []
        stopped = next(name for name, told in said.items() if told[-1].why == "taken-over")
        stays = next(name for name in said if name != stopped)
        while not (said[stays] and said[stays][-1].there):
            name, one = news.get(timeout=PATIENCE_S)
            said[name] += [one] if isinstance(one, HostThere) else []
        assert [one.why for one in said[stopped]].count("taken-over") == 1
        assert "taken-over" not in [one.why for one in said[stays]]
    finally:
        for wire in wires:
            wire.close()


def _hear(news: "queue.SimpleQueue[tuple[str, LinkNews]]", name: str, one: LinkNews) -> None:
    news.put((name, one))
