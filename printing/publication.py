"""What goes with a board when it is given to others: guides, licences, what describes it to catalogues."""

import json
from typing import Final

from printing.lists import parts_of
from printing.order import Order, most_routes
from printing.sheets import sheets_of
from printing.texts import guide

GUIDES: Final = (
    "design-rationale",
    "bill-of-materials",
    "3d-printing",
    "assembly",
    "maker-checklist",
    "user-guide",
    "changelog",
)
MAP: Final = "map.json"
"""The map of a board whose map does not ship, in its folder."""

_LICENSE: Final = """\
This folder describes a board for train-route games, made by Fingerpost.

The board itself: its layout, sheets, templates, solids, drill files and wiring.
    Licence: CERN Open Hardware Licence Version 2 - Permissive (CERN-OHL-P-2.0)
    https://ohwr.org/cern_ohl_p_v2.txt

The texts: START-HERE.txt, the guides, the cards and the lists.
    Licence: Creative Commons Attribution-ShareAlike 4.0 International (CC-BY-SA-4.0)
    https://creativecommons.org/licenses/by-sa/4.0/legalcode

The program that made it, Fingerpost.
    Licence: MIT
    https://opensource.org/license/mit

Copyright (c) 2026 The Fingerpost contributors

Whoever copies, changes or makes the board keeps this file with it and says what was changed.
It comes without any warranty. Names of games and of their makers belong to their owners; this folder
holds none of their pictures, cards or rules.
"""


def guides(order: Order, version: str) -> dict[str, bytes]:
    """The guides, in English, filled in for this board."""
    rows = "\n".join(
        f"| {part.name} | {part.count} | {part.unit} | {part.note} |" for part in parts_of(order)
    )
    facts = {
        "board": order.layout.name,
        "map": order.game_map.id,
        "tier": order.tier,
        "paper": order.paper,
        "size": f"{order.layout.width_mm:g} x {order.layout.height_mm:g}",
        "bed": f"{order.bed[0]:g} x {order.bed[1]:g}",
        "sheets": len(sheets_of(order)),
        "stock": most_routes(order.game_map),
        "pin": f"{order.layout.pin_height_mm:g}",
        "pin_tip": f"{order.layout.pin_height_mm + order.layout.collar_height_mm:g}",
        "rows": rows,
        "version": version,
    }
    return {f"guides/{name}.md": guide(name).format_map(facts).encode() for name in GUIDES}


def license_txt() -> bytes:
    """Who may copy what."""
    return _LICENSE.encode()


def okh_toml(order: Order, version: str) -> bytes:
    """The board for catalogues of open hardware (OKH-LOSH)."""
    told = {
        "okhv": "OKH-LOSHv1.0",
        "name": f"Fingerpost board: {order.layout.name} ({order.tier})",
        "version": version,
        "license": "CERN-OHL-P-2.0",
        "licensor": "The Fingerpost contributors",
        "readme": "START-HERE.txt",
        "documentation-language": order.language,
        "function": (
            "A board for train-route games that is read by touch, by eye and by a program, which says aloud"
            " what is on it."
        ),
        "bom": "guides/bill-of-materials.md",
        "manufacturing-instructions": "guides/assembly.md",
        "user-manual": "guides/user-guide.md",
    }
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items()
    ).encode()


def table_toml(order: Order) -> bytes:
    """A table that plays on this board."""
    wired = order.has("starter")
    chips = any(panel.chips for panel in order.layout.panels)
    named = MAP if order.map_text else order.game_map.id
    lines = [
        "[game]",
        f"map = {json.dumps(named, ensure_ascii=False)}",
        'board = "board.json"',
        "set_up = true",
        *(["", "[camera]", 'device = "auto"'] if not wired else []),
        *(
            ["", "[panel]", "gpio = true", "", "[hub]", f'port = "{"auto" if chips else "gpio"}"']
            if wired
            else []
        ),
        "",
        "[speech]",
        f'language = "{order.language}"',
    ]
    return "".join(f"{line}\n" for line in lines).encode()
