"""Hubs on real ports: found by id, lost and found, several under one board."""

import fcntl
import os
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge import PinSensor, Sensed
from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import HubPlace, UsbPort, candidates, place, places
from firmware_bridge.several import OneOfAll, hubs_of
from firmware_bridge.usb_ports import usb_ports
from tabletop import BoardLayout, DeviceHealth, HubId, Observation, Seen, SiteId, board_layout
from tests.firmware_bridge.lone_hub import LoneHub
from tests.firmware_bridge.pty_hub import PtyHub

LAYOUT = board_layout("usa")
SITES = 144
WANTED, OTHER = "00000000feedbeef", "00000000000cafe5"


class Bench:
    """Hubs in processes of their own, and a line that looks for one of them."""

    def __init__(self, folder: Path, *idents: str) -> None:
        self.hubs = {ident: PtyHub(folder / f"tty-{ident}", SITES, ident=ident) for ident in idents}
        self.said: list[str] = []
        self.told: list[Sensed] = []

    def line(self, where: HubPlace) -> HubLine[Sensed]:
        sensor = PinSensor(LAYOUT, only=where.only)
        return HubLine(where, sensor, say=self.said.append, seek=lambda place: self.ports())

    def ports(self) -> list[str]:
        return [str(hub.link) for hub in self.hubs.values() if hub.link.is_symlink()]

    def until(self, line: HubLine[Sensed], done: Callable[[], bool], seconds: float = 15.0) -> None:
        from time import monotonic

        deadline = monotonic() + seconds
        while not done():
            assert monotonic() < deadline, (self.said, self.health())
            line.wait(0.02)
            self.told += line.poll(monotonic())

    def health(self) -> list[tuple[str, str]]:
        return [(h.condition, h.cause) for h in self.told if isinstance(h, DeviceHealth)]

    def sights(self) -> list[tuple[str, str]]:
        return [(str(o.site), o.seen) for o in self.told if isinstance(o, Observation)]

    def close(self) -> None:
        for hub in self.hubs.values():
            hub.close()


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(*idents: str) -> Bench:
        made.append(Bench(tmp_path, *idents))
        return made[-1]

    yield make
    for bench in made:
        bench.close()


def test_given_two_hubs_when_one_is_wanted_by_its_id_then_it_is_found_and_found_again_elsewhere(
    make: Callable[..., Bench],
) -> None:
    bench = make(OTHER, WANTED)
    line = bench.line(place(WANTED))
    bench.until(line, lambda: ("live", "") in bench.health())
    assert bench.health() == [("live", "")]  # of the other one not a word
    assert line.path == str(bench.hubs[WANTED].link)
    bench.hubs[WANTED].do("unplug")
    bench.until(line, lambda: bench.health()[-1] == ("lost", "unplugged"))
    bench.hubs[WANTED].do("put 3 1", "plug")
    bench.until(line, lambda: bench.health()[-1] == ("live", ""))
    assert bench.health() == [("live", ""), ("lost", "unplugged"), ("live", "")]
    line.close()


def test_given_only_another_hub_when_one_is_wanted_by_its_id_then_wrong_board_is_said_once(
    make: Callable[..., Bench],
) -> None:
    bench = make(OTHER)
    line = bench.line(place(WANTED))
    bench.until(
        line, lambda: bench.said.count(f"hub {WANTED} is not at {bench.ports()[0]}; looking further") >= 1
    )
    bench.until(line, lambda: bool(bench.health()))
    for _ in range(80):
        line.wait(0.02)
        bench.until(line, lambda: True)
    assert bench.health() == [("lost", "wrong-board")]
    line.close()


def test_given_a_port_that_another_program_holds_when_15_s_pass_then_it_is_said_and_not_before() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    other = os.open(os.ttyname(slave), os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(other, fcntl.LOCK_EX)
    line = HubLine(place(os.ttyname(slave)), PinSensor(LAYOUT), say=lambda text: None)
    told: list[tuple[float, Sensed]] = []
    for tenth in range(200):
        told += [(tenth / 10, item) for item in line.poll(tenth / 10)]
    (said,) = told
    assert 15 <= said[0] <= 15.5
    assert isinstance(said[1], DeviceHealth) and said[1].cause == "busy"
    line.close()
    for descriptor in (other, master, slave):
        os.close(descriptor)


def test_given_a_host_that_does_not_look_when_it_looks_again_then_the_truth_in_bounded_memory(
    make: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.hub_line._BACKLOG", 8)
    bench = make(WANTED)
    line = bench.line(place(WANTED))
    bench.until(line, lambda: ("live", "") in bench.health())
    hub = bench.hubs[WANTED]
    for number in range(60):
        hub.do(f"put {number % 30} {1 - number // 30}")
        hub.truth()
    assert line._inbox.qsize() <= 8
    hub.do("put 3 1")
    wired = {int(channel): site for channel, site in LAYOUT.channels().items()}
    bench.until(line, lambda: (wired[3], "something") in bench.sights())
    believed = dict(bench.sights())
    assert [site for site, seen in believed.items() if seen == "something"] == [wired[3]]
    line.close()


def test_given_a_hub_replugged_100_times_when_tokens_move_then_nothing_is_lost_and_said_once() -> None:
    hub, sensor = LoneHub(SITES), PinSensor(LAYOUT)
    wired = {int(channel): site for channel, site in LAYOUT.channels().items()}
    channels = sorted(wired)
    told: list[Sensed] = []
    ms = 0

    def live(for_ms: int) -> None:
        nonlocal ms
        for _ in range(for_ms // 20):
            ms += 20
            data = hub.step(sensor.take_outgoing(), ms)
            told.extend([*sensor.feed(data, ms / 1000), *sensor.tick(ms / 1000)])

    told += sensor.opened(0.0)
    live(1500)
    for number in range(100):
        hub.put(channels[number], 1)
        live(200)
        told += sensor.closed(ms / 1000)
        hub.boot("por")
        hub.put(channels[number], number % 2)
        ms += 3000
        told += sensor.closed(ms / 1000, "unplugged", "still away")
        told += sensor.opened(ms / 1000)
        live(1500)
    health = [(h.condition, h.cause) for h in told if isinstance(h, DeviceHealth)]
    assert health == [("live", "")] + [("lost", "unplugged"), ("live", "")] * 100
    believed = {o.site: o.seen for o in told if isinstance(o, Observation)}
    stands = {wired[channel] for channel in channels if hub.sites[channel]}
    assert len(stands) == 50
    assert {site for site, seen in believed.items() if seen == "something"} == stands


def two_hubs() -> BoardLayout:
    """The board with its sites in turn on two hubs."""
    sites = {
        name: replace(site, hub=HubId(number % 2)) for number, (name, site) in enumerate(LAYOUT.sites.items())
    }
    return replace(LAYOUT, sites=sites)


def test_given_sites_on_two_hubs_when_listed_then_both_numbers() -> None:
    assert hubs_of(two_hubs()) == (HubId(0), HubId(1))
    assert hubs_of(LAYOUT) == (HubId(0),)


def hub(condition: str, at: float, cause: str = "") -> DeviceHealth:
    return DeviceHealth(device="hub", condition=condition, at=at, cause=cause)  # type: ignore[arg-type]


def test_given_two_hubs_when_one_goes_and_comes_then_the_pins_are_back_only_when_both_are() -> None:
    one = OneOfAll(hubs_of(two_hubs()))
    first, second = HubId(0), HubId(1)
    said = [
        *one.merge(first, [hub("live", 1)]),
        *one.merge(second, [hub("live", 2)]),
        *one.merge(second, [hub("lost", 3, "unplugged")]),
        *one.merge(first, [hub("lost", 4, "unplugged")]),
        *one.merge(first, [hub("live", 5)]),
        *one.merge(second, [hub("live", 6)]),
    ]
    assert [(h.condition, h.at) for h in said if isinstance(h, DeviceHealth)] == [
        ("live", 2),
        ("lost", 3),
        ("live", 6),
    ]


def test_given_two_hubs_when_one_goes_and_comes_then_what_the_other_feels_is_told_before_they_are_back() -> (
    None
):
    one = OneOfAll(hubs_of(two_hubs()))
    first, second = HubId(0), HubId(1)

    def felt(site: str, seen: Seen, at: float) -> Observation:
        return Observation(site=SiteId(site), sense="pin", seen=seen, at=at)

    one.merge(first, [felt("a", "something", 1), felt("b", "empty", 1), hub("live", 1)])
    assert one.merge(second, [felt("c", "empty", 2), hub("live", 2)])[-1] == hub("live", 2)
    one.merge(second, [hub("lost", 3, "unplugged")])
    one.merge(first, [felt("b", "something", 4)])
    back = one.merge(second, [felt("c", "something", 5), hub("live", 5)])
    assert back == [
        felt("c", "something", 5),
        felt("a", "something", 1),
        felt("b", "something", 4),
        hub("live", 5),
    ]


def test_given_two_hubs_when_their_cables_are_swapped_then_refused_in_words_naming_both() -> None:
    hubs = [LoneHub(SITES, ident=ident) for ident in (WANTED, OTHER)]
    sensors = [PinSensor(two_hubs(), hub=HubId(number), bind=True) for number in range(2)]
    told: list[Sensed] = []
    ms = 0

    def live(order: tuple[int, int]) -> None:
        nonlocal ms
        for sensor in sensors:
            told.extend(sensor.opened(ms / 1000))
        for _ in range(100):
            ms += 20
            for sensor, number in zip(sensors, order, strict=True):
                told.extend(sensor.feed(hubs[number].step(sensor.take_outgoing(), ms), ms / 1000))
                told.extend(sensor.tick(ms / 1000))
        for sensor in sensors:
            told.extend(sensor.closed(ms / 1000))

    live((0, 1))
    told.clear()
    live((1, 0))
    refused = [h for h in told if isinstance(h, DeviceHealth) and h.condition == "fault"]
    assert [h.cause for h in refused] == ["wrong-board", "wrong-board"]
    assert f"this is hub {OTHER}, wanted is hub {WANTED}; swap the cables" in refused[0].detail
    told.clear()
    live((0, 1))
    assert sum(h.condition == "live" for h in told if isinstance(h, DeviceHealth)) == 2


@pytest.mark.parametrize(
    ("text", "kind", "only"),
    [
        ("/dev/ttyACM0", "path", None),
        ("E6614103E7452D2F", "id", "e6614103e7452d2f"),
        ("auto", "auto", None),
        ("gpio", "gpio", None),
        ("ttyACM0", "path", None),
    ],
)
def test_given_a_place_in_the_config_when_read_then_it_is(text: str, kind: str, only: str | None) -> None:
    assert (place(text).kind, place(text).only) == (kind, only)


@pytest.mark.parametrize(
    ("text", "words"), [("cafe,CAFE", "names cafe twice"), ("auto,cafe", "says auto for one of several hubs")]
)
def test_given_places_that_cannot_be_meant_when_read_then_one_clear_line(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        places(text)


def test_given_ports_when_a_hub_is_looked_for_then_the_likeliest_first_and_a_probe_never() -> None:
    ports = [
        UsbPort(path="/dev/ttyACM0", vendor=0x2E8A, product=0x000C, serial="probe"),
        UsbPort(path="/dev/ttyACM1", vendor=0x2E8A, product=0x0005, serial=OTHER),
        UsbPort(path="/dev/ttyACM2", vendor=0x2E8A, product=0x0005, serial=WANTED),
        UsbPort(path="/dev/ttyUSB0", vendor=0x1A86, product=0x7523),
        UsbPort(path="/dev/ttyUSB1"),
    ]
    wanted = candidates(place(WANTED), ports)
    assert wanted == ["/dev/ttyACM2", "/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM1"]
    assert candidates(place("auto"), ports)[0] == "/dev/ttyACM1"
    assert candidates(place("/dev/x"), ports) == ["/dev/x"]


def test_given_a_kernel_tree_when_ports_are_listed_then_with_ids_whether_or_not_udev_made_its_links(
    tmp_path: Path,
) -> None:
    dev, sys_tty, usb = tmp_path / "dev", tmp_path / "sys", tmp_path / "usb1" / "1-1"
    for folder in (dev / "serial" / "by-id", sys_tty / "ttyACM0", sys_tty / "ttyUSB0", usb / "1-1:1.0"):
        folder.mkdir(parents=True)
    for name in ("ttyACM0", "ttyUSB0", "ttyS0"):
        (dev / name).touch()
    for name, text in (("idVendor", "2e8a"), ("idProduct", "0005"), ("serial", WANTED.upper())):
        (usb / name).write_text(f"{text}\n")
    (sys_tty / "ttyACM0" / "device").symlink_to(usb / "1-1:1.0")
    (dev / "serial" / "by-id" / "usb-Maker_Board_77AA-if00-port0").symlink_to(dev / "ttyUSB0")
    found = usb_ports(dev, sys_tty)
    assert found == [
        UsbPort(path=str(dev / "ttyACM0"), vendor=0x2E8A, product=5, serial=WANTED),
        UsbPort(path=str(dev / "ttyUSB0"), serial="77aa"),
    ]
    for link in (dev / "serial" / "by-id").iterdir():
        link.unlink()
    (dev / "serial" / "by-id").rmdir()
    assert [port.serial for port in usb_ports(dev, sys_tty)] == [WANTED, ""]
