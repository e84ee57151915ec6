"""PURE: which browser may see a seat's own page. Codes that wait, and who has joined. Time is passed in.

Each asker has a code of its own for a seat, which nobody else can end: six digits to be written where it was
asked for, and a long one to be scanned anywhere, either of them good once. A code that was asked for on this
machine is written on any. They are kept as hashes and compared in constant time.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Final, Generic, Literal, TypeVar

CODE_S: Final = 120.0
TRIES: Final = 5  # of each source
ALL_TRIES: Final = 20  # of all other machines at a code that was asked for here
SESSION_S: Final = 12 * 3600.0
NEXT_CODE_S: Final = (10.0, 60.0, 300.0, 1800.0)  # after one, two, three codes that nobody used
FORGOTTEN_S: Final = 3600.0  # an asker that asks no more
CODES: Final = 24  # that wait at once: the table is not made to talk by whoever has many addresses
MOST: Final = 4  # browsers a seat
HERE: Final = ""  # who asks on this machine

Verdict = Literal["wrong-code", "no-code", "too-many"]
Who = TypeVar("Who", bound=str)
"""As whom a browser joins: a seat, or the host."""


@dataclass(frozen=True, slots=True)
class Code:
    """What has just been made, to be told once: `digits` aloud, `long` in a picture."""

    digits: str
    long: str


@dataclass(frozen=True, slots=True)
class Joined(Generic[Who]):
    """A browser that belongs to a seat. `token` goes with each of its forms; `name` tells it from others.

    `language`: in which the seat's own words are heard there; None: in the table's.
    """

    seat: Who
    token: str
    since: float
    name: str
    language: str | None = None


@dataclass(slots=True)
class _Waiting(Generic[Who]):
    seat: Who
    asker: str
    digits: bytes
    long: bytes
    until: float
    tries: Counter[str] = field(default_factory=Counter)  # wrong ones, by source


@dataclass(slots=True)
class _Asker:
    """Who asks for codes. `unused`: how many have been asked for since one was right."""

    at: float
    unused: int = 0


class Pairing(Generic[Who]):
    """Codes and sessions of one game.

    Args:
        random: so many random bytes.
    """

    def __init__(self, random: Callable[[int], bytes]) -> None:
        self._random = random
        self._waiting: dict[tuple[Who, str], _Waiting[Who]] = {}  # the newest last
        self._askers: dict[str, _Asker] = {}
        self._used: dict[bytes, _Waiting[Who]] = {}  # what was taken last, by what was written
        self._joined: dict[bytes, Joined[Who]] = {}  # the oldest first
        self._newest: dict[Who, bytes] = {}  # who joined last, in or out by now

    def open(self, seat: Who, at: float, asker: str = HERE) -> Code | None:
        """A code for this seat, in the place of this asker's last one for it; None: too soon, or too many."""
        self._forget(at)
        known = self._askers.get(asker)
        if known is not None and at - known.at < NEXT_CODE_S[min(known.unused, len(NEXT_CODE_S)) - 1]:
            return None
        if asker != HERE and (seat, asker) not in self._waiting and len(self._waiting) >= CODES:
            return None
        self._askers[asker] = _Asker(at, 1 if known is None or asker == HERE else known.unused + 1)
        digits = f"{int.from_bytes(self._random(8), 'big') % 1_000_000:06d}"
        long = self._random(16).hex()
        self._waiting.pop((seat, asker), None)
        self._waiting[seat, asker] = _Waiting(seat, asker, _hash(digits), _hash(long), at + CODE_S)
        return Code(digits, long)

    def waiting(self, at: float, asker: str = HERE) -> tuple[Who, str] | None:
        """For whom a code waits, and who asked for it: this asker's newest, or else the newest of all."""
        self._forget(at)
        found = [*self._waiting]
        own = [key for key in found if key[1] == asker]
        return (own or found)[-1] if found else None

    def waits(self, code: tuple[Who, str]) -> bool:
        """Whether this asker's code for a seat still waits."""
        return code in self._waiting

    def take(self, written: str, at: float, source: str = HERE) -> Who | Verdict:
        """Try a code: its seat, and it is used up; or why not. A source has five tries at each code."""
        self._forget(at)
        tried, right = _hash(_plain(written)), None
        for one in self._waiting.values():
            if hmac.compare_digest(tried, one.long):
                right = one
        open_to = [one for one in self._waiting.values() if one.asker in (source, HERE)]
        tries = [one for one in open_to if one.tries[source] < TRIES and not _guessed(one, source)]
        for one in tries:
            if hmac.compare_digest(tried, one.digits):
                right = one
        if right is not None:
            del self._waiting[right.seat, right.asker]
            self._askers.pop(right.asker, None)
            self._used = {tried: right}
            return right.seat
        for one in tries:
            one.tries[source] += 1
        if not self._waiting:
            return "no-code"
        left = [one for one in tries if one.tries[source] < TRIES and not _guessed(one, source)]
        return "wrong-code" if left or not open_to else "too-many"

    def give_back(self, seat: Who, written: str, at: float) -> None:
        """The table was busy: the code that was just taken waits once more, unless another does by now."""
        used = self._used.pop(_hash(_plain(written)), None)
        if used is not None and used.seat == seat:
            used.until = at + CODE_S
            self._waiting.setdefault((seat, used.asker), used)

    def _forget(self, at: float) -> None:
        """Codes that are too old, and askers that ask no more."""
        self._waiting = {key: one for key, one in self._waiting.items() if at < one.until}
        self._askers = {key: one for key, one in self._askers.items() if at - one.at < FORGOTTEN_S}

    def join(self, seat: Who, at: float) -> str:
        """A session for this seat; its secret, to be kept by the browser alone."""
        secret = self._random(32).hex()
        own = [key for key, one in self._joined.items() if one.seat == seat]
        if len(own) >= MOST:
            del self._joined[own[0]]
        self._joined[_hash(secret)] = Joined(seat, self._random(16).hex(), at, self._random(4).hex())
        self._newest[seat] = _hash(secret)
        return secret

    def joined(self, secret: str | None, at: float) -> Joined[Who] | None:
        """Whose this secret is; None: nobody's, or too old."""
        if not secret:
            return None
        found = self._joined.get(_hash(secret))
        if found is not None and at - found.since >= SESSION_S:
            del self._joined[_hash(secret)]
            return None
        return found

    def hear_in(self, name: str, language: str) -> None:
        """The browser of this name hears its seat's own words in this language."""
        for key, one in self._joined.items():
            if one.name == name:
                self._joined[key] = replace(one, language=language)

    def language(self, seat: Who, at: float) -> str | None:
        """In which the seat's own words are heard: the choice of who joined last of those that made one."""
        chosen = [one.language for one in self.all(at) if one.seat == seat and one.language is not None]
        return chosen[-1] if chosen else None

    def leave(self, secret: str | None) -> None:
        """This browser leaves its seat."""
        self._joined.pop(_hash(secret or ""), None)

    def keep(self, seats: Collection[Who]) -> None:
        """Only these seats are played: whoever joined another has to leave, and no code is for another."""
        self._joined = {key: one for key, one in self._joined.items() if one.seat in seats}
        self._waiting = {key: one for key, one in self._waiting.items() if one.seat in seats}

    def all(self, at: float) -> tuple[Joined[Who], ...]:
        """Every browser that belongs to somebody, the oldest first."""
        return tuple(one for one in self._joined.values() if at - one.since < SESSION_S)

    def anybody(self, at: float) -> bool:
        """Whether some browser belongs to somebody; any thread may ask."""
        return any(at - one.since < SESSION_S for one in [*self._joined.values()])

    def seats(self, at: float) -> frozenset[Who]:
        """For whom some browser has joined; any thread may ask."""
        return frozenset(one.seat for one in [*self._joined.values()] if at - one.since < SESSION_S)

    def end(self, name: str) -> Who | None:
        """The browser of this name has to leave; whose it was, None: there is none."""
        found = next((key for key, one in self._joined.items() if one.name == name), None)
        return None if found is None else self._joined.pop(found).seat

    def put_out(self, seat: Who) -> None:
        """The browser that joined as this seat last has to leave; if it has already, nobody else does."""
        self._joined.pop(self._newest.get(seat, b""), None)


def _guessed(code: "_Waiting[Who]", source: str) -> bool:
    """Whether a code that was asked for elsewhere than at this source has been tried too often."""
    return code.asker != source and code.tries.total() >= ALL_TRIES


def _plain(written: str) -> str:
    return "".join(written.split()).lower()


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
