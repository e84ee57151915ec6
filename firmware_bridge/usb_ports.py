"""SHELL: the serial ports that are plugged in, with what USB says of them."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_bridge.hub_places import HubPlace, UsbPort, candidates

_DEV: Final = Path("/dev")
_SYS: Final = Path("/sys/class/tty")
_KINDS: Final = ("ttyACM*", "ttyUSB*")


def usb_ports(dev: Path = _DEV, sys_tty: Path = _SYS) -> list[UsbPort]:
    """Every USB serial port: by the kernel's own tree, for /dev/serial/by-id is not always there."""
    names = sorted(path.name for kind in _KINDS for path in dev.glob(kind))
    by_id = _by_id(dev)
    return [_port(dev / name, sys_tty / name / "device", by_id.get(name, "")) for name in names]


def find(place: HubPlace) -> list[str]:
    """The paths to try for a place, now."""
    return candidates(place, usb_ports() if place.kind in ("id", "auto") else [])


def _port(path: Path, device: Path, by_id: str) -> UsbPort:
    vendor = product = ""
    serial = by_id
    with suppress(OSError):
        # An ACM port belongs to an interface, a converter's to a port of one: the device is above.
        for folder in list(device.resolve().parents)[:3]:
            if (folder / "idVendor").is_file():
                vendor = (folder / "idVendor").read_text().strip()
                product = (folder / "idProduct").read_text().strip()
                if (folder / "serial").is_file():
                    serial = (folder / "serial").read_text(errors="replace").strip()
                break
    return UsbPort(path=str(path), vendor=_hex(vendor), product=_hex(product), serial=serial.lower())


def _by_id(dev: Path) -> dict[str, str]:
    """Name of a port → serial number, as udev's links tell it: usb-MAKER_PRODUCT_SERIAL-if00."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for link in sorted((dev / "serial" / "by-id").iterdir()):
            stem = link.name.rpartition("-if")[0] or link.name
            found[link.resolve().name] = stem.rpartition("_")[2]
    return found


def _hex(text: str) -> int | None:
    try:
        return int(text, 16)
    except ValueError:
        return None
