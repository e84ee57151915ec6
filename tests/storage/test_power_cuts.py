"""A power cut at any moment: what was told is in the log, whole acts only, and nothing is told twice."""

from pathlib import Path

import pytest

from benchmarks import power_cuts, torn_writes


@pytest.mark.criterion(43)
def test_given_torn_writes_when_the_log_is_read_then_every_flushed_act_is_there_and_whole(
    tmp_path: Path,
) -> None:
    tried, wrong = torn_writes.run(tmp_path, acts=8, every=61, shuffles=60, seed=1)
    assert tried > 250
    assert wrong == []


def test_given_a_log_that_lost_what_was_flushed_when_compared_then_it_is_noticed(tmp_path: Path) -> None:
    game = torn_writes.record(tmp_path, 4, 1)
    whole = game.copies[-1]
    assert torn_writes.fault(game, tmp_path, len(game.copies), whole) is None
    short = torn_writes.Copy(whole.log, game.copies[-2].side)
    assert "flushed events are lost" in str(torn_writes.fault(game, tmp_path, len(game.copies), short))


@pytest.mark.criterion(43)
def test_given_kill_9_at_random_instants_when_resumed_then_nothing_told_is_lost_or_told_twice(
    tmp_path: Path,
) -> None:
    tally = power_cuts.run(5, seed=4, longest_s=1.0, folder=tmp_path)
    assert tally.faults == []
    assert tally.cuts == 5
    assert tally.inside.total() > 0
    assert tally.copies > 0
    assert tally.told > 20
