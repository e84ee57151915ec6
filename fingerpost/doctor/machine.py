"""SHELL: what the doctor looks at on the machine: ports, cameras, sound, voice, pins, power."""

import json
import os
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Final

from command_line.extras import EXTRAS, present, to_install
from fingerpost.devices.power import HWMON, THROTTLED, PowerError, throttled_bits
from fingerpost.doctor.check_lines import Check, amiss, well
from storage.reading import read_bytes
from tabletop.network_address import is_network, told

PLAYERS: Final = ("pw-cat", "pacat", "aplay")
AUTO: Final = "auto"
DEVICES: Final = Path("/dev")
MODEL: Final = Path("/proc/device-tree/model")
CARDS: Final = Path("/proc/asound/cards")
_POWER: Final = {  # bits of `vcgencmd get_throttled`
    0: "the voltage is too low now",
    1: "the processor is slowed down now",
    2: "the processor is throttled now",
    3: "it is too hot now",
    16: "the voltage was too low since the start",
    18: "the processor was throttled since the start",
    19: "it was too hot since the start",
}


def device_access(name: str, path: Path) -> Check | None:
    """None when a device file can be read and written; else who may, and how to become one of them."""
    if not path.exists():
        advice = "plug it in; check its cable and the name in the config"
        return amiss(name, f"{path} is not there", advice, f"{name.split(maxsplit=1)[0]}.absent")
    return None if os.access(path, os.R_OK | os.W_OK) else forbidden(name, path)


def forbidden(name: str, path: Path) -> Check:
    """Who may use a device file, and how to become one of them."""
    group = _group_of(path)
    return amiss(
        name,
        f"{path} belongs to the group {group}, and you are not in it",
        f'run: sudo usermod -aG {group} "$USER"; then log out and in again',
        f"{name.split(maxsplit=1)[0]}.denied",
    )


def camera_checks(device: str, calibration: str, tokens: str = "") -> list[Check]:
    """The camera of the config, the packages it needs, its calibration and its tokens' looks."""
    if not device:
        return [well("camera", "none is configured")]
    checks: list[Check] = []
    if absent := EXTRAS["vision"].missing:
        checks.append(
            amiss("vision", f"{', '.join(absent)} not installed", EXTRAS["vision"].advice, "extra.vision")
        )
    path = Path(f"/dev/video{device}" if device.isdecimal() else device)
    if device == AUTO:
        checks.append(_any_camera(DEVICES))
    elif is_network(device):
        checks.append(well("camera", f"{told(device)}; whether it answers is seen when a table starts"))
    elif path.is_absolute():
        checks.append(device_access("camera", path) or well("camera", f"{path} may be opened"))
    elif not present("picamera2"):
        advice = "run: sudo apt install python3-picamera2; the environment needs --system-site-packages"
        if sys.version_info < (3, 13):
            advice = "use Raspberry Pi OS trixie, bookworm's is for an older numpy; or a USB camera"
        checks.append(
            amiss("camera", f"{device} needs picamera2, which is not installed", advice, "extra.vision")
        )
    else:
        checks.append(well("camera", f"{device} by picamera2"))
    return [*checks, _calibration(calibration), *_tokens(tokens)]


def _any_camera(folder: Path) -> Check:
    """The cameras of this machine, of which the table takes the one that sees the board."""
    there = [str(path) for path in sorted(folder.glob("video*"))]
    if not there and not present("picamera2"):
        advice = "plug one in, or give a phone's address as [camera] device"
        return amiss("camera", "there is none", advice, "camera.absent")
    for path in there:
        if (denied := device_access("camera", Path(path))) is not None:
            return denied
    named = ", ".join(there or ["ribbon"])
    return well("camera", f"{named}; the one that sees the board is taken when a table starts")


def extra_checks() -> list[Check]:
    """Each extra, installed or not: what a config needs of them is amiss where that is looked at."""
    found: list[Check] = []
    for extra in EXTRAS.values():
        told = f"not installed; for {extra.needed_by} only; {extra.advice}"
        found.append(well(f"extra {extra.name}", told if extra.missing else "installed"))
    return found


def _calibration(calibration: str) -> Check:
    if not calibration:
        return well("calibration", "none is configured; the camera is read with rough numbers")
    return _record(
        "calibration", calibration, "camera/1", "run: fingerpost calibrate, or correct [camera] calibration"
    )


def _tokens(tokens: str) -> list[Check]:
    if not tokens:
        return []
    advice = "run: fingerpost calibrate --tokens, or correct [camera] tokens"
    return [_record("tokens", tokens, "tokens/1", advice)]


def _record(name: str, path: str, form: str, advice: str) -> Check:
    """A JSON file of ours that the config names."""
    try:
        found = json.loads(read_bytes(Path(path)))
    except (OSError, ValueError, RecursionError):
        return amiss(name, f"{path} cannot be read as JSON", advice, "camera.file")
    if not isinstance(found, dict) or found.get("format") != form:
        return amiss(name, f"{path} is no {form} file", advice, "camera.file")
    return well(name, path)


def voice_checks(*, mute: bool) -> list[Check]:
    """espeak-ng: the library that comes with a wheel, or the system's program."""
    if mute:
        return [well("voice", "muted in the config")]
    if present("espeakng_loader"):
        return [well("voice", "espeak-ng, as a library")]
    program = shutil.which("espeak-ng")
    if program is None:
        return [amiss("voice", "espeak-ng is not installed", EXTRAS["speech"].advice, "voice.absent")]
    return [well("voice", program)]


def engine_checks(engine: str, *, used: bool, language: str = "en", voice: str = "") -> list[Check]:
    """The owner's speech-dispatcher, where the table's words go through it. `used`: they are spoken aloud."""
    if engine != "speech-dispatcher" or not used:
        return []
    from audio import Dispatcher

    reader = Dispatcher(language=language, voice=voice)
    if reader.answers():
        return [well(engine, "it answers")]
    advice = 'run: sudo apt install speech-dispatcher; or set [speech] engine = "espeak-ng"'
    return [amiss(engine, reader.trouble, advice, "voice.absent")]


def sound_checks(*, mute: bool, wav: str, cards: Path = CARDS) -> list[Check]:
    """A program that plays sound, and a card that it can play on."""
    if mute:
        return []
    if wav:
        folder = Path(wav)
        place = folder if folder.exists() else folder.parent
        if os.access(place, os.W_OK):
            return [well("sound", f"written to {folder}")]
        return [
            amiss(
                "sound",
                f"{folder} cannot be written",
                "choose another folder under [speech] wav",
                "sound.absent",
            )
        ]
    player = next((name for name in PLAYERS if shutil.which(name)), None)
    if player is None:
        return [
            amiss(
                "sound",
                f"none of {', '.join(PLAYERS)} is installed",
                "run: sudo apt install alsa-utils",
                "sound.absent",
            )
        ]
    try:
        text = cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    if not text.strip() or "no soundcards" in text:
        advice = "plug in a loudspeaker or a USB sound card; or set [speech] wav to a folder"
        return [amiss("sound", f"{player} is there, but no sound card", advice, "sound.absent")]
    return [well("sound", f"{player}, {text.count(']:')} sound card(s)")]


def gpio_checks(*, wanted: bool, model: Path = MODEL, devices: Path = DEVICES) -> list[Check]:
    """The panel's buttons on the Pi's pins."""
    if not wanted:
        return [well("panel", "no buttons on the Pi's pins are configured")]
    if not present("gpiozero"):
        return [amiss("panel", "gpiozero is not installed", to_install("gpiozero"), "extra.pi")]
    if not model.exists():
        return [
            amiss(
                "panel",
                "this machine is no Raspberry Pi",
                "take gpio out of [panel] and [hub]",
                "panel.absent",
            )
        ]
    if not _real_lgpio():
        return [amiss("panel", "lgpio is not installed", EXTRAS["pi"].advice, "extra.pi")]
    checks = [
        device_access("panel", chip) or well("panel", f"{chip} may be opened")
        for chip in sorted(devices.glob("gpiochip*"))[:1]
    ]
    return [
        *(
            checks
            or [
                amiss(
                    "panel",
                    "no /dev/gpiochip is there",
                    "is the kernel's GPIO driver loaded?",
                    "panel.absent",
                )
            ]
        ),
        lgpio_folder(),
    ]


def _real_lgpio() -> bool:
    if not present("lgpio"):
        return False
    try:  # lgpio 0.0.0.2 is an empty package that pip takes where no wheel fits
        return not metadata.version("lgpio").startswith("0.0")
    except metadata.PackageNotFoundError:
        return True  # the system's package


def lgpio_folder() -> Check:
    """lgpio makes a file in $LG_WD, or in the current folder; if it cannot, gpiozero falls back unasked."""
    folder = Path(os.environ.get("LG_WD") or Path.cwd())
    if folder.is_dir() and os.access(folder, os.W_OK):
        return well("lgpio's folder", str(folder))
    return amiss(
        "lgpio's folder",
        f"{folder} cannot be written",
        "set LG_WD to a folder that can be written",
        "panel.denied",
    )


def power_checks(throttled: Path = THROTTLED, hwmon: Path = HWMON) -> list[Check]:
    """The Pi's own word about its supply and its heat; nothing on other machines."""
    try:
        bits = throttled_bits(throttled, hwmon)
    except PowerError as trouble:
        what, _, advice = str(trouble).partition("; ")
        return [amiss("power", what, advice, "power.unknown")]
    return [] if bits is None else [power_check(bits)]


def power_check(bits: int) -> Check:
    """What `vcgencmd get_throttled` means."""
    troubles = [meaning for bit, meaning in _POWER.items() if bits >> bit & 1]
    if not troubles:
        return well("power", "the supply is strong enough")
    advice = "use the Pi's own power supply and a short cable; give it air"
    return amiss("power", ", ".join(troubles), advice, "power.weak")


def _group_of(path: Path) -> str:
    try:
        return path.group()
    except KeyError:
        return str(path.stat().st_gid)
