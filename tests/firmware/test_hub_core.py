"""The firmware's core keeps hub/1 for hubs, turn by turn of its loop, on stand-ins for the parts."""

import sys
from types import FrameType
from typing import Any

import pytest

from firmware_bridge import (
    Ack,
    Beat,
    Decoder,
    Delta,
    Fault,
    Hello,
    HubMessage,
    Key,
    RawValues,
    SelfTest,
    Snapshot,
)
from firmware_bridge.firmware.core import Hub
from simulator.hub_script import Bench, command

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
    return [(m.site, m.kind, m.standing) for m in said if isinstance(m, Fault)]


def test_given_a_chain_when_the_hub_starts_then_it_has_counted_its_chips_and_calls_with_all_sites_read() -> (
    None
):
    table = Table(chips=18)
    said = table.run(100)
    assert [(m.sites, m.reset, m.capabilities) for m in said if isinstance(m, Hello)] == [
        (144, "por", ("s", "k", "l", "t", "u", "r", "z"))
    ]
    assert table.tokens == bytes(144)


def test_given_a_dead_chain_when_the_hub_starts_then_every_site_is_unknown_and_the_fault_is_listed() -> None:
    table = Table()
    table.world.broken = True
    table.run(400)
    snapshot = table.ask("h hub=1.0")[1]
    assert isinstance(snapshot, Snapshot) and set(snapshot.tokens) == {0xFE}
    assert faults(table.ask("f")) == [(0xFF, "chain", 1)]


@pytest.mark.parametrize("offset_ms", range(8))
@pytest.mark.parametrize("debounce", ["04", "10"])
def test_given_tokens_when_the_chain_breaks_then_no_site_is_ever_told_empty(
    offset_ms: int, debounce: str
) -> None:
    """A dead line reads as an empty board in every second scan, for then the echo seems right."""
    table = Table().attached()
    table.ask(f"c db={debounce}")
    for site in range(16):
        table.put(site)
    table.run(60 + offset_ms)
    assert table.tokens == b"\x01" * 16
    table.world.broken = True
    said = table.run(100)
    assert faults(said) == [(0xFF, "chain", 1)]
    deltas = [m for m in said if isinstance(m, Delta)]
    assert [{token for _, token in m.changes} for m in deltas] == [{0xFE}]
    table.world.broken = False
    assert faults(table.run(400)) == [(0xFF, "chain", 0)]
    assert table.tokens == b"\x01" * 16


def test_given_one_spoiled_scan_when_it_is_over_then_nothing_is_told_and_a_scan_is_missing() -> None:
    table = Table().attached()
    table.run(2000)
    table.world.broken = True
    table.run(4)
    table.world.broken = False
    said = table.run(2000)
    assert faults(said) == []
    assert sorted(m.scans for m in said if isinstance(m, Beat)) in ([249, 250], [250, 250])
    assert table.hub.dropped_scans <= 1


def test_given_a_contact_that_opens_and_closes_when_21_edges_came_in_2_s_then_chatter_and_a_slower_site() -> (
    None
):
    table = Table().attached()
    said = table.shake(3, 24, 50)
    assert faults(said) == [(3, "chat", 1)]
    assert table.tokens[3] == 0xFE
    table.lift(3)
    table.ask("p h=1")
    assert faults(table.run(3500)) == [(3, "chat", 0)]
    assert table.tokens[3] == 0
    start = table.now
    table.put(3)
    table.run(60)
    at = [now for now, m in table.log if isinstance(m, Delta) and (3, 1) in m.changes and now > start]
    assert 28 <= at[0] - start <= 36  # eight scans instead of four


def test_given_20_edges_in_2_s_when_counted_then_no_fault() -> None:
    assert faults(Table().attached().shake(3, 20, 50)) == []


def test_given_a_floating_input_when_it_never_holds_still_then_float_and_nothing_was_told_before() -> None:
    table = Table().attached()
    said = table.shake(5, 40, 4)
    assert faults(said) == [(5, "float", 1)]
    deltas = [m.changes for m in said if isinstance(m, Delta)]
    assert deltas == [((5, 0xFE),)]


def test_given_a_board_that_must_be_empty_when_a_site_is_not_then_stuck_until_it_empties() -> None:
    table = Table().attached()
    table.put(2)
    table.run(100)
    assert faults(table.ask("z w=empty")) == [(2, "stuck", 1)]
    assert table.tokens[2] == 0xFE
    table.ask("p h=1")
    assert faults(table.run(4000)) == []
    table.lift(2)
    table.ask("p h=1")
    assert faults(table.run(3500)) == [(2, "stuck", 0)]
    assert table.tokens[2] == 0


def test_given_resistors_when_pieces_come_and_go_then_each_is_told_by_its_class() -> None:
    table = Table(resistors=True).attached()
    table.put(1, PIECE)
    table.put(2, OTHER)
    table.run(40)
    assert table.tokens[:4] == b"\x00\x11\x21\x00"
    table.lift(1)
    table.run(40)
    assert table.tokens[:4] == b"\x00\x00\x21\x00"


def test_given_a_dirty_contact_when_it_stays_so_then_between_classes_and_ambiguous_until_it_is_clean() -> (
    None
):
    table = Table(resistors=True).attached()
    table.put(1, BETWEEN)
    table.run(60)
    assert table.tokens[1] == 0xF0
    assert faults(table.run(400)) == [(1, "amb", 1)]
    table.do(["0", "code", "1", str(PIECE)], "")
    assert faults(table.run(200)) == [(1, "amb", 0)]
    assert table.tokens[1] == 0x11


def test_given_a_piece_without_a_resistor_when_put_then_open_is_told() -> None:
    table = Table(resistors=True).attached()
    table.put(1, 4095)
    assert faults(table.run(500)) == [(1, "open", 1)]
    assert table.tokens[1] == 0xF0


def test_given_a_short_when_measured_then_set_aside_as_wiring_and_never_a_piece() -> None:
    table = Table(resistors=True).attached()
    table.put(1, SHORT)
    assert faults(table.run(60)) == [(1, "short", 1)]
    assert table.tokens[1] == 0xFE
    table.do(["0", "code", "1", str(OTHER)], "")
    assert faults(table.run(200)) == [(1, "short", 0)]
    assert table.tokens[1] == 0x21


def test_given_a_sensor_that_does_not_feel_its_piece_when_the_converter_does_then_stuck() -> None:
    table = Table(resistors=True).attached()
    table.world.codes[6] = PIECE
    assert faults(table.run(300)) == [(6, "stuck", 1)]
    table.world.codes.pop(6)
    table.ask("p h=1")
    assert faults(table.run(3500)) == [(6, "stuck", 0)]
    assert table.tokens[6] == 0


def test_given_a_reference_off_by_more_than_3_percent_when_a_piece_is_put_then_no_class_is_guessed() -> None:
    table = Table(resistors=True).attached()
    table.world.reference = 2600
    table.run(1100)
    table.put(1, PIECE)
    table.run(200)
    assert table.tokens[1] == 0
    result = table.ask("t")[0]
    assert isinstance(result, SelfTest) and (result.outcome, result.reference) == ("fail", "fail")
    assert faults(table.ask("f")) == [(0xFF, "supply", 1)]
    table.world.reference = 2760  # 1.3 %: corrected for
    table.run(200)
    assert table.tokens[1] == 0x11


def test_given_masked_sites_when_touched_then_silent_and_read_again_when_unmasked() -> None:
    table = Table().attached()
    table.ask("c mask=06")
    table.run(20)
    assert table.tokens[:4] == b"\x00\xfd\xfd\x00"
    table.put(1)
    assert [m for m in table.run(100) if isinstance(m, Delta)] == []
    table.ask("c mask=00")
    table.run(40)
    assert table.tokens[:4] == b"\x00\x01\x00\x00"


def test_given_calibration_when_saved_then_kept_over_a_restart_and_named_in_the_hello() -> None:
    table = Table(resistors=True).attached()
    assert table.ask("z w=22 lo=400 hi=420")[0] == Ack(reply=2, error="arg")  # over B's own window
    assert table.ask("z w=77 lo=380 hi=38c")[0] == Ack(reply=3, ok=1)
    assert table.ask("z w=save")[0] == Ack(reply=4, ok=1)
    table.put(1, BETWEEN)
    table.run(60)
    assert table.tokens[1] == 0x77
    stored = table.disk.files["pieces.bin"]
    hub = Hub(16, 6, 1, "2d2f", "por", type(table.hub.sites.pieces)(), stored)  # type: ignore[misc]
    assert hub.sites.pieces is not None and hub.sites.pieces.token(1, BETWEEN) == 0x77
    hello = table.ask("h hub=1.0")[0]
    assert isinstance(hello, Hello) and hello.calibration is not None


def test_given_a_spoiled_calibration_when_the_hub_starts_then_the_standard_windows_hold() -> None:
    table = Table(resistors=True)
    pieces = type(table.hub.sites.pieces)
    for spoiled in (b"x", b"\xff\x11\x05\x00\x04\x00", bytes(6 * 99)):
        hub = Hub(16, 6, 1, "2d2f", "por", pieces(), spoiled)  # type: ignore[misc]
        assert hub.stored is None
        assert hub.sites.pieces is not None and hub.sites.pieces.token(1, PIECE) == 0x11


def test_given_a_flash_that_is_full_when_saving_then_refused() -> None:
    table = Table(resistors=True).attached()
    table.disk.write = lambda name, data: False  # type: ignore[method-assign]
    assert table.ask("z w=save")[0] == Ack(reply=2, error="busy")


def test_given_raw_values_when_asked_then_codes_with_a_converter_and_levels_without() -> None:
    coded, plain = Table(resistors=True).attached(), Table().attached()
    for table in (coded, plain):
        table.put(2, OTHER)
        table.run(40)
    assert coded.ask("r i=01 n=03") == [RawValues(first=1, codes=(4095, 1050, 4095), reply=2)]
    assert plain.ask("r i=01 n=03") == [RawValues(first=1, codes=(4095, 0, 4095), reply=2)]
    assert plain.ask("r i=0e n=10") == [RawValues(first=14, codes=(4095, 4095), reply=3)]
    assert plain.ask("r i=10 n=01") == [Ack(reply=4, error="arg")]


def test_given_low_supply_or_memory_when_looked_at_then_told_and_shown_in_beats() -> None:
    table = Table(resistors=True).attached()
    table.world.supply_mv = 4300
    table.free = 9000
    table.loop._seconds = 0  # memory is looked at once a minute
    said = table.run(2100)
    assert set(faults(said)) == {(0xFF, "supply", 1), (0xFF, "mem", 1)}
    beat = [m for m in said if isinstance(m, Beat)][-1]
    assert beat.supply_mv is not None and 4290 <= beat.supply_mv <= 4300 and beat.faults == 2


def test_given_a_key_that_is_down_at_the_start_when_let_go_and_pressed_then_only_the_press_counts() -> None:
    table = Table()
    table.world.down = 0b100
    table.attached()
    table.run(500)
    table.world.down = 0
    table.run(100)
    assert [m for _, m in table.log if isinstance(m, Key)] == []
    table.world.down = 0b100
    table.run(2200)
    table.world.down = 0
    table.run(100)
    assert [(m.key, m.action, m.count) for _, m in table.log if isinstance(m, Key)] == [
        (2, "d", 1),
        (2, "h", 1),
        (2, "u", 1),
    ]


def test_given_a_restart_when_asked_by_the_right_name_then_after_the_answer_and_never_by_a_wrong_one() -> (
    None
):
    table = Table().attached()
    assert table.ask("x m=run id=0000") == [Ack(reply=2, error="perm")]
    assert table.world.restarted == ""
    assert table.ask("x m=boot id=2d2f") == [Ack(reply=3, ok=1)]
    assert table.world.restarted == "boot" and "restarted" in table.disk.files
    assert table.ask("s") == [Ack(reply=4, error="busy")]


def test_given_a_host_that_does_not_read_when_it_reads_again_then_a_stall_is_counted_and_all_told() -> None:
    table = Table(chips=4).attached()
    table.cable.full = True
    table.put(1)
    table.run(40)
    table.put(2)
    table.run(2500)
    table.cable.full = False
    said = table.run(1500)
    states = [m for m in said if isinstance(m, Delta | Snapshot)]
    assert [type(m) for m in states] == [Delta, Snapshot]
    assert next(m for m in said if isinstance(m, Beat)).stalled == 1


def test_given_a_host_that_never_reads_when_it_asks_on_and_on_then_memory_is_bounded() -> None:
    table = Table(chips=31).attached()
    table.cable.full = True
    for number in range(200):
        table.put(number)
        table.ask("s")
        table.ask("f")
    assert table.hub.tx.waiting <= len(table.hub.tx.buffer) == 1600
    table.cable.full = False
    table.run(300)
    assert table.decoder.bad == table.decoder.unfit == 0
    assert isinstance(table.ask("s")[-1], Snapshot | Beat)


def test_given_many_faults_when_listed_then_all_of_them_though_the_buffer_holds_twenty() -> None:
    table = Table(chips=10).attached()
    for site in range(80):
        table.put(site)
    table.run(100)
    table.ask("z w=empty")
    table.run(300)
    listed = table.ask("f") + table.run(300)
    assert [m.site for m in listed if isinstance(m, Fault)] == list(range(80))
    assert [m for m in listed if isinstance(m, Ack)] == [Ack(reply=3, ok=1)]
    table.ask("p h=1")
    table.ask("f x=0")
    table.run(400)
    assert set(table.tokens) == {1}


def opcodes(table: Table, turns: int) -> list[int]:
    """Bytecodes that the firmware runs in each of the next turns, as CPython counts them."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode" and "firmware" in frame.f_code.co_filename
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


def test_given_144_sites_when_scanned_then_a_turn_is_short_enough_for_250_scans_a_second() -> None:
    """A Pico runs 500 of MicroPython's bytecodes in a millisecond (docs/firmware.md): 2,000 in a scan."""
    plain, coded = Table(chips=18).attached(), Table(chips=18, resistors=True).attached()
    for table, most in ((plain, 700), (coded, 1400)):
        table.run(300)
        counts = opcodes(table, 40)
        assert max(counts) <= most, counts
        assert sum(counts) <= most * 10 + 300 * 30
