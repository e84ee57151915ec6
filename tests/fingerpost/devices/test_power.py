"""The Pi's word about its supply: read from what there is, told once each way."""

from pathlib import Path

import pytest

from announce import Wording
from engine import game_map
from fingerpost.devices.power import CALM_LOOKS, PowerError, PowerPart, PowerWatch, throttled_bits
from tabletop import DeviceHealth


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    """A `vcgencmd` that answers so, and no other program."""
    file = folder / "vcgencmd"
    file.write_text(f"#!/bin/sh\n{answer}\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def hwmon(folder: Path, alarm: str) -> Path:
    """What the kernel's driver for the voltage shows, beside another driver."""
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        place = folder / "hwmon" / f"hwmon{number}"
        place.mkdir(parents=True)
        (place / "name").write_text(f"{name}\n")
    (place / "in0_lcrit_alarm").write_text(alarm)
    return folder / "hwmon"


def test_given_what_the_pi_has_when_asked_then_the_kernel_first_then_the_program_then_the_driver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "nowhere"
    kernel = tmp_path / "get_throttled"
    kernel.write_text("50005\n")
    assert throttled_bits(kernel, nowhere) == 0x50005
    program(tmp_path, monkeypatch, "echo throttled=0x10001")
    assert throttled_bits(nowhere, nowhere) == 0x10001
    program(tmp_path, monkeypatch, "exit 1")
    with pytest.raises(PowerError, match="group video"):
        throttled_bits(nowhere, nowhere)
    assert throttled_bits(nowhere, hwmon(tmp_path, "1\n")) == 1
    monkeypatch.setenv("PATH", str(nowhere))
    assert throttled_bits(nowhere, tmp_path / "hwmon") == 1
    assert throttled_bits(nowhere, nowhere) is None


def looked(*series: int) -> list[tuple[str, str]]:
    """What a series of looks, a minute apart, brings."""
    watch = PowerWatch()
    return [
        (health.condition, health.cause)
        for minute, bits in enumerate(series)
        for health in watch.look(bits, 60.0 * minute)
    ]


@pytest.mark.parametrize(
    ("series", "told"),
    [
        ((0, 0, 0), []),
        ((0, 0x50005, 0x50000, 0x50005, 0x50005), [("fault", "under-voltage")]),
        ((0, 0x10000, 0x10000), [("fault", "under-voltage")]),  # it sagged between two looks
        (
            (0x1, *[0] * CALM_LOOKS, 0x1),
            [("fault", "under-voltage"), ("live", ""), ("fault", "under-voltage")],
        ),
        ((0x8, 0x1, 0x8), [("fault", "hot"), ("fault", "under-voltage")]),
        ((0x4,), [("fault", "throttled")]),
    ],
)
def test_given_looks_each_minute_when_told_then_once_each_way(
    series: tuple[int, ...], told: list[tuple[str, str]]
) -> None:
    assert looked(*series) == told


def test_given_a_weak_supply_in_a_game_when_looked_at_then_it_is_said_in_words() -> None:
    said: list[DeviceHealth] = []
    part = PowerPart(said.append, lambda: 0x50005)
    part.poll(100.0)
    part.close()
    part.poll(130.0)  # not before the next minute
    (health,) = said
    (told,) = Wording(game_map("usa"), None).health(health)
    assert told.normal == ("The Raspberry Pi gets too little power: use its own power supply, a short cable.")


def test_given_no_pi_or_no_answer_when_looked_at_then_nothing_is_said_and_the_pi_is_asked_again() -> None:
    asked: list[str] = []

    def no_pi() -> int | None:
        asked.append("no pi")
        return None

    def no_answer() -> int | None:
        asked.append("no answer")
        raise PowerError("vcgencmd gives no answer; is the user in the group video?")

    said: list[DeviceHealth] = []
    for look in (no_pi, no_answer):
        part = PowerPart(said.append, look)
        for minute in range(3):
            part.poll(61.0 * minute)
            part.close()
    assert asked == ["no pi", *["no answer"] * 3]
    assert said == []
