"""A hub on a bench, with a host that reads and counts."""

import sys
from types import FrameType
from typing import Any

from firmware_bridge import Decoder, HubFault, HubMessage
from tests.firmware.hub_script import Bench, command

PIECE, OTHER, SHORT, BETWEEN = 682, 1050, 60, 900


class Table(Bench):
    """A bench whose host reads and counts its SEQs."""

    def __init__(self, chips: int = 2, resistors: bool = False) -> None:
        super().__init__(chips, resistors)
        self.decoder = Decoder()
        self.seq = 0
        self.log: list[tuple[int, HubMessage]] = []

    def run(self, ms: int) -> list[HubMessage]:
        """What the hub says in that time."""
        start = len(self.log)
        for _ in range(ms):
            self.until(self.now + 1)
            self.log += [(self.now, packet.message) for packet in self.decoder.feed(self.cable.written)]
        return [message for _, message in self.log[start:]]

    def ask(self, text: str, seq: int | None = None) -> list[HubMessage]:
        """What it says within 20 ms of being asked; the SEQ goes in behind the verb."""
        self.seq = self.seq + 1 if seq is None else seq
        verb, _, rest = text.partition(" ")
        self.cable.from_host.append(command(f"{verb} {self.seq:04x}{' ' if rest else ''}{rest}"))
        return self.run(20)

    def attached(self) -> "Table":
        self.run(400)
        self.ask("h hub=1.0")
        return self

    def put(self, site: int, code: int = PIECE) -> None:
        self.do(["0", "put", str(site), str(code)], "")

    def lift(self, site: int) -> None:
        self.do(["0", "lift", str(site)], "")

    def shake(self, site: int, times: int, every_ms: int) -> list[HubMessage]:
        """A contact opens and closes so many times."""
        said: list[HubMessage] = []
        for number in range(times):
            (self.lift if number % 2 else self.put)(site)
            said += self.run(every_ms)
        return said

    @property
    def tokens(self) -> bytes:
        return bytes(self.hub.sites.tokens)


def faults(said: list[HubMessage]) -> list[tuple[int, str, int]]:
    return [(m.site, m.kind, m.standing) for m in said if isinstance(m, HubFault)]


def opcodes(table: Table, turns: int) -> list[int]:
    """Bytecodes that the firmware runs in each of the next turns, as CPython counts them."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode" and "firmware_bridge" in frame.f_code.co_filename
        return trace

    counts: list[int] = []
    before = sys.gettrace()
    for _ in range(turns):
        count = 0
        table.now += 1
        sys.settrace(trace)
        table.loop.turn(table.now)
        sys.settrace(before)
        counts.append(count)
    return counts
