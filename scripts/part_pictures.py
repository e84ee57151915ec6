"""Draws the pictures of docs/parts: `python -m scripts.part_pictures`.

A part with its pins on the left, what they go to on the right; of cameras, how they stand over the board.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from firmware_bridge.firmware import pins

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "parts"
_ROW: Final = 34
_WIDE: Final = 640
_FONT: Final = 'font-family="DejaVu Sans, sans-serif" font-size="15"'

Wires = Sequence[tuple[str, str]]
"""Each pin of a part, and where its wire goes."""

_CHAIN: Final = (pins.DATA_IN, pins.LOAD, pins.CLOCK, pins.ECHO)
_PICO: Final = [
    *((f"pin {pin}, GP{gp}", goes) for pin, gp, _, goes in pins.TABLE if gp in _CHAIN),
    ("pin 36, 3V3", "every chip, pull-up and sensor"),
    ("pin 38, GND", "every chip; beside CLK and PL"),
    ("USB", "the Raspberry Pi: power and data"),
]
WIRED: Final[dict[str, tuple[str, Wires]]] = {
    "pico": ("Raspberry Pi Pico", _PICO),
    "arduino": (
        "Arduino Uno, Nano",
        [
            ("D4 (PD4)", "PL (load) of every chip"),
            ("D5 (PD5)", "CLK of every chip"),
            ("D6 (PD6)", "QH of chip 0, nearest the hub"),
            ("D7 (PD7)", "SER of the last chip: the chain's echo"),
            ("A0 to A3", "four keys, to ground"),
            ("D8 to D13", "six lamps, through 330 ohms, to ground"),
            ("5V, GND", "every chip, pull-up and sensor"),
            ("USB", "the Raspberry Pi: power and data"),
        ],
    ),
    "drv5032": (
        "DRV5032AJ (TO-92)",
        [
            ("1, VCC", "3V3; 100 nF to ground beside each chip"),
            ("2, GND", "ground"),
            ("3, OUT", "D0 to D7 (47 kilohms to 3V3) or a line of the Pi"),
            ("marked face", "up, 0.7 to 1.0 mm below the pin"),
        ],
    ),
    "reed": (
        "Reed contact, upright",
        [
            ("one wire", "D0 to D7 (47 kilohms to 3V3) or a line of the Pi"),
            ("other wire", "ground"),
            ("glass", "upright, beside the pin's lower end"),
        ],
    ),
    "usb-sound": (
        "USB sound card",
        [
            ("USB", "the Raspberry Pi"),
            ("green jack", "loudspeaker, or one seat's earphone"),
            ("name", "aplay -L: plughw:CARD=…"),
        ],
    ),
    "bluetooth-speaker": (
        "Bluetooth loudspeaker",
        [
            ("by radio", "the Raspberry Pi, paired once"),
            ("name", "pipewire:bluez_output.…"),
            ("supply", "its own; keep it plugged in"),
        ],
    ),
}
SEEING: Final[dict[str, tuple[str, float, str]]] = {  # title, degrees across, how high above the middle
    "camera-module-3": ("Camera Module 3", 66.0, "940 mm; the wide one 530 mm"),
    "usb-webcam": ("USB webcam", 70.0, "about 800 mm, or aslant"),
    "phone": ("Phone in a holder", 66.0, "about 900 mm, or aslant"),
}


def main() -> None:
    """Write them."""
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    made = {f"{name}.svg": wired(title, wires) for name, (title, wires) in WIRED.items()}
    return made | {f"{name}.svg": seeing(*row) for name, row in SEEING.items()}


def wired(title: str, wires: Wires) -> str:
    """A box with its pins, a wire from each to what it goes to."""
    high = 70 + _ROW * len(wires)
    box = f'<rect x="20" y="20" width="210" height="{high - 26}"'
    rows = [
        f'{box} fill="#eef3ee" stroke="#000" stroke-width="2"/>',
        _text(125, 46, title, "middle", bold=True),
    ]
    for number, (pin, goes) in enumerate(wires):
        y = 76 + _ROW * number
        rows.append(_text(218, y + 5, pin, "end"))
        rows.append(f'<path d="M230 {y}H300" stroke="#000" stroke-width="2" fill="none"/>')
        rows.append(f'<circle cx="300" cy="{y}" r="4"/>')
        rows.append(_text(312, y + 5, goes, "start"))
    told = f"{title}: " + "; ".join(f"{pin} to {goes}" for pin, goes in wires)
    return _svg(_WIDE, high, told, rows)


def seeing(title: str, across_deg: float, height: str) -> str:
    """A camera over the board, from the side."""
    rows = [
        '<path d="M320 60L90 300H550Z" fill="#eef3ee" stroke="#000" stroke-dasharray="6 4"/>',
        '<rect x="295" y="36" width="50" height="24" fill="#fff" stroke="#000" stroke-width="2"/>',
        '<rect x="120" y="300" width="400" height="10" fill="#000"/>',
        _text(360, 54, title, "start", bold=True),
        _text(330, 190, height, "start"),
        _text(320, 335, "the board, all its markers in the picture, 50 mm more on each side", "middle"),
        _text(320, 110, f"{across_deg:g} degrees across", "middle"),
        '<path d="M320 70V95M320 120V295" stroke="#000" fill="none"/>',
        '<circle cx="50" cy="200" r="18" fill="#ffe9a8" stroke="#000"/>',
        '<circle cx="590" cy="200" r="18" fill="#ffe9a8" stroke="#000"/>',
        _text(50, 240, "lamp", "middle"),
        _text(590, 240, "lamp", "middle"),
    ]
    told = (
        f"{title} over the middle of the board, {height}, {across_deg:g} degrees across; lamps left and right"
    )
    return _svg(_WIDE, 350, told, rows)


def _text(x: float, y: float, words: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {_FONT}{weight}>{escape(words)}</text>'


def _svg(wide: float, high: float, told: str, rows: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}"'
        f' height="{high:g}" role="img">'
    )
    ground = f'<rect width="{wide:g}" height="{high:g}" fill="#fff"/>'
    return "\n".join([head, f"<title>{escape(told)}</title>", ground, *rows, "</svg>", ""])


if __name__ == "__main__":
    main()
