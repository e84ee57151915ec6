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


def test_given_dealt_cards_and_a_bad_line_when_either_home_is_killed_then_hands_come_by_the_page_alone() -> (
    None
):
    told = TwoHomes(
        seed=3,
        seats=("blue", "red"),
        cards="dealt",
        trains=8,
        line=LineFaults(cut_every_s=90.0),
        kill_every_s=45.0,
        wrong=0.1,
        undo=0.05,
    )
    evening = LinkedEvening(told)
    outcome = evening.play()
    assert outcome.good, outcome
    assert outcome.kills >= 5
    assert outcome.hands > 5
    own = [one.normal for one in evening.guest.words.said if one.audience == "red"]
    assert any("Pay " in one for one in own)  # its question, its words, in its own home
    joined = [one.normal for one in evening.guest.words.said if "now tells red square" in one.normal]
    assert len(joined) > 1  # the page that was killed has let it in anew
