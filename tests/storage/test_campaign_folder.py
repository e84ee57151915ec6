"""A campaign's folder: what was before each act, who may read it, and how much of it is kept."""

import stat
from pathlib import Path

import pytest

from engine.campaign import campaign_to_json, new_campaign
from storage.campaign_folder import read_campaign, take_back, write_campaign


def states(folder: Path, count: int) -> list[str]:
    """So many states of a campaign, each written over the one before."""
    made = [new_campaign(("blue", "red"), seed) for seed in range(count)]
    folder.mkdir()
    for number, one in enumerate(made):
        write_campaign(folder, one, new=number == 0)
    return [campaign_to_json(one) for one in made]


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "earlier").iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_given_more_acts_than_are_kept_when_done_then_the_newest_stay_and_each_can_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.campaign_folder._MOST", 3)
    folder = tmp_path / "west"
    made = states(folder, 7)
    assert kept(folder) == ["0004.json", "0005.json", "0006.json"]
    for number in (5, 4, 3):
        assert campaign_to_json(take_back(folder)) == made[number]
        assert campaign_to_json(read_campaign(folder)) == made[number]
    assert kept(folder) == []


@pytest.mark.parametrize("now", [None, b"", b"{"])
def test_given_a_file_that_is_gone_empty_or_damaged_when_taken_back_then_what_it_held_is_put_aside(
    now: bytes | None, tmp_path: Path
) -> None:
    folder = tmp_path / "west"
    made = states(folder, 2)
    path, aside = folder / "campaign.json", folder / "campaign.damaged.json"
    path.unlink()
    if now is not None:
        path.write_bytes(now)
    assert campaign_to_json(take_back(folder)) == made[0]
    assert aside.exists() is bool(now)
    assert mode(folder / "earlier") == 0o700  # vaults are in all of them
    assert {mode(one) for one in (path, aside) if one.exists()} == {0o600}
