"""Which sensor goes to which input: as a table, as sentences to be heard, and on paper."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Final

from announce import Vocabulary, Wording, page_words
from printing.controls import buttons_of, place_of
from printing.fonts import folded
from printing.lists import as_csv, buffers
from printing.order import Order
from printing.pdf_pages import BOTTOM, LEFT, TOP, PdfPages
from printing.texts import texts_of, wiring_texts
from tabletop import BoardLayout, Button, Site, SiteId

Lines = Mapping[Button, int]
"""The panel's buttons on the lines of the Pi (BCM numbers)."""

HEADER: Final[Mapping[int, int]] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""BCM number of a line of a Raspberry Pi to its pin on the header."""

HUB: Final[Mapping[str, int]] = {"data": 21, "load": 22, "clock": 24, "echo": 25, "power": 36, "ground": 38}
"""What a chain of shift registers goes to: pins of the Pico's board, as they are counted on it."""

_INPUTS: Final = 8  # of a chip
_TEXT: Final = 12 * 25.4 / 72  # mm: 12 points
_LEADING: Final = 1.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One row of the table; what does not apply is empty."""

    step: int = 0
    site: str
    name: str
    panel: str
    hub: int | str = ""
    channel: int | str = ""
    chip: int | str = ""
    input: str = ""
    gpio: int | str = ""
    header_pin: int | str = ""


def wires(order: Order, lines: Lines) -> list[Wire]:
    """Sensed sites by hub and channel, then the six buttons, which stay on the Pi itself."""
    layout = order.layout
    v = Wording(order.game_map, layout, language=order.language).vocabulary
    sensed = [site for site in layout.sites.values() if site.channel is not None]
    sensed.sort(key=lambda site: (site.hub, site.channel))
    rows = [_sensed(layout, v, site) for site in sensed] + list(_controls(layout, v, lines))
    return [replace(row, step=number) for number, row in enumerate(rows, start=1)]


def _sensed(layout: BoardLayout, v: Vocabulary, site: Site) -> Wire:
    channel = int(site.channel or 0)
    row = Wire(
        site=site.id,
        name=v.site(site.id),
        panel=_panel_of(layout, site),
        hub=int(site.hub),
        channel=channel,
    )
    if has_chips(layout):
        return replace(row, chip=channel // _INPUTS, input=f"D{channel % _INPUTS}")
    if channel in HEADER:
        return replace(row, gpio=channel, header_pin=HEADER[channel])
    return row


def _controls(layout: BoardLayout, v: Vocabulary, lines: Lines) -> Iterator[Wire]:
    for site, key in buttons_of(layout):
        yield Wire(
            site=site.id,
            name=page_words.button(v.phrases, key),
            panel=_panel_of(layout, site),
            gpio=lines[key],
            header_pin=HEADER[lines[key]],
        )


def _panel_of(layout: BoardLayout, site: Site) -> str:
    for panel in layout.panels:
        if (
            panel.x <= site.x < panel.x + panel.width + 1e-6
            and panel.y <= site.y < panel.y + panel.height + 1e-6
        ):
            return panel.id
    return ""


def has_chips(layout: BoardLayout) -> bool:
    """Whether its sensors go to shift registers; without, to the Pi's own lines."""
    return any(panel.chips for panel in layout.panels)


def wiring_csv(order: Order, lines: Lines) -> bytes:
    """A row a wire."""
    rows = (tuple(asdict(wire).values()) for wire in wires(order, lines))
    return as_csv([field.name for field in fields(Wire)], rows)


def sentences(order: Order, lines: Lines) -> list[str]:
    """The title, what is said once, then a line of work a wire."""
    layout, texts = order.layout, wiring_texts(order.language)
    counted = texts_of(order.language).counted
    found = wires(order, lines)
    several = len({wire.hub for wire in found if wire.hub != ""}) > 1
    panels = ", ".join(panel.id for panel in layout.panels if panel.chips)
    facts: dict[str, str | int] = {"board": layout.name, "panels": panels, **HUB}
    told = [line.format_map(facts) for line in (texts.title, *_said_once(layout, texts.before))]
    keys = {site.id: (site, key) for site, key in buttons_of(layout)}
    for wire in found:
        head = counted.format(k=wire.step, n=len(found))
        known = asdict(wire)
        if (named := keys.get(SiteId(wire.site))) is not None:
            known |= {"place": texts.place[place_of(named[0], layout)], "sign": texts.sign[named[1]]}
        told.append(f"{head} {texts.step[_kind(wire, several=several)].format_map(known)}")
    return told


def _said_once(layout: BoardLayout, before: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What is told before the first wire: of the chips, how they hang on the hub, and what all share."""
    powered = layout.sensing == "hall-switch"
    if not has_chips(layout):
        return before["header"][: None if powered else -1]
    buffer = before["buffer"] if buffers(layout) else ()
    return (*before["chips"], *before["hub"], *buffer, *(before["powered"] if powered else ()))


def _kind(wire: Wire, *, several: bool) -> str:
    """Which sentence tells a wire."""
    if wire.channel == "":
        return "control"
    if wire.chip != "":
        return "hub" if several else "chip"
    return "header" if wire.gpio != "" else "channel"


def wiring_txt(order: Order, lines: Lines) -> bytes:
    """A sentence a step."""
    return "".join(f"{line}\n" for line in sentences(order, lines)).encode()


def wiring_pdf(order: Order, lines: Lines) -> bytes:
    """The same on paper."""
    title, *rest = sentences(order, lines)
    pages = PdfPages(order.paper, title, order.language)
    pages.begin()
    pages.text((LEFT, 15), title, 5.0, bold=True)
    step, at = _TEXT * _LEADING, TOP
    for line in (part for whole in rest for part in folded(whole, pages.width - 2 * LEFT, _TEXT)):
        if at + step > BOTTOM:
            pages.begin()
            at = TOP
        at += step
        pages.text((LEFT, at), line, _TEXT)
    return pages.done()
