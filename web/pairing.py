"""PURE: which browser may see a seat's own page. Codes that wait, and who has joined. Time is passed in.

One code waits at a time, for one seat: six digits to be written and a long one to be scanned, either of
them good once. They are kept as hashes and compared in constant time.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Literal

from engine import Seat

CODE_S: Final = 120.0
TRIES: Final = 5  # of each source
ALL_TRIES: Final = 20
SESSION_S: Final = 12 * 3600.0
NEXT_CODE_S: Final = 10.0  # after a code that was asked for: nobody makes the table talk without end
GUESSED_CODE_S: Final = CODE_S  # the same after twenty wrong ones with no right one between
MOST: Final = 4  # browsers a seat

Verdict = Literal["wrong-code", "no-code", "too-many"]


@dataclass(frozen=True, slots=True)
class Code:
    """What has just been made, to be told once: `digits` aloud, `long` in a picture."""

    digits: str
    long: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A browser that belongs to a seat. `token` goes with each of its forms."""

    seat: Seat
    token: str
    since: float


@dataclass(slots=True)
class _Waiting:
    seat: Seat
    hashes: tuple[bytes, bytes]
    until: float
    tries: Counter[str]  # wrong ones, by source


class Pairing:
    """Codes and sessions of one game.

    Args:
        random: so many random bytes.
    """

    def __init__(self, random: Callable[[int], bytes]) -> None:
        self._random = random
        self._waiting: _Waiting | None = None
        self._opened_at = float("-inf")
        self._wrong = 0  # tries of all codes since the last right one
        self._joined: dict[bytes, Joined] = {}  # the oldest first

    def open(self, seat: Seat, at: float) -> Code | None:
        """A code for this seat, in the place of any that waits; None: too soon after the last one."""
        if at - self._opened_at < (NEXT_CODE_S if self._wrong < ALL_TRIES else GUESSED_CODE_S):
            return None
        self._opened_at = at
        digits = f"{int.from_bytes(self._random(8), 'big') % 1_000_000:06d}"
        long = self._random(16).hex()
        self._waiting = _Waiting(seat, (_hash(digits), _hash(long)), at + CODE_S, Counter())
        return Code(digits, long)

    def waiting(self, at: float) -> Seat | None:
        """For whom a code waits."""
        if self._waiting is not None and at >= self._waiting.until:
            self._waiting = None
        return None if self._waiting is None else self._waiting.seat

    def take(self, written: str, at: float, source: str = "") -> Seat | Verdict:
        """Try a code: its seat, and it is used up; or why not. A source has five tries, all have twenty."""
        if self.waiting(at) is None or self._waiting is None:
            return "no-code"
        tries = self._waiting.tries
        if tries[source] >= TRIES:
            return "too-many"
        tried, right = _hash(_plain(written)), False
        for wanted in self._waiting.hashes:
            right |= hmac.compare_digest(tried, wanted)
        if right:
            seat, self._waiting, self._wrong = self._waiting.seat, None, 0
            return seat
        self._wrong += 1
        tries[source] += 1
        if tries.total() >= ALL_TRIES:
            self._waiting = None
        return "wrong-code" if self._waiting is not None and tries[source] < TRIES else "too-many"

    def give_back(self, seat: Seat, written: str, at: float) -> None:
        """The table was busy: the code that was just taken waits once more, unless another does by now."""
        if self._waiting is None:
            own = _hash(_plain(written))
            self._waiting = _Waiting(seat, (own, own), at + CODE_S, Counter())

    def join(self, seat: Seat, at: float) -> str:
        """A session for this seat; its secret, to be kept by the browser alone."""
        secret = self._random(32).hex()
        own = [key for key, one in self._joined.items() if one.seat == seat]
        if len(own) >= MOST:
            del self._joined[own[0]]
        self._joined[_hash(secret)] = Joined(seat, self._random(16).hex(), at)
        return secret

    def joined(self, secret: str | None, at: float) -> Joined | None:
        """Whose this secret is; None: nobody's, or too old."""
        if not secret:
            return None
        found = self._joined.get(_hash(secret))
        if found is not None and at - found.since >= SESSION_S:
            del self._joined[_hash(secret)]
            return None
        return found

    def leave(self, secret: str | None) -> None:
        """This browser leaves its seat."""
        self._joined.pop(_hash(secret or ""), None)

    def keep(self, seats: Collection[Seat]) -> None:
        """Only these seats are played: whoever joined another has to leave, and no code is for another."""
        self._joined = {key: one for key, one in self._joined.items() if one.seat in seats}
        if self._waiting is not None and self._waiting.seat not in seats:
            self._waiting = None

    def put_out(self, seat: Seat) -> None:
        """The browser that joined as this seat last has to leave."""
        own = [key for key, one in self._joined.items() if one.seat == seat]
        if own:
            del self._joined[own[-1]]


def _plain(written: str) -> str:
    return "".join(written.split()).lower()


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
