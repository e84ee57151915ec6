"""One hub's link, spoken to packet by packet."""

from itertools import pairwise

import pytest

from firmware_bridge import (
    Ack,
    AskFaults,
    AskSnapshot,
    FaultMoved,
    Greet,
    HubFault,
    KeyMoved,
    Lamps,
    LinkState,
    Moved,
    Packet,
    Ping,
    SitesChanged,
    Time,
)
from firmware_bridge.states import TABLE, Happening, after
from tests.firmware_bridge.link_bench import EPOCH, Bench


def test_given_a_port_when_opened_then_hello_is_said_and_said_again_at_growing_intervals() -> None:
    bench = Bench().open()
    assert bench.asked == [Packet(0, Greet(version=(1, 0)))]
    start, times = bench.now, [0.0]
    while bench.now < start + 8:
        before = len(bench.asked)
        bench.wait(0.01, step=0.01)
        if len(bench.asked) > before:
            times.append(round(bench.now - start, 2))
    assert times == [0.0, 0.25, 0.75, 1.75, 3.75, 5.75, 7.75]
    assert len({packet.seq for packet in bench.asked}) == len(bench.asked)


def test_given_a_silent_port_when_8_s_have_passed_then_it_should_be_opened_again() -> None:
    bench = Bench().open()
    bench.wait(7.9)
    assert not bench.link.wants_reopen(bench.now)
    bench.wait(0.2)
    assert bench.link.wants_reopen(bench.now)


def test_given_the_first_snapshot_of_all_when_it_comes_then_a_second_word_is_wanted_before_live() -> None:
    bench = Bench().open()
    bench.say(bench.hello(reply=0), bench.snapshot(b"\1\0\0\0", 5, 0))
    assert bench.link.state is LinkState.STALE
    bench.say(bench.snapshot(b"\0\1\0\0", 6, bench.last(AskSnapshot).seq))
    assert bench.link.live
    assert bench.told(SitesChanged) == [SitesChanged(((1, 1),), b"\0\1\0\0", True, bench.now)]


def test_given_the_first_snapshot_when_a_beat_confirms_it_then_live_and_sites_are_told_before() -> None:
    bench = Bench().open()
    bench.say(bench.hello(reply=0), bench.snapshot(b"\1\0\0\0", 5, 0), bench.beat(b"\1\0\0\0", 5))
    kinds = [type(event) for event in bench.events]
    assert kinds[-2:] == [SitesChanged, Moved]
    assert bench.link.live


def test_given_a_lost_snapshot_when_the_hello_was_heard_then_one_is_asked_for() -> None:
    bench = Bench().open()
    bench.say(bench.hello(reply=0))
    bench.wait(0.4)
    assert bench.count(AskSnapshot) == 1


def test_given_deltas_in_order_when_heard_then_the_sites_are_told() -> None:
    bench = Bench().alive()
    bench.say(bench.delta(0, 1, (2, 0x21)), bench.delta(1, 3, (2, 0), (3, 1)))
    assert [event.changes for event in bench.told(SitesChanged) if isinstance(event, SitesChanged)] == [
        ((2, 0x21),),
        ((2, 0), (3, 1)),
    ]


def test_given_a_delta_that_overlaps_or_repeats_when_heard_then_the_mirror_stays_true() -> None:
    bench = Bench().alive(version=0xFFFFFFFF)
    bench.say(bench.delta(0xFFFFFFFF, 0, (0, 1)))
    bench.say(bench.delta(0xFFFFFFFF, 0, (0, 1)), bench.delta(0xFFFFFFFF, 1, (0, 1), (1, 1)))
    assert bench.link.tokens == b"\1\1\0\0"
    assert bench.link.live
    assert len(bench.told(SitesChanged)) == 2


def test_given_a_gap_when_a_delta_shows_it_then_stale_until_a_fresh_snapshot() -> None:
    bench = Bench().alive()
    bench.say(bench.delta(1, 2, (2, 1)))
    assert not bench.link.live
    assert bench.told(SitesChanged) == []
    bench.say(bench.snapshot(b"\0\1\1\0", 2, bench.last(AskSnapshot).seq))
    assert bench.link.live
    assert bench.link.tokens == b"\0\1\1\0"


def test_given_a_snapshot_answered_after_a_retry_when_it_may_be_old_then_it_is_not_believed_alone() -> None:
    bench = Bench().alive()
    bench.say(bench.delta(1, 2, (2, 1)))
    first = bench.last(AskSnapshot)
    bench.wait(0.35)
    assert bench.asked[-1] == first  # the same SEQ again
    bench.say(bench.snapshot(b"\0\0\1\0", 2, first.seq))
    assert not bench.link.live
    bench.wait(0.2)
    assert bench.last(AskSnapshot).seq != first.seq
    bench.say(bench.snapshot(b"\0\1\1\0", 3, bench.last(AskSnapshot).seq))
    assert bench.link.live


def test_given_a_snapshot_older_than_what_was_heard_when_it_comes_then_it_is_not_believed() -> None:
    bench = Bench().alive()
    bench.say(bench.delta(4, 5, (2, 1)))
    bench.say(bench.snapshot(b"\0\0\0\0", 3, bench.last(AskSnapshot).seq))
    assert not bench.link.live


def test_given_a_live_mirror_when_an_old_answer_is_repeated_then_nothing_changes() -> None:
    bench = Bench().alive()
    bench.say(bench.delta(0, 1, (0, 1)))
    bench.say(bench.snapshot(bytes(4), 0, 77))
    assert bench.link.live
    assert bench.link.tokens == b"\1\0\0\0"


def test_given_a_beat_with_another_version_when_heard_then_a_snapshot_is_asked_for() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 1))
    assert not bench.link.live
    assert bench.count(AskSnapshot) == 1


def test_given_digests_that_differ_when_a_snapshot_comes_then_live_only_after_an_agreeing_beat() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 0, wrong=1))
    bench.say(bench.snapshot(b"\1\0\0\0", 0, bench.last(AskSnapshot).seq))
    assert not bench.link.live
    bench.say(bench.beat(b"\1\0\0\0", 0))
    assert bench.link.live
    assert any("digest" in note for note in bench.link.notes.take())


def test_given_a_hub_whose_digest_never_agrees_when_asked_then_at_most_5_a_second_and_later_1_in_2_s() -> (
    None
):
    bench = Bench().alive()
    asked: list[float] = []
    start = bench.now
    while bench.now < start + 30:
        before = bench.count(AskSnapshot)
        bench.say(bench.beat(bytes(4), 0, wrong=1))
        bench.wait(0.05)
        asked += [bench.now] * (bench.count(AskSnapshot) - before)
        last = bench.asked[-1]
        if isinstance(last.message, AskSnapshot):
            bench.say(bench.snapshot(bytes(4), 0, last.seq))
        elif isinstance(last.message, Greet):
            bench.say(bench.hello(reply=last.seq))
        elif isinstance(last.message, Ping | AskFaults):
            bench.say(Ack(reply=last.seq, ok=1))
        assert not bench.link.live
    assert all(sum(t <= at < t + 0.99 for at in asked) <= 5 for t in asked)
    late = asked[10:]
    assert all(b - a >= 1.99 for a, b in pairwise(late))


@pytest.mark.criterion(45)
def test_given_no_beats_when_2_5_s_pass_then_silent_and_at_5_s_to_be_reopened() -> None:
    bench = Bench().alive()
    bench.wait(2.4)
    assert bench.link.live
    bench.wait(0.15)
    assert bench.link.state is LinkState.SILENT
    assert not bench.link.wants_reopen(bench.now)
    bench.wait(2.5)
    assert bench.link.wants_reopen(bench.now)


def test_given_a_silent_hub_when_an_agreeing_beat_comes_then_live_again() -> None:
    bench = Bench().alive()
    bench.wait(3)
    bench.say(bench.beat(bytes(4), 0))
    assert bench.link.live


@pytest.mark.parametrize("how", ["epoch", "clock", "hello"])
def test_given_a_restart_when_any_packet_shows_it_then_the_mirror_is_dropped_and_hello_said(how: str) -> None:
    bench = Bench().alive(b"\1\1\0\0")
    if how == "epoch":
        bench.epoch = 7
        bench.say(bench.delta(0, 1, (0, 0)))
    elif how == "clock":
        bench.hub_ms = 1
        bench.wait(0.0)
        bench.say(bench.beat(b"\1\1\0\0", 0))  # 999 ms back: no restart
        assert bench.link.live
        bench.hub_ms = 5000
        bench.say(bench.beat(b"\1\1\0\0", 0))
        bench.hub_ms = 3000
        bench.say(bench.beat(b"\1\1\0\0", 0))
    else:
        bench.epoch = 7
        bench.say(bench.hello(reply=None, reset="wdt"))
    assert bench.link.state is LinkState.GREETING
    assert bench.link.tokens is None
    moved = bench.told(Moved)[-1]
    assert isinstance(moved, Moved) and moved.cause == "rebooted"
    bench.epoch = 7
    seq = bench.last(Greet).seq
    bench.say(bench.hello(reply=seq), bench.snapshot(b"\0\1\0\0", 0, seq))
    assert bench.link.live
    sites = bench.told(SitesChanged)[-1]
    assert isinstance(sites, SitesChanged) and sites.whole and sites.changes == ((0, 0),)


def test_given_a_hub_of_another_major_when_it_answers_then_words_and_never_a_byte_more() -> None:
    bench = Bench().open()
    bench.say(bench.hello(reply=0, major=2))
    moved = bench.told(Moved)[-1]
    assert isinstance(moved, Moved)
    assert (moved.state, moved.cause) == (LinkState.READ_ONLY, "wrong-major")
    assert moved.detail.startswith("this board speaks hub/2, Fingerpost knows hub/1; update")
    bench.asked.clear()
    bench.link.asking.lamps(1, 0)
    bench.wait(20)
    assert bench.asked == []
    assert not bench.link.wants_reopen(bench.now)


def test_given_a_hub_too_small_for_the_board_when_it_answers_then_both_are_named() -> None:
    bench = Bench(channels=5).open()
    bench.say(bench.hello(reply=0, sites=4))
    moved = bench.told(Moved)[-1]
    assert isinstance(moved, Moved)
    assert moved.cause == "wrong-board"
    assert "4 sites" in moved.detail and "needs 5" in moved.detail


def test_given_a_live_link_when_time_passes_then_a_ping_every_2_s_and_one_command_at_a_time() -> None:
    bench = Bench().alive()
    for _ in range(100):
        bench.wait(0.1)
        bench.say(bench.beat(bytes(4), 0))
        last = bench.asked[-1] if bench.asked else None
        if last is not None and isinstance(last.message, Ping):
            bench.say(Time(reply=last.seq, stamp=last.message.stamp, t_ms=bench.hub_ms, t_us=0))
    assert bench.count(Ping) == len(bench.asked) == 5


def test_given_an_unanswered_command_when_retried_then_3_times_with_the_same_seq_300_ms_apart() -> None:
    bench = Bench().alive()
    bench.link.asking.lamps(5, 2)
    sent: list[tuple[float, int]] = []
    start = bench.now
    for _ in range(90):
        before = len(bench.asked)
        bench.wait(0.01, step=0.01)
        sent += [(round(bench.now - start, 2), packet.seq) for packet in bench.asked[before:]]
    assert [at for at, _ in sent] == pytest.approx([0.01, 0.31, 0.61], abs=0.02)
    assert len({seq for _, seq in sent}) == 1


def test_given_lamps_when_the_hub_restarts_then_they_are_set_again() -> None:
    bench = Bench().alive()
    bench.link.asking.lamps(5, 2)
    bench.wait(0.05)
    bench.say(Ack(reply=bench.last(Lamps).seq, ok=1))
    bench.epoch = 9
    bench.say(bench.hello(reply=None))
    seq = bench.last(Greet).seq
    bench.asked.clear()
    bench.say(bench.hello(reply=seq), bench.snapshot(bytes(4), 0, seq))
    assert bench.last(Lamps).message == Lamps(on=5, blink=2)


def keys(bench: Bench) -> list[tuple[int, str]]:
    return [(event.key, event.action) for event in bench.events if isinstance(event, KeyMoved)]


def test_given_key_packets_when_heard_then_each_act_is_told_once() -> None:
    bench = Bench().alive()
    bench.say(bench.key("d", 1), bench.key("d", 1), bench.key("h", 1), bench.key("u", 1), bench.key("u", 1))
    assert keys(bench) == [(0, "down"), (0, "held"), (0, "up")]


def test_given_a_press_lost_on_the_wire_when_a_beat_tells_within_1_5_s_then_it_counts() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 0, presses=b"\x07\x00"))
    bench.wait(1.0)
    bench.say(bench.beat(bytes(4), 0, presses=b"\x07\x01"))
    assert keys(bench) == [(1, "down"), (1, "up")]
    bench.say(bench.key("u", 1, key=1))
    assert len(keys(bench)) == 2


def test_given_a_press_found_later_than_1_5_s_when_a_beat_tells_then_it_is_only_counted() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 0, presses=b"\x07"))
    bench.wait(1.6)
    bench.say(bench.beat(bytes(4), 0, presses=b"\x08"))
    assert keys(bench) == []
    assert bench.link.presses.late == 1


def test_given_a_lost_down_when_the_up_comes_then_both_are_told() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 0, presses=b"\x07"))
    bench.say(bench.key("u", 8))
    assert keys(bench) == [(0, "down"), (0, "up")]


def test_given_a_lost_up_when_the_next_down_comes_soon_then_the_up_is_told_before() -> None:
    bench = Bench().alive()
    bench.say(bench.key("d", 1))
    bench.wait(0.5)
    bench.say(bench.key("d", 2))
    assert keys(bench) == [(0, "down"), (0, "up"), (0, "down")]


def test_given_faults_when_they_come_and_go_then_each_is_told_once() -> None:
    bench = Bench().alive()
    chatter = HubFault(epoch=EPOCH, site=3, kind="chat", standing=1, count=44, t_ms=2000)
    chain = HubFault(epoch=EPOCH, site=0xFF, kind="chain", standing=1, count=1, t_ms=2000)
    over = HubFault(epoch=EPOCH, site=3, kind="chat", standing=0, count=0, t_ms=2000)
    bench.hub_ms = 2000
    bench.say(chatter, chatter, chain, over)
    assert bench.told(FaultMoved) == [
        FaultMoved(3, "chat", True, 44, bench.now),
        FaultMoved(None, "chain", True, 1, bench.now),
        FaultMoved(3, "chat", False, 0, bench.now),
    ]


def test_given_a_lost_fault_packet_when_a_beat_counts_otherwise_then_the_list_is_asked_and_followed() -> None:
    bench = Bench().alive()
    bench.hub_ms = 2000
    bench.say(HubFault(epoch=EPOCH, site=3, kind="chat", standing=1, count=44, t_ms=2000))
    bench.wait(6.0, step=0.5)
    bench.say(bench.beat(bytes(4), 0, faults=0))
    while not isinstance(bench.asked[-1].message, AskFaults):
        last = bench.asked[-1]
        bench.say(Ack(reply=last.seq, ok=1), bench.beat(bytes(4), 0, faults=0))
        bench.wait(0.05)
    bench.say(Ack(reply=bench.last(AskFaults).seq, ok=1))
    assert bench.told(FaultMoved)[-1] == FaultMoved(3, "chat", False, 0, bench.now)


def test_given_a_closed_port_when_bytes_or_time_come_then_nothing_is_told_or_asked() -> None:
    bench = Bench().alive()
    moved = bench.link.closed("unplugged", bench.now)
    assert [event.state for event in moved if isinstance(event, Moved)] == [LinkState.CLOSED]
    bench.say(bench.delta(0, 1, (0, 1)))
    bench.wait(10)
    assert bench.events == [] and bench.asked == []
    assert bench.link.closed("unplugged", bench.now) == []


def test_given_a_talkative_hub_when_it_sends_text_then_at_most_20_notes_a_minute() -> None:
    bench = Bench().alive()
    for number in range(100):
        bench.events += bench.link.feed(b"Traceback %d\r\n" % number, bench.now)
    assert len(bench.link.notes.take()) == 20
    bench.wait(61, step=61)
    bench.events += bench.link.feed(b"still here\r\n", bench.now)
    assert bench.link.notes.take() == ["hub says: still here"]


def test_given_a_happening_that_cannot_be_when_looked_up_then_the_table_says_so() -> None:
    with pytest.raises(LookupError, match="CURRENT cannot befall the state CLOSED"):
        after(LinkState.CLOSED, Happening.CURRENT)
    assert set(TABLE) == set(LinkState)
