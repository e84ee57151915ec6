"""Sequences with truth, and what `watch` makes of them: wrong, missed, late. For vision_sequences."""

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tabletop import BoardLayout, SiteId, TokenColour
from vision import CameraModel, Frame, watch

LATE_S: Final = 2.4  # twice the bar for the median
REMOVED_S: Final = 3.5  # a lifted token is often put down again, so its end may take longer
MOVED_FRAMES: Final = 3
AGAIN_S: Final = 2.0  # five frames at 2.5 a second

Stands = Mapping[SiteId, TokenColour]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame and its truth."""

    frame: Frame
    stands: Stands  # tokens on pins
    hidden: frozenset[SiteId] = frozenset()  # sites that something lies over
    pushed: bool = False  # in this frame the board lies elsewhere than in the one before
    gone: bool = False  # no marker of the board can be seen


@dataclass(slots=True, eq=False)
class Sequence:
    """A fixed camera over one table for a while."""

    name: str
    layout: BoardLayout
    fps: float
    shots: Iterator[Shot]
    camera: CameraModel | None = None
    reference: Frame | None = None


@dataclass(slots=True)
class Outcome:
    """What came of sequences of one kind."""

    count: int = 0
    frames: int = 0
    placements: int = 0
    removals: int = 0
    waits_s: list[float] = field(default_factory=list)
    late: int = 0
    missed: int = 0
    wrong: int = 0
    pushes: int = 0
    pushes_late: int = 0
    read_late: int = 0
    losses: int = 0
    losses_untold: int = 0
    false_alarms: int = 0  # `moved` or `lost` while nothing of the kind was
    notes: list[str] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Count another outcome in."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self, name: str) -> str:
        """One line of the table."""
        median = f"{statistics.median(self.waits_s):5.2f}" if self.waits_s else "    -"
        worst = f"{max(self.waits_s):5.2f}" if self.waits_s else "    -"
        return (
            f"{name:<22}{self.count:4}{self.frames:7}{self.placements:7}{self.removals:6} {median} {worst}"
            f"{self.late:5}{self.missed:7}{self.wrong:6}"
            f"{self.pushes_late:5}/{self.pushes:<3}{self.read_late:4}"
            f"{self.losses_untold:5}/{self.losses:<3}{self.false_alarms:5}"
        )


HEADER: Final = (
    f"{'':<22}{'seq':>4}{'frames':>7}{'placed':>7}{'gone':>6}{'med s':>6}{'max s':>6}"
    f"{'late':>5}{'missed':>7}{'wrong':>6}{'moved late':>10}{'again':>4}{'lost untold':>9}{'alarm':>5}"
)


@dataclass(slots=True)
class _Change:
    """A site that shows something else, from the first frame in which it can be seen."""

    site: SiteId
    token: TokenColour | None
    frame: int
    seen_from: int | None = None
    calm_for: int = 0  # frames in which it could be seen
    told: int | None = None
    after_push: bool = False


class _Judge:
    """Follows truth frame by frame, and takes the records as they come."""

    def __init__(self, sequence: Sequence) -> None:
        self.outcome = Outcome(count=1)
        self._sequence = sequence
        self._stands: dict[SiteId, TokenColour] = {}
        self._told: dict[SiteId, TokenColour | None] = {}
        self._open: dict[SiteId, _Change] = {}
        self._closed: list[_Change] = []
        self._number = -1
        self._pushed_at: list[int] = []
        self._gone_at: list[int] = []
        self._moved_at: list[int] = []
        self._lost_at: list[int] = []
        self._gone = False

    def frames(self) -> Iterator[Frame]:
        for shot in self._sequence.shots:
            self._number += 1
            self.outcome.frames += 1
            self._follow(shot)
            yield shot.frame

    def _follow(self, shot: Shot) -> None:
        if shot.pushed:
            self._pushed_at.append(self._number)
        if shot.gone and not self._gone:
            self._gone_at.append(self._number)
        self._gone = shot.gone
        for site in set(self._stands) | set(shot.stands):
            now = shot.stands.get(site)
            if now != self._stands.get(site):
                self._change(site, now)
        self._stands = dict(shot.stands)
        for change in self._open.values():
            if shot.gone or change.site in shot.hidden:
                continue
            change.calm_for += 1
            if change.seen_from is None:
                change.seen_from = self._number
                change.after_push = any(0 <= self._number - at <= 3 for at in self._pushed_at)

    def _change(self, site: SiteId, now: TokenColour | None) -> None:
        old = self._open.pop(site, None)
        if old is not None and old.told is None:
            self._closed.append(old)
        if self._told.get(site) != now:
            self._open[site] = _Change(site, now, self._number)

    def record(self, record: Mapping[str, object]) -> None:
        state, number = record.get("board"), int(str(record["frame"]))
        if state == "moved":
            self._moved_at.append(number)
        elif state == "lost":
            self._lost_at.append(number)
        if state is not None:
            return
        site = SiteId(str(record["site"]))
        token = record["token"]
        right = self._stands.get(site)
        self._told[site] = right if token == right else None
        if token != right:
            self.outcome.wrong += 1
            self.outcome.notes.append(
                f"{self._sequence.name} frame {number}: {site} is {right}, told {token}"
            )
            return
        change = self._open.pop(site, None)
        if change is not None:
            change.told = number
            self._closed.append(change)

    def finish(self) -> Outcome:
        fps = self._sequence.fps
        for change in [*self._closed, *self._open.values()]:
            self._count(change, fps)
        self._count_board(fps)
        return self.outcome

    def _count(self, change: _Change, fps: float) -> None:
        limit = LATE_S if change.token is not None else REMOVED_S
        if change.told is None and (change.seen_from is None or change.calm_for / fps < limit):
            return  # it never could be seen for long enough
        if change.token is not None:
            self.outcome.placements += 1
        else:
            self.outcome.removals += 1
        name = f"{self._sequence.name} frame {change.frame}: {change.site} {change.token or 'empty'}"
        if change.told is None:
            self.outcome.missed += 1
            self.outcome.notes.append(f"{name} missed")
            return
        frames = max(0, change.calm_for - 1)  # what a hand hides again meanwhile cannot be told
        if change.after_push and frames / fps > AGAIN_S:
            self.outcome.read_late += 1
            self.outcome.notes.append(f"{name} read {frames} frames after a push")
        if change.token is not None:
            self.outcome.waits_s.append(frames / fps)
        if frames / fps > limit:
            self.outcome.late += 1
            self.outcome.notes.append(f"{name} late by {frames / fps:.1f} s")

    def _count_board(self, fps: float) -> None:
        self.outcome.pushes, self.outcome.losses = len(self._pushed_at), len(self._gone_at)
        for at in self._pushed_at:
            if not any(0 <= told - at <= MOVED_FRAMES for told in self._moved_at):
                self.outcome.pushes_late += 1
                self.outcome.notes.append(f"{self._sequence.name} frame {at}: push not told in time")
        for at in self._gone_at:
            if not any(0 <= (told - at) / fps <= 5.0 for told in self._lost_at):
                self.outcome.losses_untold += 1
                self.outcome.notes.append(f"{self._sequence.name} frame {at}: loss not told")
        alarms = [at for at in self._moved_at if not any(0 <= at - was <= 8 for was in self._pushed_at)]
        alarms = [at for at in alarms if not any(at >= was for was in self._gone_at)]
        alarms += [at for at in self._lost_at if not any(at >= was for was in self._gone_at)]
        self.outcome.false_alarms += len(alarms)
        self.outcome.notes += [
            f"{self._sequence.name} frame {at}: moved or lost for nothing" for at in alarms
        ]


def judged(sequence: Sequence) -> Outcome:
    """Watch one sequence and compare."""
    judge = _Judge(sequence)
    for record in watch(judge.frames(), sequence.layout, sequence.camera, sequence.reference):
        judge.record(record)
    return judge.finish()
