"""What a hub can say, and what it can be asked: hub/1 as frozen values (docs/hub-protocol.md).

The letter of each message, its fields' keys, their order and their widths stand here and nowhere else.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from firmware_bridge.fields import (
    Bytes,
    Changes,
    Codes,
    Enumerated,
    Number,
    TextField,
    Version,
    WordList,
    maybe,
    wire,
)

MAX_SITES: Final = 250
WHOLE_HUB: Final = 0xFF
"""The site number of a fault that is the hub's own."""

_EPOCH: Final = Number(4, high=0xFFFF)
_SEQ: Final = Number(4, high=0xFFFF)
_BYTE: Final = Number(2, high=0xFF)
_SHORT: Final = Number(4, high=0xFFFF)
_LONG: Final = Number(8)


@dataclass(frozen=True, slots=True, kw_only=True)
class HubHello:
    """The hub names itself; `reply` is the SEQ of the hello it answers, None when it calls by itself."""

    letter: ClassVar[str] = "H"
    version: tuple[int, int] = wire("hub", Version())
    firmware: str = wire("fw", TextField())
    id: str = wire("id", TextField())
    epoch: int = wire("e", _EPOCH)
    sites: int = wire("n", Number(2, 1, MAX_SITES))
    capabilities: tuple[str, ...] = wire("cap", WordList())
    line_limit: int = wire("rx", _BYTE)
    beat_ms: int = wire("hb", _SHORT)
    debounce_ms: int = wire("db", _BYTE)
    scans: int = wire("sc", _SHORT)
    reset: str = wire("rs", TextField())
    calibration: int | None = maybe("cfg", _LONG)
    reply: int | None = maybe("r", _SEQ)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Every site's token byte, from site 0 on."""

    letter: ClassVar[str] = "S"
    epoch: int = wire("e", _EPOCH)
    version: int = wire("v", _LONG)
    t_ms: int = wire("t", _LONG)
    tokens: bytes = wire("s", Bytes())
    reply: int | None = maybe("r", _SEQ)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """Sites that changed between two versions; tokens are absolute."""

    letter: ClassVar[str] = "D"
    epoch: int = wire("e", _EPOCH)
    before: int = wire("p", _LONG)
    version: int = wire("v", _LONG)
    t_ms: int = wire("t", _LONG)
    changes: tuple[tuple[int, int], ...] = wire("c", Changes())


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """I am alive, and this is what you should know: version, digest of the tokens, press counts."""

    letter: ClassVar[str] = "B"
    epoch: int = wire("e", _EPOCH)
    version: int = wire("v", _LONG)
    t_ms: int = wire("t", _LONG)
    digest: int = wire("d", _LONG)
    scans: int = wire("sc", _SHORT)
    bad: int = wire("er", _SHORT)
    faults: int = wire("f", _BYTE)
    presses: bytes = wire("k", Bytes(high=32, low=0))
    stalled: int | None = maybe("ov", _SHORT)
    supply_mv: int | None = maybe("vc", _SHORT)
    temperature: str | None = maybe("tc", TextField())


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key went down (`d`), came up (`u`) or is held (`h`); `count` presses so far, modulo 256."""

    letter: ClassVar[str] = "K"
    epoch: int = wire("e", _EPOCH)
    key: int = wire("i", _BYTE)
    action: str = wire("a", Enumerated(frozenset("duh")))
    count: int = wire("c", _BYTE)
    t_ms: int = wire("t", _LONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class HubFault:
    """A fault of a site, or of the hub (`site` is WHOLE_HUB), came (`standing` 1) or went (0)."""

    letter: ClassVar[str] = "F"
    epoch: int = wire("e", _EPOCH)
    site: int = wire("i", _BYTE)
    kind: str = wire("k", TextField())
    standing: int = wire("x", Number(1, high=1))
    count: int = wire("n", _SHORT)
    t_ms: int = wire("t", _LONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack:
    """A command was done (`ok` is 1) or refused (`error`: crc, len, verb, arg, busy, perm)."""

    letter: ClassVar[str] = "A"
    reply: int = wire("r", _SEQ)
    ok: int | None = maybe("ok", Number(1, 1, 1))
    error: str | None = maybe("er", TextField())


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """The answer to a ping: the host's stamp again, the hub's clocks."""

    letter: ClassVar[str] = "Y"
    reply: int = wire("r", _SEQ)
    stamp: int = wire("h", _LONG)
    t_ms: int = wire("t", _LONG)
    t_us: int = wire("u", _LONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class RawValues:
    """What the converter read, from site `first` on."""

    letter: ClassVar[str] = "V"
    first: int = wire("i", _BYTE)
    codes: tuple[int, ...] = wire("a", Codes())
    reply: int | None = maybe("r", _SEQ)


@dataclass(frozen=True, slots=True, kw_only=True)
class HubSelfTest:
    """The outcome of a self-test: `pass` or `fail`, and each part's own result."""

    letter: ClassVar[str] = "T"
    reply: int = wire("r", _SEQ)
    outcome: str = wire("x", Enumerated(frozenset({"pass", "fail"})))
    chain: str | None = maybe("chain", TextField())
    adc: str | None = maybe("adc", TextField())
    reference: str | None = maybe("ref", TextField())
    memory: str | None = maybe("mem", TextField())


@dataclass(frozen=True, slots=True, kw_only=True)
class LogText:
    """A line of the hub's own log; severity d, i, w or e."""

    letter: ClassVar[str] = "L"
    severity: str = wire("s", Enumerated(frozenset("diwe")))
    text: str = wire("m", TextField())


HubMessage = (
    HubHello | Snapshot | Delta | Beat | Key | HubFault | Ack | Time | RawValues | HubSelfTest | LogText
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Greet:
    """Hello, hub: attach to me and tell all. Answered by Hello, then Snapshot."""

    letter: ClassVar[str] = "h"
    version: tuple[int, int] = wire("hub", Version())


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSnapshot:
    """Send a snapshot now."""

    letter: ClassVar[str] = "s"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Are you there? Answered by Time with the same stamp."""

    letter: ClassVar[str] = "p"
    stamp: int = wire("h", _LONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """All lamps: which are on, which of them blink (bit masks)."""

    letter: ClassVar[str] = "l"
    on: int = wire("m", _BYTE)
    blink: int = wire("b", _BYTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class HubSettings:
    """Settings that last until the hub restarts; None leaves one as it is."""

    letter: ClassVar[str] = "c"
    debounce_ms: int | None = maybe("db", _BYTE)
    beat_ms: int | None = maybe("hb", _SHORT)
    mask: bytes | None = maybe("mask", Bytes(high=32))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRaw:
    """Read up to 16 sites' raw values."""

    letter: ClassVar[str] = "r"
    first: int = wire("i", _BYTE)
    count: int = wire("n", Number(2, 1, 16))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSelfTest:
    """Test yourself."""

    letter: ClassVar[str] = "t"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrate:
    """One site's window of a token class, or `what` = save: write all to flash."""

    letter: ClassVar[str] = "z"
    site: int | None = maybe("i", _BYTE)
    what: str = wire("w", TextField())
    low: int | None = maybe("lo", _SHORT)
    high: int | None = maybe("hi", _SHORT)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFaults:
    """List the standing faults; `clear` = 0 clears the latched ones first."""

    letter: ClassVar[str] = "f"
    clear: int | None = maybe("x", Number(1, 0, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """Restart into `run` or `boot`; `id` the last four digits of the hub's id."""

    letter: ClassVar[str] = "x"
    mode: str = wire("m", Enumerated(frozenset({"run", "boot"})))
    id: str = wire("id", TextField())


Command = (
    Greet | AskSnapshot | Ping | Lamps | HubSettings | AskRaw | AskSelfTest | Calibrate | AskFaults | Restart
)  # fmt: skip

HUB_MESSAGES: Final[dict[str, type[HubMessage]]] = {
    kind.letter: kind
    for kind in (HubHello, Snapshot, Delta, Beat, Key, HubFault, Ack, Time, RawValues, HubSelfTest, LogText)
}
COMMANDS: Final[dict[str, type[Command]]] = {
    kind.letter: kind
    for kind in (
        Greet, AskSnapshot, Ping, Lamps, HubSettings, AskRaw, AskSelfTest, Calibrate, AskFaults, Restart,
    )
}  # fmt: skip
