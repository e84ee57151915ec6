"""The drawing and the table of pins are what the firmware's own pin table makes of them."""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

import pytest

from firmware_bridge.firmware import pins
from scripts.schematic import DRAWING, PAGE, drawing, page, table

SVG = "{http://www.w3.org/2000/svg}"


def test_given_the_pin_table_when_drawn_then_drawing_and_page_are_up_to_date() -> None:
    assert DRAWING.read_text(encoding="utf-8") == drawing()
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text)
    with pytest.raises(ValueError, match=r"wiring.md has no <!-- pins"):
        page("# Wiring")


def test_given_the_table_when_read_then_each_pin_of_the_firmware_is_there_once() -> None:
    used = [pins.DATA_IN, pins.LOAD, pins.CLOCK, pins.ECHO, pins.LAMPS, pins.SUPPLY]
    used += [*pins.KEYS, *pins.SELECT, *pins.CHIP, *pins.BANKS]
    assert sorted(gp for _, gp, _, _ in pins.TABLE) == sorted(used)
    assert len({pin for pin, _, _, _ in pins.TABLE}) == len(pins.TABLE)
    assert all(f"| {pin} | {gp} |" in table() for pin, gp, _, _ in pins.TABLE)


@dataclass(frozen=True)
class Area:
    """What a piece of text or a part covers, roughly."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def meets(self, other: "Area") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def texts() -> list[Area]:
    found: list[Area] = []
    for element in ElementTree.fromstring(drawing()).iter(f"{SVG}text"):
        words = element.text or ""
        small = element.get("class") == "small"
        wide, high = (7.2 if small else 8.8) * len(words), 11 if small else 13
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        found.append(Area(left, y - high, left + wide, y, words))
    return found


def test_given_the_drawing_when_looked_at_then_no_words_lie_on_others_or_off_the_sheet() -> None:
    root = ElementTree.fromstring(drawing())
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    words = texts()
    assert len(words) > 60
    for number, one in enumerate(words):
        assert one.left >= 0 and one.right <= wide and one.top >= 0 and one.bottom <= high, one
        assert not [other for other in words[number + 1 :] if one.meets(other)], one
