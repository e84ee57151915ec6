"""Which piece stands on a site: resistor codes → token bytes. No hardware; runs on MicroPython and CPython.

A piece carries a resistor; the converter reads 0 to 4,095 (docs/wiring.md, "Token identity"). A calibrated
window is six bytes in a table: site (255: every site), class, lowest code, highest code.
"""

from array import array

ALL = 0xFF
SHORT_TO = 233
OPEN_FROM = 3950
NOMINAL_REFERENCE = 2796
"""What the reference input, 10 kΩ to ground, reads when all is well."""

NOTHING, SHORT, OPEN = 0x00, 0x100, 0x101
"""What `Pieces.token` tells besides a class: no window fits, a wiring fault, no resistor."""

_ROW = 6
_STANDARD = (
    (0x11, 574, 794), (0x21, 952, 1150), (0x31, 1342, 1518), (0x41, 1813, 1964),
    (0x51, 2285, 2412), (0x61, 2744, 2849), (0x71, 3210, 3294), (0x81, 3660, 3725),
)  # fmt: skip


class Pieces:
    """The windows of all classes, at most `most` of them, and how many sites the converter reaches.

    Of the 128 inputs of eight multiplexers the last is the reference; later sites feel only that something
    is there.
    """

    def __init__(self, most: int = 64, sites: int = 127) -> None:
        self.sites = sites
        self.rows = bytearray(_ROW * most)
        self.count = 0
        self.own = 0  # windows of single sites
        for kind, low, high in _STANDARD:
            self.add(ALL, kind, low, high)

    def clear(self) -> None:
        """Forget every window, the standard ones too."""
        self.count = self.own = 0

    def add(self, site: int, kind: int, low: int, high: int) -> bool:
        """Set the window of a class, for one site or all; False when it overlaps one or the table is full."""
        for row in range(self.count):
            at = row * _ROW
            other = self.rows[at] == site and self.rows[at + 1] != kind
            if other and low <= self._word(at + 4) and high >= self._word(at + 2):
                return False
        row = 0
        while row < self.count and (self.rows[row * _ROW] != site or self.rows[row * _ROW + 1] != kind):
            row += 1
        if (row + 1) * _ROW > len(self.rows):
            return False
        if row == self.count:
            self.count += 1
            self.own += site != ALL
        at = row * _ROW
        for offset, byte in enumerate((site, kind, low >> 8, low & 255, high >> 8, high & 255)):
            self.rows[at + offset] = byte
        return True

    def token(self, site: int, code: int) -> int:
        """The class of a code at that site, or SHORT, OPEN or NOTHING; a site's own window goes first."""
        if code <= SHORT_TO:
            return SHORT
        if code >= OPEN_FROM:
            return OPEN
        found = NOTHING
        rows = self.rows
        for row in range(self.count):
            at = row * _ROW
            mine = rows[at] == site
            if (mine or (rows[at] == ALL and not found)) and self._word(at + 2) <= code <= self._word(at + 4):
                found = rows[at + 1]
                if mine or not self.own:
                    break
        return found

    def saved(self) -> bytes:
        """The table as it is written to flash."""
        return bytes(self.rows[: self.count * _ROW])

    def load(self, data: bytes) -> bool:
        """Take a table that `saved` gave; False (and nothing changes) when it makes no sense."""
        if len(data) % _ROW or len(data) > len(self.rows):
            return False
        for at in range(0, len(data), _ROW):
            low, high = data[at + 2] << 8 | data[at + 3], data[at + 4] << 8 | data[at + 5]
            if not (1 <= data[at + 1] <= 0xEF and SHORT_TO < low <= high < OPEN_FROM):
                return False
        self.rows[: len(data)] = data
        self.count = len(data) // _ROW
        self.own = sum(data[at] != ALL for at in range(0, len(data), _ROW))
        return True

    def _word(self, at: int) -> int:
        return self.rows[at] << 8 | self.rows[at + 1]


def median(codes: "array[int]") -> int:
    """The middle one of five codes, which end up in order."""
    for i in range(1, 5):
        k = i
        while k > 0 and codes[k] < codes[k - 1]:
            codes[k], codes[k - 1] = codes[k - 1], codes[k]
            k -= 1
    return codes[2]
