"""Faults of the Pi's own devices: panel, power and camera."""

from collections.abc import Iterator
from pathlib import Path

from tests.install.planted.planting import INSIDE, MODEL, PLACE, WAV, plants


@plants("panel.absent")
def _() -> Iterator[str]:
    yield WAV + "[panel]\ngpio = true\n"


@plants("extra.pi")
def _() -> Iterator[str]:
    MODEL.write_text("Raspberry Pi 5 Model B")
    yield WAV + "[panel]\ngpio = true\n"
    MODEL.unlink()


@plants("panel.denied")
def _() -> Iterator[str]:
    MODEL.write_text("Raspberry Pi 5 Model B")
    library, chip = INSIDE / "lgpio.py", Path("/dev/gpiochip0")
    library.touch()
    chip.touch(0o600)
    yield WAV + "[panel]\ngpio = true\n"
    chip.unlink()
    library.unlink()
    MODEL.unlink()


def power(script: str) -> Iterator[str]:
    """What the Pi's own program tells."""
    program = Path("/usr/bin/vcgencmd")
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    yield WAV
    program.unlink()


@plants("power.weak")
def _() -> Iterator[str]:
    yield from power("echo throttled=0x50005")


@plants("power.unknown")
def _() -> Iterator[str]:
    yield from power("echo 'VCHI initialization failed'; exit 1")


@plants("camera.absent")
def _() -> Iterator[str]:
    yield WAV + '[camera]\ndevice = "/dev/video9"\n'


@plants("camera.denied")
def _() -> Iterator[str]:
    (PLACE / "video1").touch(0o600)
    yield WAV + f'[camera]\ndevice = "{PLACE}/video1"\n'


@plants("camera.file")
def _() -> Iterator[str]:
    (PLACE / "wrong").write_text("[]", encoding="utf-8")
    yield WAV + f'[camera]\ndevice = "{PLACE}/video0"\ncalibration = "{PLACE}/wrong"\n'


@plants("evidence.denied")
def _() -> Iterator[str]:
    yield WAV + f'[camera]\ndevice = "{PLACE}/video0"\nevidence = "/etc/evidence"\n'
