"""The firmware fits a Pico's memory, and its scan loop takes none; measured on MicroPython itself."""

from typing import NamedTuple

from tests.firmware.on_micropython import HEAP_BYTES, under_node

_LIVE = """
import gc
from array import array
from firmware_bridge.firmware.core import Hub
"""
_HUB = """
from firmware_bridge.firmware.pieces import Pieces
from tests.firmware.hub_script import command

hub = Hub(250, 6, 1, "e6614103e7452d2f", "por", PIECES)
levels = bytearray(b"\\xff" * 33)
REFERENCE, OPEN, PIECE = (array("H", [code] * 5) for code in (2796, 4095, 682))
now = seq = 0

def second(k):
    global now, seq
    site = k // 5 % 120
    if k % 5 == 0:
        levels[site >> 3] &= ~(1 << site % 8)
    if k % 5 == 3:
        levels[site >> 3] |= 1 << site % 8
    if k % 2 == 0:
        seq += 1
        line = "p %04x h=%08x" if hub.attached else "h %04x hub=1.0 x=%x"
        for byte in command(line % (seq, k)):
            hub.hear(byte)
    end = now + 1000
    while now < end:
        now += 4
        hub.begin(now)
        echo = now & 4
        levels[32] = 255 if echo else 0
        hub.scan(levels, echo, 0)
        site = hub.converter_site()
        while site >= 0:
            empty = levels[site >> 3] >> site % 8 & 1 if site < 255 else 1
            hub.measured(site, REFERENCE if site == 255 else OPEN if empty else PIECE)
            site = hub.converter_site()
        hub.tick()
        hub.tx.sent(64)

gc.collect()
"""
_MINUTE = """
for k in range({0}, {0} + 60):
    second(k)
print("grew to", gc.mem_alloc())
gc.collect()
"""
_TELL = """
import micropython
print("live", gc.mem_alloc())
print("version", hub.sites.version, "beats", hub.tx.seq)
micropython.mem_info()
gc.collect()
"""


class Lived(NamedTuple):
    """What a hub did and took in some simulated time."""

    kept: list[int]  # bytes in use after a collection: at the start, halfway, at the end
    grown: list[int]  # bytes in use after each minute, before a collection
    heap: int  # bytes of MicroPython's heap at the end
    version: int  # changes told
    said: int  # packets said


def live_for(minutes: int, pieces: str) -> Lived:
    """Let a hub of 250 sites live under MicroPython; `pieces`: its converter, as an expression."""
    half = [_MINUTE.format(60 * minute) for minute in range(minutes // 2)]
    rest = [_MINUTE.format(60 * minute) for minute in range(minutes // 2, minutes)]
    hub = _HUB.replace("PIECES", pieces)
    lines = under_node(_LIVE, hub, _MINUTE.format(0), _TELL, *half, _TELL, *rest, _TELL)

    def told(word: str, place: int) -> list[int]:
        return [int(line.split()[place].rstrip(",")) for line in lines if line.startswith(word)]

    return Lived(
        kept=told("live", 1),
        grown=told("grew", 2),
        heap=told("GC: total", 2)[-1],
        version=told("version", 1)[-1],
        said=told("version", 3)[-1],
    )


def test_given_fifteen_minutes_when_lived_on_micropython_then_no_memory_is_kept_and_a_pico_can_do_it() -> (
    None
):
    lived = live_for(15, "None")
    assert lived.version > 350 and lived.said > 1250  # changes, beats and answers: it did live
    assert max(lived.kept) - min(lived.kept) <= 256, lived
    assert lived.heap <= HEAP_BYTES  # this build makes its heap larger when it must
    assert lived.kept[-1] < 110_000, lived


def test_given_resistors_when_some_minutes_are_lived_then_the_same_holds() -> None:
    lived = live_for(4, "Pieces()")
    assert lived.version > 90
    assert max(lived.kept) - min(lived.kept) <= 256, lived
    assert lived.heap <= HEAP_BYTES
    assert lived.kept[-1] < 120_000, lived


def test_given_a_locked_heap_when_scanned_with_moving_contacts_then_the_loop_still_turns() -> None:
    lines = under_node(
        """
import micropython
from tests.firmware.hub_script import Bench, command

for resistors in (True, False):
    bench = Bench(18, resistors)
    bench.until(400)
    bench.cable.from_host.append(command("h 0001 hub=1.0"))
    bench.until(1500)
    inputs, seq = bench.world.inputs, bench.hub.tx.seq
    micropython.heap_lock()
    try:
        while bench.now < 1880:
            if bench.now < 1564 and bench.now % 4 == 3:
                inputs[0] ^= 8  # sixteen bounces, each too short to be believed
            bench.now += 1
            bench.loop.turn(bench.now)
    finally:
        micropython.heap_unlock()
    print(bench.hub.tx.seq - seq, bench.hub.scans)
"""
    )
    assert lines == ["0 120", "0 120"]
