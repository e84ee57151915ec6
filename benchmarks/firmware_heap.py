"""What the hub's firmware takes of a Pico's memory and time, on MicroPython itself (WebAssembly, under Node).

    .venv/bin/python -m benchmarks.firmware_heap [--minutes 60]

250 sites, a token set and lifted every five seconds, a ping every two: simulated time. Kept is what is in use
after a collection; the bar is a Pico's heap of 232 KiB, and no growth of what is kept. Bytecodes are counted
with 144 sites; a Pico is taken to run 500 in a millisecond (docs/firmware.md), and a scan has 4 ms.
"""

import argparse
import time

from tests.firmware.hub_table import Table, opcodes
from tests.firmware.on_micropython import HEAP_BYTES
from tests.firmware.test_memory import live_for


def main() -> None:
    """Print a line for each kind of board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=60, help="of simulated time")
    args = parser.parse_args()
    for name, pieces in (("presence", "None"), ("resistors", "Pieces()")):
        start = time.monotonic()
        lived = live_for(args.minutes, pieces)
        growth = lived.kept[-1] - lived.kept[0]
        print(
            f"{name:9} {args.minutes} min: heap {lived.heap / 1024:.0f} KiB (bar {HEAP_BYTES // 1024}), "
            f"kept {lived.kept[-1] / 1024:.1f} KiB at the end, {growth:+d} bytes since the start; "
            f"at most {max(lived.grown) / 1024:.1f} KiB before a collection; {lived.version} changes, "
            f"{lived.said} packets, {time.monotonic() - start:.0f} s"
        )
    for name, resistors in (("presence", False), ("resistors", True)):
        table = Table(chips=18, resistors=resistors).attached()
        table.run(300)
        counts = opcodes(table, 400)
        print(
            f"{name:9} 144 sites: {4 * sum(counts) / len(counts):.0f} bytecodes a scan, {max(counts)} in the "
            f"busiest millisecond (bar: 2000 a scan, for 250 scans a second)"
        )


if __name__ == "__main__":
    main()
