"""What every hub owes hub/1, simulated or soldered."""

import pytest

from firmware_bridge import (
    Ack,
    AskFaults,
    AskSnapshot,
    Beat,
    Delta,
    Greet,
    HubHello,
    Lamps,
    Ping,
    Snapshot,
    Time,
    digest,
    encode,
)
from hw_tests.hub_bench import HubBench, NoAnswerError


def test_given_a_hub_when_greeted_then_it_names_itself_and_sends_all_its_sites(hub: HubBench) -> None:
    hello, snapshot = hub.attach()
    assert hello.version[0] == 1
    assert hello.id
    assert hello.sites == len(snapshot.tokens)
    assert hello.epoch == snapshot.epoch
    assert hello.line_limit >= 80


def test_given_an_attached_hub_when_it_beats_then_about_each_second_with_the_true_digest(
    hub: HubBench,
) -> None:
    hello, snapshot = hub.attach()
    first = hub.until(Beat)
    second = hub.until(Beat)
    passed_ms = (second.t_ms - first.t_ms) % (1 << 32)
    assert 800 <= passed_ms <= 1200
    assert second.scans >= 0.95 * hello.scans * passed_ms / 1000  # it scans as fast as it says
    if second.version == snapshot.version:
        assert second.digest == digest(snapshot.tokens)


def test_given_a_ping_when_sent_then_the_same_stamp_comes_back(hub: HubBench) -> None:
    hub.attach()
    seq = hub.ask(Ping(stamp=0xABCD1234))
    assert hub.until(Time, lambda m: m.reply == seq).stamp == 0xABCD1234


def test_given_a_verb_that_hub_1_lacks_when_sent_then_refused_by_name(hub: HubBench) -> None:
    hub.attach()
    hub.send(b"#q 0005*edc8bf22\n")
    assert hub.until(Ack, lambda m: m.reply == 5).error == "verb"


def test_given_lamps_when_set_then_acknowledged(hub: HubBench) -> None:
    hub.attach()
    seq = hub.ask(Lamps(on=0, blink=0))
    assert hub.until(Ack, lambda m: m.reply == seq).ok == 1


def test_given_the_fault_list_when_asked_then_it_ends_with_an_acknowledgement(hub: HubBench) -> None:
    hub.attach()
    seq = hub.ask(AskFaults())
    assert hub.until(Ack, lambda m: m.reply == seq).ok == 1


def test_given_the_same_seq_again_when_sent_then_the_last_answer_is_repeated(hub: HubBench) -> None:
    hub.attach()
    seq = hub.ask(Lamps(on=1, blink=0))
    first = hub.packet(Ack, lambda m: m.reply == seq)
    hub.ask(Lamps(on=1, blink=0), seq=seq)
    assert hub.packet(Ack, lambda m: m.reply == seq) == first


def test_given_noise_before_a_command_when_sent_then_the_command_is_still_heard(hub: HubBench) -> None:
    hub.attach()
    hub.send(b"AT\r\n\x00\xff$B 0003*00000000\n#s 00")
    seq = hub.ask(AskSnapshot())
    assert len(hub.until(Snapshot, lambda m: m.reply == seq).tokens) > 0


def test_given_a_spoiled_command_when_sent_then_it_is_not_obeyed(hub: HubBench) -> None:
    hub.attach()
    wire = encode(AskSnapshot(), 0x77)
    hub.send(wire[:4] + bytes([wire[4] ^ 1]) + wire[5:])
    with pytest.raises(NoAnswerError):
        hub.until(Snapshot, wait_s=0.3)


def test_given_an_overlong_line_when_sent_then_the_next_command_is_heard(hub: HubBench) -> None:
    hub.attach()
    hub.send(b"#s 0001" + b" x=1" * 60 + b"\n")
    seq = hub.ask(Ping(stamp=1))
    assert hub.until(Time, lambda m: m.reply == seq).stamp == 1


def test_given_an_attached_hub_when_greeted_again_then_it_answers_as_at_first(hub: HubBench) -> None:
    first, _ = hub.attach()
    seq = hub.ask(Greet(version=(1, 0)))
    again = hub.until(HubHello, lambda m: m.reply == seq)
    assert (again.id, again.epoch, again.sites) == (first.id, first.epoch, first.sites)
    assert hub.until(Snapshot).reply == seq


def test_given_a_token_when_put_and_lifted_then_each_is_told_and_the_versions_follow(hands: HubBench) -> None:
    _, snapshot = hands.attach()
    tokens = bytearray(snapshot.tokens)
    hands.hands.put()
    put = hands.until(Delta, lambda m: any(token for _, token in m.changes), hands.hands.patience_s)
    channel = next(channel for channel, token in put.changes if token)
    hands.hands.lift(channel)
    lifted = hands.until(Delta, lambda m: (channel, 0) in m.changes, hands.hands.patience_s)
    assert (lifted.version - put.before) % (1 << 32) >= 2
    for site, token in (*put.changes, *lifted.changes):
        tokens[site] = token
    beat = hands.until(Beat)
    if beat.version == lifted.version:
        assert beat.digest == digest(bytes(tokens))
