"""The pins as a sensor: what others get to hear, once each way."""

from collections.abc import Callable

import pytest

from firmware_bridge import PinSensor, Sensed
from lab.hub.simulated_hub import SimulatedHub
from tabletop import DeviceHealth, Observation, Press, SiteId, board_layout

LAYOUT = board_layout("usa")
SITES = {int(channel): site for channel, site in LAYOUT.channels().items()}
CHANNEL = {site: channel for channel, site in SITES.items()}
PIN = SITES[136]


class Bench:
    """A sensor on a simulated hub, both pure, one clock."""

    def __init__(self, sites: int = 144) -> None:
        self.hub = SimulatedHub(sites, seed=1)
        self.sensor = PinSensor(LAYOUT)
        self.ms = 0
        self.told: list[Sensed] = list(self.sensor.opened(0.0))
        self.cut: Callable[[bytes], bytes] = lambda data: data

    def run(self, ms: int, step: int = 10) -> list[Sensed]:
        """What is told in the next milliseconds."""
        start = len(self.told)
        for _ in range(ms // step):
            out = self.sensor.take_outgoing()
            self.ms += step
            data = self.cut(self.hub.advance(self.ms, out))
            self.told += self.sensor.feed(data, self.ms / 1000) if data else ()
            self.told += self.sensor.tick(self.ms / 1000)
        return self.told[start:]


def live() -> Bench:
    """One whose hub has answered."""
    bench = Bench()
    bench.run(1000)
    return bench


def health(told: list[Sensed]) -> list[tuple[str, str, str]]:
    return [(h.device, h.condition, h.cause) for h in told if isinstance(h, DeviceHealth)]


def sights(told: list[Sensed]) -> list[tuple[SiteId, str]]:
    return [(o.site, o.seen) for o in told if isinstance(o, Observation)]


def test_given_a_hub_when_it_answers_then_the_whole_board_is_told_and_then_live() -> None:
    bench = Bench()
    bench.hub.set_contact(136, 1)
    told = bench.run(1000)
    assert len(sights(told)) == len(SITES)
    assert dict(sights(told))[PIN] == "something"
    assert told[-1] == DeviceHealth(device="hub", condition="live", at=told[-1].at)
    assert bench.sensor.live
    assert bench.sensor.hello is not None and bench.sensor.hello.sites == 144


def test_given_a_bouncing_contact_when_it_settles_then_presence_is_told_within_150_ms() -> None:
    bench = live()
    start = bench.ms
    bench.hub.set_contact(136, 1, bounce_ms=12)
    told = bench.run(1000)
    assert sights(told) == [(PIN, "something")]
    assert told[0].at - start / 1000 <= 0.15


def test_given_keys_of_the_hub_when_pressed_then_they_are_the_panels_and_the_seats() -> None:
    bench = live()
    for key in (0, 5, 6, 10):
        bench.hub.key(key, True)
        bench.run(50)
        bench.hub.key(key, False)
        bench.run(50)
    presses = [p for p in bench.told if isinstance(p, Press)]
    assert [(p.button or p.seat, p.action) for p in presses] == [
        (name, action) for name in ("ask", "yes", "blue", "black") for action in ("down", "up")
    ]


def test_given_a_chattering_pin_when_set_aside_then_unknown_and_a_fault_of_that_pin_and_back() -> None:
    bench = live()
    bench.hub.flicker(136, 15, 3000)
    told = bench.run(10_000)
    assert sights(told)[-2:] == [(PIN, "unknown"), (PIN, "empty")]
    faults = [h for h in told if isinstance(h, DeviceHealth)]
    assert [(h.device, h.condition, h.cause, h.site) for h in faults] == [
        ("pin", "fault", "chat", PIN),
        ("pin", "live", "", PIN),
    ]


def test_given_a_hub_that_hangs_when_it_goes_on_then_stale_once_live_once_and_the_whole_board() -> None:
    bench = live()
    bench.hub.hang(4000)
    bench.run(100)
    bench.hub.set_contact(136, 1)
    told = bench.run(8000)
    assert health(told) == [("hub", "stale", "silent"), ("hub", "live", "")]
    assert dict(sights(told[: len(SITES) + 1])).keys() == set(SITES.values())
    assert sights(told)[-1] == (PIN, "something")  # scanned after the hub's first beat


def test_given_a_silent_hub_when_its_port_is_opened_again_and_again_then_it_is_said_once() -> None:
    bench = live()
    bench.cut = lambda data: b""
    told = bench.run(6000)
    assert health(told) == [("hub", "stale", "silent")]
    for _ in range(3):
        assert bench.sensor.wants_reopen
        told = list(bench.sensor.closed(bench.ms / 1000, "silent"))
        told += bench.sensor.opened(bench.ms / 1000)
        told += bench.run(9000)
        assert told == []


def test_given_an_unplugged_hub_when_opening_fails_for_the_same_reason_then_it_is_said_once() -> None:
    bench = live()
    told = [*bench.sensor.closed(1.0, "unplugged"), *bench.sensor.closed(2.0, "unplugged")]
    told += bench.sensor.closed(3.0, "busy")
    assert health(told) == [("hub", "lost", "unplugged"), ("hub", "lost", "busy")]


def test_given_no_port_from_the_start_when_told_then_lost() -> None:
    sensor = PinSensor(LAYOUT)
    assert health(list(sensor.closed(1.0, "forbidden"))) == [("hub", "lost", "forbidden")]


def test_given_a_hub_that_restarts_when_it_is_back_then_said_once_each_way_with_the_board() -> None:
    bench = live()
    bench.hub.reboot()
    told = bench.run(5000)
    assert health(told) == [("hub", "stale", "rebooted"), ("hub", "live", "")]
    assert len(sights(told)) == len(SITES)
    assert any("has restarted, cause wdt" in note for note in bench.sensor.take_notes())


def test_given_a_lost_packet_when_it_is_repaired_at_once_then_health_says_nothing() -> None:
    bench = live()
    bench.cut = lambda data: b"" if b"$D" in data else data
    bench.hub.set_contact(136, 1)
    told = bench.run(50)
    bench.cut = lambda data: data
    told += bench.run(2000)
    assert health(told) == []
    assert sights(told) == [(PIN, "something")]


def test_given_a_hub_with_too_few_sites_when_it_answers_then_a_fault_names_both_and_nothing_is_sensed() -> (
    None
):
    bench = Bench(sites=100)
    told = bench.run(3000)
    assert health(told) == [("hub", "fault", "wrong-board")]
    assert sights(told) == []
    assert isinstance(told[0], DeviceHealth) and "100 sites" in told[0].detail


def test_given_a_hand_over_many_pins_when_it_leaves_one_token_then_only_that_is_told() -> None:
    bench = live()
    channels = sorted(SITES)[:7]
    for number, channel in enumerate(channels):
        bench.hub.set_contact(channel, 1, bench.ms + 10 * number)
        bench.hub.set_contact(channel, 0 if number else 1, bench.ms + 300)
    told = bench.run(3000)
    assert sights(told) == [(SITES[channels[0]], "something")]


def test_given_three_reboots_in_five_minutes_when_told_then_the_third_names_the_supply() -> None:
    bench = live()
    told: list[Sensed] = []
    for _ in range(3):
        bench.hub.reboot("brown")
        told += bench.run(30_000)
    assert health(told) == [
        ("hub", "stale", "rebooted"),
        ("hub", "live", ""),
        ("hub", "stale", "rebooted"),
        ("hub", "live", ""),
        ("hub", "stale", "supply"),
        ("hub", "live", ""),
    ]
    assert bench.sensor._link.reboots.count == 3


def test_given_a_pin_set_aside_when_its_evidence_is_asked_for_then_count_and_since_when() -> None:
    bench = live()
    before = bench.sensor.set_aside
    bench.hub.flicker(136, 15, 3000)
    bench.run(4000)
    (aside,) = bench.sensor.set_aside
    assert before == ()
    assert (aside.site, aside.channel, aside.kind) == (PIN, 136, "chat")
    assert aside.count > 20
    assert 1.0 < aside.since < 4.0
    bench.run(10_000)
    assert bench.sensor.set_aside == ()


def lossy(every: int) -> Callable[[bytes], bytes]:
    """Every so manieth packet is lost."""
    count = 0

    def cut(data: bytes) -> bytes:
        nonlocal count
        kept = b""
        for line in data.splitlines(keepends=True):
            count += 1
            kept += line if count % every else b""
        return kept

    return cut


def test_given_a_wire_that_loses_one_packet_in_twenty_when_it_goes_on_then_noise_is_said_once_and_live() -> (
    None
):
    bench = live()
    bench.cut = lossy(20)
    told: list[Sensed] = []
    for number in range(400):
        bench.hub.set_contact(136, number % 2)
        told += bench.run(400)
    assert health(told) == [("hub", "live", "noise")]
    assert bench.sensor._link.losses.noisy
    noise = next(h for h in told if isinstance(h, DeviceHealth))
    assert "packets lost" in noise.detail


def test_given_a_wire_that_loses_one_packet_in_500_when_it_goes_on_then_nothing_is_said() -> None:
    bench = live()
    bench.cut = lossy(500)
    for number in range(600):
        bench.hub.set_contact(136, number % 2)
        bench.run(200)
    assert health(bench.told)[1:] == []


def test_given_a_wire_that_gets_worse_and_better_when_it_is_steady_then_it_is_said_to_be_back() -> None:
    bench = live()
    start = len(bench.told)
    for _ in range(6):
        bench.cut = lambda data: b"".join(
            line for line in data.splitlines(keepends=True) if line[1:2] not in (b"S", b"D")
        )
        bench.hub.set_contact(136, 1 - bench.hub.contacts.raw[136])
        bench.run(1500)
        bench.cut = lambda data: data
        bench.run(900)
    bench.run(4000)
    told = [said for said in health(bench.told[start:]) if said[2] != "noise"]
    assert told == [("hub", "stale", "out-of-step"), ("hub", "live", "")]
    assert bench.sensor.live


def pins(told: list[Sensed]) -> list[tuple[str, str]]:
    return [(h.condition, h.cause) for h in told if isinstance(h, DeviceHealth) and h.site == PIN]


def without_faults(data: bytes) -> bytes:
    """What a hub sends that says f0 and reports no fault of its own."""
    return b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"$F"))


@pytest.mark.parametrize("cut", [bytes, without_faults])
def test_given_a_token_between_classes_when_it_stays_so_then_something_stands_and_people_are_told_once(
    cut: Callable[[bytes], bytes],
) -> None:
    """By f0 alone the token was quietly taken for the mover's."""
    bench = live()
    bench.cut = cut
    bench.hub.set_contact(136, 0xF0)
    told = bench.run(3000)
    assert sights(told) == [(PIN, "something")]
    assert pins(told) == [("fault", "amb")]
    bench.hub.set_contact(136, 1)  # pressed down: the contact is well
    assert pins(bench.run(5000)) == [("live", "")]


def test_given_a_token_that_is_set_when_it_is_between_classes_for_a_moment_then_no_pin_is_blamed() -> None:
    bench = live()
    bench.cut = without_faults
    bench.hub.set_contact(136, 0xF0)
    told = bench.run(300)
    bench.hub.set_contact(136, 0x21)
    assert pins(told + bench.run(3000)) == []


def test_given_a_token_between_classes_when_its_hub_is_back_then_it_is_told_then_too() -> None:
    bench = Bench()
    bench.cut = without_faults
    bench.hub.set_contact(136, 0xF0)
    bench.hub.set_contact(143, 0xF0)  # a spare input
    told = bench.run(3000)
    assert pins(told) == [("fault", "amb")]
    assert len(health(told)) == 2  # and that the hub is there
    bench.hub.hang(4000)
    bench.run(100)
    bench.hub.set_contact(136, 0)
    told = bench.run(8000)
    assert pins(told) == [("live", "")]
    assert dict(sights(told))[PIN] == "empty"
