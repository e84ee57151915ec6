"""The wires of a board: every channel once, in words that can be heard."""

import csv
import json
import re
from dataclasses import replace
from io import StringIO
from typing import Literal

import pypdfium2
import pytest

from announce import languages
from engine import game_map
from firmware_bridge.firmware import pins
from printing.order import Order, Paper
from printing.sheets import sheets_pdf, swell_pdf
from printing.texts import texts_of, wiring_texts
from printing.wiring_sheets import HEADER, Lines, wiring_csv, wiring_pdf, wiring_txt
from tabletop import BUTTONS, board_layout, layout_text, parse_layout
from tabletop.panel_pins import PANEL_PINS

LINES: Lines = {key: PANEL_PINS[key] for key in BUTTONS}


def order(name: str = "usa", language: str = "en") -> Order:
    return Order(
        text=layout_text(name),
        layout=board_layout(name),
        game_map=game_map(name),
        tier="full",
        language=language,
    )


def without_chips() -> Order:
    """Europe's board with wires to two of its pins only, on the Pi's own lines."""
    raw = json.loads(layout_text("europe"))
    for panel in raw["panels"]:
        panel["chips"] = 0
    for number, site in enumerate(raw["sites"]):
        site["channel"] = (2, 3)[number] if number < 2 else None
    text = json.dumps(raw)
    return replace(order("europe"), text=text, layout=parse_layout(text))


def rows(made: Order) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(wiring_csv(made, LINES).decode())))


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_given_the_table_then_it_says_of_every_channel_what_the_board_says(name: str) -> None:
    made = order(name)
    found = rows(made)
    assert list(found[0]) == [
        "step",
        "site",
        "name",
        "panel",
        "hub",
        "channel",
        "chip",
        "input",
        "gpio",
        "header_pin",
    ]
    assert [int(row["step"]) for row in found] == list(range(1, len(found) + 1))
    wired = {(int(row["hub"]), int(row["channel"])): row["site"] for row in found[:-6]}
    assert list(wired) == sorted(wired)
    assert wired == {
        (site.hub, site.channel): site.id for site in made.layout.sites.values() if site.channel is not None
    }
    panels = {panel.id: panel for panel in made.layout.panels}
    for row in found[:-6]:
        assert int(row["chip"]) * 8 + int(row["input"].removeprefix("D")) == int(row["channel"])
        panel = panels[row["panel"]]
        assert 0 <= int(row["channel"]) - panel.first_channel < 8 * panel.chips
        assert row["gpio"] == row["header_pin"] == ""


def test_given_the_buttons_then_they_stay_on_the_lines_of_the_panel() -> None:
    found = rows(order())[-6:]
    told = {row["site"].removeprefix("control:"): (int(row["gpio"]), int(row["header_pin"])) for row in found}
    assert told == {"ask": (5, 29), "back": (6, 31), "no": (13, 33), "repeat": (17, 11), "forward": (27, 13),
                    "yes": (22, 15)}  # fmt: skip
    assert {row["panel"] for row in found} == {"K"}
    assert all(row["hub"] == row["channel"] == row["chip"] == row["input"] == "" for row in found)


PLACES = {"ask": "at the back left, with a bar", "back": "in the middle left, with an arrow to the left",
          "no": "at the front left, with a ring", "repeat": "at the back right, with two dots",
          "forward": "in the middle right, with an arrow to the right",
          "yes": "at the front right, with a large dot"}  # fmt: skip


def test_given_the_buttons_then_each_is_told_by_its_place_and_the_sign_on_its_sheet() -> None:
    """Wired to another's line Yes and No are swapped, and no finger finds that out."""
    told = wiring_txt(order(), LINES).decode().splitlines()[-6:]
    assert [f"Button {key.capitalize()}, panel K, {PLACES[key]}: wire" in line for key, line in zip(
        PLACES, told, strict=True)] == [True] * 6  # fmt: skip
    for language in languages():
        texts = wiring_texts(language)
        assert len(set(texts.place.values())) == len(set(texts.sign.values())) == 6, language


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_given_the_sheet_of_the_buttons_then_it_names_them_in_its_language(paper: Paper) -> None:
    made = replace(order(language="de"), paper=paper)
    *others, last = pypdfium2.PdfDocument(sheets_pdf(made))
    words = last.get_textpage().get_text_bounded().split()
    assert {"Fragen", "Zurück", "Nein", "Nochmal", "Vor", "Ja"} <= set(words)
    assert all("Nochmal" not in page.get_textpage().get_text_bounded() for page in others)
    raised = pypdfium2.PdfDocument(swell_pdf(made))[len(others)].get_textpage().get_text_bounded()
    assert "Nochmal" not in raised  # ink swells: nothing there but what a finger reads


def test_given_a_board_without_chips_then_a_channel_is_a_line_of_the_pi() -> None:
    made = without_chips()
    found = rows(made)[:-6]
    assert [(row["channel"], row["gpio"], row["header_pin"]) for row in found] == [
        ("2", "2", "3"),
        ("3", "3", "5"),
    ]
    assert all(row["chip"] == row["input"] == "" for row in found)
    text = wiring_txt(made, LINES).decode()
    assert "to pin 3 of the header. That is line 2." in text and "chip" not in text
    assert "No resistor is needed" in text and "switched off" in text  # those lines are shared on a Pi


@pytest.mark.parametrize("language", languages())
def test_given_a_hub_then_the_chain_is_told_before_the_first_sensor_as_the_firmware_has_it(
    language: str,
) -> None:
    """Which pin of the hub gives the clock stood in no file, nor where chips get their supply."""
    lines = wiring_txt(order(language=language), LINES).decode().splitlines()
    first = next(n for n, line in enumerate(lines) if "D0" in line and "Calgary" in line)
    told = [[int(number) for number in re.findall(r"\b\d+\b", line)] for line in lines[:first]]
    by_name = {gp: pin for pin, gp, *_ in pins.TABLE}
    data, load, clock, echo = (by_name[gp] for gp in (pins.DATA_IN, pins.LOAD, pins.CLOCK, pins.ECHO))
    inputs, buffer = [11, 12, 13, 14, 3, 4, 5, 6], [14, 1, 4, 7, 9, 10, 12, 13]
    for wanted in ([data, 9, 0, 10], [10, echo], [load, 1, 100], [clock, 2, 100], inputs, buffer):
        inside = [numbers for numbers in told if set(wanted) <= set(numbers)]
        assert inside, (wanted, lines[:first])
    assert wiring_texts(language).before["powered"][0] == lines[first - 1]


def test_given_few_chips_or_reeds_then_no_buffer_and_no_supply_of_sensors_is_told() -> None:
    made = order()
    raw = json.loads(made.text)
    raw["sensing"]["type"] = "reed"
    for site in raw["sites"]:
        if site["channel"] is not None and site["channel"] >= 64:
            site["channel"] = None
    text = json.dumps(raw)
    told = wiring_txt(replace(made, text=text, layout=parse_layout(text)), LINES).decode()
    assert "Clock: pin 24" in told
    assert "74HC125" not in told and "Every sensor" not in told


def test_given_the_header_then_each_pin_carries_one_line() -> None:
    assert sorted(HEADER) == list(range(28)) and len(set(HEADER.values())) == 28
    power = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert set(HEADER.values()) | power == set(range(1, 41))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", ["chips", "header"])
def test_given_a_language_then_each_wire_is_a_sentence_to_be_heard(
    language: str, kind: Literal["chips", "header"]
) -> None:
    made = order(language=language) if kind == "chips" else replace(without_chips(), language=language)
    text, count = wiring_txt(made, LINES).decode(), len(rows(made))
    head = re.compile(
        re.escape(texts_of(language).counted).replace(r"\{k\}", r"(\d+)").replace(r"\{n\}", r"(\d+)")
    )
    steps = [found for line in text.splitlines() if (found := head.match(line))]
    assert [(int(one[1]), int(one[2])) for one in steps] == [(n, count) for n in range(1, count + 1)]
    assert not set("{}|*#_<>→×=") & set(text)
    for sentence in re.split(r"(?<=[.!?;:])\s+", text):
        assert len(sentence.split()) <= 25, sentence


def test_given_the_paper_then_it_says_the_same_true_to_size() -> None:
    made = order()
    document = pypdfium2.PdfDocument(wiring_pdf(made, LINES))
    assert all(page.get_size() == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72)) for page in document)
    told = " ".join(page.get_textpage().get_text_bounded() for page in document)
    words = re.sub(r"100 mm", "", told).split()
    assert words == wiring_txt(made, LINES).decode().split()
    assert told.count("100 mm") == len(document)
    document.close()
