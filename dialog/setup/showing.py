"""Showing the tokens to the camera: offered on the first evening, later from the list of what to do first."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dialog.setup.cells import SetupRow, again, name_seat, question_row, where
from dialog.setup.desk import Desk, SetupMode, SetupPhone, Showing, ShowTokens
from dialog.setup.effects import BeginShowing, EndShowing, SaySetup, SetupEffects, WantTokens
from dialog.setup.flow import SetupStep, into
from dialog.setup.prompts import FindingTold, ShowingEnds, TokensShown
from tabletop import DeviceHealth, LessonNews


def showing(desk: Desk, then: SetupMode) -> SetupStep:
    """Begin: first the empty board. Without a picture nothing can be shown, and it is said why."""
    if desk.no_picture is not None:
        return into(then, desk, (_why(desk.no_picture),))
    return into(Showing(then, desk.showable), desk, (BeginShowing(),))


def shown(mode: SetupMode, desk: Desk, news: LessonNews) -> SetupStep | None:
    """What the camera has to say of it; None: nobody waits for that any more."""
    told = SaySetup(TokensShown(news=news))
    match mode:
        case SetupPhone(then=Showing() as then):  # said when that question is answered
            return SetupStep(replace(mode, then=_after(then, news)), desk)
        case Showing():
            after = _after(mode, news)
            if isinstance(after, Showing):
                return SetupStep(after, desk, (told,))
            return into(after, desk, (told,))
        case _:
            return SetupStep(mode, desk, (told,)) if news.step == "unsaved" else None


def _after(mode: Showing, news: LessonNews) -> SetupMode:
    match news.step:
        case "done":
            return mode.then
        case "taken":
            return replace(mode, left=tuple(seat for seat in mode.left if seat != news.seat))
        case "wanted" if news.seat is not None:
            first = mode.left.index(news.seat) if news.seat in mode.left else 0
            return replace(mode, left=mode.left[first:] + mode.left[:first], news=news, asked=True)
        case "unsaved":
            return mode
        case _:
            return replace(mode, news=news)


def broken_off(mode: Showing, desk: Desk, health: DeviceHealth) -> SetupStep:
    """The camera is lost meanwhile: nothing more can be shown to it."""
    return into(mode.then, desk, (EndShowing(), _why(health)))


def _why(health: DeviceHealth) -> SaySetup:
    return SaySetup(FindingTold(finding=health, index=0, count=1))


def _begin(mode: ShowTokens, desk: Desk) -> SetupStep:
    return showing(desk, mode.then)


def _without(mode: ShowTokens, desk: Desk) -> SetupStep:
    return into(mode.then, desk)


def _end(mode: Showing, desk: Desk) -> SetupStep:
    count = len(desk.showable)
    ends = ShowingEnds(known=count - len(mode.left), count=count)
    return into(mode.then, desk, (EndShowing(), SaySetup(ends)))


def _next(mode: Showing, desk: Desk) -> SetupStep:
    return _walked(mode, desk, 1)


def _before(mode: Showing, desk: Desk) -> SetupStep:
    return _walked(mode, desk, -1)


def _walked(mode: Showing, desk: Desk, step: int) -> SetupStep:
    """Another seat's tokens instead; while the board is not seen empty there is nothing to choose."""
    if not mode.asked:
        return again(mode, desk)
    left = mode.left[step:] + mode.left[:step]
    effects: SetupEffects = (WantTokens(left[0]),)
    return into(replace(mode, left=left, news=LessonNews(step="wanted", seat=left[0])), desk, effects)


SHOWING: Final[Mapping[type, SetupRow[Any]]] = {
    ShowTokens: question_row(_begin, _without),
    Showing: SetupRow[Showing](yes=again, no=_end, back=_before, forward=_next, ask=where, seat=name_seat),
}
"""Rows of the table in `dialog.setup.rows`."""
