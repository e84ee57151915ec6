"""Changes under noise: how long a watch believes what is no longer true, and how soon it mends.

    .venv/bin/python benchmarks/hub_noise.py [--changes 20000]

One packet in ten lost and one byte in a hundred harmed, each way, with lulls in between; the hub is that of
tests/firmware_bridge/lone_hub.py, which shares no code with ours. Simulated time.
"""

import argparse
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.firmware_bridge.test_never_wrong import storm

SIZES = (16, 64, 128, 144, 250)


def main() -> None:
    """Print a line for each size of board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=20_000, help="for each size")
    args = parser.parse_args()
    for sites in SIZES:
        reader, mended = storm(sites, args.changes, seed=sites)
        unaware = reader.unaware or [0]
        print(
            f"{sites:4} sites, {args.changes} changes: live against what was heard {reader.against} times; "
            f"a change not yet known: {len(reader.unaware)} times, median {median(unaware):.0f} ms, "
            f"longest {max(unaware)} ms; true again after noise ({len(mended)} times): "
            f"median {median(mended):.0f} ms, longest {max(mended)} ms"
        )


if __name__ == "__main__":
    main()
