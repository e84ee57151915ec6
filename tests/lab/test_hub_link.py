"""A link on a simulated hub over bad wires: it may be stale, it is never live and wrong."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import Link, SitesChanged, encode
from firmware_bridge.messages import AskSnapshot
from lab.hub.cable import GarblingWire, LossyWire, Wires
from lab.hub.simulated_hub import SimulatedHub

QUIET_MS = 2700  # a mirror that no beat has confirmed for 2.5 s is stale
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "put", "put", "bounce", "flicker", "reboot", "hang", "full", "wait"]),
        st.integers(0, 31),
        st.sampled_from([0, 1, 0x21, 0xF0]),
        st.integers(1, 600),
    ),
    max_size=25,
)


def in_pieces(data: bytes, largest: int, seed: int) -> Iterator[bytes]:
    """The same bytes in pieces of 1 to `largest`, as a slow reader gets them."""
    random, start = Random(seed), 0
    while start < len(data):
        size = random.randint(1, largest)
        yield data[start : start + size]
        start += size


class Bench:
    """Hub, wires and link on one clock; the mirror as told, and when the hub's tokens last changed."""

    def __init__(self, loss: float, noise: float, seed: int) -> None:
        self.hub = SimulatedHub(32, seed=seed)
        self.link = Link(32)
        self.down = Wires(LossyWire(loss, seed), GarblingWire(noise, seed + 1))
        self.up = Wires(LossyWire(loss, seed + 2), GarblingWire(noise, seed + 3))
        self.told = bytearray(32)
        self.full = False
        self.changed_at = 0
        self.state = (0, b"")
        self.link.opened(0.0)

    def step(self, ms: int) -> None:
        rx = self.up.carry(self.link.take_outgoing())
        now = self.hub.now_ms + ms
        data = self.down.carry(self.hub.advance(now, rx, 0 if self.full else None))
        events = [event for piece in in_pieces(data, 60, now) for event in self.link.feed(piece, now / 1000)]
        for event in [*events, *self.link.tick(now / 1000)]:
            if isinstance(event, SitesChanged):
                for channel, token in event.changes:
                    self.told[channel] = token
        if self.link.wants_reopen(now / 1000):
            self.link.closed("silent", now / 1000)
            self.link.opened(now / 1000)
        state = (self.hub.epoch, bytes(self.hub.contacts.tokens))
        if state != self.state or self.full:
            self.state, self.changed_at = state, now
        if self.link.live and now - self.changed_at > QUIET_MS:
            assert bytes(self.told) == self.link.tokens == state[1]

    def run(self, ms: int) -> None:
        for _ in range(ms // 20):
            self.step(20)

    def do(self, deed: str, channel: int, token: int, ms: int) -> None:
        match deed:
            case "put":
                self.hub.set_contact(channel, token)
            case "bounce":
                self.hub.set_contact(channel, token, bounce_ms=15)
            case "flicker":
                self.hub.flicker(channel, 20, 3 * ms)
            case "reboot":
                self.hub.reboot()
            case "hang":
                self.hub.hang(10 * ms)
            case "full":
                self.full = True
                self.run(5 * ms)
                self.full = False
            case _:
                pass
        self.run(ms)


@settings(max_examples=60)
@given(STEPS, st.sampled_from([0.0, 0.01, 0.2]), st.sampled_from([0.0, 0.001]), st.integers(0, 1000))
def test_given_any_day_at_the_table_when_it_is_calm_then_the_mirror_is_true_or_not_live(
    steps: list[tuple[str, int, int, int]], loss: float, noise: float, seed: int
) -> None:
    bench = Bench(loss, noise, seed)
    for step in steps:
        bench.do(*step)
    bench.down = bench.up = Wires()
    bench.run(16_000)
    assert bench.link.live
    assert bytes(bench.told) == bytes(bench.hub.contacts.tokens)


def test_given_a_hub_that_repeats_an_old_answer_to_a_new_program_when_opened_then_not_live_and_wrong() -> (
    None
):
    """The program before us sent `s` with SEQ 1, which is the SEQ of our own first request for a snapshot."""
    hub = SimulatedHub(8)
    hub.advance(400)
    other = Link(8)
    other.opened(0.4)
    hub.advance(410, other.take_outgoing())
    hub.advance(420, encode(AskSnapshot(), 1))
    hub.set_contact(3, 1)
    hub.advance(500)
    link = Link(8)
    link.opened(0.5)
    for now in range(510, 3000, 10):
        link.feed(hub.advance(now, link.take_outgoing()), now / 1000)
        link.tick(now / 1000)
        assert not link.live or link.tokens == b"\0\0\0\1\0\0\0\0"
    assert link.live


def test_given_a_packet_lost_in_a_hundred_when_a_thousand_changes_are_made_then_all_are_told_in_the_end() -> (
    None
):
    bench = Bench(0.01, 0.0, 4)
    bench.run(1000)
    for number in range(1000):
        bench.hub.set_contact(number % 29, number // 29 % 2)
        bench.run(60)
    bench.run(3000)
    assert bench.link.live
    assert bytes(bench.told) == bytes(bench.hub.contacts.tokens)
