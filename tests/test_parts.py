"""A page for each part: its picture is drawn by the script, its faults are those that the doctor names."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.part_pictures import pictures

ROOT = Path(__file__).parent.parent
PARTS = ROOT / "docs" / "parts"
PAGES = sorted(path.stem for path in PARTS.glob("*.md") if path.stem != "README")


def test_given_the_parts_that_a_table_can_have_then_each_has_a_page_and_a_picture() -> None:
    assert PAGES == [
        "arduino", "bluetooth-speaker", "camera-module-3", "drv5032", "phone", "pico", "reed", "usb-sound",
        "usb-webcam",
    ]  # fmt: skip
    assert {f"{name}.svg" for name in PAGES} == set(pictures())


@pytest.mark.parametrize("name", PAGES)
def test_given_a_part_then_its_picture_is_what_the_script_draws_and_says_what_it_shows(name: str) -> None:
    text = (PARTS / f"{name}.svg").read_text("utf-8")
    assert text == pictures()[f"{name}.svg"]
    title = ElementTree.fromstring(text).find("{http://www.w3.org/2000/svg}title")
    assert title is not None and len((title.text or "").split()) > 5


@pytest.mark.parametrize("name", PAGES)
def test_given_a_part_then_its_page_tells_wires_doctor_faults_and_who_has_tried_it(name: str) -> None:
    text = (PARTS / f"{name}.md").read_text("utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    assert parts[1::2] == ["Wiring", "What `doctor` says", "Known faults", "Who has tried it"]
    assert all(len(part.split()) > 5 for part in parts[2::2])
    assert f"]({name}.svg)" in parts[0]
    known = set(re.findall(r"`([a-z]+\.[a-z]+)`", (ROOT / "docs" / "doctor.md").read_text("utf-8")))
    named = set(re.findall(r"`([a-z]+\.[a-z]+)`", parts[4]))
    assert named <= known, named - known
