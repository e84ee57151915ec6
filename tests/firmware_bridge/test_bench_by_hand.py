"""The bench by hand takes any hub: its board is told, or is as large as the hub says."""

from pathlib import Path

import pytest

from hw_tests.by_hand import ByHand, bench_layout
from lab.hub.process import HubProcess
from tabletop import LayoutError, layout_text


def said(text: str) -> None:
    """Nobody is at the bench."""


def test_given_a_small_hub_on_a_desk_when_the_bench_begins_then_it_is_live_with_its_own_inputs() -> None:
    """The board of the United States needs 142: one of 64 was refused, and each step waited in vain."""
    with HubProcess(64, seed=1) as process:
        layout = bench_layout(None, process.port, said)
        bench = ByHand(process.port, layout, said)
        try:
            bench.live()
        finally:
            bench.close()
    assert sorted(layout.channels()) == list(range(64))


def test_given_a_board_when_it_is_named_or_given_as_a_file_then_its_own_names_are_heard(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(layout_text("starter"), encoding="utf-8")
    assert bench_layout(str(path), "nowhere", said) == bench_layout("starter", "nowhere", said)
    with pytest.raises(LayoutError, match="no board for the map atlantis"):
        bench_layout("atlantis", "nowhere", said)
