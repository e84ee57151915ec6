"""What the tiers after paper add: solids, drill files and wires, panels."""

from collections.abc import Callable
from importlib import import_module

from printing.order import MOST_GPIO, Order
from printing.sheets import swell_pdf
from printing.wiring_sheets import Lines, wiring_csv, wiring_pdf, wiring_txt


class TierError(Exception):
    """A board that cannot be made as far as was asked for; the message says why and what to do."""


def check_tier(order: Order) -> None:
    """Look before anything is made.

    Raises:
        TierError: too many channels for the Pi's own lines, a panel larger than the printer's bed, a name
            that no file can have.
    """
    channels = sum(site.channel is not None for site in order.layout.sites.values())
    if order.tier == "starter" and channels > MOST_GPIO:
        raise TierError(
            f"{order.layout.name} has {channels} channels, starter has {MOST_GPIO} at most; give --tier full"
        )
    if order.has("tokens"):
        from printing.solids import SolidError, check_solids

        try:
            check_solids(order.layout, bed=order.bed if order.has("full") else None)
        except SolidError as error:
            raise TierError(str(error)) from None
    if order.has("starter"):
        import_module("printing.drill")  # a package that is missing is told now, too


def further_files(order: Order, lines: Lines, told: Callable[[str], None]) -> dict[str, bytes]:
    """Each file of the order's tier that paper has not, by its path.

    Args:
        lines: the panel's buttons on the lines of the Pi.
        told: is called with the name of each thing that takes a while.
    """
    made: dict[str, bytes] = {}
    if order.has("tokens"):
        from printing.solids import small_solids

        told("tokens, collars, labels")
        made |= small_solids(order.layout, order.game_map, order.letters)
    if order.has("starter"):
        from printing.drill import drill_dxf, drill_svg

        made |= {"drill.dxf": drill_dxf(order), "drill.svg": drill_svg(order)}
        made |= {"wiring.csv": wiring_csv(order, lines), "wiring.txt": wiring_txt(order, lines)}
        made["wiring.pdf"] = wiring_pdf(order, lines)
    if order.has("full"):
        from printing.solids import panel_solids

        made |= panel_solids(order.layout, order.game_map, order.letters, lambda name: told(f"panel {name}"))
        made["swell.pdf"] = swell_pdf(order)
    return made
