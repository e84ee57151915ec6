"""Whole games in two homes over a bad line, with kills: equal logs, right boards, nothing secret sent."""

import pytest

from lab.two_homes.evening import LinkedEvening, TwoHomes
from lab.two_homes.line import LineFaults


@pytest.mark.parametrize(("seed", "wait"), [(1, "both"), (4, "nobody")])
def test_given_delay_loss_cuts_and_kills_when_a_game_is_played_in_two_homes_then_both_have_it_whole(
    seed: int, wait: str
) -> None:
    told = TwoHomes(
        seed=seed,
        seats=("blue", "red"),
        wait="both" if wait == "both" else "nobody",
        line=LineFaults(cut_every_s=90.0),
        kill_every_s=70.0,
        wrong=0.1,
        undo=0.05,
    )
    outcome = LinkedEvening(told).play()
    assert outcome.good, outcome
    assert outcome.kills
    assert outcome.undone
