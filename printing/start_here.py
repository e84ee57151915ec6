"""START-HERE.txt: the whole way from a folder of files to the first evening, to be heard."""

from typing import Final

from announce import page_words
from printing.controls import buttons_of
from printing.order import TIERS, Order
from printing.publication import MAP
from printing.texts import TextLine, Texts
from printing.wiring_sheets import has_chips
from tabletop import BUTTONS

NAME: Final = "START-HERE.txt"
PLAY: Final = "fingerpost play --config table.toml"


def start_here(order: Order, texts: Texts, *, braille: bool) -> bytes:
    """The lines of this tier; those of work are counted.

    Args:
        braille: whether the map is there in braille, too.
    """
    lines = [line for line in texts.line if _is_told(line, order)]
    steps = [line for line in lines if line.step]
    seeing = [str(number) for number, line in enumerate(steps, start=1) if line.sight]
    facts: dict[str, str] = {
        "board": order.layout.name,
        "tier": texts.tiers[order.tier],
        "and_braille": texts.words["and_braille"] if braille else "",
        "sight": texts.words["one_step" if len(seeing) == 1 else "more_steps"].format(
            steps=_listed(seeing, texts.conjunction)
        ),
        **_pin_heights(order, texts),
        "and_map": f", {MAP}" if order.map_text else "",
        **{key: page_words.button(order.phrases, key) for key in BUTTONS},
    }
    told = []
    for line in lines:
        head = texts.counted.format(k=steps.index(line) + 1, n=len(steps)) + " " if line.step else ""
        told.append(head + line.text.format_map(facts))
    play = PLAY if order.has("starter") else f"{PLAY} --keyboard"  # without wires there are no buttons
    return "".join(f"{line}\n" for line in (*told, play)).encode()


def _pin_heights(order: Order, texts: Texts) -> dict[str, str]:
    """How far a pin stands out, mm: of its ring, and of the sheet while no ring lies there."""
    layout = order.layout
    ring, sheet = layout.pin_height_mm, layout.pin_height_mm + layout.collar_height_mm
    return {
        name: f"{high:g}".replace(".", texts.decimal)
        for name, high in (("pin_above_ring", ring), ("pin_above_sheet", sheet))
    }


def _is_told(line: TextLine, order: Order) -> bool:
    """A step is for its tier and all after it; what a tier costs or endangers, for those it names.

    None is told that is about chips or buttons to whose board has none.
    """
    has = {"": True, "chips": has_chips(order.layout), "buttons": bool(buttons_of(order.layout))}
    if not has[line.needs]:
        return False
    if not line.tiers or order.tier in line.tiers:
        return True
    return line.step and not line.only and any(order.has(tier) for tier in TIERS if tier in line.tiers)


def _listed(names: list[str], conjunction: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {conjunction} {names[-1]}"
