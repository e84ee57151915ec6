"""What has been said, and the way back through it."""

import io

from announce import Announcement
from fingerpost.sinks import Transcript
from fingerpost.telling import Teller


def said(text: str) -> Announcement:
    return Announcement(audience="everyone", urgency="polite", normal=text, brief="", full="")


def test_given_words_of_an_earlier_sitting_when_gone_back_before_any_new_ones_then_the_last_comes_first() -> (
    None
):
    paper = io.StringIO()
    teller = Teller((Transcript(paper, ears=False),), past=(said("One."), said("Two.")))
    assert teller.walk(-1, 0.0) and teller.walk(-1, 0.0)
    assert not teller.walk(-1, 0.0)
    assert paper.getvalue() == "Two.\nOne.\n"
