"""Under any noise: never "live" against what was heard, and true again soon after it ends.

The hub is `lone_hub.LoneHub`, another program than ours; the lines are those of `fingerpost hub watch`.
"""

import random

import pytest

from tests.firmware_bridge.lone_hub import LoneHub
from tests.firmware_bridge.watch_reader import STEP_MS, Reader


def reader_of(sites: int, seed: int) -> Reader:
    return Reader(LoneHub(sites, seed=seed), seed)


def storm(sites: int, changes: int, seed: int, slowest_ms: int = 200) -> tuple[Reader, list[int]]:
    """So many changes under noise with lulls; how long each lull took to bring the truth."""
    reader, rng, mended = reader_of(sites, seed), random.Random(seed), list[int]()
    done = 0
    while done < changes:
        for _ in range(rng.randrange(20, 80)):
            reader.hub.put(rng.randrange(sites), rng.randrange(2))
            done += 1
            for _ in range(rng.randrange(20, slowest_ms) // STEP_MS):
                reader.step(noisy=True)
        start = reader.ms
        while not reader.right and reader.ms - start < 5000:
            reader.step(noisy=False)
        mended.append(reader.ms - start)
    return reader, mended


@pytest.mark.parametrize(("sites", "seed"), [(16, 1), (64, 2), (128, 3), (250, 4)])
def test_given_10_percent_loss_and_1_percent_of_bytes_harmed_when_watched_then_never_live_and_wrong(
    sites: int, seed: int
) -> None:
    reader, mended = storm(sites, 2500, seed)
    assert reader.against == 0
    assert max(mended) <= 1300
    assert max(reader.unaware, default=0) <= 2500
    unaware = sorted(reader.unaware)
    assert unaware[len(unaware) // 2] <= 200  # the beat after a change is what tells


def test_given_a_storm_when_snapshots_are_asked_for_then_never_more_than_five_in_a_second() -> None:
    reader, _ = storm(64, 1500, 5)
    times = reader.asked_at
    assert len(times) > 100
    assert all(late - early >= 950 for early, late in zip(times, times[5:], strict=False))


def test_given_a_mass_change_when_the_hub_sends_a_snapshot_by_itself_then_all_of_it_is_told_at_once() -> None:
    reader = reader_of(64, 7)
    for _ in range(150):
        reader.step(noisy=False)
    assert reader.right
    for site in range(40):
        reader.hub.put(site, 1)
    reader.step(noisy=False)
    assert reader.right
    assert reader.unaware == []


def test_given_a_whole_wire_when_a_thousand_changes_are_made_then_live_all_the_time_and_never_wrong() -> None:
    reader, rng = reader_of(64, 8), random.Random(8)
    for _ in range(150):
        reader.step(noisy=False)
    for _ in range(1000):
        reader.hub.put(rng.randrange(64), rng.randrange(2))
        for _ in range(rng.randrange(1, 30)):
            reader.step(noisy=False)
            assert reader.right
    assert reader.asked_at == [] or max(reader.asked_at) < 1500


@pytest.mark.parametrize("seed", range(6))
def test_given_reboots_hangs_and_noise_when_all_is_calm_then_the_truth_within_4_s(
    seed: int,
) -> None:
    reader, rng = reader_of(32, seed), random.Random(seed)
    for _ in range(12):
        match rng.randrange(3):
            case 0:
                reader.hub.boot(rng.choice(("wdt", "brown", "por")))
            case 1:
                reader.hub.silent_until = reader.ms + rng.randrange(500, 9000)
            case _:
                pass
        for _ in range(rng.randrange(40)):
            reader.hub.put(rng.randrange(32), rng.randrange(2))
            for _ in range(rng.randrange(1, 15)):
                reader.step(noisy=True)
    assert reader.against == 0
    start = reader.ms = max(reader.ms, reader.hub.silent_until)
    while not reader.right:
        reader.step(noisy=False)
        assert reader.ms - start < 4000
