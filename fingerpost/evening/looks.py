"""SHELL: what only a look tells before a game: the card, the earphones, the broker."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from audio import present
from dialog.setup import DeviceWell, Finding
from fingerpost.config import Config
from tabletop import DeviceHealth

BROKER_S: Final = 0.5  # a broker that takes longer to answer is said to be silent


def looked(config: Config) -> Callable[[], tuple[Finding, ...]]:
    """What only a look tells: whether games can be kept, which earphones are there, if the broker answers."""

    def look() -> tuple[Finding, ...]:
        folder = config.store.path
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        found: list[Finding] = []
        if not os.access(folder, os.W_OK):
            found.append(DeviceHealth(device="store", condition="lost", at=0.0, cause="read-only"))
        found += _earphones(config)
        if config.mqtt.url:
            found.append(_broker(config.mqtt.url))
        return tuple(found)

    return look


def _earphones(config: Config) -> list[Finding]:
    """Those that are gone, and how many are there; whether they are heard is tried seat by seat."""
    shared = config.ears.shared
    named = [*config.ears.own.items(), *([] if shared is None else [(None, shared)])]
    if config.speech.mute or not named:
        return []
    gone = [seat for seat, ear in named if not present(ear.sink)]
    lost: list[Finding] = [DeviceHealth(device="ear", ear=seat, condition="lost", at=0.0) for seat in gone]
    there = len(named) - len(gone)
    return [*lost, *([DeviceWell(device="ear", count=there)] if there else [])]


def _broker(url: str) -> Finding:
    """Whether something listens there; what it lets the table do is told when the game begins."""
    try:
        place = urlsplit(url)
        where = place.hostname or "localhost", place.port or (8883 if place.scheme == "mqtts" else 1883)
        socket.create_connection(where, timeout=BROKER_S).close()
    except (OSError, ValueError) as error:
        return DeviceHealth(device="broker", condition="lost", at=0.0, detail=str(error))
    return DeviceWell(device="broker")
