"""The table of parts in docs/wiring.md, from what a board's print counts; scripts/schematic.py writes it."""

from collections.abc import Iterator
from typing import Final

from engine import game_map
from printing.lists import BUFFER, CHIP, MAGNET, PULL_UP, SENSOR, STEEL_PIN, parts_of
from printing.order import Order
from tabletop import board_layout, layout_text

BOARD: Final = "usa"

# Estimates in US dollars for single pieces; no shop was asked.
_EACH: Final = {"chip": 0.45, "sensor": 0.25, "pin": 0.04, "magnet": 0.10}
_PICO, _NETWORK, _REED, _BUFFER, _SMALL, _WIRE = 4.50, 0.15, 0.20, 0.40, 1.50, 15.00


def between(text: str, name: str, table: str) -> str:
    """A page with this table between the marks of its name.

    Raises:
        ValueError: the marks are gone.
    """
    first, last = f"<!-- {name}: made by scripts/schematic.py -->", f"<!-- end of {name} -->"
    before, begin, rest = text.partition(first)
    _, end, after = rest.partition(last)
    if not (begin and end):
        raise ValueError(f"wiring.md has no {first} and {last}; put them back")
    return f"{before}{first}\n{table}\n{last}{after}"


def parts_table() -> str:
    """What is to be bought for one board with all its wires, as a Markdown table."""
    counts = _counts()
    both, reeds = sum(cost for cost in _costs(counts)), counts["sensor"] * (_REED - _EACH["sensor"])
    a_site = both / counts["sensor"], (both + reeds) / counts["sensor"]
    rows = [
        _row("Raspberry Pi Pico, or Pico 2 (stepping A4)", 1, _PICO, "USB to the Pi"),
        _row(CHIP, counts["chip"], _EACH["chip"], "eight inputs each, at 3.3 V"),
        _row(
            f"{PULL_UP} network, eight and a common pin",
            counts["chip"],
            _NETWORK,
            "74HC has no pull-ups of its own",
        ),
        _row(
            f"{SENSOR}, a Hall switch",
            counts["sensor"],
            _EACH["sensor"],
            "the version AJ, and none in its place: [why](parts/drv5032.md)",
        ),
        _row(
            "or reed contact, 10 to 15 AT", counts["sensor"], _REED, "draws nothing; bounces for 1 ms; glass"
        ),
        _row(
            f"pin, {STEEL_PIN}, 14 mm long",
            counts["pin"],
            _EACH["pin"],
            "carries the field down; not stainless, not hardened",
        ),
        _row(f"magnet, {MAGNET}", counts["magnet"], _EACH["magnet"], "one in each token, the same pole down"),
        f"| 100 nF a chip, 10 µF every four, 100 Ω in CLK and PL at each panel | | | {_SMALL:.2f} | |",
        _row(BUFFER, 1, _BUFFER, "at 3.3 V: CLK and PL beyond 8 chips or 50 cm"),
        _row("74AHCT125", 1, _BUFFER, "at 5 V, for lamp data alone"),
        f"| ribbon, plugs, wire, fuse 500 mA | | | {_WIRE:.2f} | ground beside CLK and PL |",
        f"| **with hall switches, with reeds** | | | **{both:.0f}, {both + reeds:.0f}** "
        f"| {a_site[0]:.2f}, {a_site[1]:.2f} a site |",
    ]
    return "\n".join(["| Part | Number | Each | Total | Note |", "|---|---:|---:|---:|---|", *rows])


def _counts() -> dict[str, int]:
    order = Order(text=layout_text(BOARD), layout=board_layout(BOARD), game_map=game_map(BOARD), tier="full")
    return {part.key: part.count for part in parts_of(order) if part.key in _EACH}


def _costs(counts: dict[str, int]) -> Iterator[float]:
    """Of a board with Hall switches."""
    yield from (count * _EACH[key] for key, count in counts.items())
    yield _PICO + counts["chip"] * _NETWORK + 2 * _BUFFER + _SMALL + _WIRE


def _row(name: str, count: int, each: float, note: str) -> str:
    return f"| {name} | {count} | {each:.2f} | {count * each:.2f} | {note} |"
