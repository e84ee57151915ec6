"""An evening of several games lets go of everything it takes."""

from benchmarks.soak import run

LOG_MB = 2.0
FLAT_MB = 5.0


def test_given_an_evening_of_games_when_counted_then_memory_files_and_logs_stay_small() -> None:
    day = run(hours=1.2, seed=1)
    assert day.games >= 2
    assert day.acts > 300
    first, *rest = day.counts[1:]
    assert max(count.rss_mb for count in rest) <= first.rss_mb + FLAT_MB
    assert max(count.files for count in rest) <= first.files
    assert max(count.threads for count in rest) <= first.threads
    assert 0 < day.largest_log <= LOG_MB * 1e6
