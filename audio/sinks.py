"""SHELL: where sound goes, by name: `alsa:plughw:CARD=Headset`, `pipewire:NAME`, and what plays there.

What only one seat may hear goes to the device that was named or to none: an ALSA card by its exact name, a
PipeWire sink with `node.dont-reconnect`, looked for before each utterance.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, Literal

from audio.sound import RATE_HZ

_LOOK_S: Final = 2.0
_ASOUND: Final = Path("/proc/asound")


class SinkNameError(ValueError):
    """No name of a sink; the message says which, and what to give."""


class SinkName(str):
    """A place where sound can go, as table.toml names it."""

    __slots__ = ()

    def __new__(cls, kind: Literal["alsa", "pipewire"], name: str) -> "SinkName":
        """`SinkName("pipewire", "headset")` is `pipewire:headset`."""
        return super().__new__(cls, f"{kind}:{name}")

    @property
    def kind(self) -> str:
        """`alsa` or `pipewire`."""
        return self.partition(":")[0]

    @property
    def name(self) -> str:
        """The device, as that system calls it."""
        return self.partition(":")[2]


def parse_sink(text: str, *, private: bool) -> SinkName:
    """A sink by its name in table.toml.

    Raises:
        SinkNameError: not `alsa:…` or `pipewire:…`; `private`, and ALSA might choose another device.
    """
    kind, _, name = text.partition(":")
    if name and kind == "pipewire" and "\n" not in name:
        return SinkName("pipewire", name)
    if name and kind == "alsa":
        if private and not name.startswith(("hw:", "plughw:")):
            raise SinkNameError(
                f"{text!r} may play elsewhere; give an exact card, as alsa:plughw:CARD=Headset"
            )
        return SinkName("alsa", name)
    raise SinkNameError(f"{text!r} is no sink; give alsa:plughw:CARD=NAME or pipewire:NAME")


def command_for(sink: SinkName, *, private: bool, channels: int = 1) -> tuple[str, ...] | None:
    """The program that plays there and, for private sound, nowhere else; None: it is not installed."""
    if sink.kind == "alsa":
        return _aplay(channels, "-D", sink.name) if shutil.which("aplay") else None
    if shutil.which("pw-cat") is None:
        return None
    stays = ("--properties", "{ node.dont-reconnect = true }") if private else ()
    return _pw_cat(channels, "--target", sink.name, *stays)


def _aplay(channels: int, *where: str) -> tuple[str, ...]:
    form = ("-t", "raw", "-f", "S16_LE", "-c", str(channels), "-r", str(RATE_HZ))
    return ("aplay", "-q", *where, *form, "--buffer-time=80000", "-")


def _pw_cat(channels: int, *where: str) -> tuple[str, ...]:
    form = ("--rate", str(RATE_HZ), "--channels", str(channels), "--format", "s16")
    return ("pw-cat", "--playback", *form, *where, "-")


def _pacat(channels: int) -> tuple[str, ...]:
    form = (f"--rate={RATE_HZ}", f"--channels={channels}", "--format=s16le", "--latency-msec=40")
    return ("pacat", "--playback", "--raw", *form)


def present(sink: SinkName) -> bool:
    """Whether the sink is there now. What cannot be looked up is not there: better silent than overheard."""
    if sink.kind == "alsa":
        found = re.search(r"hw:(?:CARD=)?([^,]+)", sink.name)
        card = found[1] if found else ""
        return bool(card) and (_ASOUND / (f"card{card}" if card.isdecimal() else card)).exists()
    try:
        listed = subprocess.run(["pw-cli", "ls", "Node"], capture_output=True, timeout=_LOOK_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return f'node.name = "{sink.name}"' in listed.stdout.decode(errors="replace")


def default_command(channels: int = 1) -> tuple[str, ...] | None:
    """The program for the loudspeaker that the system chose, or None where there is nothing to play on."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"))
    if shutil.which("pw-cat") and (runtime / "pipewire-0").exists():
        return _pw_cat(channels)
    if shutil.which("pacat") and ((runtime / "pulse" / "native").exists() or "PULSE_SERVER" in os.environ):
        return _pacat(channels)
    return _aplay(channels) if shutil.which("aplay") and _cards() else None


def _cards() -> bool:
    """True when the kernel knows a sound card."""
    try:
        return "[" in (_ASOUND / "cards").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
