"""The reliability diagram: its bins, its intervals, and that it is a drawing."""

import xml.etree.ElementTree as Xml

import pytest

from benchmarks.reliability import BINS, binned, diagram, wilson


def test_given_answers_when_binned_then_each_is_counted_once_with_its_bins_mean_and_share() -> None:
    said = [(0.65, True), (0.69, False), (0.96, True), (1.0, True), (0.6, True)]
    found = binned(said)
    assert sum(count for _, _, count in found) == len(said)
    mean, share, count = found[0]
    assert mean == pytest.approx((0.65 + 0.69 + 0.6) / 3)
    assert share == pytest.approx(2 / 3)
    assert count == 3
    assert [count for _, _, count in found[1:]] == [1, 1]
    assert BINS[0] == 0.6


@pytest.mark.parametrize(("share", "count"), [(0.0, 5), (0.5, 40), (1.0, 3), (1.0, 4000)])
def test_given_a_share_when_its_interval_is_asked_for_then_it_holds_the_share_and_narrows(
    share: float, count: int
) -> None:
    low, high = wilson(share, count)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1
    wider_low, wider_high = wilson(share, max(1, count // 2))
    assert high - low < wider_high - wider_low


def test_given_two_series_when_drawn_then_each_is_named_and_every_bin_is_marked() -> None:
    drawn = Xml.fromstring(diagram({"rooms": [(0.7, True), (0.99, True)], "frames": [(0.97, False)]}))
    words = "".join(drawn.itertext())
    assert "rooms (2 answers)" in words
    assert "frames (1 answers)" in words
    circles = [part for part in drawn.iter() if part.tag.endswith("circle")]
    assert len(circles) == 2 + 2 + 1
