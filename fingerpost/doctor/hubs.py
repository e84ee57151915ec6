"""SHELL: what the doctor finds out about the hubs: place, rights, program, pins, supply, udev's rule."""

import shutil
from pathlib import Path
from typing import Final

from fingerpost.doctor.check_lines import Check, amiss, unseen, well
from fingerpost.doctor.holder import table_holds
from fingerpost.doctor.machine import device_access
from firmware_bridge.compatibility import unfit
from firmware_bridge.gpio_devices import GpioPins
from firmware_bridge.gpio_header import GpioError
from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import HubPlace, places
from firmware_bridge.hub_trial import look
from firmware_bridge.inspection import Inspection, Inspector
from firmware_bridge.serial_hub import PortError
from firmware_bridge.several import hubs_of
from firmware_bridge.usb_ports import find, usb_ports
from tabletop import BoardLayout, DeviceHealth, HubId, SiteId

RULES: Final = Path("/etc/udev/rules.d/99-fingerpost.rules")
_OF_THE_PACKAGE: Final = Path("/usr/lib/udev/rules.d/99-fingerpost.rules")
_TYPISTS: Final = ("ModemManager", "brltty")  # programs that open new serial ports and type into them
_CAUSES: Final = {"unplugged": "hub.absent", "forbidden": "hub.denied", "busy": "hub.held"}
_HELD_BY_US: Final = "the table that runs has it, and tells at once what is amiss with it"
_MISNAMED: Final = DeviceHealth(device="hub", condition="lost", at=0.0, cause="settings")
_LOW_MV: Final = 4750  # USB's own limit at a device


def hub_checks(port: str, layout: BoardLayout | None = None) -> list[Check]:
    """The hubs that the config names, each asked how it is; without any, what is plugged in."""
    if not port:
        found = [f"{one.path} ({one.serial})" if one.serial else one.path for one in usb_ports()]
        there = f"there is {', '.join(found)}" if found else "no port is there"
        return [well("hub", f"none is configured; {there}")]
    try:
        wanted = places(port)
    except ValueError as error:
        return [amiss("hub", str(error), "correct [hub] port", "hub.absent", _MISNAMED)]
    hubs = (HubId(0),) * len(wanted) if layout is None else hubs_of(layout)
    if len(wanted) != len(hubs):
        what = f"[hub] port names {len(wanted)}, the board has {len(hubs)}"
        advice = "name a place for each hub, with commas between them"
        return [amiss("hub", what, advice, "hub.absent", _MISNAMED)]
    checks: list[Check] = []
    for number, (hub, where) in enumerate(zip(hubs, wanted, strict=True)):
        name = "hub" if len(wanted) == 1 else f"hub {number}"
        checks += _hub(name, where, hub, layout)
    return checks


def _hub(name: str, where: HubPlace, hub: HubId, layout: BoardLayout | None) -> list[Check]:
    if where.kind == "gpio":
        return [_on_the_pi(name, hub, layout)]
    paths = find(where)
    if not paths:
        what = f"{where.name} is at no serial port"
        return [amiss(name, what, "plug it in; check its cable and [hub] port", "hub.absent")]
    if (trouble := device_access(name, Path(paths[0]))) is not None:
        return [trouble]
    names = {} if layout is None else {int(c): str(site) for c, site in layout.channels(hub).items()}
    inspector = Inspector(max(names, default=-1) + 1, where.only, raw=False)
    line: HubLine[str] = HubLine(where, inspector, say=lambda text: None)
    try:
        look(line, inspector, patience_s=0.0)
    except PortError as error:
        if error.cause == "busy" and table_holds(Path(line.path or paths[0])):
            return [unseen(name, _HELD_BY_US)]
        return [_split(name, str(error), _CAUSES.get(error.cause, "hub.silent"))]
    finally:
        path = line.path or paths[0]
        line.close()
    return findings(name, inspector.found, names, path, where.only)


def findings(
    name: str, found: Inspection, names: dict[int, str], path: str, only: str | None = None
) -> list[Check]:
    """What a look at a hub means, a check each. `names`: channel → site."""
    hello = found.hello
    if found.trouble or hello is None:
        return [_split(name, f"{path}: {found.trouble}", _refused(found, max(names, default=-1) + 1, only))]
    checks = [well(name, f"{hello.id} at {path}, {hello.firmware}, {hello.sites} sites")]
    if found.self_test is not None and found.self_test.outcome != "pass":
        checks.append(amiss(f"{name}'s test", "it fails", f"run: fingerpost hub test {path}", "hub.test"))
    for fault in found.faults:
        where = "the hub itself" if fault.channel is None else names.get(fault.channel)
        if where is not None:  # a spare input harms nobody
            words = f"{where} is set aside: {fault.kind}, count {fault.count}"
            site = None if fault.channel is None else SiteId(where)
            of = DeviceHealth(device="pin", condition="fault", at=0.0, cause=fault.kind, site=site)
            checks.append(amiss("pin", words, f"run: fingerpost hub test {path} --pins", "pin.stuck", of))
    if hello.reset == "brown":
        checks.append(_weak(name, "its last start was after a breakdown of its supply"))
    elif found.beat is not None and found.beat.supply_mv is not None and found.beat.supply_mv < _LOW_MV:
        checks.append(_weak(name, f"it gets {found.beat.supply_mv / 1000:.2f} V"))
    if found.harmed + found.lost:
        words = f"{found.lost} packets lost and {found.harmed} harmed while it was looked at"
        checks.append(
            amiss(f"{name}'s cable", words, "use a short, shielded cable, away from motors", "hub.cable")
        )
    return checks


def udev_checks(port: str, rules: Path = RULES) -> list[Check]:
    """Whether udev gives the hub its name and keeps programs away that type into new ports."""
    if not port or rules.is_file() or _OF_THE_PACKAGE.is_file():
        return []
    typists = [name for name in _TYPISTS if shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin")]
    if not typists:
        return []
    what = f"{rules} is not there, and {' and '.join(typists)} may type into the hub"
    return [
        amiss(
            "udev's rule",
            what,
            f"run: sudo cp deploy/{rules.name} {rules.parent}/; plug the hub in anew",
            "hub.rule",
        )
    ]


def _on_the_pi(name: str, hub: HubId, layout: BoardLayout | None) -> Check:
    if layout is None:
        return well(name, "pins straight on the Pi")
    try:
        GpioPins(layout, hub)
    except GpioError as error:
        return _split(name, str(error), "panel.absent")
    return well(name, f"{len(layout.channels(hub))} pins straight on the Pi")


def _weak(name: str, what: str) -> Check:
    advice = "plug it straight into the Pi or a hub with its own supply; fewer lamps"
    return amiss(f"{name}'s supply", what, advice, "hub.supply")


def _refused(found: Inspection, sites: int, only: str | None) -> str:
    """Why a hub that is there is none for this table."""
    why = None if found.hello is None else unfit(found.hello, sites, only)
    if why is None:
        return "hub.silent"
    return "hub.version" if why[0] == "wrong-major" else "hub.sites"


def _split(name: str, line: str, fault: str) -> Check:
    what, _, advice = line.partition("; ")
    return amiss(name, what, advice or "check its cable", fault)
