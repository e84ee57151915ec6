"""board/1: the board that ships is whole, and every fault of a file is one line that names it."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop import SHAPES, Channel, HubId, LayoutError, board_layout, parse_layout

TEXT = files("tabletop").joinpath("layouts", "usa.json").read_text(encoding="utf-8")
Table = dict[str, Any]


def changed(change: Callable[[Table], None]) -> str:
    raw = json.loads(TEXT)
    change(raw)
    return json.dumps(raw)


def test_given_the_board_that_ships_when_read_then_every_route_has_a_wired_pin() -> None:
    board = board_layout("usa")
    assert board.map == "usa"
    assert len(board.pins()) == 100
    assert all(pin.kind == "route" and pin.channel is not None for pin in board.pins())
    assert board.tokens.top_mm == pytest.approx(11.8)
    assert dict(board.tokens.shapes) == SHAPES
    assert board.markers is not None
    assert sorted(board.markers.ids) == list(range(8))


def test_given_a_channel_when_looked_up_then_its_site_and_back() -> None:
    board = board_layout("usa")
    for channel, site in board.channels().items():
        assert board.site_of(HubId(0), channel) == site
    assert board.site_of(HubId(0), Channel(255)) is None


def test_given_no_such_board_when_asked_for_then_those_that_ship_are_named() -> None:
    with pytest.raises(LayoutError, match="usa"):
        board_layout("atlantis")


def _wrong_site(key: str, value: object) -> Callable[[Table], None]:
    def change(raw: Table) -> None:
        raw["sites"][3][key] = value

    return change


FAULTS: list[tuple[str, Callable[[Table], None]]] = [
    ("format", lambda raw: raw.update(format="board/2")),
    ("size_mm", lambda raw: raw.update(size_mm=[90, 60])),
    ("size_mm", lambda raw: raw.update(size_mm="large")),
    ("height_mm", lambda raw: raw["pin"].pop("height_mm")),
    ("tokens", lambda raw: raw.pop("tokens")),
    ("pink", lambda raw: raw["tokens"]["players"].update(pink={"shape": "disc", "rgb": [1, 2, 3]})),
    ("shape", lambda raw: raw["tokens"]["players"]["blue"].update(shape="heart")),
    ("rgb", lambda raw: raw["tokens"]["players"]["blue"].update(rgb=[0, 0, 300])),
    ("markers.ids", lambda raw: raw["markers"].update(ids={})),
    ("markers.ids", lambda raw: raw["markers"]["ids"].update(one=[1, 2])),
    ("unknown key 'colour'", lambda raw: raw.update(colour="red")),
    ("sites", lambda raw: raw.update(sites=[])),
    ("stands twice", lambda raw: raw["sites"].append(raw["sites"][0])),
    ("shares hub 0 channel", lambda raw: raw["sites"][0].update(channel=raw["sites"][1]["channel"])),
    ("off the board", _wrong_site("x", 5000)),
    ("kind", _wrong_site("kind", "pond")),
    ("x", _wrong_site("x", True)),
    ("channel", _wrong_site("channel", 999)),
    ("path", _wrong_site("path", [[1, 2, 3]])),
    ("unknown key 'weight'", _wrong_site("weight", 3)),
    ("pin has the unknown key 'heigth_mm'", lambda raw: raw["pin"].update(heigth_mm=6)),
    ("markers has the unknown key 'size'", lambda raw: raw["markers"].update(size=40)),
    ("blue has the unknown key 'rbg'", lambda raw: raw["tokens"]["players"]["blue"].update(rbg=[1, 2, 3])),
    ("label has the unknown key 'txt'", _wrong_site("label", {"text": "abc", "txt": "abd"})),
    ("sensing.type is 'hal-switch'", lambda raw: raw["sensing"].update(type="hal-switch")),
    ("form is 'castle'", _wrong_site("form", "castle")),
]


@pytest.mark.parametrize(("names", "change"), FAULTS)
def test_given_a_fault_when_read_then_one_line_names_it(names: str, change: Callable[[Table], None]) -> None:
    with pytest.raises(LayoutError) as told:
        parse_layout(changed(change), source="mine.json")
    assert str(told.value).startswith("mine.json: ")
    assert names in str(told.value)
    assert "\n" not in str(told.value)


def test_given_a_key_of_ones_own_when_read_then_it_is_let_be() -> None:
    assert parse_layout(changed(lambda raw: raw.update(x_glue="wood"))).map == "usa"
    assert parse_layout(changed(lambda raw: raw["pin"].update(x_glue="wood"))).map == "usa"


def test_given_a_board_without_wiring_when_read_then_cities_may_carry_tokens() -> None:
    def unwire(raw: Table) -> None:
        for site in raw["sites"]:
            del site["channel"], site["hub"]

    assert len(parse_layout(changed(unwire)).pins()) == 136


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_given_any_text_when_read_then_a_layout_error_and_nothing_else(text: str) -> None:
    with pytest.raises(LayoutError):
        parse_layout(text)


@settings(max_examples=150)
@given(
    key=st.sampled_from(sorted(json.loads(TEXT))),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=6,
    ),
)
def test_given_any_value_when_read_then_a_board_or_a_layout_error(key: str, value: object) -> None:
    text = changed(lambda raw: raw.update({key: value}))
    try:
        parse_layout(text)
    except LayoutError as error:
        assert "\n" not in str(error)
