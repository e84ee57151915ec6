"""The board of observations: what its senses say of what people do, and what the dice make of it."""

from random import Random

import pytest

from benchmarks.clumsy.mishaps import Dice, Rates, RatesError, parse_rates
from benchmarks.clumsy.sensed_board import FELT_S, SEEN_S, SensedBoard
from tabletop import DeviceHealth, Observation, SiteId, board_layout

SITE = SiteId("denver-omaha")


def board(*, pins: bool = True, camera: bool = True, coded: bool = False, **shares: float) -> SensedBoard:
    rates = parse_rates(
        "\n".join(["[any]", *(f"{key} = {value}" for key, value in shares.items())]), source="t"
    )
    made = SensedBoard(board_layout("usa"), Dice(rates, Random(1)), pins=pins, camera=camera, coded=coded)
    list(made.until(1.0))
    return made


def words(made: SensedBoard, until: float) -> list[tuple[str, str]]:
    return [
        (item.sense, item.seen)
        for item in made.until(until)
        if isinstance(item, Observation) and item.site == SITE
    ]


def test_given_a_token_when_set_then_the_pin_says_so_at_once_and_the_camera_when_the_hand_is_away() -> None:
    made = board()
    made.place(SITE, "blue", hand_s=2.0)
    assert words(made, 1.0 + FELT_S) == [("pin", "something")]
    assert words(made, 3.0 + SEEN_S - 0.01) == []
    assert words(made, 4.0) == [("camera", "blue")]
    made.lift(SITE)
    assert words(made, 6.0) == [("pin", "empty"), ("camera", "empty")]


def test_given_coded_tokens_when_set_then_the_pin_names_the_seat() -> None:
    made = board(coded=True, camera=False)
    made.place(SITE, "red")
    assert words(made, 2.0) == [("pin", "red")]


def test_given_each_fault_of_a_sense_when_a_token_is_set_then_that_is_what_is_said() -> None:
    dead = board(dead=1.0)
    dead.place(SITE, "blue")
    assert words(dead, 3.0) == [("camera", "blue")]
    misread = board(misread=1.0)
    misread.place(SITE, "blue")
    assert words(misread, 3.0)[-1][1] not in ("blue", "empty", "unknown")
    blind = board(blind=1.0)
    blind.place(SITE, "blue")
    assert words(blind, 3.0)[-1] == ("camera", "unknown")
    bounce = board(bounce=1.0)
    bounce.place(SITE, "blue")
    assert [seen for sense, seen in words(bounce, 3.0) if sense == "pin"] == [
        "something",
        "empty",
        "something",
    ]


def test_given_a_hub_that_comes_back_when_it_is_live_then_the_whole_board_was_told_before() -> None:
    made = board()
    made.lose("hub", "lost", "silent", 5.0)
    made.place(SITE, "blue")
    said = list(made.until(10.0))
    live = [n for n, item in enumerate(said) if isinstance(item, DeviceHealth) and item.condition == "live"]
    pins = [n for n, item in enumerate(said) if isinstance(item, Observation) and item.sense == "pin"]
    assert len(pins) == len(made.layout.pins())
    assert max(pins) < live[0]


def test_given_a_token_that_falls_onto_another_pin_when_asked_then_it_was_set_by_no_hand() -> None:
    made = board()
    made.place(SITE, "blue")
    list(made.until(3.0))
    other = made.nearest_free(SITE, made.layout.sites)
    made.fall(SITE, onto=other)
    assert made.strayed == {other}
    assert made.tokens == {other: "blue"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[hands", "mend the line"),
        ("bounce = 0.1", "stands outside of a table"),
        ("[hands]\njuggle = 0.1", "juggle is no mishap"),
        ("[hands]\nbounce = 2", "give a share from 0 to 1"),
        ("[hands]\nbounce = true", "give a share from 0 to 1"),
    ],
)
def test_given_rates_that_cannot_be_meant_when_read_then_one_line(text: str, words: str) -> None:
    with pytest.raises(RatesError, match=words) as caught:
        parse_rates(text, source="rates.toml")
    assert "\n" not in str(caught.value)


def test_given_a_share_of_none_when_thrown_then_it_never_happens() -> None:
    dice = Dice(Rates({"slip": 0.0, "fall": 1.0}), Random(1))
    assert not any(dice.falls("slip") or dice.falls("knock") for _ in range(100))
    assert all(dice.falls("fall") for _ in range(100))
