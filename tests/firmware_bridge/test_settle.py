"""What counts as something standing on a pin, and when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import PinDebouncer, seen
from tabletop import Observation, Seen, SiteId

SITES = {channel: SiteId(f"site-{channel}") for channel in range(8)}


def settler(*, coded: bool = False) -> PinDebouncer:
    fresh = PinDebouncer(SITES, coded=coded)
    fresh.load(bytes(8), 0.0)
    return fresh


def saw(observations: list[Observation]) -> list[tuple[str, Seen]]:
    assert all(o.sense == "pin" for o in observations)
    return [(o.site, o.seen) for o in observations]


@pytest.mark.parametrize(
    ("token", "plain", "coded"),
    [
        (0x00, "empty", "empty"),
        (0x01, "something", "something"),
        (0x02, "something", "something"),
        (0x10, "something", "blue"),
        (0x2F, "something", "red"),
        (0x31, "something", "green"),
        (0x41, "something", "yellow"),
        (0x51, "something", "black"),
        (0x61, "something", "something"),
        (0xDF, "something", "something"),
        (0xE5, "something", "something"),
        (0xF0, "something", "something"),
        (0xF1, None, None),
        (0xF7, "unknown", "unknown"),
        (0xFD, "unknown", "unknown"),
        (0xFE, "unknown", "unknown"),
        (0xFF, "unknown", "unknown"),
    ],
)
def test_given_a_token_byte_when_read_then_it_says(
    token: int, plain: Seen | None, coded: Seen | None
) -> None:
    assert seen(token, coded=False) == plain
    assert seen(token, coded=True) == coded


@given(st.integers(1, 255), st.booleans())
def test_given_any_byte_but_0_when_read_then_it_is_never_empty(token: int, coded: bool) -> None:
    assert seen(token, coded=coded) != "empty"


def test_given_a_contact_when_it_stands_for_60_ms_then_it_is_told_once() -> None:
    pins = settler()
    pins.change(2, 1, 1.0)
    assert pins.tick(1.05) == []
    assert saw(pins.tick(1.061)) == [("site-2", "something")]
    assert pins.tick(2.0) == []


def test_given_flutter_that_ends_as_it_began_when_time_passes_then_nothing_is_told() -> None:
    pins = settler()
    for number in range(7):
        pins.change(2, (number + 1) % 2, 1.0 + number * 0.03)
        assert pins.tick(1.0 + number * 0.03) == []
    pins.change(2, 0, 1.3)
    assert pins.tick(3.0) == []


def test_given_five_sites_within_100_ms_when_a_sleeve_passes_then_calm_is_waited_for() -> None:
    pins = settler()
    for channel in range(6):
        pins.change(channel, 1, 1.0 + channel * 0.015)
    pins.change(0, 0, 1.2)
    for channel in range(1, 5):
        pins.change(channel, 0, 1.3)
    assert pins.tick(1.7) == []
    assert saw(pins.tick(1.81)) == [("site-5", "something")]


def test_given_four_sites_within_100_ms_when_set_then_no_calm_is_waited_for() -> None:
    pins = settler()
    for channel in range(4):
        pins.change(channel, 1, 1.0)
    assert len(pins.tick(1.07)) == 4


def test_given_a_pin_set_aside_when_it_happens_then_unknown_at_once_even_in_a_sweep() -> None:
    pins = settler()
    for channel in range(6):
        pins.change(channel, 0xFE, 1.0)
    assert saw(pins.tick(1.0)) == [(f"site-{channel}", "unknown") for channel in range(6)]


def test_given_a_moving_reading_when_it_comes_then_the_old_belief_stays() -> None:
    pins = settler()
    pins.change(2, 0xF1, 1.0)
    assert pins.tick(2.0) == []
    pins.change(2, 1, 2.0)
    assert saw(pins.tick(2.1)) == [("site-2", "something")]


def test_given_a_site_never_named_when_its_first_word_is_that_it_moves_then_it_is_empty() -> None:
    pins = PinDebouncer({0: SiteId("site-0"), 1: SiteId("site-1")}, coded=False)
    assert saw(pins.load(b"\xf1\x01", 1.0)) == [("site-0", "empty"), ("site-1", "something")]
    assert saw(pins.load(b"\xf1\xf1", 2.0)) == [("site-0", "empty"), ("site-1", "something")]
    assert saw(pins.load(b"\xfe\x01", 3.0)) == [("site-0", "unknown"), ("site-1", "something")]
    assert saw(pins.load(b"\xf1\xf1", 4.0)) == [("site-0", "unknown"), ("site-1", "something")]


def test_given_the_pins_back_after_a_loss_when_loaded_then_every_site_is_told_as_it_is() -> None:
    pins = settler()
    pins.change(1, 1, 1.0)
    told = saw(pins.load(b"\0\0\1\xfe\0\0\0\xf1", 2.0))
    assert told == [
        ("site-0", "empty"),
        ("site-1", "empty"),
        ("site-2", "something"),
        ("site-3", "unknown"),
        ("site-4", "empty"),
        ("site-5", "empty"),
        ("site-6", "empty"),
        ("site-7", "empty"),
    ]
    assert pins.tick(3.0) == []


def test_given_channels_that_the_board_does_not_have_when_they_change_then_nothing_is_told() -> None:
    pins = settler()
    pins.change(99, 1, 1.0)
    assert pins.tick(2.0) == []


@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from([0, 1, 0x21, 0xFE, 0xF1])), max_size=30))
def test_given_any_changes_when_all_is_calm_then_what_was_told_is_what_is(
    changes: list[tuple[int, int]],
) -> None:
    pins, told, now = settler(), dict.fromkeys(SITES.values(), "empty"), dict.fromkeys(SITES, 0)
    at = 1.0
    for channel, token in changes:
        at += 0.02
        pins.change(channel, token, at)
        now[channel] = now[channel] if token == 0xF1 else token
        told |= {o.site: o.seen for o in pins.tick(at)}
    told |= {o.site: o.seen for o in pins.tick(at + 0.6)}
    assert told == {SITES[channel]: seen(token, coded=False) for channel, token in now.items()}
