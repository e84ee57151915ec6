"""The firmware's core and its host, which restarts it, does not read or asks for much; how fast it turns."""

from firmware_bridge import Ack, Beat, Delta, HubFault, Snapshot
from tests.firmware.hub_table import Table, opcodes


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
    assert [m.site for m in listed if isinstance(m, HubFault)] == list(range(80))
    assert [m for m in listed if isinstance(m, Ack)] == [Ack(reply=3, ok=1)]
    table.ask("p h=1")
    table.ask("f x=0")
    table.run(400)
    assert set(table.tokens) == {1}


def test_given_144_sites_when_scanned_then_a_turn_is_short_enough_for_250_scans_a_second() -> None:
    """A Pico runs 500 of MicroPython's bytecodes in a millisecond (docs/firmware.md): 2,000 in a scan."""
    plain, coded = Table(chips=18).attached(), Table(chips=18, resistors=True).attached()
    for table, most in ((plain, 700), (coded, 1400)):
        table.run(300)
        counts = opcodes(table, 40)
        assert max(counts) <= most, counts
        assert sum(counts) <= most * 10 + 300 * 30
