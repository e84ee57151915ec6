"""What the silence of a hub means: when something should have come and did not. Times are passed in."""

from typing import Final

BEATS_TO_STALE: Final = 2.5  # beat periods of silence until the mirror is old
BEATS_TO_REOPEN: Final = 5.0  # … until the port is opened anew
BEATS_TO_DOUBT: Final = 1.25  # … until a ping asks whether something was lost
TAIL_S: Final = 0.3  # a beat follows each delta after 150 ms; later than this, something was lost
UNENDED_S: Final = 0.3  # a packet that stops in its middle for so long has lost its end
GREETING_PATIENCE_S: Final = 8.0  # 3 s for a board that restarts on opening, then 5 s
BAD_WIRE_S: Final = 2.0  # a wire is good again when it harmed nothing for so long
WARY_S: Final = 0.2  # on a bad wire a ping asks after so long without a proof
_NEVER: Final = float("-inf")


class LinkTimeouts:
    """Remembers when a hub was heard, and how."""

    def __init__(self) -> None:
        self.beat_s = 1.0
        self._beat_at = self._greeting_at = self._packet_at = self._bytes_at = 0.0
        self._harmed_at = self._probed_at = _NEVER
        self._tail_due = float("inf")
        self._proof_at = 0.0

    def greeting(self, at: float) -> None:
        """We say hello."""
        self._greeting_at = at

    def greeted(self, beat_ms: int, at: float) -> None:
        """The hub answered, and told how often it beats."""
        self.beat_s = min(max(beat_ms, 1000), 4000) / 1000
        self.current(at)

    def bytes_came(self, at: float) -> None:
        """Anything arrived."""
        self._bytes_at = at

    def packet_came(self, at: float) -> None:
        """A whole packet arrived."""
        self._packet_at = at

    def harmed(self, at: float) -> None:
        """Something was lost or came harmed."""
        self._harmed_at = at

    def current(self, at: float) -> None:
        """A packet told the hub's version: a beat, a snapshot."""
        self._beat_at = self._proof_at = at
        self._tail_due = float("inf")

    def changed(self, at: float) -> None:
        """A delta told the hub's version; a beat must follow it."""
        self._beat_at = self._proof_at = at
        self._tail_due = at + TAIL_S

    def complete(self, at: float) -> None:
        """A packet came, and none before it is missing."""
        self._proof_at = at

    def silent_s(self, at: float) -> float:
        """Since when no packet told a version."""
        return at - self._beat_at

    def silent(self, at: float) -> bool:
        """Whether the mirror is old."""
        return self.silent_s(at) >= BEATS_TO_STALE * self.beat_s

    def gone(self, at: float) -> bool:
        """Whether the port should be opened anew: nothing was heard for five beats."""
        return at - max(self._beat_at, self._packet_at) >= BEATS_TO_REOPEN * self.beat_s

    def unanswered(self, at: float) -> bool:
        """Whether the port should be opened anew: nobody answers our hello."""
        return at - max(self._greeting_at, self._packet_at) >= GREETING_PATIENCE_S

    def bad_wire(self, at: float) -> bool:
        """Whether something was harmed of late."""
        return at - self._harmed_at < BAD_WIRE_S

    def suspicious(self, begun: bool, at: float) -> bool:
        """Whether a ping should ask now. `begun`: a packet has begun and not ended."""
        wary = self.bad_wire(at) and at - self._proof_at >= WARY_S
        overdue = self.silent_s(at) >= BEATS_TO_DOUBT * self.beat_s or at >= self._tail_due
        unended = begun and at - self._bytes_at >= UNENDED_S
        if not wary and (not (overdue or unended) or at - self._probed_at < self.beat_s):
            return False
        if wary and at - self._probed_at < WARY_S:
            return False
        self._probed_at = at
        self._tail_due = float("inf")
        return True
