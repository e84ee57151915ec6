"""What a hub does when it is asked. No hardware; runs on MicroPython and CPython.

One command is worked on at a time; another one that comes meanwhile is refused as busy. The answer to the
latest command is kept, so that the same SEQ again is answered with the same bytes and done only once.
"""

from .messages import LARGEST
from .pieces import ALL
from .sites import LEAST_SCANS, SCAN_MS
from .wire import FieldError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .core import Hub

CHAIN, SUPPLY, MEMORY = 1, 2, 4
_ASK = "hsplcrtzfx"


class Answers:
    """Obeys the commands of the host of one hub."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self.wish = ""
        self.raw_left = 0
        self.raw_site = 0
        self._codes = bytearray(32)
        self._raw_first = 0
        self._raw_count = 0
        self.listing = -1  # the next site whose faults are to be listed
        self._job = 0  # SEQ of what is being worked on
        self._kept = bytearray(LARGEST)
        self._kept_length = 0
        self._kept_seq = -1
        self._kept_verb = ""

    @property
    def busy(self) -> bool:
        """Whether a command is being worked on."""
        return self.raw_left > 0 or self.listing >= 0 or self.wish != ""

    def packet(self, said: str) -> None:
        """Take what the reader found: a command, or why it is none."""
        hub, seq, verb = self._hub, self._hub.rx.seq, self._hub.rx.verb
        if said != "ok":
            if seq >= 0:
                hub.say.done(seq, said)
            return
        hub.host_spoke()
        if not hub.tx.room(LARGEST):
            return  # the host does not read; it will ask again
        again = seq == self._kept_seq and verb == self._kept_verb and verb != "h"
        if self.busy:
            if not again:
                hub.say.done(seq, "busy")
        elif again and verb != "f":
            hub.tx.buffer[hub.tx.end : hub.tx.end + self._kept_length] = self._kept[: self._kept_length]
            hub.tx.end += self._kept_length
        else:
            self._obey(verb, seq, again)

    def _obey(self, verb: str, seq: int, again: bool) -> None:
        tx, start = self._hub.tx, self._hub.tx.end
        self._job = seq
        try:
            error = "verb" if verb not in _ASK else getattr(self, "_do_" + verb)(seq, again)
        except FieldError:
            error = "arg"
        if error is not None:
            self._hub.say.done(seq, error)
        self._keep(seq, verb, start, tx.end)

    def _keep(self, seq: int, verb: str, start: int, end: int) -> None:
        self._kept_seq, self._kept_verb = seq, verb
        self._kept_length = end - start if end - start <= LARGEST else 0  # a list of faults is made anew
        for at in range(self._kept_length):
            self._kept[at] = self._hub.tx.buffer[start + at]

    # -- one method a verb: None when it has answered (or will), else "" for done, or the error

    def _do_h(self, seq: int, again: bool) -> "str | None":
        major, dot, minor = self._hub.rx.fields.get("hub", "").partition(".")
        if not (dot and major.isdigit() and minor.isdigit()):
            return "arg"
        self._hub.attach()
        self._hub.say.hello(seq)
        self._hub.say.snapshot(seq)
        return None

    def _do_s(self, seq: int, again: bool) -> "str | None":
        self._hub.say.snapshot(seq)
        return None

    def _do_p(self, seq: int, again: bool) -> "str | None":
        self._hub.say.time(seq, self._hub.rx.number("h", 0, 0xFFFFFFFF))
        return None

    def _do_l(self, seq: int, again: bool) -> "str | None":
        lit, blinking = self._hub.rx.number("m", 0, 0xFF), self._hub.rx.number("b", 0, 0xFF)
        self._hub.lamps_on, self._hub.lamps_blinking = lit, blinking
        return ""

    def _do_c(self, seq: int, again: bool) -> "str | None":
        hub, rx = self._hub, self._hub.rx
        debounce = rx.number("db", 0, 0xFF, hub.sites.debounce * SCAN_MS)
        beat = rx.number("hb", 0, 0xFFFF, hub.beat_every)
        bits = rx.fields.get("mask")
        mask = None if bits is None else _unhex(bits)
        hub.sites.debounce = max(LEAST_SCANS, debounce // SCAN_MS)
        hub.beat_every = max(100, beat)
        hub.beat_at = min(hub.beat_at, hub.now + hub.beat_every)
        if mask is not None:
            for site in range(hub.sites.count):
                hub.sites.mask(site, site >> 3 < len(mask) and bool(mask[site >> 3] >> (site & 7) & 1))
        return ""

    def _do_r(self, seq: int, again: bool) -> "str | None":
        hub = self._hub
        first, count = hub.rx.number("i", 0, 0xFF), hub.rx.number("n", 1, 16)
        if first >= hub.sites.count:
            return "arg"
        self._raw_first = self.raw_site = first
        self._raw_count = self.raw_left = min(count, hub.sites.count - first)
        self._skip_uncoded()
        return None

    def _skip_uncoded(self) -> None:
        """Sites beyond the converter have their level for a code."""
        sites = self._hub.sites
        while self.raw_left and self.raw_site >= sites.coded:
            self._put_raw(0 if sites.occupied(self.raw_site) else 0xFFF)

    def raw_code(self, code: int) -> None:
        """Take the converter's code for `raw_site`."""
        self._put_raw(code)
        self._skip_uncoded()

    def _put_raw(self, code: int) -> None:
        at = 2 * (self.raw_site - self._raw_first)
        self._codes[at], self._codes[at + 1] = code >> 8, code & 0xFF
        self.raw_site += 1
        self.raw_left -= 1
        if self.raw_left == 0 and self._hub.tx.room(LARGEST):
            start = self._hub.tx.end
            self._hub.say.raw(self._job, self._raw_first, self._codes[: 2 * self._raw_count])
            self._keep(self._job, "r", start, self._hub.tx.end)

    def _do_t(self, seq: int, again: bool) -> "str | None":
        hub = self._hub
        reference = None if hub.sites.pieces is None else hub.reference_good
        hub.say.self_test(seq, hub.ready and not hub.faults & CHAIN, reference, not hub.faults & MEMORY)
        return None

    def _do_z(self, seq: int, again: bool) -> "str | None":
        hub, rx = self._hub, self._hub.rx
        what = rx.fields.get("w", "")
        site = rx.number("i", 0, 0xFF, ALL)
        if site != ALL and site >= hub.sites.count:
            return "arg"
        if what == "empty":
            for number in range(hub.sites.count) if site == ALL else (site,):
                hub.sites.must_be_empty(number)
            return ""
        pieces = hub.sites.pieces
        if pieces is None:
            return "arg"
        if what == "save":
            self.wish = "save"
            return None
        if what == "clear":
            pieces.clear()
            return ""
        kind = _unhex(what)
        low, high = rx.number("lo", 234, 3949), rx.number("hi", 234, 3949)
        if len(kind) != 1 or not 1 <= kind[0] <= 0xEF or low >= high:
            return "arg"
        return "" if pieces.add(site, kind[0], low, high) else "arg"

    def saved(self, good: bool) -> None:
        """The shell has written the calibration, or could not."""
        self.wish = ""
        start = self._hub.tx.end
        if self._hub.tx.room(LARGEST):
            start = self._hub.tx.end
            self._hub.say.done(self._job, "" if good else "busy")
        self._keep(self._job, "z", start, self._hub.tx.end)

    def _do_f(self, seq: int, again: bool) -> "str | None":
        clear = self._hub.rx.number("x", 0, 0, 1) == 0 and "x" in self._hub.rx.fields
        if clear and not again:
            self._hub.sites.trust_all()
        self.listing = 0
        self.work()
        return None

    def work(self) -> None:
        """Go on with a list of faults, as far as there is room."""
        hub, sites = self._hub, self._hub.sites
        while 0 <= self.listing < sites.count:
            bits = sites.faults[self.listing]
            if bits and not hub.tx.room(6 * 70):
                return
            for place in range(6):
                if bits >> place & 1:
                    hub.say.site_fault(self.listing, 1 << place, True, sites.counts[self.listing])
            self.listing += 1
        if self.listing < 0 or not hub.tx.room(4 * 70):
            return
        for place in range(3):
            if hub.faults >> place & 1:
                hub.say.hub_fault(1 << place, True, hub.dropped_scans if place == 0 else 0)
        hub.say.done(self._job)
        self.listing = -1

    def _do_x(self, seq: int, again: bool) -> "str | None":
        hub, fields = self._hub, self._hub.rx.fields
        mode, last = fields.get("m", ""), fields.get("id", "")
        if mode not in ("run", "boot"):
            return "arg"
        if len(last) != 4 or not hub.id.endswith(last):
            return "perm"
        self.wish = mode
        return ""


def _unhex(digits: str) -> bytes:
    """Bytes from pairs of lower-case hex digits; raises FieldError."""
    if not digits or len(digits) % 2:
        raise FieldError("hex")
    out = bytearray(len(digits) // 2)
    for at in range(len(digits)):
        digit = "0123456789abcdef".find(digits[at])
        if digit < 0:
            raise FieldError("hex")
        out[at >> 1] = out[at >> 1] << 4 | digit
    return bytes(out)
