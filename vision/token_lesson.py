"""Learns how a table's tokens look while they are shown, one seat after another. Pure: time is passed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, LessonNews, LessonStep, TokenColour
from vision.detect import Places
from vision.frame import Frame
from vision.frame_reading import BoardReader, ReadingPlan
from vision.intrinsics import CameraModel
from vision.light import Light
from vision.patches import Patches
from vision.retint import off_ray, rgb_of, tone
from vision.stir import Stir
from vision.token_choice import Seen, chosen_looks
from vision.token_patch import Planes, ShownToken, shown_token
from vision.tokens import TokenLook, TokenLooks
from vision.views import OTHER, Thumbs, changed_share, surroundings_alike, thumbs

_REST_S: Final = 0.8  # without a stir anywhere: the hand is gone
_AGAIN_S: Final = 12.0  # what is wanted is said again
_MOST_PLACES: Final = 6  # more at once is an arm, a cloth or a lamp
_ANEW_S: Final = 15.0  # what lies over the board for so long is there to stay
_MOST_STANDING: Final = 0.06  # share of the pins of an empty board that may seem to carry a token
_LEAST_FIT: Final = 0.55
_ALIKE: Final = 0.12  # of the tone: two seats' tokens of one colour
_EMPTY_PLACES: Final = 40


class TokenLesson:
    """Feed it frames of a fixed camera in order; it wants an empty board first, then each seat's tokens.

    A seat's tokens are set on one to six pins, and the hand is taken away; those of the seat before may stay
    or go meanwhile.

    Args:
        seats: whose tokens are shown, in this order; None: all that the board has.
        cleared_at: when it was said that the board is to be cleared; None: it was not yet.
    Raises:
        UnreadableBoardError: the layout has no markers or no pins.
    """

    def __init__(
        self,
        layout: BoardLayout,
        camera: CameraModel | None = None,
        seats: Sequence[TokenColour] | None = None,
        cleared_at: float | None = None,
    ) -> None:
        self._layout = layout
        self._reader = BoardReader(layout, camera)
        self._open = list(layout.tokens.shapes if seats is None else seats)
        self._stir = Stir()
        self._rest_since: float | None = None
        self._base: _Look | None = None  # the empty board
        self._before: Thumbs | None = None  # the board when it rested last
        self._looks: dict[TokenColour, TokenLook] = {}
        self._shown: dict[TokenColour, list[Seen]] = {}
        self._doubted: TokenColour | None = None  # its tokens seemed another seat's; shown again they count
        self._crowded_since: float | None = None
        self._lens_given = camera is not None
        self._cause = ""  # why the board is lost
        self._said: tuple[LessonNews, float] | None = None
        if cleared_at is not None:
            self._said = LessonNews(step="clear"), cleared_at

    @property
    def wanted(self) -> TokenColour | None:
        """Whose tokens are to be shown now; None: nobody's."""
        return self._open[0] if self._open and self._base is not None else None

    @property
    def done(self) -> bool:
        """Whether every seat was shown or skipped."""
        return not self._open

    def looks(self) -> TokenLooks | None:
        """What was learned; None: nothing yet."""
        if not self._looks or self._base is None:
            return None
        plain = TokenLooks(board=self._layout.map, seats=dict(self._looks))
        places = np.arange(len(self._reader.sites))[:: max(1, len(self._reader.sites) // _EMPTY_PLACES)]
        return chosen_looks(self._layout, plain, self._shown, [self._base.seen(places)])

    def skip(self, at: float) -> tuple[LessonNews, ...]:
        """This seat has no tokens to show."""
        if self.wanted is None:
            return ()
        self._open.pop(0)
        return self._ask(at)

    def want(self, seat: TokenColour, at: float) -> None:
        """This seat's tokens are shown next, as somebody was told at `at`; those before it come last."""
        if seat in self._open:
            place = self._open.index(seat)
            self._open = self._open[place:] + self._open[:place]
            self._said = LessonNews(step="wanted", seat=seat), at

    def look(self, frame: Frame) -> tuple[LessonNews, ...]:
        """Judge one frame; what is to be said now, if anything."""
        if not self._open:
            return ()
        tracked, plan = self._reader.locate(frame)
        if plan is None:
            cause = tracked.cause(lens_given=self._lens_given)
            self._cause = cause if cause or tracked.in_view else self._cause  # not every frame is searched
            return self._wait("lost", frame.at, self._cause)
        self._cause = ""
        look = _Look(plan, plan.cutter.cut(frame.image), plan.probe.measure(frame.image))
        if look.light.dark or look.light.colourless:
            return self._wait("dark", frame.at)
        small = thumbs(look.patches, look.light)
        moving = self._stir.moving(small)
        if moving is None or moving.any():
            self._rest_since = None
            return ()
        self._rest_since = frame.at if self._rest_since is None else self._rest_since
        if frame.at - self._rest_since < _REST_S:
            return ()
        if self._base is None or self._before is None:
            return self._begin(look, small, frame.at)
        return self._at_rest(look, small, self._base, self._before, frame.at)

    def _wait(self, step: LessonStep, at: float, cause: str = "") -> tuple[LessonNews, ...]:
        self._stir.begin()
        self._rest_since = None
        return self._say(LessonNews(step=step, cause=cause), at)

    def _begin(self, look: "_Look", small: Thumbs, at: float) -> tuple[LessonNews, ...]:
        every = np.arange(len(self._reader.sites))
        verdicts = self._reader.judge(look.plan, look.patches, look.light, every)
        chances, seen = verdicts.chances, verdicts.seen
        best = chances.argmax(axis=1)
        standing = seen & (best > 0) & (best < chances.shape[1] - 1)
        if standing.mean() > _MOST_STANDING:
            return self._say(LessonNews(step="clear"), at)
        self._base, self._before = look, small
        return self._ask(at)

    def _at_rest(
        self, look: "_Look", small: Thumbs, base: "_Look", before: Thumbs, at: float
    ) -> tuple[LessonNews, ...]:
        changed = (changed_share(small, before) >= OTHER) & look.plan.judged
        fresh = changed & (changed_share(small, thumbs(base.patches, base.light)) >= OTHER)
        places = np.flatnonzero(fresh)
        if places.size > _MOST_PLACES or (changed & ~surroundings_alike(small, before)).any():
            return self._crowded(at)
        self._crowded_since = None
        self._before = small
        if places.size == 0:
            return self._say(LessonNews(step="wanted", seat=self._open[0]), at)
        return self._measure(look, base, places, at)

    def _crowded(self, at: float) -> tuple[LessonNews, ...]:
        self._crowded_since = at if self._crowded_since is None else self._crowded_since
        if at - self._crowded_since >= _ANEW_S:
            self._base = self._before = self._crowded_since = None
            return self._say(LessonNews(step="clear"), at)
        return self._say(LessonNews(step="crowded"), at)

    def _measure(self, look: "_Look", base: "_Look", places: Places, at: float) -> tuple[LessonNews, ...]:
        seat = self._open[0]
        shape = self._layout.tokens.shapes[seat]
        found = [
            shown_token(look.planes(place), base.planes(place), look.plan.cutter.lean[place], shape)
            for place in places.tolist()
        ]
        good = [number for number, shown in enumerate(found) if shown.fit >= _LEAST_FIT]
        if not good:
            return self._say(LessonNews(step="unlike", seat=seat), at)
        learned = _learned([found[number] for number in good])
        other = self._like(learned, seat)
        if other is not None and self._doubted != seat:
            self._doubted = seat
            return self._say(LessonNews(step="alike", seat=seat, other=other), at)
        self._looks[seat] = learned
        self._shown[seat] = [look.seen(places[good])]
        self._open.pop(0)
        return (LessonNews(step="taken", seat=seat), *self._ask(at))

    def _like(self, learned: TokenLook, seat: TokenColour) -> TokenColour | None:
        """Whose tokens, shown before, have the same colour."""
        for other, look in self._looks.items():
            far, _ = off_ray(tone(learned.rgb), tone(look.rgb))
            if other != seat and float(far) <= _ALIKE:
                return other
        return None

    def _ask(self, at: float) -> tuple[LessonNews, ...]:
        news = LessonNews(step="wanted", seat=self._open[0]) if self._open else LessonNews(step="done")
        self._said = news, at
        return (news,)

    def _say(self, news: LessonNews, at: float) -> tuple[LessonNews, ...]:
        """What was said last is said again only after a while; so is what is wanted, whatever was last."""
        last, said_at = self._said if self._said is not None else (None, -np.inf)
        if 0 <= at - said_at < _AGAIN_S and (news.step == "wanted" or news == last):
            return ()
        self._said = news, at
        return (news,)


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One frame of the board."""

    plan: ReadingPlan
    patches: Patches
    light: Light

    def planes(self, place: int) -> Planes:
        """(P, P, 3): the tones of one site's patch."""
        tones = self.light.tones(np.array([place]))[0]
        return np.stack(
            [tones[channel][self.patches[place, ..., channel]] for channel in range(3)], axis=-1
        ).astype(np.float64)

    def seen(self, places: Places) -> Seen:
        """Some of its sites."""
        return Seen(self.patches[places], self.plan.cutter, self.light, places)


def _learned(found: Sequence[ShownToken]) -> TokenLook:
    middle: NDArray[np.float64] = np.median([shown.tone for shown in found], axis=0)
    radius = float(np.median([shown.radius_mm for shown in found]))
    return TokenLook(rgb=rgb_of(middle), footprint_mm=round(2 * radius, 1))
