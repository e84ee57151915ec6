"""The sensed sites: debounced, set aside when they lie, told as token bytes.

No hardware; runs on MicroPython and CPython. `scan` is called 250 times a second. It works in tables that are
made once, and a scan that brings nothing new costs one comparison.
"""

from array import array

from .few import EDGES, Edges, Few
from .pieces import NOTHING, OPEN, SHORT, Pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

EMPTY, SOMETHING, BETWEEN, MOVES, MASKED, ASIDE, UNREAD = 0x00, 0x01, 0xF0, 0xF1, 0xFD, 0xFE, 0xFF
STUCK, FLOAT, CHATTER, AMBIGUOUS, SHORTED, OPENED = 1, 2, 4, 8, 16, 32
KINDS = ("stuck", "float", "chat", "amb", "short", "open")
"""The faults of a site, from bit 0 on."""

SCAN_MS = 4
LEAST_SCANS = 2  # that a level must hold: with one, a dead chain could empty the board
CALM_MS = 3000  # a site that was set aside must hold still so long
SLOWEST = 16  # scans that a site which chattered must hold a level, at most
DOUBTS = 4  # equal strange readings before they are told
SURE = 6  # and before they are a fault
MOVE = 40  # codes that five readings in a row may differ

_SETS_ASIDE = STUCK | FLOAT | CHATTER | SHORTED


class Sites:
    """What stands on each site, as far as the inputs can be believed.

    Levels are bytes of eight inputs as they come from the chain; a cleared bit means that something is there.
    `report(site, bit, standing, count)` is called for each fault that comes or goes; count is of edges or
    of readings.
    """

    def __init__(
        self,
        count: int,
        pieces: "Pieces | None",
        report: "Callable[[int, int, bool, int], None]",
        debounce: int = 4,
    ) -> None:
        self._report = report
        self.count = count
        self.chips = (count + 7) // 8
        self.pieces = pieces
        self.coded = (
            0 if pieces is None else min(count, pieces.sites)
        )  # sites that can tell which piece it is
        self.tokens = bytearray(b"\xff" * count)
        self.version = 0
        self.changed = bytearray(count)
        self.changes = 0  # sites that are marked in `changed`
        self.faults = bytearray(count)
        self.counts = array("H", bytes(2 * count))
        self.masked = bytearray(count)
        self.booting = True  # first readings are no changes
        self.debounce = debounce
        self._levels = bytearray(b"\xff" * (self.chips + 1))
        self._slower = bytearray(count)  # extra scans for sites that chattered
        self._streak = bytearray(count)
        self._doubts = bytearray(count)
        self._doubtful = 0
        self._edges = Edges(count)
        self._moving = Few(count)
        self._aside = Few(count)
        self._asked = Few(count)  # the converter is to be read for these now,
        self._again = Few(count)  # and in the next scan for these
        self._turn = 0
        self._known = False  # whether the inputs can be read at all

    @property
    def calm(self) -> bool:
        """Whether another scan of the same levels would change nothing."""
        busy = self._moving.count + self._aside.count + self._asked.count + self._again.count + self._doubtful
        return self._known and not busy

    @property
    def unread(self) -> bool:
        """Whether some site has not been read yet."""
        return any(token == UNREAD for token in self.tokens)

    def lose(self) -> None:
        """The inputs cannot be read any more: every site is unknown, none is empty."""
        self._known = False
        self._moving.clear()
        self._asked.clear()
        self._again.clear()
        for site in range(self.count):
            self._set(site, MASKED if self.masked[site] else ASIDE)

    def doubt_scan(self) -> None:
        """A scan went wrong: what moves must begin to hold still anew."""
        for at in range(self._moving.count):
            self._streak[self._moving.items[at]] = 0

    def scan(self, now: int, levels: bytearray) -> None:
        """Take one scan of all inputs: chips + 1 bytes, the last one 0; `now` in ms."""
        if not self._known:
            self._begin(levels)
        elif levels != self._levels:
            self._compare(now, levels)
        if self._moving.count:
            self._debounce()
        if self._aside.count:
            self._watch_aside(now)
        while self._again.count:
            site = self._again.items[0]
            self._again.remove(0)
            self._asked.add(site)

    def _begin(self, levels: bytearray) -> None:
        """All sites are read anew; what they show at first is no edge."""
        self._known = True
        for at in range(len(levels)):
            self._levels[at] = levels[at]
        for site in range(self.count):
            self._read_anew(site)

    def _read_anew(self, site: int) -> None:
        self._streak[site] = 0
        self._edges.forget(site)
        self._moving.add(site)

    def _compare(self, now: int, levels: bytearray) -> None:
        old = self._levels
        for chip in range(self.chips):
            bits = levels[chip] ^ old[chip]
            if bits:
                old[chip] = levels[chip]
                site = chip * 8
                while bits:
                    if bits & 1 and site < self.count and not self.masked[site]:
                        self._edge(site, now)
                    bits >>= 1
                    site += 1
        old[self.chips] = levels[self.chips]

    def _edge(self, site: int, now: int) -> None:
        self._streak[site] = 0
        self._moving.add(site)
        unbelievable = self._edges.note(site, now)
        if self.faults[site] & (CHATTER | FLOAT):
            self.counts[site] = min(0xFFFF, self.counts[site] + 1)
        elif unbelievable:
            self._blame(site, CHATTER if self._edges.dwelled(site) else FLOAT, EDGES)

    def _debounce(self) -> None:
        """Count the equal scans of what moved; enough of them make a level true."""
        moving = self._moving
        at = moving.count
        while at:
            at -= 1
            site = moving.items[at]
            streak = self._streak[site] + 1
            self._streak[site] = streak
            if streak >= self.debounce + self._slower[site]:
                moving.remove(at)
                self._edges.dwell(site)
                self._settle(site)

    def _watch_aside(self, now: int) -> None:
        at = self._aside.count
        while at:
            at -= 1
            site = self._aside.items[at]
            faults = self.faults[site]
            if faults & SHORTED or self._edges.still_for(site, now) < CALM_MS:
                continue
            if faults & STUCK and (self._doubts[site] or self.occupied(site)):
                continue
            if faults & (CHATTER | FLOAT):
                slower = self._slower[site] + self.debounce
                self._slower[site] = max(0, min(SLOWEST - self.debounce, slower))
            self.forgive(site)

    def occupied(self, site: int) -> bool:
        """Whether the input shows something, debounced or not."""
        return not self._levels[site >> 3] >> (site & 7) & 1

    def _settle(self, site: int) -> None:
        """Tell what a site shows, now that it holds still."""
        if self.masked[site]:
            self._set(site, MASKED)
        elif self.faults[site] & _SETS_ASIDE:
            self._set(site, ASIDE)
        elif not self.occupied(site):
            self._believe(site)
            self._set(site, EMPTY)
        elif site >= self.coded:
            self._set(site, SOMETHING)
        else:
            self._asked.add(site)

    def _set(self, site: int, token: int) -> None:
        if self.tokens[site] == token:
            return
        self.tokens[site] = token
        if not self.booting:
            self.version = (self.version + 1) & 0xFFFFFFFF
            self.changes += not self.changed[site]
            self.changed[site] = 1

    def mask(self, site: int, masked: bool) -> None:
        """Leave a site out, or take it in again, from the next scans on."""
        if self.masked[site] == masked:
            return
        self.masked[site] = masked
        self._forget_doubts(site)
        if self._known:
            self._read_anew(site)
        else:
            self._set(site, MASKED if masked else ASIDE)

    # -- faults

    def _blame(self, site: int, bit: int, count: int) -> None:
        if self.faults[site] & bit:
            return
        self.faults[site] |= bit
        self.counts[site] = count
        if bit & _SETS_ASIDE:
            self._aside.add(site)
            self._set(site, ASIDE)
        self._report(site, bit, True, count)

    def forgive(self, site: int) -> None:
        """Clear all faults of a site; it is read anew."""
        standing = self.faults[site]
        self._forget_doubts(site)
        if not standing:
            return
        self.faults[site] = 0
        self._edges.forget(site)
        self._aside.discard(site)
        for place in range(len(KINDS)):
            if standing >> place & 1:
                self._report(site, 1 << place, False, 0)
        if self._known and not self._moving.has(site):
            self._settle(site)

    def trust_all(self) -> None:
        """Somebody has looked at the board: clear every fault, and the patience with sites that chattered."""
        for site in range(self.count):
            self._slower[site] = 0
            self.forgive(site)

    def must_be_empty(self, site: int) -> None:
        """The site is empty, a person says: if it shows something all the same it is stuck."""
        if self._known and not self.masked[site] and self.occupied(site):
            self._blame(site, STUCK, 1)

    # -- which piece it is

    def asked(self) -> int:
        """A site whose converter is to be read now; -1 for none."""
        return self._asked.items[self._asked.count - 1] if self._asked.count else -1

    def in_turn(self) -> int:
        """The next site to be read only to see whether all is well; -1 for none."""
        if not self.coded or not self._known:
            return -1
        self._turn = (self._turn + 1) % self.coded
        return -1 if self.masked[self._turn] else self._turn

    def pass_turns(self, turns: int) -> None:
        """So many sites are not looked at in their turn."""
        if self.coded:
            self._turn = (self._turn + turns) % self.coded

    def measured(self, site: int, low: int, code: int, high: int) -> None:
        """Take a site's reading: the lowest, the middle and the highest of five codes."""
        self._asked.discard(site)
        if self.pieces is None or self.masked[site] or self._moving.has(site):
            return
        token = self.pieces.token(site, code)
        if token == SHORT:
            self._doubt(site, SHORTED)
        elif self.faults[site] & SHORTED:
            self.forgive(site)
        elif not self.occupied(site):
            if token == OPEN:
                self._believe(site)
            else:
                self._doubt(site, STUCK)  # a piece is there, and its sensor does not feel it
        elif self.faults[site] & _SETS_ASIDE:
            pass
        elif high - low > MOVE:
            self._set(site, MOVES)
            self._again.add(site)
        elif token in (NOTHING, OPEN):
            self._doubt(site, OPENED if token == OPEN else AMBIGUOUS)
        else:
            self._believe(site)
            self._set(site, token)

    def _doubt(self, site: int, bit: int) -> None:
        doubts = min(255, self._doubts[site] + 1)
        self._doubtful += doubts == 1
        self._doubts[site] = doubts
        if doubts < DOUBTS:
            self._again.add(site)
            return
        soft = bit & (AMBIGUOUS | OPENED)
        if soft:
            self._set(site, BETWEEN)
        if not soft or doubts >= SURE:
            self._blame(site, bit, doubts)

    def _believe(self, site: int) -> None:
        self._forget_doubts(site)
        if self.faults[site] & (AMBIGUOUS | OPENED):
            self.forgive(site)

    def _forget_doubts(self, site: int) -> None:
        if self._doubts[site]:
            self._doubts[site] = 0
            self._doubtful -= 1
