"""What it takes: cords for the lines, and every part, as tables and as sentences."""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from itertools import pairwise
from math import ceil, dist
from typing import Final

from announce import Wording
from engine import SEATS
from printing.controls import buttons_of
from printing.order import Order, most_routes
from printing.sheets import sheets_of
from printing.texts import Texts
from table.board_drawing import city_radius
from tabletop import BoardLayout, Point, SiteId

_COLLAR_MM: Final = 22.0  # of a line, where its collar is
_CLEAR_MM: Final = 3.0  # before a disc, where a line ends
_BUILDINGS: Final = 3  # of a seat: stations, harbors

_INPUTS: Final = 8  # of a chip
_IN_PANELS: Final = "not needed with the panels"

MAGNET: Final = "5 x 3 mm, N35"
"""It fits the pocket of a printed token, and its field the sensor; docs/wiring.md tells it by this, too."""

SENSOR: Final = "DRV5032AJ"
CHIP: Final = "74HC165"
PULL_UP: Final = "47 kΩ"
STEEL_PIN: Final = "5 mm, soft steel"
BUFFER: Final = "74HC125"
"""At the 3.3 volts of the chips; a 74AHCT125 wants 5 volts, and would drive them above their supply."""

MOST_UNBUFFERED: Final = 8
"""So many shift registers a hub's load and clock drive by themselves."""


@dataclass(frozen=True, slots=True)
class PartCount:
    """So many of one kind of thing.

    `key`: how tables call it, `told`: its row in the texts, where that is another; `of`: whose, or of which
    colour; `in_panels`: nobody has to get it, for the printed panels have it; `on_sheets`: nor that, it is
    printed.
    """

    key: str
    count: int
    unit: str = "piece"
    of: str = ""
    note: str = ""
    in_panels: bool = False
    on_sheets: bool = False
    told: str = ""

    @property
    def name(self) -> str:
        """As tables call it."""
        return f"{self.key}-{self.of}" if self.of else self.key


def cords(order: Order) -> list[tuple[str, str, str, int, int]]:
    """For each route by its id: its cities, the length of its cord in mm, its ties."""
    sites = order.layout.sites
    found = []
    for site, route in order.routes:
        ends = sum(city_radius(sites[SiteId(city)]) + _CLEAR_MM for city in (route.a, route.b))
        long = sum(map(_length, site.path)) - ends - _COLLAR_MM
        found.append((str(route.id), str(route.a), str(route.b), max(0, round(long)), route.length))
    return found


def _length(line: Sequence[Point]) -> float:
    return sum(dist(one, two) for one, two in pairwise(line))


def strings_csv(order: Order) -> bytes:
    """The cords, and their sum."""
    rows = cords(order)
    total = ("total", "", "", sum(row[3] for row in rows), sum(row[4] for row in rows))
    return as_csv(("route", "a", "b", "cord_mm", "ties"), (*rows, total))


def parts_of(order: Order) -> list[PartCount]:
    """Every part of the tier."""
    seats = [seat for seat in SEATS if seat in order.layout.tokens.rgb]
    stock, wired = most_routes(order.game_map), order.has("starter")
    buildings = _BUILDINGS if order.sensed_cities else 0
    tokens = "printed" if order.has("tokens") else "three layers of card each"
    made = [PartCount("sheet", len(sheets_of(order)), "page", note=order.paper)]
    made += [PartCount("token", stock, of=seat, note=tokens) for seat in seats]
    if buildings:
        made += [PartCount("building", buildings, of=seat, note=tokens) for seat in seats]
    colours = Counter(route.colour for _, route in order.routes)
    panels = order.has("full")
    ring = partial(PartCount, "collar", note=_IN_PANELS if panels else "", in_panels=panels)
    made += [ring(count, of=colour) for colour, count in sorted(colours.items())]
    labels = sum(bool(site.label) for site in order.layout.sites.values()) + len(order.layout.exits)
    sensed = sum(site.channel is not None for site in order.layout.sites.values())
    paper = not order.has("tokens")
    made += [
        PartCount("label", labels, on_sheets=paper),
        PartCount("pin", len(order.layout.pins()), note=_pins(order), on_sheets=paper, told=_told_pin(order)),
        PartCount("magnet", (stock + buildings) * len(seats) if wired else 0, note=MAGNET),
        PartCount("sensor", sensed if wired else 0, note=SENSOR),
        PartCount("chip", _chips(order), note=CHIP),
        PartCount(
            "cord",
            sum(row[3] for row in cords(order)),
            "mm",
            note=_IN_PANELS if panels else "1.6 mm",
            in_panels=panels,
        ),
    ]
    return made + _electronics(order)


def buffers(layout: BoardLayout) -> int:
    """How many hubs need a buffer in load and clock."""
    last = {site.hub: 0 for site in layout.sites.values()}
    for site in layout.sites.values():
        last[site.hub] = max(last[site.hub], int(site.channel or 0))
    return sum(channel >= MOST_UNBUFFERED * _INPUTS for channel in last.values())


def _electronics(order: Order) -> list[PartCount]:
    """What a wired board takes beside its sensors and chips: around the chips, for the buttons, to play."""
    wired, chips, buttons = order.has("starter"), _chips(order), len(buttons_of(order.layout))
    hubs = {site.hub for site in order.layout.sites.values() if site.channel is not None}
    panels = sum(bool(panel.chips) for panel in order.layout.panels) if chips else 0
    return [
        PartCount("resistor", chips * _INPUTS, note=f"{PULL_UP}, one for each input; or networks of eight"),
        PartCount("capacitor", chips, note="100 nF"),
        PartCount("small-resistor", 2 * panels, note="100 Ω, in load and clock of each panel"),
        PartCount("large-capacitor", ceil(chips / 4), note="10 µF"),
        PartCount("buffer", buffers(order.layout) if chips else 0, note=BUFFER),
        PartCount("hub", len(hubs) if chips else 0, note="Raspberry Pi Pico, USB cable"),
        PartCount("key-switch", buttons if wired else 0, note="opening of 14 mm, plate of 1.5 mm"),
        PartCount("key-cap", buttons if wired else 0),
        PartCount("pi", int(wired), note="Raspberry Pi 4 or 5 (or 3B+), supply, memory card"),
        PartCount("loudspeaker", int(wired), note="or an earphone for each seat"),
    ]


def _chips(order: Order) -> int:
    """Shift registers; where nothing is wired none."""
    return sum(panel.chips for panel in order.layout.panels) if order.has("starter") else 0


def _pins(order: Order) -> str:
    """What a pin is made of."""
    if order.has("starter"):
        return STEEL_PIN
    return "5 x 7 mm, dowel" if order.has("tokens") else "printed on the sheets"


def _told_pin(order: Order) -> str:
    return "steel" if order.has("starter") else "dowel"


def parts_csv(order: Order) -> bytes:
    """A row a part."""
    rows = ((part.name, part.count, part.unit, part.note) for part in parts_of(order))
    return as_csv(("part", "count", "unit", "note"), rows)


def parts_txt(order: Order, texts: Texts) -> bytes:
    """A sentence a part; what is not needed is not named."""
    v = Wording(order.game_map, order.layout, language=order.language).vocabulary
    lines = [texts.parts["title"]]
    for part in parts_of(order):
        if part.count and not part.on_sheets:
            key = part.told or part.key
            words = texts.one_part.get(key, texts.parts[key]) if part.count == 1 else texts.parts[key]
            named = words.format(
                note=part.note,
                seat=v.seat(part.of) if part.of in SEATS else "",
                colour=v.colour(part.of) if part.key == "collar" else "",
            )
            needed = texts.parts["in_panels"].format(part=named) if part.in_panels else named
            lines.append(f"{part.count} {needed}.")
    return "".join(f"{line}\n" for line in lines).encode()


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A table with its head."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue().encode()
