"""What the page is of: a table that is set up, then its game. The page stays, its stage changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from announce import Announcement, Audience, Wording, page_refusals
from engine import Seat
from table.answers import Answer, Code, NotDone
from table.moment import Entry, Moment, OpenQuestion
from table.requests import PressButton, Request
from tabletop import DeviceHealth

Room = Callable[[Sequence[Announcement], float], None]
"""Says words in this room alone, and at a time: not to the house, not on pages."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words and questions that pages show, by audience."""

    said: Mapping[Audience, tuple[Entry, ...]]
    opened: Mapping[Audience, OpenQuestion]
    repeated: Mapping[Audience, Entry]
    hosted: bool = False  # somebody is the host


@dataclass(frozen=True, slots=True)
class Asks:
    """What is asked: `words` by audience; `since` makes equal words another question."""

    seats: tuple[Seat, ...]
    words: Mapping[Audience, str]
    since: object


class Stage(Protocol):
    """A table at one time of its evening, as the page sees it."""

    @property
    def begun(self) -> bool:
        """Whether anything can be asked for."""

    def here(self) -> tuple[object, ...]:
        """Changes whenever what is asked may have changed."""

    def asks(self) -> Asks:
        """What is asked of whom now."""

    @property
    def stirs(self) -> int:
        """Another number when something is felt or seen otherwise."""

    def health(self, health: DeviceHealth, at: float) -> None:
        """The page itself is lost, or back."""

    def phones(self, seats: frozenset[Seat], at: float) -> None:
        """These seats have joined."""

    def moment(self, kept: PageWords, at: float) -> Moment:
        """The table now."""

    def grant(self, request: Request, opened: Mapping[Audience, OpenQuestion], at: float) -> Answer:
        """Do what a page wants; what came of it. `opened`: what is asked now, as the pages show it."""


def late(press: PressButton, opened: Mapping[Audience, OpenQuestion]) -> bool:
    """Whether a Yes or No answers another question than the one that was shown."""
    asked = opened.get(press.seat or "everyone", OpenQuestion())
    return press.button in ("yes", "no") and press.shown != asked.number


def refused(wording: Wording, why: page_refusals.Refused, code: Code = "busy") -> NotDone:
    """Not done, and why."""
    return NotDone(code=code, text=page_refusals.refused(wording.vocabulary.phrases, why))
