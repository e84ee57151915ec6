"""The pins under a simulated hub: what lies on them, and what its inputs and its converter read. Pure."""

from array import array
from typing import Final

from firmware_bridge.firmware.pieces import ALL, NOMINAL_REFERENCE, OPEN_FROM, SHORT_TO, Pieces

LAST_CLASS: Final = 0xEF
_FIRST_CODE: Final = SHORT_TO + 7
_STEP: Final = 15  # codes from one class to the next
_WIDTH: Final = 9  # of a window; what lies between two of them is no class
_OPEN: Final = 4095


def simulated_pieces(sites: int) -> Pieces:
    """Windows for every class from 01 to ef, so that a simulated hub can tell any token byte."""
    pieces = Pieces(LAST_CLASS, sites)
    rows = bytearray()
    for kind in range(1, LAST_CLASS + 1):
        low = _FIRST_CODE + _STEP * (kind - 1)
        rows += bytes((ALL, kind)) + low.to_bytes(2, "big") + (low + _WIDTH).to_bytes(2, "big")
    assert pieces.load(bytes(rows)) and low + _WIDTH < OPEN_FROM
    return pieces


class Contacts:
    """What lies on each pin (`raw`), as the token byte that a sound hub tells; 0 for nothing.

    f0 is a piece whose resistor fits no class, f1 one that will not lie still, fe a short circuit.
    """

    def __init__(self, sites: int) -> None:
        self.raw = bytearray(sites)
        self.tokens = bytearray(b"\xff") * sites
        """What the hub tells; the hub's own table, once it is awake."""
        self.levels = bytearray(b"\xff" * ((sites + 7) // 8 + 1))
        """A byte a chip, a cleared bit where an input feels something; the last byte is the chain's echo."""
        self.touched = True
        self._inverted: set[int] = set()
        self._lifted: set[int] = set()
        self._codes: dict[int, array[int]] = {}

    def put(self, site: int, token: int) -> None:
        """Something is put on a pin, or taken off (0). What lay there is lifted first."""
        before, self.raw[site] = self.raw[site], token
        if before and token and before != token:
            self._lifted.add(site)
        self._feel(site)

    def invert(self, site: int, on: bool) -> None:
        """A bad contact shows the opposite of what is there."""
        (self._inverted.add if on else self._inverted.discard)(site)
        self._feel(site)

    def scanned(self) -> None:
        """A scan is over: pieces that were exchanged stand now."""
        if self._lifted:
            lifted, self._lifted = self._lifted, set()
            for site in lifted:
                self._feel(site)

    def codes(self, site: int) -> "array[int]":
        """Five readings of the converter for a site, or for its reference (255)."""
        token = -1 if site == ALL else self._seen(site)
        if token not in self._codes:
            self._codes[token] = array("H", _readings(token))
        return array("H", self._codes[token])

    def _seen(self, site: int) -> int:
        if site in self._lifted:
            return 0
        raw = self.raw[site]
        return (0 if raw else 1) if site in self._inverted else raw

    def _feel(self, site: int) -> None:
        bit = 1 << (site & 7)
        if self._seen(site):
            self.levels[site >> 3] &= ~bit
        else:
            self.levels[site >> 3] |= bit
        self.touched = True


def _readings(token: int) -> tuple[int, int, int, int, int]:
    match token:
        case -1:
            code = NOMINAL_REFERENCE
        case _ if 1 <= token <= LAST_CLASS:
            code = _FIRST_CODE + _STEP * (token - 1) + _WIDTH // 2
        case 0xF0:
            code = _FIRST_CODE - 3
        case 0xF1:
            return (800, 900, 1000, 1100, 1200)
        case 0xFE:
            code = 100
        case _:
            code = _OPEN
    return (code, code, code, code, code)
