"""What the camera is shown before a game, and what it sees beside the routes: tokens, score markers."""

from typing import assert_never

from announce.announcement import Announcement, Earcon
from announce.catalogue import of_cause
from announce.device_words import CAMERA_GONE
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from tabletop import LessonNews, ScoreDifference, TokenColour


def token_lesson(v: Vocabulary, news: LessonNews) -> tuple[Announcement, ...]:
    """One step of showing the table's tokens to the camera."""
    earcon: Earcon | None = "found" if news.step in ("taken", "done") else None
    return (tell("everyone", _lesson(v, news), earcon),)


def _lesson(v: Vocabulary, news: LessonNews) -> Words:
    p = v.phrases
    match news.step:
        case "clear":
            return Words(
                p.sentence("take all tokens off; the camera looks at the empty board first."),
                p.sentence("take all tokens off."),
            )
        case "lost":
            return of_cause(p, CAMERA_GONE, news.cause or "board-lost")
        case "dark":
            return Words(p.sentence("too dark for the camera."), p.sentence("dark."))
        case "crowded":
            return Words(
                p.sentence("something lies over the board. Take your hand away, set tokens farther apart."),
                p.sentence("hand away, please."),
            )
        case "done":
            return Words(p.sentence("all tokens are known. Take them off."), p.sentence("all known."))
        case "unsaved":
            return Words(
                p.sentence("the tokens are known, but could not be saved: check the memory card."),
                p.sentence("tokens not saved."),
            )
        case "wanted" | "taken" | "unlike" | "alike":
            return _of_seat(v, news)
        case _:
            assert_never(news.step)


def _of_seat(v: Vocabulary, news: LessonNews) -> Words:
    p = v.phrases
    facts = {"token": _token(v, news.seat)}
    match news.step:
        case "taken":
            return Words(p.sentence("{token}: seen.", **facts))
        case "unlike":
            return Words(p.sentence("that does not look like {token}. Set another one.", **facts))
        case "alike":
            facts["other"] = _token(v, news.other)
            return Words(
                p.sentence("that looks like {other}. Show {token} once more, and it counts.", **facts)
            )
        case _:
            return Words(
                p.sentence(
                    "show {token}: set one on a pin, or two far apart, and take your hand away.", **facts
                ),
                p.sentence("show {token}.", **facts),
            )


def _token(v: Vocabulary, seat: TokenColour | None) -> str:
    assert seat is not None  # LessonNews names the seats of these steps
    return v.token(seat)


def score_marker(v: Vocabulary, difference: ScoreDifference) -> tuple[Announcement, ...]:
    """A score marker that stands elsewhere than the score says."""
    p = v.phrases
    facts = {"stands": v.number(difference.stands), "should": v.number(difference.should)}
    words = Words(
        p.sentence(
            "{whose} marker stands at {stands}, should be {should}.", whose=v.whose(difference.seat), **facts
        ),
        p.sentence("{seat}: {should}, not {stands}.", seat=v.seat(difference.seat), **facts),
    )
    return (tell("everyone", words, timbre=difference.seat),)
