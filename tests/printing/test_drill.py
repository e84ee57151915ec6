"""Drill files: read back as a machine and a browser read them."""

import subprocess
import sys
from hashlib import sha256
from io import StringIO
from math import dist
from os import environ
from xml.etree import ElementTree

import pytest
from ezdxf.document import Drawing
from ezdxf.filemanagement import read

from engine import game_map
from printing.drill import drill_dxf, drill_svg
from printing.order import Order
from tabletop import SiteId, board_layout, layout_text

ORDER = Order(
    text=layout_text("usa"), layout=board_layout("usa"), game_map=game_map("usa"), tier="full", language="en"
)


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return read(StringIO(drill_dxf(ORDER).decode()))


def test_given_a_board_then_its_dxf_is_clean_and_in_millimetres(drawing: Drawing) -> None:
    audit = drawing.audit()
    assert not audit.errors and not audit.fixes
    assert drawing.dxfversion == "AC1024" and drawing.header["$INSUNITS"] == 4


def test_given_each_pin_then_a_machine_drills_there_and_its_channel_stands_beside(drawing: Drawing) -> None:
    layout, space = ORDER.layout, drawing.modelspace()
    circles = list(space.query('CIRCLE[layer=="DRILL_5.0"]'))
    pins = {(site.x, round(600 - site.y, 1)): site for site in layout.pins()}
    assert len(circles) == len(pins) == 100
    assert all(one.dxf.radius == 2.5 for one in circles)
    texts = {one.dxf.text: one.dxf.align_point for one in space.query('TEXT[layer=="CHANNEL"]')}
    assert len(texts) == 100
    for one in circles:
        site = pins[round(one.dxf.center.x, 1), round(one.dxf.center.y, 1)]
        beside = texts[str(site.channel)]
        assert dist((beside.x, beside.y), (one.dxf.center.x, one.dxf.center.y)) < 4


def test_given_the_cuts_then_they_are_closed_and_the_notch_is_a_half_circle(drawing: Drawing) -> None:
    cuts = list(drawing.modelspace().query('LWPOLYLINE[layer=="CUT"]'))
    assert len(cuts) == 1 + len(ORDER.layout.panels)
    assert all(one.closed for one in cuts)
    outline = [tuple(point) for point in cuts[0].get_points("xyb")]
    assert (217.0, 0.0, -1.0) in outline and (233.0, 0.0, 0.0) in outline
    assert {point[:2] for point in outline} >= {(0, 0), (900, 0), (900, 600), (0, 600)}
    corners = [tuple(point) for point in cuts[1].get_points("xy")]
    assert corners == [(0, 400), (180, 400), (180, 600), (0, 600)]  # A1, at the back left


def test_given_the_svg_then_its_circles_are_the_pins() -> None:
    text = drill_svg(ORDER).decode()
    root = ElementTree.fromstring(text)
    found = [
        one.attrib for one in root.iter("{http://www.w3.org/2000/svg}circle") if one.get("class") == "drill"
    ]
    assert {(float(one["cx"]), float(one["cy"])) for one in found} == {
        (site.x, site.y) for site in ORDER.layout.pins()
    }
    assert {one["r"] for one in found} == {"2.5"}
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    assert root.attrib["width"] == f"{wide:g}mm" and root.attrib["height"] == f"{high:g}mm"
    assert left <= 0 and top <= 0 and left + wide >= 900 and top + high >= 736


def test_given_the_openings_in_the_svg_then_the_name_of_its_button_stands_behind_each() -> None:
    """Six signs alone told nobody which is Yes and which is No."""
    root = ElementTree.fromstring(drill_svg(ORDER).decode())
    names = {
        str(one.text): (float(one.attrib["x"]), float(one.attrib["y"]))
        for one in root.iter("{http://www.w3.org/2000/svg}text")
        if one.get("class") == "name"
    }
    assert set(names) == {"Ask", "Back", "No", "Repeat", "Forward", "Yes"}
    for name, (x, y) in names.items():
        site = ORDER.layout.sites[SiteId(f"control:{name.lower()}")]
        assert x == site.x and 14 < site.y - y < 22  # between its cap and the one behind it


_AGAIN = """
from hashlib import sha256
from engine import game_map
from printing.drill import drill_dxf
from printing.order import Order
from tabletop import board_layout, layout_text
order = Order(text=layout_text("usa"), layout=board_layout("usa"), game_map=game_map("usa"), tier="full")
print(sha256(drill_dxf(order)).hexdigest())
"""


def test_given_another_zone_and_hash_seed_when_made_again_then_the_bytes_are_the_same() -> None:
    told = subprocess.run(
        [sys.executable, "-c", _AGAIN],
        env={**environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "86400"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.strip() == sha256(drill_dxf(ORDER)).hexdigest()
