"""What the table hears of a hub that lives and suffers: each once, and that it is over; the pins go on."""

from firmware_bridge import PinSensor
from firmware_bridge.several import OneOfAll
from tabletop import DeviceHealth, HubId, board_layout
from tests.firmware_bridge.lone_hub import LoneHub

LAYOUT = board_layout("usa")
WHOLE = 0xFF


class Bench:
    """A sensor on a hub that is another program, one clock."""

    def __init__(self) -> None:
        self.hub, self.sensor = LoneHub(144), PinSensor(LAYOUT)
        self.ms = 0
        self.sensor.opened(0.0)
        self.run(1500)

    def run(self, ms: int) -> list[tuple[str, str]]:
        """What is told of the hub in the next milliseconds."""
        told: list[tuple[str, str]] = []
        for _ in range(ms // 20):
            self.ms += 20
            data = self.hub.step(self.sensor.take_outgoing(), self.ms)
            sensed = [*self.sensor.feed(data, self.ms / 1000), *self.sensor.tick(self.ms / 1000)]
            told += [
                (h.condition, h.cause) for h in sensed if isinstance(h, DeviceHealth) and h.device == "hub"
            ]
        return told

    def fault(self, kind: str, *, on: bool) -> list[tuple[str, str]]:
        """The hub's own fault comes or goes; LoneHub keeps one a site, so this one tells it alone."""
        hub = self.hub
        if on:
            hub.faults[WHOLE] = 1
        else:
            hub.faults.pop(WHOLE, None)
        hub.say(f"F {{}} e={hub.epoch:04x} i=ff k={kind} x={on:d} n=0001 t={hub.t:08x}")
        return self.run(100)


def test_given_a_weak_supply_when_it_comes_and_goes_then_a_warning_while_live_and_that_it_is_over() -> None:
    bench = Bench()
    assert bench.fault("supply", on=True) == [("live", "supply")]
    assert bench.sensor.live
    assert bench.fault("supply", on=False) == [("live", "eased")]
    assert bench.fault("supply", on=True) == [("live", "supply")]


def test_given_two_ailments_when_the_worse_goes_then_the_other_is_told() -> None:
    bench = Bench()
    assert bench.fault("mem", on=True) == [("live", "mem")]
    assert bench.fault("supply", on=True) == [("live", "supply")]
    assert bench.fault("supply", on=False) == [("live", "mem")]


def test_given_a_broken_chain_when_told_then_the_hub_is_out_of_order_and_back_when_mended() -> None:
    bench = Bench()
    assert bench.fault("chain", on=True) == [("fault", "chain")]
    assert bench.fault("chain", on=False) == [("live", "")]


def test_given_an_ailment_that_was_told_when_the_hub_was_away_then_it_is_back_and_no_word_more() -> None:
    bench = Bench()
    bench.fault("mem", on=True)
    bench.sensor.closed(bench.ms / 1000)
    bench.sensor.opened(bench.ms / 1000)
    assert bench.run(1500) == [("live", "")]


def test_given_a_chain_that_broke_when_the_hub_was_away_then_it_is_not_told_to_be_back() -> None:
    bench = Bench()
    bench.fault("chain", on=True)
    bench.sensor.closed(bench.ms / 1000)
    bench.sensor.opened(bench.ms / 1000)
    assert bench.run(1500) == [("fault", "chain")]


def test_given_two_hubs_when_one_suffers_then_the_board_does_and_eased_is_no_return() -> None:
    one = OneOfAll([HubId(0), HubId(1)])

    def says(hub: int, condition: str, cause: str = "") -> list[tuple[str, str]]:
        news = DeviceHealth(device="hub", condition=condition, at=0.0, cause=cause)  # type: ignore[arg-type]
        return [(h.condition, h.cause) for h in one.merge(HubId(hub), [news]) if isinstance(h, DeviceHealth)]

    assert says(0, "live") == []
    assert says(1, "live") == [("live", "")]
    assert says(1, "live", "supply") == [("live", "supply")]
    assert says(1, "live", "eased") == [("live", "eased")]
    assert says(0, "lost", "silent") == [("lost", "silent")]
    assert says(0, "live") == [("live", "")]
