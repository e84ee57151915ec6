"""The firmware's core keeps hub/1: sites, pieces, faults, calibration, on stand-ins for the parts."""

import pytest

from firmware_bridge import Ack, Beat, Delta, HubHello, HubSelfTest, Key, RawValues, Snapshot
from firmware_bridge.firmware.core import Hub
from tests.firmware.hub_table import BETWEEN, OTHER, PIECE, SHORT, Table, faults


def test_given_a_chain_when_the_hub_starts_then_it_has_counted_its_chips_and_calls_with_all_sites_read() -> (
    None
):
    table = Table(chips=18)
    said = table.run(100)
    assert [(m.sites, m.reset, m.capabilities) for m in said if isinstance(m, HubHello)] == [
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
    assert isinstance(result, HubSelfTest) and (result.outcome, result.reference) == ("fail", "fail")
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
    assert isinstance(hello, HubHello) and hello.calibration is not None


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
