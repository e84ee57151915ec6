"""The small hub in C, on an emulated chip: another program that speaks hub/1, held to the same contract."""

import importlib.util
import inspect
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from firmware_bridge import (
    Ack,
    Beat,
    Delta,
    HubFault,
    HubHello,
    HubSettings,
    Key,
    Link,
    Ping,
    Restart,
    SitesChanged,
    Snapshot,
    Time,
    encode,
)
from firmware_bridge.serial_hub import PortError, SerialPort
from hw_tests.hub_bench import SLOW_ANSWER_S, HubBench, SimulatedHands
from lab.hub.cable import LossyWire
from tests.firmware.avr_hub import FLASH_BYTES, AvrHub, build, flash_bytes
from tests.firmware.hub_script import command

ROOT = Path(__file__).parents[2]
Files = tuple[Path, Path]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Program and bench, compiled once."""
    return build(tmp_path_factory.mktemp("avr"))


@pytest.fixture(scope="module")
def avr(files: Files) -> Iterator[AvrHub]:
    """One small hub for all tests that leave it as they found it."""
    with AvrHub(*files, seed=1) as avr:
        yield avr


@pytest.fixture
def hub(avr: AvrHub) -> Iterator[HubBench]:
    """The hub behind its serial port."""
    bench = HubBench(avr.port, SimulatedHands(avr), answer_s=SLOW_ANSWER_S)
    yield bench
    bench.close()


def contract() -> dict[str, Callable[[HubBench], None]]:
    """What every hub owes hub/1: the tests of hw_tests."""
    path = ROOT / "hw_tests" / "test_hub_contract.py"
    spec = importlib.util.spec_from_file_location("hub_contract", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {
        name: test for name, test in inspect.getmembers(module, inspect.isfunction) if "test_given" in name
    }


@pytest.mark.parametrize("name", contract())
def test_given_the_contract_of_hubs_when_held_against_the_small_hub_then_it_keeps_it(
    name: str, hub: HubBench
) -> None:
    test = contract()[name]
    test(*[hub for _ in inspect.signature(test).parameters])


def test_given_the_program_when_built_then_it_fits_4_kb_of_flash(files: Files) -> None:
    assert flash_bytes(files[0]) <= FLASH_BYTES


def test_given_a_key_when_pressed_and_held_then_told_and_counted(avr: AvrHub, hub: HubBench) -> None:
    hub.attach()
    avr.key(2, True)
    down = hub.until(Key)
    held = hub.until(Key)
    avr.key(2, False)
    up = hub.until(Key)
    assert [(key.key, key.action) for key in (down, held, up)] == [(2, "d"), (2, "h"), (2, "u")]
    assert 1990 <= held.t_ms - down.t_ms <= 2010
    assert hub.until(Beat).presses[2] == down.count


def test_given_settings_when_set_then_obeyed_or_refused(hub: HubBench) -> None:
    hub.attach()
    seq = hub.ask(HubSettings(beat_ms=200, debounce_ms=40))
    assert hub.until(Ack, lambda m: m.reply == seq).ok == 1
    hub.until(Beat)
    first, second = hub.until(Beat), hub.until(Beat)
    assert 190 <= second.t_ms - first.t_ms <= 210
    seq = hub.ask(HubSettings(beat_ms=1000, debounce_ms=16, mask=b"\x01"))
    assert hub.until(Ack, lambda m: m.reply == seq).error == "arg"  # it has no masks, and says so
    seq = hub.ask(HubSettings(beat_ms=1000, debounce_ms=16))
    assert hub.until(Ack, lambda m: m.reply == seq).ok == 1


def test_given_fields_that_make_no_sense_when_sent_then_refused(hub: HubBench) -> None:
    hub.attach()
    for number, text in enumerate(
        ("p %s h=1 h=2", "p %s h", "p %s h=", "p %s h=123456789", "l %s m=1", "p %s")
    ):
        seq = 0x2000 + number
        hub.send(command(text % f"{seq:04x}"))
        assert hub.until(Ack, lambda m, seq=seq: m.reply == seq).error == "arg"  # type: ignore[misc]
    hub.send(command("p 2100 zz=9 h=1f note=x"))
    assert hub.until(Time, lambda m: m.reply == 0x2100).stamp == 0x1F


def test_given_noise_when_sent_then_the_hub_lives_and_counts_it(hub: HubBench) -> None:
    random = Random(8)
    hub.attach()
    before = hub.until(Beat).bad
    for _ in range(60):
        data = bytearray(encode(Ping(stamp=random.randrange(1 << 32)), random.randrange(1 << 16)))
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        hub.send(bytes(data))
    assert hub.ping(77).stamp == 77
    assert hub.until(Beat).bad - before > 20


def test_given_a_cut_chain_when_scanned_then_every_site_is_unknown_until_it_is_mended(
    avr: AvrHub, hub: HubBench
) -> None:
    hub.attach()
    avr.contact(20, 1)
    hub.until(Delta)
    avr.cut_chain(True)
    assert (fault := hub.until(HubFault)).kind == "chain" and fault.standing == 1
    assert set(hub.until(Snapshot).tokens) == {0xFE}
    avr.cut_chain(False)
    assert hub.until(HubFault).standing == 0
    assert hub.until(Snapshot).tokens == bytes(20) + b"\x01" + bytes(43)
    avr.contact(20, 0)
    assert hub.until(Delta, lambda m: (20, 0) in m.changes)


def test_given_a_contact_that_chatters_when_21_edges_came_then_set_aside(avr: AvrHub, hub: HubBench) -> None:
    hub.attach()
    avr.contact(30, 1, bounce_ms=400)
    assert (fault := hub.until(HubFault)).kind == "chat" and fault.site == 30
    assert (30, 0xFE) in hub.until(Delta).changes
    hub.ask(Ping(stamp=1))
    assert hub.until(HubFault).standing == 0
    assert (30, 1) in hub.until(Delta).changes
    avr.contact(30, 0)
    assert (30, 0) in hub.until(Delta).changes


def test_given_more_than_32_changes_when_made_at_once_then_a_snapshot(avr: AvrHub, hub: HubBench) -> None:
    hub.attach()
    for level in (1, 0):
        avr.contacts(dict.fromkeys(range(40), level))
        told = hub.until(Snapshot, lambda m, level=level: set(m.tokens[:40]) == {level})  # type: ignore[misc]
        assert told.reply is None


def test_given_a_restart_when_asked_by_the_right_name_then_soft_and_another_epoch(files: Files) -> None:
    with AvrHub(*files, seed=2) as avr:
        bench = HubBench(avr.port, SimulatedHands(avr), answer_s=SLOW_ANSWER_S)
        first, _ = bench.attach()
        seq = bench.ask(Restart(mode="run", id="0000"))
        assert bench.until(Ack, lambda m: m.reply == seq).error == "perm"
        seq = bench.ask(Restart(mode="run", id=first.id[-4:]))
        assert bench.until(Ack, lambda m: m.reply == seq).ok == 1
        again = bench.until(HubHello, lambda m: m.reply is None)
        assert again.reset == "soft" and again.epoch != first.epoch
        bench.close()


def test_given_a_tenth_of_all_packets_lost_when_tokens_move_then_the_mirror_is_true_in_the_end(
    files: Files,
) -> None:
    with AvrHub(*files, seed=3) as avr:
        mirror, live = trusted(avr)
    assert live and mirror == {site: site % 2 for site in range(20)}


def trusted(avr: AvrHub) -> tuple[dict[int, int], bool]:
    """Move twenty tokens over bad wires; what the host's link believes soon after they are whole again."""
    link, down, up = Link(64), LossyWire(0.1, 4), LossyWire(0.1, 5)
    heard: list[bytes] = []
    errors: list[PortError] = []
    port = SerialPort(avr.port)
    port.open()
    port.start(heard.append, errors.append)
    mirror: dict[int, int] = {}
    start = time.monotonic()
    link.opened(start)
    moves = [(1 + 0.1 * n, n % 20, 1 if n < 20 else n % 2) for n in range(40)]
    still = {site: site % 2 for site in range(20)}
    while (now := time.monotonic()) - start < 6.4 or (
        now - start < SLOW_ANSWER_S and not (link.live and mirror == still)  # a loaded machine's chip is late
    ):
        if now - start > 5.1:
            down.loss = up.loss = 0.0
        while moves and now - start > moves[0][0]:
            _, site, level = moves.pop(0)
            avr.contact(site, level, bounce_ms=3)
        time.sleep(0.01)  # the chip lives in real time
        events = link.feed(b"".join(down.carry(heard.pop(0)) for _ in range(len(heard))), now)
        for event in [*events, *link.tick(now)]:
            if isinstance(event, SitesChanged):
                mirror.update((site, token) for site, token in event.changes if site < 20)
        if out := up.carry(link.take_outgoing()):
            port.write(out)
    port.close()
    assert not errors
    return mirror, link.live
