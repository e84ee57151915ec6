"""SHELL: `fingerpost hub test`: a hub's own test, what it reads, and each pin by hand."""

import os
import select
import time
from collections.abc import Iterator, Mapping
from typing import Final, TextIO

from firmware_bridge.debounce import seen
from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import place
from firmware_bridge.inspection import Inspection, Inspector
from firmware_bridge.messages import HubSelfTest
from firmware_bridge.pin_tour import PinTrial
from firmware_bridge.serial_hub import LOCK_PATIENCE_S, PortError
from tabletop import BoardLayout, HubId

_TURN_S: Final = 0.02
_ROW: Final = 8  # raw readings a line


def try_hub(
    port: str,
    layout: BoardLayout | None,
    out: TextIO,
    err: TextIO,
    *,
    pins: bool = False,
    keys: TextIO | None,
    hub: int = 0,
) -> int:
    """Test the hub at `port`, and with `pins` each of its pins by hand.

    Args:
        layout: names the pins and says how many there must be; None: channel numbers.
        keys: where the person types: Enter skips a pin, `q` ends the tour; None: nobody does.
        hub: which of the board's hubs this is.
    Returns:
        0 all is well; 1 a test failed or a fault stands; 2 no such port, no hub, the wrong hub.
    """
    where = place(port)
    names = _names(layout, HubId(hub))
    inspector = Inspector(max(names, default=-1) + 1, where.only)
    line: HubLine[str] = HubLine(where, inspector, say=lambda text: None)
    try:
        look(line, inspector)
        if inspector.found.trouble:
            err.write(f"fingerpost: {inspector.found.trouble}\n")
            return 2
        for text in report(inspector.found, names):
            out.write(text + "\n")
        out.flush()
        code = 1 if troubles(inspector.found) else 0
        return max(code, _tour(line, inspector, names, out, keys)) if pins else code
    except PortError as trouble:
        err.write(f"fingerpost: {trouble}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        line.close()


def look(line: HubLine[str], inspector: Inspector, patience_s: float = LOCK_PATIENCE_S) -> None:
    """Ask the hub everything; returns when it has answered, or will not.

    Args:
        patience_s: how long a port that another program holds is tried.
    Raises:
        PortError: no such port, or it is held for so long.
    """
    line.start(patience_s)
    while not inspector.done:
        line.wait(_TURN_S)
        line.poll(time.monotonic())


def troubles(found: Inspection) -> list[str]:
    """What is not well, a line each."""
    lines = []
    if found.self_test is not None and found.self_test.outcome != "pass":
        lines.append(f"self-test: {_parts(found.self_test)}")
    for fault in found.faults:
        which = "the hub" if fault.channel is None else f"channel {fault.channel}"
        lines.append(f"{which}: {fault.kind}, count {fault.count}")
    if found.harmed + found.lost:
        lines.append(f"{found.lost} packets lost, {found.harmed} harmed while we looked; check the cable")
    return lines


def report(found: Inspection, names: Mapping[int, str]) -> Iterator[str]:
    """What the look found, a line each."""
    hello, beat = found.hello, found.beat
    if hello is None:
        return
    major, minor = hello.version
    speaks = f"{hello.firmware}, hub/{major}.{minor}"
    yield f"hub {hello.id}: {speaks}, {hello.sites} sites, last start {hello.reset}"
    test = found.self_test
    yield "self-test: this hub has none" if test is None else f"self-test: {test.outcome} ({_parts(test)})"
    if beat is not None:
        supply = "" if beat.supply_mv is None else f", supply {beat.supply_mv / 1000:.2f} V"
        yield f"{beat.scans} scans since its last beat, {beat.bad} bad packets heard{supply}"
    yield from (f"amiss: {line}" for line in troubles(found))
    counts = {"something": 0, "empty": 0, "unknown": 0}
    for token in found.tokens:
        counts[seen(token, coded=False) or "unknown"] += 1
    yield f"pins: {counts['something']} full, {counts['empty']} empty, {counts['unknown']} cannot tell"
    for channel in range(0, hello.sites, _ROW):
        row = [f"{found.raw[c]:04d}" for c in range(channel, channel + _ROW) if c in found.raw]
        if row:
            yield f"raw from {channel}: {' '.join(row)}"
    odd = [c for c, token in enumerate(found.tokens) if c in names and token >= 0xF0]
    yield from (f"{names[c]}, channel {c}: byte {found.tokens[c]:02x}" for c in odd)


def _parts(test: HubSelfTest) -> str:
    parts = {"chain": test.chain, "adc": test.adc, "reference": test.reference, "memory": test.memory}
    return ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None) or test.outcome


def _names(layout: BoardLayout | None, hub: HubId) -> dict[int, str]:
    if layout is None:
        return {}
    return {int(channel): str(site) for channel, site in sorted(layout.channels(hub).items())}


def _tour(
    line: HubLine[str], inspector: Inspector, names: dict[int, str], out: TextIO, keys: TextIO | None
) -> int:
    tour = PinTrial(
        names or {channel: f"channel {channel}" for channel in range(len(inspector.found.tokens))}
    )
    lines = ["Enter skips a pin, q and Enter ends.", tour.ask()]
    inspector.changes.clear()
    typing = _Typed(keys)
    while not tour.done:
        line.wait(_TURN_S)
        line.poll(time.monotonic())
        for channel, token in inspector.changes:
            lines += tour.changed(channel, token)
        inspector.changes.clear()
        typed = typing.line()
        if typed == "q":
            break
        if typed is not None:
            lines += tour.skip()
        for text in lines:
            out.write(text + "\n")
        if lines:
            out.flush()
        lines = []
    for text in [*lines, *tour.summary()]:
        out.write(text + "\n")
    out.flush()
    return 0 if len(tour.well) == len(tour.names) else 1


class _Typed:
    """Whole lines that were typed, without waiting; at the end of the input the tour ends too."""

    def __init__(self, keys: TextIO | None) -> None:
        self._file = None if keys is None else keys.fileno()
        self._text = b""

    def line(self) -> str | None:
        """The next line; None: nothing yet."""
        if b"\n" not in self._text and self._file is not None and select.select([self._file], [], [], 0)[0]:
            data = os.read(self._file, 1024)  # past Python's own buffer, which select does not see
            self._text += data or b"q\n"
        if b"\n" not in self._text:
            return None
        typed, _, self._text = self._text.partition(b"\n")
        return typed.decode(errors="replace").strip()
