"""The six-second glance, measured: length, order, side, pitch, timbre; and on one loudspeaker."""

import wave
from array import array
from itertools import pairwise
from pathlib import Path

import pytest

from announce import EARS, Ear, Mark, Wording
from audio import RATE_HZ, Pcm
from audio.glance import LASTS_S, NORTH_HZ, NOTE_S, SOUTH_HZ, pitch, starts, sweep
from audio.wav_files import write_wav
from engine import ClaimRoute, Game, Refusal, RouteId, game_map
from tabletop import SiteId, board_layout
from tests.audio.loudness import peak

WEST, EAST = "portland-san-francisco:1", "boston-new-york:1"


def mark(seat: Ear, east: float, south: float = 0.5) -> Mark:
    return Mark(seat=seat, east=east, south=south)


def stretch(sound: "array[int]", begin_s: float, lasts_s: float = NOTE_S) -> list[int]:
    first = round(begin_s * RATE_HZ)
    return list(sound[first : first + round(lasts_s * RATE_HZ)])


def energy(values: list[int]) -> float:
    return sum(value * value for value in values) / max(len(values), 1)


def crossings_hz(values: list[int]) -> float:
    """The pitch of a pure enough tone, by how often it rises through zero."""
    rises = sum(a < 0 <= b for a, b in pairwise(values))
    return rises * RATE_HZ / len(values)


def sides(sound: Pcm, path: Path) -> tuple["array[int]", "array[int]"]:
    """Both channels as they stand in a WAV file."""
    write_wav(path, sound)
    with wave.open(str(path)) as file:
        assert file.getnchannels() == 2 and file.getframerate() == RATE_HZ
        frames = array("h", file.readframes(file.getnframes()))
    return frames[0::2], frames[1::2]


def test_given_claims_when_glanced_at_then_it_lasts_six_seconds_and_goes_from_west_to_east(
    tmp_path: Path,
) -> None:
    marks = (mark("blue", 0.0), mark("red", 0.3), mark("green", 0.65), mark("black", 1.0))
    left, right = sides(sweep(marks, stereo=True), tmp_path / "glance.wav")
    assert len(left) == round(LASTS_S * RATE_HZ) == 6 * RATE_HZ
    loud = [starts(one.east) for one in marks]
    assert loud == sorted(loud)
    for one, begin in zip(marks, loud, strict=True):
        west, east = energy(stretch(left, begin)), energy(stretch(right, begin))
        assert west + east > 100
        share = east / (west + east)  # amplitudes are parted by `east`, so energies by its square
        assert share == pytest.approx(one.east**2 / (one.east**2 + (1 - one.east) ** 2), abs=0.02)
    assert energy(stretch(left, 1.0)) == energy(stretch(right, 1.0)) == 0  # nothing where nobody is


def test_given_claims_from_north_to_south_when_heard_then_the_northern_is_higher() -> None:
    measured = []
    for south in (0.0, 0.25, 0.5, 0.75, 1.0):
        values = stretch(sweep((mark("blue", 0.0, south),), stereo=False).values(), 0.0)
        assert crossings_hz(values) == pytest.approx(pitch(south), rel=0.08)
        measured.append(pitch(south))
    assert measured == sorted(measured, reverse=True)
    assert (measured[0], measured[-1]) == (NORTH_HZ, SOUTH_HZ)
    assert measured[0] <= 3_000 and measured[-1] >= 300


def test_given_five_seats_at_one_pin_when_heard_then_each_has_its_own_timbre() -> None:
    shapes = {seat: sweep((mark(seat, 0.2),), stereo=False).samples for seat in EARS}
    assert len(set(shapes.values())) == len(EARS)


def test_given_one_loudspeaker_when_glanced_at_then_the_east_is_as_loud_as_the_west() -> None:
    sound = sweep((mark("blue", 0.0), mark("blue", 1.0)), stereo=False)
    assert sound.right is None and sound.seconds == LASTS_S
    values = sound.values()
    assert energy(stretch(values, starts(0.0))) == pytest.approx(
        energy(stretch(values, starts(1.0))), rel=0.02
    )


def test_given_many_claims_at_once_when_mixed_then_it_stays_half_as_loud_as_speech() -> None:
    marks = tuple(mark(seat, 0.5, south / 10) for seat in EARS for south in range(10))
    assert peak(sweep(marks, stereo=True)) <= 7_000
    assert peak(sweep(marks, stereo=False)) <= 7_000
    assert sweep((), stereo=True).seconds == 0


def test_given_a_game_when_a_glance_is_asked_for_then_each_claim_is_where_its_pin_lies() -> None:
    layout = board_layout("usa")
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    wording = Wording(game_map("usa"), layout)
    (nothing,) = wording.answer("glance", "blue", game.state)
    assert (nothing.normal, nothing.sweep) == ("No route is taken yet.", ())
    claims: tuple[tuple[Ear, str], ...] = (("blue", EAST), ("red", WEST), ("blue", "denver-omaha"))
    for seat, route in claims:
        if seat == "blue" and game.state.owners:
            (level,) = wording.answer("glance", "blue", game.state)
            assert level.normal.endswith("Most: blue disc and red square, 1 each.")  # not one together
        answer = game.do(ClaimRoute(seat=seat, route=RouteId(route)))
        assert not isinstance(answer, Refusal), route
        game = answer[0]
    (told,) = wording.answer("glance", "blue", game.state)
    assert [one.seat for one in told.sweep] == ["red", "blue", "blue"]
    for one, route in zip(told.sweep, (WEST, "denver-omaha", EAST), strict=True):
        site = layout.sites[SiteId(route)]
        assert (one.east, one.south) == (site.x / layout.width_mm, site.y / layout.height_mm)
    assert told.normal == "3 routes taken. Most: blue disc, 2."  # each of them in a region of its own
    (bare,) = Wording(game_map("usa"), None).answer("glance", "red", game.state, ear=True)
    assert (bare.normal, bare.audience, bare.sweep) == ("3 routes taken. Most: blue disc, 2.", "red", ())
