"""How each fault that the doctor names is planted, and what it finds then."""

import hashlib
import os
import shutil
import socket
import threading
import time
import tty
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import serial

from command_line.extras import EXTRAS
from fingerpost.config import Config, EarsSection, SpeechSection, StoreSection
from fingerpost.doctor import checks as doctor
from fingerpost.doctor import hubs, installed, machine, page_check, table_check
from fingerpost.doctor.check_lines import Check, well
from fingerpost.doctor.hubs import findings, hub_checks
from fingerpost.doctor.installed import package_checks, service_checks
from firmware_bridge.fault_book import Evidence
from firmware_bridge.inspection import Inspection
from firmware_bridge.protocol import encode
from lab.hub.process import HubProcess
from tabletop import board_layout
from tests.fingerpost.doctor.test_hubs import hello
from tests.mqtt.local_broker import LocalBroker

USA = board_layout("usa")
Patch = pytest.MonkeyPatch
Plant = Callable[[Path, Patch], Sequence[Check]]
PLANTS: dict[str, list[Plant]] = {}


def plants(fault: str) -> Callable[[Plant], Plant]:
    """This is how the fault is planted."""

    def note(plant: Plant) -> Plant:
        PLANTS.setdefault(fault, []).append(plant)
        return plant

    return note


def config(folder: Path) -> Config:
    """A table that needs no device."""
    return Config(speech=SpeechSection(wav=str(folder)), store=StoreSection(path=folder / "games"))


def only(patch: Patch, denied: Path) -> None:
    """Rights that even root has not: to one path."""
    real = os.access
    patch.setattr(os, "access", lambda path, mode: Path(path) != denied and real(path, mode))


def system(tmp_path: Path, status: str = "installed", enabled: str = "enabled") -> installed.Asked:
    """What dpkg and systemd say."""

    def ask(words: Sequence[str]) -> str:
        return status if words[0] == "dpkg-query" else enabled if words[1] == "is-enabled" else "active"

    return ask


def sums(tmp_path: Path) -> Path:
    """A package of one file."""
    (tmp_path / "file").write_text("as it came")
    listed = tmp_path / "sums"

    listed.write_text(f"{hashlib.md5(b'as it came').hexdigest()}  file\n")
    return listed


@plants("package.changed")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    listed = sums(tmp_path)
    (tmp_path / "file").write_text("changed")
    return package_checks(listed, tmp_path, system(tmp_path))


@plants("package.half")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    return package_checks(sums(tmp_path), tmp_path, system(tmp_path, "half-configured"))


@plants("service.off")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr(installed, "_groups", lambda: well("service user", "it may"))
    return service_checks(sums(tmp_path), system(tmp_path, enabled="disabled"), tmp_path)


@plants("service.group")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr(installed, "_OWNER", "nobody")
    return service_checks(sums(tmp_path), system(tmp_path), tmp_path)


@plants("extra.vision")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "video0").touch()
    patch.setattr("command_line.extras.present", lambda module: module not in EXTRAS["vision"].packages)
    return doctor.checks(config(tmp_path).but("camera", device=str(tmp_path / "video0")))


@plants("extra.page")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr("command_line.extras.present", lambda module: module not in EXTRAS["page"].packages)
    return doctor.checks(config(tmp_path).but("page", port=8123))


@plants("voice.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr(machine, "present", lambda module: False)
    patch.setattr(shutil, "which", lambda name, path=None: None)
    return machine.voice_checks(mute=False)


@plants("sound.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "cards").write_text("--- no soundcards ---\n")
    patch.setattr(shutil, "which", lambda name, path=None: name)
    return machine.sound_checks(mute=False, wav="", cards=tmp_path / "cards")


@plants("ear.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    from fingerpost.table_file import read_config

    (tmp_path / "table.toml").write_text('[ears]\nred = "alsa:plughw:CARD=Nowhere"\n')
    patch.setattr(table_check, "command_for", lambda sink, **_: ["aplay"])
    found = read_config(tmp_path / "table.toml")
    assert found.ears != EarsSection()
    return table_check.ear_checks(found)


@plants("hub.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    return doctor.checks(config(tmp_path).but("hub", port=str(tmp_path / "no-hub")))


@plants("hub.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "hub").touch()
    only(patch, tmp_path / "hub")
    return hub_checks(str(tmp_path / "hub"), USA)


def terminal() -> str:
    """A port at which nobody answers; the process's end closes it."""
    _, slave = os.openpty()
    tty.setraw(slave)
    return os.ttyname(slave)


@plants("hub.silent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr("firmware_bridge.inspection.ANSWER_S", 0.2)
    return hub_checks(terminal(), USA)


@plants("hub.held")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    port = terminal()
    with serial.Serial(port, exclusive=True):
        return hub_checks(port, USA)


@plants("hub.version")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    master, slave = os.openpty()
    tty.setraw(slave)
    stranger = encode(replace(hello(), version=(2, 0)), 1)
    done = threading.Event()

    def call() -> None:
        while not done.wait(0.1):
            os.write(master, stranger)

    calling = threading.Thread(target=call)
    calling.start()
    try:
        return hub_checks(os.ttyname(slave), USA)
    finally:
        done.set()
        calling.join()
        os.close(slave)
        os.close(master)


@plants("hub.sites")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with HubProcess(40, seed=2) as hub:
        return hub_checks(hub.port, USA)


@plants("hub.supply")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with HubProcess(144, seed=2) as hub:
        hub.brown()
        return hub_checks(hub.port, USA)


@plants("hub.test pin.stuck")  # a ribbon that is torn: the hub tells of both
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with HubProcess(144, seed=2) as hub:
        hub.tear(True)
        time.sleep(0.5)
        return hub_checks(hub.port, USA)


@plants("hub.cable")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with HubProcess(144, seed=2) as hub:
        hub.cable("garble", 0.002)
        return hub_checks(hub.port, USA)


@plants("hub.rule")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr(hubs, "_OF_THE_PACKAGE", tmp_path / "none")
    patch.setattr(hubs, "_TYPISTS", ("sh",))  # a program that is surely there
    return hubs.udev_checks("/dev/hub", tmp_path / "none")


@plants("pin.stuck")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    found = Inspection(hello=hello(), faults=(Evidence(3, "chat", 44, 1.0),))
    return findings("hub", found, {3: "denver-omaha"}, "/dev/hub")


@plants("camera.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    return doctor.checks(config(tmp_path).but("camera", device=str(tmp_path / "video9")))


@plants("camera.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "video0").touch()
    only(patch, tmp_path / "video0")
    return doctor.checks(config(tmp_path).but("camera", device=str(tmp_path / "video0")))


def _camera_file(key: str) -> Plant:
    def plant(tmp_path: Path, patch: Patch) -> Sequence[Check]:
        (tmp_path / "video0").touch()
        (tmp_path / "wrong").write_text("[]")
        given = {"device": str(tmp_path / "video0"), key: str(tmp_path / "wrong")}
        return doctor.checks(config(tmp_path).but("camera", **given))

    return plant


PLANTS["camera.file"] = [_camera_file(key) for key in ("calibration", "reference", "tokens")]


@plants("evidence.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "video0").touch()
    (tmp_path / "file").touch()
    given = {"device": str(tmp_path / "video0"), "evidence": str(tmp_path / "file")}
    return doctor.checks(config(tmp_path).but("camera", **given))


@plants("extra.pi")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "model").write_text("Raspberry Pi 5")
    patch.setattr(machine, "present", lambda module: module != "lgpio")
    return machine.gpio_checks(wanted=True, model=tmp_path / "model", devices=tmp_path)


@plants("panel.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    return machine.gpio_checks(wanted=True, model=tmp_path / "model")


def _a_pi(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "model").write_text("Raspberry Pi 5")
    patch.setattr(machine, "_real_lgpio", lambda: True)
    patch.setenv("LG_WD", str(tmp_path))
    return machine.gpio_checks(wanted=True, model=tmp_path / "model", devices=tmp_path)


PLANTS["panel.absent"].append(_a_pi)  # without a /dev/gpiochip


@plants("panel.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "gpiochip0").touch()
    only(patch, tmp_path / "gpiochip0")
    return _a_pi(tmp_path, patch)


@plants("panel.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "gpiochip0").touch()
    only(patch, tmp_path)  # lgpio's folder
    return _a_pi(tmp_path, patch)


@plants("power.weak")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "get_throttled").write_text("50005\n")
    return machine.power_checks(tmp_path / "get_throttled", tmp_path)


@plants("power.unknown")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    program = tmp_path / "vcgencmd"
    program.write_text("#!/bin/sh\necho 'VCHI initialization failed'; exit 1\n")
    program.chmod(0o755)
    patch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return machine.power_checks(tmp_path / "none", tmp_path)


@plants("broker.refused")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return doctor.checks(config(tmp_path).but("mqtt", url=f"mqtt://127.0.0.1:{port}"))


@plants("broker.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with LocalBroker(settings="listener {port} 127.0.0.1\nallow_anonymous false\n") as broker:
        return doctor.checks(config(tmp_path).but("mqtt", url=f"mqtt://127.0.0.1:{broker.port}"))


@plants("page.taken")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        patch.setattr(page_check, "_ANSWER_S", 0.2)
        return doctor.checks(config(tmp_path).but("page", port=other.getsockname()[1]))


@plants("store.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "file").touch()
    return doctor.checks(config(tmp_path).but("store", path=tmp_path / "file"))


@plants("store.full")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    usage = shutil.disk_usage(tmp_path)
    patch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=199_000_000))
    return doctor.checks(config(tmp_path))


@plants("game.damaged")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "game-0001.fingerpost").write_bytes(b"no database" * 1000)
    return doctor.checks(config(tmp_path))


@plants("backup.absent")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    return doctor.checks(config(tmp_path).but("store", backup=str(tmp_path / "no-stick")))


def _on_a_stick(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    (tmp_path / "stick").mkdir(exist_ok=True)
    patch.setattr(table_check, "other_device", lambda folder, games: folder == tmp_path / "stick")
    return table_check.backup_checks(str(tmp_path / "stick"), tmp_path)


@plants("backup.denied")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    only(patch, tmp_path / "stick")
    return _on_a_stick(tmp_path, patch)


@plants("backup.full")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    usage = shutil.disk_usage(tmp_path)
    patch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=199_000_000))
    return _on_a_stick(tmp_path, patch)


@plants("clock.behind")
def _(tmp_path: Path, patch: Patch) -> Sequence[Check]:
    patch.setattr("fingerpost.doctor.checks.time.time", lambda: 60.0)
    return doctor.checks(config(tmp_path))
