"""What makes a link doubt its mirror, what proves it again, and which hub it takes at all."""

from itertools import count

import pytest

from firmware_bridge import (
    Ack,
    AskRaw,
    AskSelfTest,
    AskSnapshot,
    Delta,
    Greet,
    HubSelfTest,
    LinkState,
    Moved,
    Ping,
    RawValues,
    SitesChanged,
    Time,
    encode,
)
from firmware_bridge.states import CommandAnswered
from tests.firmware_bridge.link_bench import EPOCH, Bench


def state_causes(bench: Bench) -> list[tuple[LinkState, str]]:
    return [(event.state, event.cause) for event in bench.events if isinstance(event, Moved)]


def test_given_a_harmed_packet_when_it_comes_then_stale_at_once_and_a_snapshot_is_asked_for() -> None:
    bench = Bench().alive()
    bench.harmed(bench.delta(0, 1, (2, 1)))
    assert not bench.link.live
    assert bench.count(AskSnapshot) == 1


def test_given_a_packet_whose_start_was_lost_when_it_comes_then_stale() -> None:
    bench = Bench().alive()
    bench.hear(encode(bench.delta(0, 1, (2, 1)), 50)[1:])
    assert not bench.link.live
    assert bench.link.decoder.bad == 0


@pytest.mark.parametrize(
    "text", [b"Traceback (most recent call last):\r\n", b"#p 0002 h=0000abcd*fd9f53bd\n"]
)
def test_given_words_of_the_hub_or_an_echo_of_ours_when_they_come_then_still_live(text: bytes) -> None:
    bench = Bench().alive()
    bench.hear(text)
    assert bench.link.live


def test_given_a_gap_in_the_count_when_a_packet_without_a_version_shows_it_then_stale() -> None:
    bench = Bench().alive()
    bench.lose()
    bench.say(bench.key("d", 1))
    assert not bench.link.live


def test_given_a_hub_that_restarted_unseen_when_it_lives_again_then_a_gap_in_its_new_count_shows() -> None:
    bench = Bench().open()
    bench.say(*[bench.delta(n, n + 1, (0, n % 2)) for n in range(30)])  # its hello was lost
    bench.epoch, bench._seq = 0x7777, count()
    bench.wait(2.0)
    seq = bench.last(Greet).seq
    bench.say(bench.hello(reply=seq), bench.snapshot(bytes(4), 0, seq), bench.beat(bytes(4), 0))
    assert bench.link.live
    bench.lose()
    bench.say(Time(reply=0x999, stamp=0, t_ms=bench.hub_ms, t_us=0))
    assert not bench.link.live


def test_given_a_gap_in_the_count_when_a_late_answer_to_an_older_hello_shows_it_then_stale() -> None:
    bench = Bench().alive()
    bench.lose()
    bench.say(bench.hello(reply=0))
    assert not bench.link.live and bench.count(AskSnapshot) == 1


def test_given_a_gap_in_the_count_when_a_beat_that_agrees_shows_it_then_still_live() -> None:
    bench = Bench().alive()
    bench.lose(3)
    bench.say(bench.beat(bytes(4), 0))
    assert bench.link.live
    assert bench.link.losses.lost == 3


@pytest.mark.parametrize("proof", ["beat", "delta"])
def test_given_a_doubt_when_the_next_packet_proves_the_mirror_then_live_before_any_answer(proof: str) -> None:
    bench = Bench().alive()
    bench.harmed(bench.key("d", 1))
    assert not bench.link.live
    bench.say(bench.beat(bytes(4), 0) if proof == "beat" else bench.delta(0, 1, (1, 1)))
    assert bench.link.live
    told = bench.told(SitesChanged)[-1]
    assert isinstance(told, SitesChanged) and told.whole


def test_given_a_doubt_when_the_lost_packet_was_a_change_then_the_next_delta_does_not_prove_it() -> None:
    bench = Bench().alive()
    bench.harmed(bench.delta(0, 1, (0, 1)))
    bench.say(bench.delta(1, 2, (1, 1)))
    assert not bench.link.live


def test_given_an_old_answer_when_it_is_repeated_with_its_old_count_then_no_gap_is_seen() -> None:
    bench = Bench().alive()
    repeated = encode(Ack(reply=77, ok=1), 1)
    bench.say(bench.beat(bytes(4), 0), bench.beat(bytes(4), 0))
    bench.hear(repeated)
    bench.say(bench.key("d", 1))
    assert bench.link.live
    assert bench.link.losses.lost == 0


def test_given_a_live_mirror_when_the_hub_sends_a_snapshot_by_itself_then_its_changes_are_told() -> None:
    bench = Bench().alive()
    bench.say(bench.snapshot(b"\1\1\1\1", 4, None))
    assert bench.link.live
    (told,) = bench.told(SitesChanged)
    assert isinstance(told, SitesChanged)
    assert (told.changes, told.whole) == (((0, 1), (1, 1), (2, 1), (3, 1)), False)


def test_given_a_packet_that_cannot_be_understood_when_it_may_have_held_a_change_then_stale() -> None:
    bench = Bench().alive()
    sites = tuple((site, 1) for site in range(33))
    bench.say(Delta(epoch=EPOCH, before=0, version=33, t_ms=1000, changes=sites))
    assert bench.link.decoder.unfit == 1
    assert not bench.link.live


def test_given_no_beat_after_a_delta_when_300_ms_pass_then_a_ping_asks_whether_anything_was_lost() -> None:
    bench = Bench().alive()
    bench.say(bench.delta(0, 1, (0, 1)))
    bench.wait(0.25)
    assert bench.count(Ping) == 0
    bench.wait(0.1)
    assert bench.count(Ping) == 1
    bench.lose()
    bench.say(Time(reply=bench.last(Ping).seq, stamp=0, t_ms=bench.hub_ms, t_us=0))
    assert not bench.link.live


def test_given_a_late_beat_when_a_quarter_more_passed_then_one_ping_and_live_if_nothing_was_lost() -> None:
    bench = Bench().alive()
    bench.wait(1.3)
    assert bench.count(Ping) == 1
    bench.say(Time(reply=bench.last(Ping).seq, stamp=0, t_ms=bench.hub_ms, t_us=0))
    bench.wait(0.5)
    assert bench.link.live
    assert bench.count(Ping) == 1


def test_given_a_packet_that_stops_in_its_middle_when_300_ms_pass_then_a_ping() -> None:
    bench = Bench().alive()
    bench.hear(b"$D 0044 e=1a2b p=000")
    bench.wait(0.35)
    assert bench.count(Ping) == 1


def test_given_a_hub_that_answers_and_does_not_beat_when_silent_then_it_is_greeted_anew() -> None:
    bench = Bench().alive()
    bench.wait(2.55)
    assert bench.link.state is LinkState.SILENT
    bench.say(Time(reply=0, stamp=0, t_ms=bench.hub_ms, t_us=0))
    assert bench.count(Greet) == 1


def test_given_a_bad_wire_when_snapshots_do_not_come_then_they_are_asked_for_on_and_on() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 9))
    for _ in range(40):
        bench.harmed(bench.key("d", 1))
        bench.say(Ack(reply=60_000, ok=1))
        bench.wait(0.3)
    asked = bench.count(AskSnapshot)
    bench.wait(1.0)
    assert asked >= 20
    assert bench.count(AskSnapshot) - asked >= 2


def test_given_pings_that_tell_the_time_when_a_press_lay_in_a_buffer_then_it_is_too_late() -> None:
    bench = Bench().alive()
    for _ in range(12):
        bench.wait(0.5)
        bench.say(bench.beat(bytes(4), 0, presses=b"\x07"))
        last = bench.asked[-1] if bench.asked else None
        if last is not None and isinstance(last.message, Ping):
            bench.say(Time(reply=last.seq, stamp=last.message.stamp, t_ms=bench.hub_ms, t_us=0))
            bench.asked.clear()
    assert bench.link.clock.error_s is not None
    bench.events.clear()
    press = bench.key("d", 8)
    bench.wait(1.0)
    bench.say(press)
    assert [type(event).__name__ for event in bench.events] == ["KeyMoved"]
    bench.events.clear()
    press = bench.key("d", 9)
    bench.wait(2.0)
    bench.say(press)
    assert [event for event in bench.events if type(event).__name__ == "KeyMoved"] == []
    assert bench.link.presses.late == 1


def test_given_a_command_for_somebody_when_it_is_answered_or_not_then_it_is_told() -> None:
    bench = Bench().alive()
    bench.link.asking.ask(AskSelfTest())
    bench.wait(0.05)
    bench.say(HubSelfTest(reply=bench.last(AskSelfTest).seq, outcome="pass", chain="pass"))
    bench.link.asking.ask(AskRaw(first=0, count=2))
    bench.wait(0.05)
    bench.say(Ack(reply=bench.last(AskRaw).seq, error="arg"))
    bench.link.asking.ask(AskRaw(first=0, count=2))
    bench.wait(0.05)
    bench.say(RawValues(first=0, codes=(1, 2), reply=bench.last(AskRaw).seq))
    bench.link.asking.ask(AskSelfTest())
    for _ in range(4):
        bench.wait(0.5)
        bench.say(bench.beat(bytes(4), 0))
    answers = [event.answer for event in bench.events if isinstance(event, CommandAnswered)]
    assert [type(answer).__name__ for answer in answers] == ["HubSelfTest", "Ack", "RawValues", "NoneType"]


def test_given_a_hub_that_restarts_thrice_in_five_minutes_when_seen_then_its_supply_is_named() -> None:
    bench = Bench().alive()
    for epoch in (2, 3, 4):
        bench.epoch = epoch
        bench.say(bench.hello(reply=None, reset="brown"))
        seq = bench.last(Greet).seq
        bench.say(bench.hello(reply=seq, reset="brown"), bench.snapshot(bytes(4), 0, seq))
        bench.say(bench.beat(bytes(4), 0))
        bench.wait(20)
        bench.say(bench.beat(bytes(4), 0))
    causes = [cause for state, cause in state_causes(bench) if state is LinkState.GREETING]
    assert causes == ["rebooted", "rebooted", "supply"]
    assert bench.link.reboots.count == 3
    assert any("check its supply" in note for note in bench.link.notes.take())


def test_given_a_cable_that_is_pulled_again_and_again_when_plugged_in_then_no_supply_is_blamed() -> None:
    bench = Bench().alive()
    for epoch in range(2, 12):
        bench.link.closed("unplugged", bench.now)
        bench.epoch = epoch
        bench.open()
        seq = bench.last(Greet).seq
        bench.say(bench.hello(reply=seq, reset="por"), bench.snapshot(bytes(4), 0, seq))
        assert bench.link.live
    assert bench.link.reboots.count == 0
    assert all(cause != "supply" for _, cause in state_causes(bench))


def test_given_another_hub_than_the_one_wanted_when_it_answers_then_both_are_named_and_it_is_left_alone() -> (
    None
):
    bench = Bench(only="e6614103e7452d2f").open()
    bench.say(bench.hello(reply=0))
    moved = bench.told(Moved)[-1]
    assert isinstance(moved, Moved)
    assert (moved.state, moved.cause) == (LinkState.READ_ONLY, "wrong-board")
    assert "this is hub abcd, wanted is hub e6614103e7452d2f" in moved.detail
    bench.asked.clear()
    bench.wait(10)
    assert bench.asked == []


def test_given_a_bad_wire_when_200_ms_bring_no_proof_then_a_ping_and_stale_if_it_is_lost() -> None:
    bench = Bench().alive()
    bench.harmed(bench.key("d", 1))
    bench.say(bench.beat(bytes(4), 0))
    assert bench.link.live
    bench.say(bench.snapshot(bytes(4), 0, bench.last(AskSnapshot).seq))
    bench.wait(0.25)
    assert bench.count(Ping) == 1
    bench.wait(0.2)
    assert bench.link.live
    bench.wait(0.2)
    assert not bench.link.live


def test_given_a_good_wire_when_200_ms_bring_no_proof_then_nothing_is_asked() -> None:
    bench = Bench().alive()
    bench.wait(0.6)
    assert bench.asked == []
    assert bench.link.live


def test_given_a_ping_answered_in_another_life_when_the_count_began_anew_too_then_rebooted() -> None:
    bench = Bench().alive()
    bench.hub_ms = 90_000
    bench.say(bench.beat(bytes(4), 0))
    bench.hear(encode(Time(reply=0, stamp=0, t_ms=300, t_us=0), 1))
    assert bench.link.live  # that is an old answer: its count is just behind
    bench.lose(30_000)
    bench.say(Time(reply=0, stamp=0, t_ms=300, t_us=0))
    assert state_causes(bench)[-1] == (LinkState.GREETING, "rebooted")


def test_given_a_hub_that_tells_no_time_in_its_answers_when_pinged_then_still_live() -> None:
    bench = Bench().alive()
    for _ in range(5):
        bench.wait(1.0)
        bench.say(bench.beat(bytes(4), 0), Time(reply=1, stamp=0, t_ms=0, t_us=0))
        assert bench.link.live


def test_given_a_count_that_leaps_when_the_host_was_asleep_then_stale() -> None:
    bench = Bench().alive()
    bench.lose(5000)
    bench.say(bench.key("d", 1))
    assert not bench.link.live
    assert bench.link.losses.lost == 0


def test_given_an_answer_older_than_what_was_heard_when_it_comes_then_no_restart_and_not_believed() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 9))
    asked = bench.last(AskSnapshot)
    old = bench.snapshot(b"\1\1\1\1", 9, asked.seq)
    bench.hub_ms += 5000
    bench.say(bench.beat(bytes(4), 9), old)
    assert bench.link.state is LinkState.STALE
    assert bench.count(Greet) == 0
    bench.wait(0.1)
    assert bench.last(AskSnapshot).seq != asked.seq
    bench.say(bench.snapshot(bytes(4), 9, bench.last(AskSnapshot).seq))
    assert bench.link.live


def test_given_a_host_that_slept_when_it_asks_again_then_under_a_new_seq() -> None:
    bench = Bench().alive()
    bench.say(bench.beat(bytes(4), 9))
    first = bench.last(AskSnapshot)
    bench.wait(1.5, step=1.5)
    bench.say(bench.beat(bytes(4), 9))
    bench.wait(0.05)
    assert bench.last(AskSnapshot).seq != first.seq


def test_given_an_answer_to_a_retry_when_it_shows_a_newer_version_or_a_gap_then_stale() -> None:
    for newer in (True, False):
        bench = Bench().alive()
        bench.harmed(bench.key("d", 1))
        asked = bench.last(AskSnapshot)
        bench.say(bench.delta(0, 1, (1, 1)))
        assert bench.link.live
        bench.wait(0.32)
        assert bench.count(AskSnapshot) == 2 and bench.last(AskSnapshot) == asked
        if not newer:
            bench.lose()
        bench.say(bench.snapshot(b"\0\1\1\0", 2 if newer else 1, asked.seq))
        assert not bench.link.live
