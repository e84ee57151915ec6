"""The host's copy of a hub's tokens, and the rules by which it may be believed (hub/1, state rules)."""

from typing import Final, Literal

from firmware_bridge.messages import Beat, Delta, HubFault, HubMessage, Key, Snapshot, Time
from firmware_bridge.protocol import digest

Verdict = Literal["applied", "duplicate", "gap"]
_BACK_MS: Final = 1000  # a hub clock that goes back further than this has restarted
_OLD_MS: Final = 250  # an answer this much older than a packet before it was given already


def ahead(a: int, b: int) -> bool:
    """Whether version `a` comes after version `b`; versions count modulo 2^32."""
    return 0 < (a - b) % (1 << 32) < 1 << 31


class Mirror:
    """Token bytes of one hub since its last boot.

    `highest` is the newest version that any packet spoke of: a snapshot older than that is a repeated
    answer, not the present.
    """

    def __init__(self) -> None:
        self.epoch: int | None = None
        self.tokens: bytes | None = None
        self.version = 0
        self.highest: int | None = None
        self._t_ms: int | None = None
        self._told: bytes | None = None

    def forget(self, epoch: int | None) -> None:
        """Start anew with a hub of this epoch."""
        self.epoch = epoch
        self.tokens = None
        self.highest = None
        self._t_ms = None

    def restarted(self, epoch: int, t_ms: int) -> bool:
        """Whether a packet with this epoch and hub time shows that the hub has restarted."""
        back = 0 if self._t_ms is None else (self._t_ms - t_ms) % (1 << 32)
        if epoch != self.epoch or _BACK_MS < back < 1 << 31:
            return True
        self._t_ms = t_ms
        return False

    def another_life(self, message: HubMessage) -> bool:
        """Whether a packet, by its epoch or its time, shows that the hub has restarted."""
        match message:
            case Snapshot(reply=int()):  # a hub repeats an old answer, with its old time, to a SEQ it knows
                return message.epoch != self.epoch
            case Snapshot() | Delta() | Beat() | Key() | HubFault():
                return self.restarted(message.epoch, message.t_ms)
            case Time():
                return self.epoch is not None and self.restarted(self.epoch, message.t_ms)
            case _:
                return False

    def repeated(self, snapshot: Snapshot) -> bool:
        """Whether an answer is older than a packet that came before it: then it was said already."""
        behind = 0 if self._t_ms is None else (self._t_ms - snapshot.t_ms) % (1 << 32)
        if _OLD_MS < behind < 1 << 31:
            return True
        self._t_ms = snapshot.t_ms
        return False

    def behind(self, snapshot: Snapshot) -> bool:
        """Whether a snapshot speaks of a newer version than is here."""
        return ahead(snapshot.version, self.version)

    def untold(self) -> tuple[tuple[int, int], ...]:
        """Sites whose token is not as at the last call; the first call is measured against an empty board."""
        tokens = self.tokens or b""
        told = self._told if self._told is not None and len(self._told) == len(tokens) else bytes(len(tokens))
        self._told = tokens
        return tuple((site, token) for site, token in enumerate(tokens) if token != told[site])

    def load(self, snapshot: Snapshot) -> bool:
        """Take a snapshot; False when packets before it spoke of something newer."""
        late = self.highest is not None and ahead(self.highest, snapshot.version)
        self.tokens = snapshot.tokens
        self.version = snapshot.version
        self.highest = snapshot.version  # so that the next answer counts, even if this hub counts oddly
        return not late

    def snapshot(self, reply: int) -> Snapshot:
        """The packet that would tell what is here, as an answer to that SEQ."""
        return Snapshot(
            epoch=self.epoch or 0,
            version=self.version,
            t_ms=self._t_ms or 0,
            tokens=self.tokens or b"",
            reply=reply,
        )

    def apply(self, delta: Delta) -> Verdict:
        """Take a delta if it follows on; tokens are absolute, so an overlap does no harm."""
        if self.tokens is None:
            return "gap"
        if not ahead(delta.version, self.version):
            return "duplicate"
        out_of_range = any(site >= len(self.tokens) for site, _ in delta.changes)
        self.saw(delta.version)
        if ahead(delta.before, self.version) or out_of_range:
            return "gap"
        tokens = bytearray(self.tokens)
        for site, token in delta.changes:
            tokens[site] = token
        self.tokens = bytes(tokens)
        self.version = delta.version
        return "applied"

    def saw(self, version: int) -> None:
        """Remember that a packet spoke of this version."""
        if self.highest is None or ahead(version, self.highest):
            self.highest = version

    def agrees(self, beat: Beat) -> bool:
        """Whether the hub's beat confirms version and tokens."""
        self.saw(beat.version)
        return self.tokens is not None and beat.version == self.version and beat.digest == self.digest

    @property
    def digest(self) -> int:
        """What the hub's beat must carry at this version."""
        return digest(self.tokens or b"")
