"""The first of the million odd inputs of benchmarks/hub_fuzz.py."""

import tracemalloc

from benchmarks.hub_fuzz import Run, held


def test_given_odd_inputs_when_fed_then_no_exception_no_false_packet_and_memory_stays() -> None:
    run = Run(7)
    run.feed(4000)
    tracemalloc.start()
    run.feed(1500)
    early = held()
    run.feed(1500)
    grown = held() - early
    tracemalloc.stop()
    assert run.false == 0
    assert run.accepted > 1000
    assert grown < 100_000
    assert {"GREETING", "LIVE", "STALE", "SILENT", "READ_ONLY"} <= run.reached.keys()
    assert len(run.link.losses._window) <= 500


def test_given_a_hub_that_tells_of_ever_new_faults_when_heard_then_only_so_many_are_kept() -> None:
    from firmware_bridge import HubFault
    from firmware_bridge.fault_book import MOST, FaultBook

    book = FaultBook()
    for number in range(3 * MOST):
        book.hear(
            HubFault(epoch=1, site=number % 250, kind=f"k{number}", standing=1, count=1, t_ms=0), None, 0.0
        )
    assert len(book) == MOST
