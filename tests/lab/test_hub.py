"""The simulated hub keeps the rules of hub/1 for hubs."""

from itertools import pairwise

import pytest

from firmware_bridge import (
    Ack,
    AskFaults,
    AskRaw,
    AskSelfTest,
    AskSnapshot,
    Beat,
    Calibrate,
    Command,
    Decoder,
    Delta,
    Greet,
    HubFault,
    HubHello,
    HubMessage,
    HubSelfTest,
    HubSettings,
    Key,
    Lamps,
    Ping,
    RawValues,
    Restart,
    Snapshot,
    Time,
    digest,
    encode,
)
from lab.hub.simulated_hub import SimulatedHub


class Host:
    """Speaks to a hub by hand."""

    def __init__(self, sites: int = 16) -> None:
        self.hub = SimulatedHub(sites, seed=3)
        self.decoder = Decoder()
        self.seq = 0
        self.room: int | None = None
        self.log: list[tuple[int, HubMessage]] = []

    def ask(self, command: Command, seq: int | None = None) -> list[HubMessage]:
        """What the hub says within the next millisecond."""
        self.seq = self.seq + 1 if seq is None else seq
        return self.run(1, encode(command, self.seq))

    def run(self, ms: int, rx: bytes = b"") -> list[HubMessage]:
        """What the hub says in that time, also kept in `log` with its millisecond."""
        start = len(self.log)
        for _ in range(ms):
            out = self.hub.advance(self.hub.now_ms + 1, rx, self.room)
            rx = b""
            self.log += [(self.hub.now_ms, packet.message) for packet in self.decoder.feed(out)]
        return [message for _, message in self.log[start:]]

    def attached(self) -> "Host":
        self.run(400)
        self.ask(Greet(version=(1, 0)))
        self.log.clear()
        return self

    def times(self, kind: type[HubMessage]) -> list[int]:
        return [at for at, message in self.log if isinstance(message, kind)]


def test_given_no_host_when_a_hub_boots_then_it_calls_every_2_s_and_after_a_minute_every_5() -> None:
    host = Host()
    host.run(80_000)
    times = host.times(HubHello)
    assert len(times) == len(host.log)
    assert [b - a for a, b in pairwise(times)] == [2000] * 30 + [5000] * 3


def test_given_a_hello_when_said_then_hello_and_snapshot_answer_it_and_beats_follow() -> None:
    host = Host()
    host.hub.set_contact(3, 0x21)
    host.run(400)
    hello, snapshot = host.ask(Greet(version=(1, 0)))
    assert isinstance(hello, HubHello) and isinstance(snapshot, Snapshot)
    assert hello.reply == snapshot.reply == 1
    assert hello.sites == 16 and hello.epoch == snapshot.epoch
    assert snapshot.tokens == bytes(3) + b"\x21" + bytes(12)
    beats = [m for m in host.run(3000) if isinstance(m, Beat)]
    assert len(beats) == 3
    assert beats[0].digest == digest(snapshot.tokens) and beats[0].version == snapshot.version
    assert beats[1].scans == 250


def test_given_a_bouncing_contact_when_16_ms_are_calm_then_one_delta_and_a_tail_beat() -> None:
    host = Host().attached()
    start = host.hub.now_ms
    host.hub.set_contact(3, 1, bounce_ms=10)
    host.run(400)
    deltas = [m for _, m in host.log if isinstance(m, Delta)]
    assert [(d.before, d.version, d.changes) for d in deltas] == [(0, 1, ((3, 1),))]
    assert 12 <= host.times(Delta)[0] - start <= 45  # four scans, 4 ms apart
    assert host.times(Beat)[0] - host.times(Delta)[0] == 150


def test_given_a_touch_shorter_than_the_debounce_when_it_ends_then_nothing_was() -> None:
    host = Host().attached()
    host.hub.set_contact(3, 1)
    host.hub.set_contact(3, 0, host.hub.now_ms + 11)
    host.run(500)
    assert host.times(Delta) == []


def test_given_more_than_20_edges_in_2_s_when_scanned_then_set_aside_and_later_taken_back() -> None:
    host = Host().attached()
    host.hub.flicker(3, 10, 2500)
    told = host.run(2500)
    faults = [m for m in told if isinstance(m, HubFault)]
    assert [(f.site, f.kind, f.standing, f.count) for f in faults] == [(3, "chat", 1, 21)]
    assert host.hub.contacts.tokens[3] == 0xFE
    listed = host.ask(AskFaults())
    assert [type(m) for m in listed] == [HubFault, Ack]
    told = host.run(5000, encode(Ping(stamp=1), 99))
    assert [(f.standing) for f in told if isinstance(f, HubFault)] == [0]
    assert host.hub.contacts.tokens[3] == 0


def test_given_a_full_wire_when_changes_pile_up_then_they_coalesce_from_the_version_last_sent() -> None:
    host = Host().attached()
    host.room = 0
    host.hub.set_contact(1, 1)
    host.run(30)
    host.hub.set_contact(2, 1)
    host.run(30)
    host.hub.set_contact(2, 0x31)
    host.run(30)
    host.room = None
    host.run(30)
    deltas = [m for _, m in host.log if isinstance(m, Delta)]
    assert [(d.before, d.version, d.changes) for d in deltas] == [
        (0, 1, ((1, 1),)),
        (1, 3, ((2, 0x31),)),
    ]


def test_given_a_wire_blocked_for_more_than_2_s_when_it_opens_then_a_snapshot_comes() -> None:
    host = Host().attached()
    host.room = 0
    host.hub.set_contact(1, 1)
    host.run(30)
    host.hub.set_contact(2, 1)
    host.run(2500)
    host.room = None
    told = host.run(30)
    assert [type(m) for m in told] == [Delta, Snapshot]
    assert isinstance(told[1], Snapshot) and told[1].tokens[:3] == b"\0\1\1" and told[1].reply is None


def test_given_more_than_32_changes_at_once_when_told_then_by_a_snapshot() -> None:
    host = Host(sites=60).attached()
    for channel in range(33):
        host.hub.set_contact(channel, 1)
    assert [type(m) for m in host.run(30)] == [Snapshot]


def test_given_a_silent_host_when_6_s_pass_then_the_hub_calls_and_sends_no_deltas_but_counts_on() -> None:
    host = Host().attached()
    host.run(6000)
    host.log.clear()
    host.hub.set_contact(1, 1)
    host.run(5000)
    assert {type(m) for _, m in host.log} == {HubHello}
    snapshot = host.ask(Greet(version=(1, 0)))[1]
    assert isinstance(snapshot, Snapshot) and snapshot.version == 1


def test_given_the_same_seq_again_when_asked_then_the_last_answer_is_repeated_and_nothing_done_twice() -> (
    None
):
    host = Host().attached()
    first = host.ask(AskSnapshot(), seq=7)
    host.hub.set_contact(1, 1)
    host.run(30)
    assert host.ask(AskSnapshot(), seq=7) == first
    fresh = host.ask(AskSnapshot(), seq=8)[0]
    assert isinstance(fresh, Snapshot) and fresh.version == 1


def test_given_keys_when_pressed_and_held_then_told_and_counted_in_beats() -> None:
    host = Host().attached()
    host.hub.key(4, True)
    host.hub.key(4, False, host.hub.now_ms + 2500)
    told = host.run(3000)
    keys = [(m.key, m.action, m.count) for m in told if isinstance(m, Key)]
    assert keys == [(4, "d", 1), (4, "h", 1), (4, "u", 1)]
    beat = next(m for m in reversed(told) if isinstance(m, Beat))
    assert beat.presses[4] == 1


@pytest.mark.parametrize("kind", ["reboot", "restart"])
def test_given_a_restart_when_it_is_back_then_epoch_and_time_are_new_and_the_pins_as_they_lie(
    kind: str,
) -> None:
    host = Host().attached()
    before = host.hub.epoch
    host.hub.set_contact(1, 1)
    host.run(100)
    if kind == "reboot":
        host.hub.reboot("brown")
    else:
        assert host.ask(Restart(mode="run", id="0000")) == [Ack(reply=2, error="perm")]
        assert host.ask(Restart(mode="run", id="2d2f")) == [Ack(reply=3, ok=1)]
    host.run(400)
    hello, snapshot = host.ask(Greet(version=(1, 0)))
    assert isinstance(hello, HubHello) and isinstance(snapshot, Snapshot)
    assert hello.epoch != before and snapshot.t_ms < 500
    assert hello.reset == ("brown" if kind == "reboot" else "soft")
    assert snapshot.version == 0 and snapshot.tokens[1] == 1


def test_given_a_hang_when_it_ends_then_the_hub_has_said_nothing_and_goes_on() -> None:
    host = Host().attached()
    host.hub.hang(3000)
    host.hub.set_contact(1, 1, host.hub.now_ms + 500)
    assert host.run(2999) == []
    assert [type(m) for m in host.run(41)] == [Beat, Delta]


def test_given_commands_when_asked_then_each_has_its_answer() -> None:
    host = Host().attached()
    assert host.ask(Lamps(on=5, blink=2)) == [Ack(reply=2, ok=1)]
    assert host.hub.lamps == (5, 2)
    pong = host.ask(Ping(stamp=0xABCD))[0]
    assert isinstance(pong, Time) and pong.stamp == 0xABCD and pong.t_us == pong.t_ms * 1000
    assert isinstance(host.ask(AskRaw(first=0, count=4))[0], RawValues)
    assert host.ask(AskRaw(first=99, count=4)) == [Ack(reply=5, error="arg")]
    assert isinstance(host.ask(AskSelfTest())[0], HubSelfTest)
    assert host.ask(HubSettings(beat_ms=500, mask=b"\x02")) == [Ack(reply=7, ok=1)]
    host.run(2000)
    assert len(host.times(Beat)) == 4
    assert host.hub.contacts.tokens[1] == 0xFD
    assert host.run(1, b"#q 0005*edc8bf22\n") == [Ack(reply=5, error="verb")]
    assert host.run(1, b"#l 0006 m=05 b=02*00000000\n") == [Ack(reply=6, error="crc")]


def test_given_the_same_seed_and_script_when_run_in_other_steps_then_the_same_bytes() -> None:
    def run(step: int) -> bytes:
        hub = SimulatedHub(32, seed=9)
        hub.set_contact(3, 1, 2000, bounce_ms=9)
        hub.flicker(7, 12, 2500, 3000)
        hub.key(2, True, 5000)
        hub.reboot("wdt", 9000)
        out = hub.advance(400)
        out += hub.advance(402, encode(Greet(version=(1, 0)), 0))
        while hub.now_ms < 12_000:
            out += hub.advance(min(12_000, hub.now_ms + step))
        return out

    assert run(1) == run(7) == run(1000)


@pytest.mark.parametrize("room", [None, 40])
def test_given_scans_that_can_bring_nothing_when_left_out_then_the_bytes_are_the_same(
    room: int | None,
) -> None:
    def run(rests: bool) -> bytes:
        hub = SimulatedHub(40, seed=9, rests=rests)
        hub.set_contact(3, 0x21, 2000, bounce_ms=9)
        hub.set_contact(3, 0x31, 2600)
        hub.set_contact(4, 0xF0, 2700)
        hub.set_contact(5, 0xFE, 2800)
        hub.set_contact(5, 0, 6800)
        hub.set_contact(6, 0xF1, 2850)
        hub.set_contact(6, 0, 2950)
        hub.flicker(7, 12, 2500, 3000)
        hub.key(2, True, 5000)
        hub.key(2, False, 7600)
        hub.hang(700, 8000)
        hub.reboot("wdt", 9000)
        out = hub.advance(400)
        for seq, ms in enumerate(range(402, 14_000, 200)):
            asked = (
                Greet(version=(1, 0)) if seq % 25 == 0 else AskFaults() if seq % 7 == 0 else Ping(stamp=seq)
            )
            out += hub.advance(ms, encode(asked, seq), room)
        return out

    out = run(True)
    assert out == run(False)
    assert len(out) > 2500


def test_given_any_token_when_it_stands_then_its_byte_is_told_and_a_short_is_set_aside() -> None:
    host = Host(sites=250).attached()
    for token in range(1, 0xF1):
        host.hub.set_contact(token, token)
    host.hub.set_contact(241, 0xFE)
    host.run(60)
    assert bytes(host.hub.contacts.tokens) == bytes(range(0xF1)) + b"\xfe" + bytes(8)


def test_given_a_calibration_when_saved_then_the_hello_names_it_after_a_restart_too() -> None:
    host = Host().attached()
    assert host.ask(Calibrate(what="save")) == [Ack(reply=2, ok=1)]
    first = host.ask(Greet(version=(1, 0)))[0]
    host.hub.reboot()
    host.run(400)
    again = host.ask(Greet(version=(1, 0)))[0]
    assert isinstance(first, HubHello) and isinstance(again, HubHello)
    assert first.calibration is not None and first.calibration == again.calibration
