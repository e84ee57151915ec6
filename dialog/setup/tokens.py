"""Showing the tokens to the camera: offered on the first evening, later from the list of what to do first."""

from typing import ClassVar, Final

from msgspec.structs import replace

from dialog.desk import Desk
from dialog.effects import Say
from dialog.kit import Row, asked, into, say_again
from dialog.mode import Prompt, Traits
from dialog.setup.effects import BeginShowing, EndShowing, WantTokens
from dialog.setup.phone import SetupPhone
from dialog.setup.places import PATIENT, SetupMode, SetupStep
from engine import Seat
from tabletop import DeviceHealth, LessonNews

_EMPTY_FIRST: Final = LessonNews(step="clear")


class ShowTokens(SetupMode, frozen=True):
    """Shall the camera be shown the tokens? `then`: where one goes on."""

    then: SetupMode


class Showing(SetupMode, frozen=True):
    """The camera is shown the tokens, one seat's after another's. `then`: where one goes on."""

    TRAITS: ClassVar[Traits] = PATIENT
    then: SetupMode
    left: tuple[Seat, ...]  # in the order in which they are asked for
    news: LessonNews = _EMPTY_FIRST  # what is to be done now
    asked: bool = False  # whether a seat's tokens are asked for, since the empty board was seen


class TokensShown(Prompt, frozen=True, kw_only=True):
    """What the camera has to say of them."""

    news: LessonNews


class ShowingEnds(Prompt, frozen=True, kw_only=True):
    """So many seats' tokens were shown; the others stay as they were known."""

    known: int


class NoPicture(Prompt, frozen=True, kw_only=True):
    """Why nothing can be shown to the camera."""

    why: DeviceHealth


def showing(desk: Desk, then: SetupMode) -> SetupStep:
    """Begin: first the empty board. Without a picture nothing can be shown, and it is said why."""
    if desk.no_picture is not None:
        return into(then, (Say(NoPicture(why=desk.no_picture)),))
    return into(Showing(then, desk.showable), (BeginShowing(),))


def shown(mode: SetupMode, news: LessonNews) -> SetupStep | None:
    """What the camera has to say of it; None: nobody waits for that any more."""
    told = Say(TokensShown(news=news))
    match mode:
        case SetupPhone(then=Showing() as then):  # said when that question is answered
            return SetupStep(replace(mode, then=_after(then, news)))
        case Showing():
            after = _after(mode, news)
            return SetupStep(after, (told,)) if isinstance(after, Showing) else into(after, (told,))
        case _:
            return SetupStep(mode, (told,)) if news.step == "unsaved" else None


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


def broken_off(mode: Showing, why: DeviceHealth) -> SetupStep:
    """The camera is lost meanwhile: nothing more can be shown to it."""
    return into(mode.then, (EndShowing(), Say(NoPicture(why=why))))


def _begin(mode: ShowTokens, desk: Desk) -> SetupStep:
    return showing(desk, mode.then)


def _without(mode: ShowTokens, desk: Desk) -> SetupStep:
    return into(mode.then)


def _end(mode: Showing, desk: Desk) -> SetupStep:
    known = len(desk.showable) - len(mode.left)
    return into(mode.then, (EndShowing(), Say(ShowingEnds(known=known))))


def _next(mode: Showing, desk: Desk) -> SetupStep:
    return _walked(mode, 1)


def _before(mode: Showing, desk: Desk) -> SetupStep:
    return _walked(mode, -1)


def _walked(mode: Showing, step: int) -> SetupStep:
    """Another seat's tokens instead; while the board is not seen empty there is nothing to choose."""
    if not mode.asked:
        return into(mode)
    left = mode.left[step:] + mode.left[:step]
    news = LessonNews(step="wanted", seat=left[0])
    return into(replace(mode, left=left, news=news), (WantTokens(left[0]),))


ROWS: Final = (
    asked(ShowTokens, yes=_begin, no=_without),
    Row(mode=Showing, yes=say_again, no=_end, back=_before, forward=_next),
)
